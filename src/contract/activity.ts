// Account activity: every transaction that an account made or that affects it.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Address, Digits, Fields, MAX_SEQUENCE, PageQuery, Text, Time, TON, USDT } from './fields.ts';
import { Shape } from './listing.ts';
import {
  CHECKPOINT,
  Count,
  Entries,
  Fees,
  Id,
  Moment,
  Num,
  Maybe as OrNull,
  PageOf,
  POOL,
  Route,
  SettlementFields,
  SHA256,
  Str,
  Swapped,
  TRANSACTION,
  Word,
} from './records.ts';

const KINDS = [
  'swap',
  'referral',
  'provide',
  'refund',
  'deposit',
  'withdraw',
  'transfer',
  'placeOrder',
  'closeOrder',
  'matchOrders',
  'triggerOrder',
  'collectFees',
  'createPool',
  'registerToken',
  'setPoolFees',
  'setPoolStatus',
  'updateToken',
  'liabilities',
  'audited',
  'forked',
] as const;

const Kind = (description: string) =>
  Type.Unsafe<(typeof KINDS)[number]>({ type: 'string', enum: KINDS, description, examples: ['swap'] });

const Maybe = {
  Num: (description: string, example: number) => Type.Optional(Num(description, example)),
  Str: (description: string, example: string) => Type.Optional(Str(description, example)),
};

/** Fields that a kind does not have are left out. */
export const ActivityRecord = Type.Object({
  transactionId: Id('Identifier of the transaction (UUIDv7).'),
  kind: Kind("What happened. `referral`: another account's swap paid it."),
  sequence: Count('Position in the journal.', 42),
  createdAt: Moment('When it was committed.'),
  actor: Str('Who made the request; `another account` in a referral.', 'local'),
  account: Str('The account whose tokens moved, or that was paid.', 'local'),
  poolAddress: Maybe.Str('Address of the pool.', POOL),
  tokenA: Maybe.Str('The token paid, or the first token of the pool.', TON),
  tokenB: Maybe.Str('The token received, or the second token of the pool.', USDT),
  amountA: Maybe.Num('Amount of tokenA, in whole tokens.', 10),
  amountB: Maybe.Num('Amount of tokenB, in whole tokens.', 24.924925),
  lpTokens: Maybe.Num('LP tokens minted or burned.', 0.5),
  fees: Type.Optional(Fees),
  referrer: Maybe.Str('The referrer named by the swap.', 'shop-42'),
  token: Maybe.Str('The token that was moved or registered.', USDT),
  amount: Maybe.Num('Amount of the token, in whole tokens.', 100),
  reference: Maybe.Str('Reference of the deposit or withdrawal.', 'wire-2026-11-15-001'),
  lpFee: Maybe.Num('New LP fee of the pool, as a fraction.', 0.002),
  protocolFee: Maybe.Num('New protocol fee of the pool, as a fraction.', 0.001),
  refFee: Maybe.Num('New referral fee of the pool, as a fraction.', 0.001),
  protocolFeeAddress: Maybe.Str('New account that collectFees pays, or "N/A".', 'treasury'),
  name: Maybe.Str('New name of the token.', 'Tether USD'),
  logo: Maybe.Str('New logo of the token.', 'https://example.com/usdt.png'),
  status: Maybe.Str(
    'New status of the token, pool or order; on TON of the change, with expected amounts unless `completed`.',
    'paused',
  ),
  route: Type.Optional({ ...Route, description: 'The pools of a multi-pool swap, in order.' }),
  curve: Type.Optional(Shape.curve),
  amplification: Type.Optional(Count('Amplification of a stable pool.', 200)),
  to: Maybe.Str('The recipient of a transfer.', 'shop-42'),
  asOf: Maybe.Num('Last transaction that a statement in the public log covers.', 41),
  hash: Maybe.Str('SHA-256, in hex, of what the statement is about.', SHA256),
  log: Maybe.Num('Number of the public log that begins here.', 2),
  checkpoint: Maybe.Str('Last signed checkpoint of the log before.', CHECKPOINT),
  shared: Maybe.Num('Transactions that the log before is known to share with this one.', 40),
  memo: Maybe.Str('Memo of the transfer, or why the order was cancelled.', 'Invoice 1042'),
  order: Type.Optional(Count('Number of the order.', 42)),
  returned: Maybe.Num('Amount of tokenA that the last fill of an order gave back unsold.', 0.5),
  minReceived: Maybe.Num('Limit of the order for all of amountA, in tokenB.', 25),
  expiresAt: Type.Optional(Moment('When the order expires.')),
  swapped: Swapped,
  ...SettlementFields,
  returnedA: Maybe.Num('On TON: tokenA taken back, as it could not be provided.', 10),
  returnedB: Maybe.Num('On TON: tokenB taken back, as it could not be provided.', 25),
  fee: Maybe.Num('Protocol fee of a match, in feeToken; only the newer order pays it.', 0.005),
  feeToken: Maybe.Str('The token of the fee.', TON),
});

