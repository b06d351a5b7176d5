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
  '`read`: everything the account may see. `trade`: swaps. `liquidity`: providing and withdrawing liquidity. `send`: sending tokens to other accounts. Public market data needs no scope.';
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
  isPasskey: Flag('Whether it is a passkey, which signs in to the page only.', false),
  scopes: OrNull(Scopes, 'The scopes of the key; null for everything its role may do.', ['read', 'trade']),
  dayLimit: OrNull(
    Type.String(),
    'The most that the key may spend a day (UTC), in whole quote tokens, as a decimal; null for no limit.',
    '250',
  ),
  addresses: OrNull(Networks, 'The networks that the key may be used from; null for all.', null),
  createdAt: Moment('When it was created.'),
  lastUsedAt: OrNull(
    Type.String(),
    'When it was last used (ISO 8601), within a minute or so; null if not in the last 400 days.',
    '2026-11-15T12:00:00.000Z',
  ),
  revokedAt: OrNull(Type.String(), 'When it was revoked; null while active.', null),
});

export const getKeys = declareQuery({
  ...owner,
  name: 'getKeys',
  summary: 'List API keys',
  description: `Traders see the keys of their own account, operators those of all accounts, sorted by account, or of one. Revoked keys are included.
Secrets are not stored and cannot be shown.`,
  input: Fields({ account: Type.Optional(Address('Only keys of this account.', 'alice')), ...PageQuery }),
  output: PageOf('keys', KeyRecord),
});

export const createKey = declareCall({
  ...change,
  name: 'createKey',
  needsProof: 'always',
  summary: 'Create an API key',
  description: `Traders create keys for their own account; operators for any account. The key is shown only in this answer. An account has up to 50
active keys. A key with \`scopes\`, \`dayLimit\` or \`addresses\` is restricted: it cannot create or revoke keys, end sessions or manage webhooks, and a session
that it begins is restricted in the same way. Idempotency-Key is not supported, since repeating the answer would mean storing the key. If the
answer was lost, find the key with getKeys, revoke it and create another.`,
  input: Fields(
    {
      account: Type.Optional(
        Address(
          'The account the key belongs to; default your own. Operators may name any; it need not exist yet.',
          'alice',
        ),
      ),
      role: Type.Optional({ ...Role, description: '`trader` (default) or, by operators only, `operator`.' }),
      name: Type.Optional(
        Type.String({ maxLength: MAX_KEY_NAME, description: 'A name to recognize it by.', examples: ['Trading bot'] }),
      ),
      scopes: Type.Optional({
        ...Scopes,
        description: `The scopes of the key; default everything its role may do. ${SCOPE_WORDS}`,
      }),
      dayLimit: Type.Optional(
        Decimal(
          'The most that the key may spend a day (UTC), in quote tokens at fair prices; default no limit. Swaps count by what they pay, liquidity by what it provides.',
          250,
        ),
      ),
      addresses: Type.Optional({
        ...Networks,
        description: `Up to ${MAX_NETWORKS} IP addresses or networks (CIDR) it may be used from; default anywhere.`,
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
  description: `Traders revoke keys of their own account; operators any key. Takes effect at once on every node, for its sessions too. Revoking a revoked
key changes nothing and returns its record.`,
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
  description: `Up to 200 requests, newest first, kept for 7 days. Traders see those of their own keys, operators those of any. Requests to other
nodes appear within seconds. Bodies, parameters and answers are not kept, nor is what this exchange's own page reads.`,
  input: Fields({
    key: Type.Optional(
      Text(
        'Key id; `local` for requests without a key in local mode. Default: the key of this request.',
        '3f2a9c0d1e4b5a67',
        64,
      ),
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
