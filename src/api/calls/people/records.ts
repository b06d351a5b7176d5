// Parts of the answers that several of these calls share.
import type { Caller } from '../../../access/keys.ts';
import type { Passkeys } from '../../../access/people/passkeys.ts';
import type { Begun } from '../../../access/sessions.ts';

export const sessionRecord = ({ account, role }: Pick<Caller, 'account' | 'role'>, { expiresAtMs }: Begun) => ({
  account,
  role,
  expiresAt: new Date(expiresAtMs).toISOString(),
});

type Options = Awaited<ReturnType<Passkeys['creationOptions']>>;

/** Leaves out constant options, which the page knows; algorithm numbers as strings, so that every client reads them alike. */
export const optionsRecord = ({ challenge, rp, user, pubKeyCredParams, excludeCredentials }: Options) => ({
  challenge,
  rp,
  user,
  algorithms: pubKeyCredParams.map(({ alg }) => `${alg}`),
  excludeCredentials,
});
