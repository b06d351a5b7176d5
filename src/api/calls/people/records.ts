// What several of these calls answer.
import type { Caller } from '../../../access/keys.ts';
import type { Passkeys } from '../../../access/people/passkeys.ts';
import type { Begun } from '../../../access/sessions.ts';

export const sessionRecord = ({ account, role }: Pick<Caller, 'account' | 'role'>, { expiresAtMs }: Begun) => ({
  account,
  role,
  expiresAt: new Date(expiresAtMs).toISOString(),
});

type Options = Awaited<ReturnType<Passkeys['creationOptions']>>;

/** Without what is the same for all, which the page knows; numbers as texts, which no client reads in two ways. */
export const optionsRecord = ({ challenge, rp, user, pubKeyCredParams, excludeCredentials }: Options) => ({
  challenge,
  rp,
  user,
  algorithms: pubKeyCredParams.map(({ alg }) => `${alg}`),
  excludeCredentials,
});
