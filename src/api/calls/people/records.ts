// Parts of answers that several calls of signing up, signing in and passkeys share.
import type { Caller } from '../../../access/keys.ts';
import type { Passkeys } from '../../../access/people/passkeys.ts';
import type { Begun } from '../../../access/sessions.ts';

export const sessionRecord = ({ account, role }: Pick<Caller, 'account' | 'role'>, { expiresAtMs }: Begun) => ({
  account,
  role,
  expiresAt: new Date(expiresAtMs).toISOString(),
});

type Options = Awaited<ReturnType<Passkeys['creationOptions']>>;

/** The options to create a passkey, without constants, which the page knows; algorithms are strings, which all clients read alike. */
export const optionsRecord = ({ challenge, rp, user, pubKeyCredParams, excludeCredentials }: Options) => ({
  challenge,
  rp,
  user,
  algorithms: pubKeyCredParams.map(({ alg }) => `${alg}`),
  excludeCredentials,
});
