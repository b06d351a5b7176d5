// API keys: an account manages its own, an operator everybody's.
import Type from 'typebox';
import { declareCall, declareQuery, SCOPES } from './call.ts';
import { Address, Decimal, Fields, PageQuery, Text } from './fields.ts';
import { Count, Flag, Moment, OrNull, PageOf, Str, Word } from './records.ts';

const owner = { who: 'trader', tag: 'Keys' } as const;
const change = { ...owner, method: 'POST', changes: true, takesNoKey: true } as const;

const Role = Word('`trader` or `operator`.', 'trader', 'operator');
const MAX_KEY_NAME = 64;
const MAX_NETWORKS = 32;

const SCOPE_WORDS =
  '`read`: what the account may see. `trade`: swaps and orders. `liquidity`: providing and withdrawing. `send`: sending tokens.';
const Scopes = Type.Array(Type.Unsafe<(typeof SCOPES)[number]>({ type: 'string', enum: SCOPES }), {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
  description: SCOPE_WORDS,
  examples: [['read', 'trade']],
});
const Networks = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  minItems: 1,
  maxItems: MAX_NETWORKS,
  description: 'IP addresses, or networks in CIDR notation.',
  examples: [['203.0.113.7', '2001:db8::/32']],
});
export const KeyRecord = Type.Object({
  id: Str('Key id; not secret.', '3f2a9c0d1e4b5a67'),
  account: Str('The account the key belongs to.', 'alice'),
  role: Role,
  name: Str('Name given by the owner; empty if it has none.', 'Trading bot'),
  isPasskey: Flag('Whether it is a passkey.', false),
  scopes: OrNull(Scopes, 'The scopes of the key; null for everything its role may do.', ['read', 'trade']),
  dayLimit: OrNull(Type.String(), 'The most it may spend a day (UTC), in quote tokens; null for no limit.', '250'),
  addresses: OrNull(Networks, 'Networks it may be used from; null for all.', null),
  cancelsAt: OrNull(Type.String(), 'When its orders are cancelled (cancelAfter); null if never.', null),
  createdAt: Moment('When it was created.'),
  lastUsedAt: OrNull(
    Type.String(),
    'When it was last used, to a minute; null if not in 400 days.',
    '2026-11-15T12:00:00.000Z',
  ),
  revokedAt: OrNull(Type.String(), 'When it was revoked; null while active.', null),
});

export const getKeys = declareQuery({
  ...owner,
  name: 'getKeys',
  summary: 'List API keys',
  description:
    'Traders see the keys of their account, operators those of all, sorted by account. Revoked keys are included, secrets are not.',
  input: Fields({ account: Type.Optional(Address('Only keys of this account.', 'alice')), ...PageQuery }),
  output: PageOf('keys', KeyRecord),
});

export const createKey = declareCall({
  ...change,
  name: 'createKey',
  needsProof: 'always',
  summary: 'Create an API key',
  description:
    'Traders create keys for their own account, operators for any; up to 50 active ones each. The key is shown only in this answer: if it is lost,\nrevoke it. A key with `scopes`, `dayLimit` or `addresses`, and any session it begins, cannot create or revoke keys, end sessions or manage webhooks.',
  input: Fields(
    {
      account: Type.Optional(Address('Its account; default your own. It need not exist yet.', 'alice')),
      role: Type.Optional({ ...Role, description: 'Default `trader`; `operator` only by operators.' }),
      name: Type.Optional(
        Type.String({ maxLength: MAX_KEY_NAME, description: 'A name to recognize it by.', examples: ['Trading bot'] }),
      ),
      scopes: Type.Optional({
        ...Scopes,
        description: `${SCOPE_WORDS} Default: everything its role may do.`,
      }),
      dayLimit: Type.Optional(Decimal('The most it may spend a day (UTC), in quote tokens; default no limit.', 250)),
      addresses: Type.Optional({
        ...Networks,
        description: `Up to ${MAX_NETWORKS} IP addresses or networks (CIDR) it may be used from.`,
      }),
    },
    { examples: [{ name: 'Trading bot', scopes: ['read', 'trade'] }] },
  ),
  output: Type.Object({
    ...KeyRecord.properties,
    key: Str('The key. Send it as `Authorization: Bearer <key>`.', 'mp_3f2a9c0d1e4b5a67_…'),
  }),
  refusals: ['too_many keys', 'price_unknown', 'catching_up', 'market_unavailable'],
  weight: 5,
});

export const revokeKey = declareCall({
  ...change,
  name: 'revokeKey',
  needsProof: 'always',
  summary: 'Revoke an API key',
  description:
    'Traders revoke keys of their own account, operators any key: at once on every node, for its sessions too. Revoking again returns the same record.',
  input: Fields({ id: Text('Key id.', '3f2a9c0d1e4b5a67', 64) }),
  output: KeyRecord,
  refusals: ['not_found key'],
});

const RequestRecord = Type.Object({
  at: Moment('When it was answered.'),
  method: Str('HTTP method.', 'POST'),
  call: Str('Name of the call.', 'createSwap'),
  status: Count('HTTP status.', 422),
  tookMs: Type.Number({ description: 'Duration in milliseconds.', examples: [4.2] }),
  code: OrNull(Type.String(), 'Error code; null if it succeeded.', 'insufficient_funds'),
  error: OrNull(Type.String(), 'Error message; null if it succeeded.', null),
  requestId: Str('The header `X-Request-Id` of the answer.', 'req-1'),
  address: Str('Client address.', '203.0.113.7'),
});

export const getRequests = declareQuery({
  ...owner,
  tag: 'Accounts',
  name: 'getRequests',
  summary: 'Last requests of an API key',
  description:
    'Up to 200 requests, newest first, kept for 7 days, without bodies, parameters, answers and what the page reads. Those of other nodes appear within seconds.',
  input: Fields({
    key: Type.Optional(
      Text('Key id, or `local` for requests without a key. Default: the key of this request.', '3f2a9c0d1e4b5a67', 64),
    ),
    status: Type.Optional(Word('Only requests that succeeded or failed.', 'succeeded', 'failed')),
  }),
  output: Type.Object({
    key: Str('Key id.', '3f2a9c0d1e4b5a67'),
    requests: Type.Array(RequestRecord, { description: 'Newest first.' }),
  }),
  refusals: ['not_found key'],
  weight: 2,
});
