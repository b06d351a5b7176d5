// Sessions: a browser signs in with a key and then uses a cookie.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Fields, PageQuery, Text } from './fields.ts';
import { Count, Flag, Moment, OrNull, PageOf, Str, Word } from './records.ts';

export const SESSION_COOKIE = 'millpond_session';

const session = { who: 'anyone', tag: 'Sessions', method: 'POST', changes: true, takesNoKey: true } as const;

export const createSession = declareCall({
  ...session,
  name: 'createSession',
  summary: 'Sign in (browser)',
  description: `Sets the cookie \`${SESSION_COOKIE}\` (over https, \`__Host-${SESSION_COOKIE}\`): requests with it and without an Authorization header act for the key's account, until
it expires or its key is revoked. Programs send the key instead. With Expect-Account, a key of another account is refused.`,
  input: Fields({ key: Text('The API key.', 'mp_3f2a9c0d1e4b5a67_…') }),
  output: Type.Object({
    account: Str('The account of the session.', 'alice'),
    role: Word('`trader` or `operator`.', 'trader', 'operator'),
    expiresAt: Moment('When the session expires.'),
  }),
  refusals: ['address_not_allowed', 'other_account'],
  // Counts as 5 quotes because it looks up the key and writes to the database.
  weight: 5,
});

export const deleteSession = declareCall({
  ...session,
  name: 'deleteSession',
  summary: 'Sign out (browser)',
  description: 'Ends the session on every node and clears the cookie. A key got by tonProof is revoked with it.',
  input: Fields({}),
  output: Type.Object({}),
});

const own = { who: 'trader', tag: 'Keys' } as const;

export const SessionRecord = Type.Object({
  id: Str('Session id; not secret.', '8c1f0a7b2d3e4f5061728394'),
  keyId: Str('The key it was begun with.', '3f2a9c0d1e4b5a67'),
  device: Str('The browser and system it was begun on; empty if unknown.', 'Firefox · Linux'),
  begunAt: OrNull(
    Type.String({ format: 'date-time' }),
    'When it was begun; null if unknown.',
    '2026-11-15T12:00:00.000Z',
  ),
  lastUsedAt: OrNull(
    Type.String({ format: 'date-time' }),
    'When it was last used, to a minute; null if not yet.',
    '2026-11-15T12:00:00.000Z',
  ),
  expiresAt: Moment('When it expires.'),
  current: Flag('Whether the request came from this session.', true),
});

export const getSessions = declareQuery({
  ...own,
  name: 'getSessions',
  summary: 'List browser sessions',
  description: 'Where the account is signed in, by id, without tokens.',
  input: Fields({ account: Type.Optional(Address('Account to query; operators only.', 'alice')), ...PageQuery }),
  output: PageOf('sessions', SessionRecord),
});

const end = { ...own, method: 'POST', changes: true, takesNoKey: true } as const;
const OfAccount = { account: Type.Optional(Address('Whose session; operators only. Default your own.', 'alice')) };

export const endSession = declareCall({
  ...end,
  name: 'endSession',
  needsProof: 'never',
  summary: 'End a browser session',
  description: 'Signs that browser out, at once and on every node. Returns the session as it was.',
  input: Fields({ id: Text('Session id.', '8c1f0a7b2d3e4f5061728394', 64), ...OfAccount }),
  output: SessionRecord,
  refusals: ['not_found session'],
});

export const endOtherSessions = declareCall({
  ...end,
  name: 'endOtherSessions',
  needsProof: 'never',
  summary: 'Sign out everywhere else',
  description: 'Ends every session of the account but the one of the request. API keys keep working.',
  input: Fields(OfAccount),
  output: Type.Object({ ended: Count('How many sessions ended.', 2) }),
});
