// Providing liquidity, holding it and getting it back.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Decimal, Fields, Pair, PoolQuery, TON, USDT } from './fields.ts';
import { Entries, LiquidityRecord, Maybe, Num, POOL, Str, Word } from './records.ts';

const SetsPrice = (is: string) =>
  Type.Boolean({
    description: `Whether the pool ${is} empty before, so that the amounts set its first price.`,
    examples: [false],
  });

export const getLPAccountData = declareCall({
  name: 'getLPAccountData',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Liquidity',
  summary: "The caller's position in a pool",
  description: 'Both balances are what the position would return if it were refunded now. Without a position: zeros.',
  input: Fields(PoolQuery),
  output: Type.Object({
    lpAddress: Str('Address of the liquidity-provider account.', POOL),
    token1Address: Str('Address of the first token.', TON),
    token2Address: Str('Address of the second token.', USDT),
    token1Balance: Num('Share of the first token.', 100),
    token2Balance: Num('Share of the second token.', 250),
    lpTokenBalance: Num('LP tokens held.', 5),
    sharePercentage: Num('Share of the pool in percent, 0 to 100, cut after 18 digits.', 0.005),
  }),
  refusals: ['unknown_pool'],
});

export const provideLiquidity = declareCall({
  name: 'provideLiquidity',
  method: 'POST',
  who: 'trader',
  changes: true,
  tag: 'Liquidity',
  summary: 'Provide liquidity',
  description:
    'Takes as much of both offers as the ratio of the pool needs and mints LP tokens. Creates the pool if there is none,\nunless the exchange leaves that to operators (POOL_CREATION). Without minLpTokens, refused where less than 85 % of either\noffer would be taken, since the price of the pool is then not the one that was offered at.',
  input: Fields(
    {
      Pair,
      amount: Fields(
        {
          tokenA: Decimal('The most of tokenA to take.', 10),
          tokenB: Decimal('The most of tokenB to take.', 25),
        },
        { description: 'The offer.' },
      ),
      minLpTokens: Type.Optional(Decimal('Refuse if fewer LP tokens would be minted.', 0.5)),
      maxPriceImpact: Type.Optional(
        Decimal(
          'Refuse if more than this fraction of either offer would not be taken. Default 0.15 without minLpTokens; 1 allows any.',
          0.05,
        ),
      ),
    },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10, tokenB: 25 } }] },
  ),
  output: Type.Object({
    ...LiquidityRecord,
    lpTokensMinted: Num('LP tokens minted.', 0.5),
    setsPrice: SetsPrice('was'),
  }),
  refusals: [
    'token_paused',
    'pool_paused',
    'pool_creation_restricted',
    'ratio_too_far',
    'insufficient_funds',
    'liquidity_too_small',
    'below_minimum',
    'amount_too_large',
  ],
});

export const quoteLiquidity = declareCall({
  name: 'quoteLiquidity',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Liquidity',
  summary: 'What providing or withdrawing would do',
  description: `With amount0 and amount1, what provideLiquidity would take and mint, whether or not the account has that much;
with lpTokens, percentage or neither, what refundLiquidity would return. By the very code that does it, so that it is what
happens if nothing comes between. It tells the price of the pool afterwards as well, whether that is the first, and how far it is from
what the exchange knows over other pools.`,
  input: Fields({
    ...PoolQuery,
    amount0: Type.Optional(Decimal('The most of jetton0 to provide.', 10)),
    amount1: Type.Optional(Decimal('The most of jetton1 to provide.', 25)),
    maxPriceImpact: Type.Optional(Decimal('As for provideLiquidity.', 0.05)),
    lpTokens: Type.Optional(Decimal('How many LP tokens to refund.', 1.5)),
    percentage: Type.Optional(
      Decimal('Which part of the position to refund, in percent; rounded down in LP tokens.', 50),
    ),
  }),
  output: Type.Object({
    kind: Word('What it is about.', 'provide', 'refund'),
    ...LiquidityRecord,
    lpTokens: Num('LP tokens minted or burned.', 0.5),
    sharePercentage: Num("The account's share of the pool afterwards, in percent.", 0.005),
    createsPool: Type.Boolean({ description: 'Whether the pool would be created.', examples: [false] }),
    setsPrice: SetsPrice('is'),
    price: Maybe(
      'What the pool would show then: jetton1 for one jetton0, without fees, to 18 significant digits, cut; null where it would be empty.',
      2.5,
    ),
    inversePrice: Maybe('The same the other way round: jetton0 for one jetton1.', 0.4),
    marketPrice: Maybe(
      'What the exchange knows of that price already: jetton1 for one jetton0 now, over the deepest way between the two, as in getPoolStats; null where it knows none, or counts no market at the moment.',
      2.51,
    ),
    marketVia: Type.Array(Str('A token.', TON), {
      description: 'The tokens between, on that way; none where it is the pool itself.',
      examples: [[TON]],
    }),
    priceDifference: Maybe(
      'price ÷ marketPrice − 1, cut towards zero at 12 digits after the point; who provides far off it loses the difference to whoever trades it away.',
      -0.003984063745,
    ),
    gas: Type.Integer({ description: 'How many balances are written.', examples: [6] }),
    entries: Entries,
    sequence: Type.Integer({ description: 'The journal position that it was made at.', examples: [42] }),
  }),
  refusals: [
    'unknown_pool',
    'token_paused',
    'pool_paused',
    'pool_creation_restricted',
    'ratio_too_far',
    'liquidity_too_small',
    'amount_too_large',
    'no_position',
    'position_too_small',
    'refund_too_small',
  ],
});

const refund = {
  name: 'refundLiquidity',
  who: 'trader',
  changes: true,
  tag: 'Liquidity',
  input: Fields(
    {
      ...PoolQuery,
      lpTokens: Type.Optional(Decimal('Refund this many LP tokens instead of the whole position.', 1.5)),
      percentage: Type.Optional(
        Decimal('Refund this part of the position, in percent, instead of the whole; rounded down in LP tokens.', 50),
      ),
      minToken1: Type.Optional(Decimal('Refuse the refund if it would return less of jetton0.', 49)),
      minToken2: Type.Optional(Decimal('Refuse the refund if it would return less of jetton1.', 122)),
    },
    { examples: [{ jetton0: TON, jetton1: USDT, percentage: 10 }] },
  ),
  output: Type.Object({ ...LiquidityRecord, lpTokensBurned: Num('LP tokens burned.', 2.5) }),
  refusals: ['unknown_pool', 'no_position', 'position_too_small', 'refund_too_small', 'below_minimum'],
} as const;

export const refundLiquidity = declareCall({
  ...refund,
  method: 'POST',
  summary: 'Withdraw liquidity',
  description: 'Burns LP tokens and returns their share of both tokens: the whole position unless a part is named.',
  queryForBody: true,
});

/** The GET of the same name that the interface prescribes. */
export const refundLiquidityByGet = declareCall({
  ...refund,
  method: 'GET',
  summary: 'Withdraw liquidity (GET)',
  description: 'The same as POST. It changes state although it is a GET, so prefer POST: proxies may repeat a GET.',
});
