// Sessions: a browser signs in with a key and then uses a cookie.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Fields, Text } from './fields.ts';
import { Str, Word } from './records.ts';

/** Name of the session cookie. */
export const SESSION_COOKIE = 'millpond_session';

const session = { who: 'anyone', tag: 'Sessions', method: 'POST', changes: true, takesNoKey: true } as const;

export const createSession = declareCall({
  ...session,
  name: 'createSession',
  summary: 'Sign in (browser)',
  description: `Sets the cookie \`${SESSION_COOKIE}\` (over https, \`__Host-${SESSION_COOKIE}\`). Requests with the cookie and without an Authorization header
act for the key's account. The session ends when it expires, on deleteSession, or when the key is revoked. Programs need no session: they send the key.`,
  input: Fields({ key: Text('The API key.', 'mp_3f2a9c0d1e4b5a67_…') }),
  output: Type.Object({
    account: Str('The account of the session.', 'alice'),
    role: Word('`trader` or `operator`.', 'trader', 'operator'),
    expiresAt: Str('When the session expires (ISO 8601).', '2026-11-16T00:00:00.000Z'),
  }),
  refusals: ['address_not_allowed'],
  // It writes to the database and looks up the key.
  weight: 5,
});

export const deleteSession = declareCall({
  ...session,
  name: 'deleteSession',
  summary: 'Sign out (browser)',
  description: 'Ends the session on every node, including copies of the cookie, and clears the cookie.',
  input: Fields({}),
  output: Type.Object({}),
});
