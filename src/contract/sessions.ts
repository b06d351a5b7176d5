// Sessions: a browser signs in with a key, and goes by a cookie from then on.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Fields, Text } from './fields.ts';
import { Str, Word } from './records.ts';

/** What the cookie of a session is called. */
export const SESSION_COOKIE = 'millpond_session';

const session = { who: 'anyone', tag: 'Sessions', method: 'POST', changes: true, takesNoKey: true } as const;

export const createSession = declareCall({
  ...session,
  name: 'createSession',
  summary: 'Sign a browser in',
  description: `Sets the cookie \`${SESSION_COOKIE}\` (by https \`__Host-${SESSION_COOKIE}\`), by which calls without an Authorization header act for the account of the key. It
ends when it expires, by deleteSession, and at once when the key is revoked. Programs need none: they send the key itself.`,
  input: Fields({ key: Text('The API key.', 'mp_3f2a9c0d1e4b5a67_…') }),
  output: Type.Object({
    account: Str('The account that the browser acts for.', 'alice'),
    role: Word('`trader` or `operator`.', 'trader', 'operator'),
    expiresAt: Str('When it ends by itself (ISO 8601).', '2026-11-16T00:00:00.000Z'),
  }),
  // It writes, and the key behind it is looked up.
  weight: 5,
});

export const deleteSession = declareCall({
  ...session,
  name: 'deleteSession',
  summary: 'Sign a browser out',
  description: 'Ends the session of the cookie, on every node and wherever else the cookie may be, and clears it.',
  input: Fields({}),
  output: Type.Object({}),
});
