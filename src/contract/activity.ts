// What happened: every change that an account made or that concerns it.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Fields, PageQuery, Text, TON, USDT } from './fields.ts';
import { Shape } from './listing.ts';
import { Entries, Fees, Num, Maybe as OrNull, PageOf, POOL, Route, Str, TRANSACTION, Word } from './records.ts';

const KINDS = [
  'swap',
  'referral',
  'provide',
  'refund',
  'deposit',
  'withdraw',
  'collectFees',
  'createPool',
  'registerToken',
  'setPoolFees',
  'setPoolStatus',
  'updateToken',
] as const;

const Kind = (description: string) =>
  Type.Unsafe<(typeof KINDS)[number]>({ type: 'string', enum: KINDS, description, examples: ['swap'] });

const Maybe = {
  Num: (description: string, example: number) => Type.Optional(Num(description, example)),
  Str: (description: string, example: string) => Type.Optional(Str(description, example)),
};

/** What a kind does not have is left out. */
export const ActivityRecord = Type.Object({
  transactionId: Str('Identifier of the transaction (UUIDv7).', TRANSACTION),
  kind: Kind(
    'What happened. `referral`: a swap of someone else that paid the account as its referrer, with the income as `amount`.',
  ),
  sequence: Type.Integer({ description: 'Position in the journal.', examples: [42] }),
  createdAt: Str('When it was committed (ISO 8601).', '2026-11-15T12:00:00.000Z'),
  actor: Str('The account that asked for it.', 'local'),
  account: Str('The account whose tokens moved, or that was paid.', 'local'),
  poolAddress: Maybe.Str('The pool.', POOL),
  tokenA: Maybe.Str('The token offered, or the first of the pool.', TON),
  tokenB: Maybe.Str('The token received, or the second of the pool.', USDT),
  amountA: Maybe.Num('How much of tokenA, in whole tokens.', 10),
  amountB: Maybe.Num('How much of tokenB, in whole tokens.', 24.924925),
  lpTokens: Maybe.Num('LP tokens minted or burned.', 0.5),
  fees: Type.Optional(Fees),
  referrer: Maybe.Str('The account that a swap named as its referrer.', 'shop-42'),
  token: Maybe.Str('The token of a deposit, a withdrawal, a referral or a registration.', USDT),
  amount: Maybe.Num('How much of token, in whole tokens.', 100),
  reference: Maybe.Str('The reference of a deposit or a withdrawal.', 'wire-2026-11-15-001'),
  lpFee: Maybe.Num('Fee of a pool that stays with the providers from then on, as a fraction.', 0.002),
  protocolFee: Maybe.Num('Fee of a pool that the protocol collects from then on, as a fraction.', 0.001),
  refFee: Maybe.Num('Fee of a referrer in a pool from then on, as a fraction.', 0.001),
  protocolFeeAddress: Maybe.Str(
    'Account that collectFees pays from then on; "N/A" without a protocol fee.',
    'treasury',
  ),
  name: Maybe.Str('The name of a token from then on.', 'Tether USD'),
  logo: Maybe.Str('The logo of a token from then on.', 'https://example.com/usdt.png'),
  status: Maybe.Str('The status of a token or a pool from then on.', 'paused'),
  route: Type.Optional({ ...Route, description: 'The pools of a swap over more than one, in order.' }),
  curve: Type.Optional(Shape.curve),
  amplification: Type.Optional(
    Type.Integer({ description: 'How flat the curve of a stable pool is.', examples: [200] }),
  ),
});

const Moment = (description: string, example: string) => Type.Optional(Text(description, example, 64));

const Filter = {
  account: Type.Optional(Address("Another's account, for operators.", 'shop-42')),
  all: Type.Optional(Word('`true`: of everyone.', 'true')),
  kind: Type.Optional(Kind('Only this kind.')),
  token: Type.Optional(Address('Only what moved this token.', USDT)),
  pool: Type.Optional(Address('Only what was done in the pool of this address.', POOL)),
  jetton0: Type.Optional(Address('Only what was done in the pool of this token and jetton1.')),
  jetton1: Type.Optional(Address('Only what was done in the pool of this token and jetton0.', USDT)),
  from: Moment('Only from this moment on: ISO 8601 with a zone, or unix seconds.', '2026-11-01T00:00:00Z'),
  to: Moment('Only before this moment.', '2026-12-01T00:00:00Z'),
  reference: Type.Optional(Text('Only the movement of this reference.', 'wire-2026-11-15-001')),
};