const Filter = {
  account: Type.Optional(Address('Account to query; operators only.', 'shop-42')),
  all: Type.Optional(Word('`true`: every account; operators only.', 'true')),
  kind: Type.Optional(Kind('Only transactions of this kind.')),
  token: Type.Optional(Address('Only transactions that moved this token.', USDT)),
  pool: Type.Optional(Address('Only transactions in the pool at this address.', POOL)),
  jetton0: Type.Optional(Address('Only transactions in the pool of both.')),
  jetton1: Type.Optional(Address('Only transactions in the pool of both.', USDT)),
  from: Time('From this time on: ISO 8601 with a time zone, or Unix seconds.', '2026-11-01T00:00:00Z'),
  to: Time('Before this time.', '2026-12-01T00:00:00Z'),
  reference: Type.Optional(Text('Only the deposit or withdrawal with this reference.', 'wire-2026-11-15-001')),
};

export const getActivity = declareQuery({
  name: 'getActivity',
  who: 'trader',
  tag: 'Accounts',
  summary: 'Account activity, newest first',
  description:
    'Transactions that the account made or that affected it. With a filter, a page can be short or empty: continue while `nextCursor` is not null.',
  input: Fields({
    ...Filter,
    ...PageQuery,
    format: Type.Optional(
      Word('Download all matches as one file, from `cursor` on, which may be any `sequence`.', 'csv', 'ndjson'),
    ),
  }),
  output: PageOf('activity', ActivityRecord),
  exported: ActivityRecord,
  refusals: ['unknown_pool'],
  weight: 2,
});

export const getActivityTotals = declareQuery({
  name: 'getActivityTotals',
  who: 'trader',
  tag: 'Accounts',
  summary: 'Totals of account activity',
  description:
    'Exact totals over everything that getActivity lists for the same filter. With `all`, of all user accounts.',
  input: Fields(Filter),
  output: Type.Object({
    count: Count('Number of transactions.', 7),
    kinds: Type.Array(
      Type.Object({
        kind: Kind('What happened.'),
        count: Count('Number of transactions of this kind.', 5),
      }),
      { description: 'Kinds that occurred, sorted by name.' },
    ),
    tokens: Type.Array(
      Type.Object({
        token: Str('The token.', USDT),
        symbol: Str('Its symbol.', 'USDT'),
        decimals: Count('Its decimal places.', 6),
        in: Num('Amount the account received.', 124.5),
        out: Num('Amount the account paid.', 20),
        fees: Type.Object(
          {
            lp: Num('Fees kept by liquidity providers.', 0.04),
            protocol: Num('Fees collected by the protocol.', 0.12),
            ref: Num('Fees paid to referrers.', 0),
          },
          { description: 'Fees that the account paid in this token.' },
        ),
      }),
      { description: 'Tokens that moved, sorted by address.' },
    ),
    sequence: Count('Sequence of the last transaction included.', 42),
  }),
  refusals: ['unknown_pool'],
  weight: 40,
});

const PoolBalances = (description: string) =>
  Type.Object(
    {
      reserve0: Num('Reserve of jetton0.', 2_000_000),
      reserve1: Num('Reserve of jetton1.', 5_000_000),
      price: OrNull('Price of jetton0 in jetton1, before fees, 18 digits; null if the pool is empty.', 2.5),
    },
    { description },
  );

export const getTransaction = declareQuery({
  name: 'getTransaction',
  who: 'trader',
  tag: 'Accounts',
  summary: 'One transaction and its transfers',
  description: 'Finds a transaction of any kind, for the accounts that it concerns and operators.',
  input: Fields({
    transactionId: Type.Optional(Text('The id, as in the header Transaction-Id of a change.', TRANSACTION)),
    sequence: Type.Optional(
      Digits('Journal sequence, instead of the id.', 42, [1, MAX_SEQUENCE], 'a whole number of at least 1'),
    ),
  }),
  output: Type.Object({
    ...ActivityRecord.properties,
    transfers: Type.Array(
      Type.Object({
        from: Str('The account debited. Names with a space belong to the exchange.', 'local'),
        to: Str('The account credited.', `pool ${POOL}`),
        token: Str('The token.', TON),
        amount: Num('Amount, in whole tokens.', 10),
      }),
      { description: 'The transfers, from account to account.' },
    ),
    entries: Entries,
    pools: Type.Union(
      [
        Type.Array(
          Type.Object({
            poolAddress: Str('Address of the pool.', POOL),
            jetton0: Str('Its first token.', TON),
            jetton1: Str('Its second token.', USDT),
            before: PoolBalances('Right before the transaction.'),
            after: PoolBalances('Right after the transaction.'),
          }),
        ),
        Type.Null(),
      ],
      {
        description:
          'The pools whose reserves changed, in route order. Null for a referral, or if it cannot be determined now.',
        examples: [null],
      },
    ),
  }),
  refusals: ['not_found transaction'],
  weight: 5,
});
