// API keys: who may call as whom.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Fields, PageQuery, Text } from './fields.ts';
import { PageOf, Str, Word } from './records.ts';

const operator = { who: 'operator', tag: 'Operator' } as const;
const change = { ...operator, method: 'POST', changes: true, takesNoKey: true } as const;

const Role = Word('`trader` or `operator`.', 'trader', 'operator');

const KeyRecord = Type.Object({
  id: Str('Names the key, and is no secret.', '3f2a9c0d1e4b5a67'),
  account: Str('The account that it stands for.', 'alice'),
  role: Role,
  createdAt: Str('When it was made (ISO 8601).', '2026-11-15T12:00:00.000Z'),
  revokedAt: Type.Union([Type.String(), Type.Null()], {
    description: 'When it was revoked; null while it can be used.',
    examples: [null],
  }),
});

export const getKeys = declareCall({
  ...operator,
  name: 'getKeys',
  method: 'GET',
  changes: false,
  summary: 'All API keys',
  description: 'By account, revoked ones included; of the secret itself nothing is kept.',
  input: Fields({ account: Type.Optional(Address('Only those of this account.', 'alice')), ...PageQuery }),
  output: PageOf('keys', KeyRecord),
});

export const createKey = declareCall({
  ...change,
  name: 'createKey',
  summary: 'Make an API key',
  description: `The only answer that shows the key. It takes no Idempotency-Key, because answering it again would mean to keep
it: if the answer was lost, find the key by getKeys, revoke it and make another.`,
  input: Fields({
    account: Address('The account that it stands for; it need not exist before.', 'alice'),
    role: Role,
  }),
  output: Type.Object({
    ...KeyRecord.properties,
    key: Str('The key, to be sent as `Authorization: Bearer <key>`.', 'mp_3f2a9c0d1e4b5a67_…'),
  }),
});

export const revokeKey = declareCall({
  ...change,
  name: 'revokeKey',
  summary: 'Revoke an API key',
  description: 'At once, on every node. One that was revoked before stays so, and its record is answered again.',
  input: Fields({ id: Text('The id of the key.', '3f2a9c0d1e4b5a67', 64) }),
  output: KeyRecord,
  refusals: ['unknown_key'],
});