export const getActivity = declareCall({
  name: 'getActivity',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Accounts',
  summary: 'What happened, newest first',
  description: `Every change that the account asked for or that concerns it; operators may name any account, or all.
A filter that few match may answer a short page: go on while \`nextCursor\` is not null.`,
  input: Fields({
    ...Filter,
    ...PageQuery,
    format: Type.Optional(
      Word(
        '`csv` or `ndjson`: everything that matches as one file, from `cursor` on, which may be any `sequence`.',
        'csv',
        'ndjson',
      ),
    ),
  }),
  output: PageOf('activity', ActivityRecord),
  exported: ActivityRecord,
  refusals: ['unknown_pool'],
  weight: 2,
});

export const getActivityTotals = declareCall({
  name: 'getActivityTotals',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Accounts',
  summary: 'What happened, added up',
  description: `Of everything that getActivity would list by the same filter: how many of which kind, and what came in and went out of
the account, token by token; of everyone, of all users' accounts. Exact, whichever way the tokens moved.`,
  input: Fields(Filter),
  output: Type.Object({
    count: Type.Integer({ description: 'How many transactions.', examples: [7] }),
    kinds: Type.Array(
      Type.Object({
        kind: Kind('What happened.'),
        count: Type.Integer({ description: 'How often.', examples: [5] }),
      }),
      { description: 'Those that there are, by name.' },
    ),
    tokens: Type.Array(
      Type.Object({
        token: Str('The token; an LP token goes by the address of its pool.', USDT),
        symbol: Str('Its symbol.', 'USDT'),
        decimals: Type.Integer({ description: 'Its decimal places.', examples: [6] }),
        in: Num('What the account received of it, transaction by transaction.', 124.5),
        out: Num('What the account paid of it.', 20),
        fees: Type.Object(
          {
            lp: Num('What stayed with the providers.', 0.04),
            protocol: Num('What the protocol collected.', 0.12),
            ref: Num('What referrers received.', 0),
          },
          { description: 'What its swaps paid in fees, of this token.' },
        ),
      }),
      { description: 'Those that moved, by address.' },
    ),
    sequence: Type.Integer({ description: 'The last transaction that was looked at.', examples: [42] }),
  }),
  refusals: ['unknown_pool'],
  weight: 40,
});

const Held = (description: string) =>
  Type.Object(
    {
      reserve0: Num('What it held of jetton0.', 2_000_000),
      reserve1: Num('What it held of jetton1.', 5_000_000),
      price: OrNull('Of jetton0 in jetton1, without fees, to 18 significant digits, cut; null of an empty pool.', 2.5),
    },
    { description },
  );

export const getTransaction = declareCall({
  name: 'getTransaction',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Accounts',
  summary: 'One transaction, with what it moved',
  description:
    'Of any kind, by its transactionId or its sequence: for whoever asked for it, for every account that it concerns, and for operators.',
  input: Fields({
    transactionId: Type.Optional(Text('The id, as every change answers it in the header Transaction-Id.', TRANSACTION)),
    sequence: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,14}$',
        title: 'a whole number from 1 on',
        description: 'Instead of the id: the position in the journal.',
        examples: ['42'],
      }),
    ),
  }),
  output: Type.Object({
    ...ActivityRecord.properties,
    transfers: Type.Array(
      Type.Object({
        from: Str('The account debited; names with a space are of the exchange itself.', 'local'),
        to: Str('The account credited.', `pool ${POOL}`),
        token: Str('The token; an LP token goes by the address of its pool.', TON),
        amount: Num('How much, in whole tokens.', 10),
      }),
      { description: 'What moved from whom to whom.' },
    ),
    entries: Entries,
    pools: Type.Union(
      [
        Type.Array(
          Type.Object({
            poolAddress: Str('The pool.', POOL),
            jetton0: Str('Its first token.', TON),
            jetton1: Str('Its second token.', USDT),
            before: Held('Right before the transaction.'),
            after: Held('Right after it.'),
          }),
        ),
        Type.Null(),
      ],
      {
        description:
          'Those whose reserves it moved, in the order of its route. Null where that cannot be told: while the history is being counted, where the market is off, or where more than 5000 transactions before it in the same minute would have to be looked through.',
        examples: [null],
      },
    ),
  }),
  refusals: ['unknown_transaction'],
  weight: 5,
});
