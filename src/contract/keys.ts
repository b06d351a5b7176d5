// API keys.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Fields, PageQuery, Text } from './fields.ts';
import { PageOf, Str, Word } from './records.ts';

const operator = { who: 'operator', tag: 'Operator' } as const;
const change = { ...operator, method: 'POST', changes: true, takesNoKey: true } as const;

const Role = Word('`trader` or `operator`.', 'trader', 'operator');

const KeyRecord = Type.Object({
  id: Str('Key id; not secret.', '3f2a9c0d1e4b5a67'),
  account: Str('The account the key belongs to.', 'alice'),
  role: Role,
  createdAt: Str('When it was created (ISO 8601).', '2026-11-15T12:00:00.000Z'),
  revokedAt: Type.Union([Type.String(), Type.Null()], {
    description: 'When it was revoked; null while active.',
    examples: [null],
  }),
});

export const getKeys = declareCall({
  ...operator,
  name: 'getKeys',
  method: 'GET',
  changes: false,
  summary: 'List API keys',
  description: 'Sorted by account, revoked keys included. Secrets are not stored and cannot be shown.',
  input: Fields({ account: Type.Optional(Address('Only keys of this account.', 'alice')), ...PageQuery }),
  output: PageOf('keys', KeyRecord),
});

export const createKey = declareCall({
  ...change,
  name: 'createKey',
  summary: 'Create an API key',
  description: `The key is shown only in this answer. Idempotency-Key is not supported, since repeating the answer would mean storing the key.
If the answer was lost, find the key with getKeys, revoke it and create another.`,
  input: Fields({
    account: Address('The account the key belongs to. It need not exist yet.', 'alice'),
    role: Role,
  }),
  output: Type.Object({
    ...KeyRecord.properties,
    key: Str('The key. Send it as `Authorization: Bearer <key>`.', 'mp_3f2a9c0d1e4b5a67_…'),
  }),
});

export const revokeKey = declareCall({
  ...change,
  name: 'revokeKey',
  summary: 'Revoke an API key',
  description: 'Takes effect at once on every node. Revoking a revoked key changes nothing and returns its record.',
  input: Fields({ id: Text('Key id.', '3f2a9c0d1e4b5a67', 64) }),
  output: KeyRecord,
  refusals: ['unknown_key'],
});
