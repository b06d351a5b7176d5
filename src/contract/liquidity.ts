// Providing liquidity, checking a position and withdrawing.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Decimal, Fields, Pair, PoolQuery, TON, USDT } from './fields.ts';
import { Count, Entries, Flag, LiquidityRecord, Maybe, Num, OneTokenRecord, POOL, Str, Word } from './records.ts';

const SetsPrice = (is: string) => Flag(`True if these amounts set the first price, as the pool ${is} empty.`, false);

const Only = Address('Return everything in this token; the other is swapped for it.');

export const getLPAccountData = declareQuery({
  name: 'getLPAccountData',
  who: 'trader',
  tag: 'Liquidity',
  summary: "The caller's position in a pool",
  description: 'The balances are what withdrawing everything now would return, or zero.',
  input: Fields(PoolQuery),
  output: Type.Object({
    lpAddress: Str('Address of the LP account.', POOL),
    token1Address: Str('Address of the first token.', TON),
    token2Address: Str('Address of the second token.', USDT),
    token1Balance: Num("The position's share of the first token.", 100),
    token2Balance: Num("The position's share of the second token.", 250),
    lpTokenBalance: Num('LP tokens held.', 5),
    sharePercentage: Num('Share of the pool in percent, 18 digits.', 0.005),
  }),
  refusals: ['unknown_pool'],
});

export const provideLiquidity = declareCall({
  name: 'provideLiquidity',
  needsProof: 'never',
  method: 'POST',
  who: 'trader',
  changes: true,
  scope: 'liquidity',
  tag: 'Liquidity',
  summary: 'Provide liquidity',
  description:
    "Takes as much of both amounts as the pool's ratio allows and mints LP tokens. Creates the pool if there is none, unless only operators may (POOL_CREATION).\nWithout minLpTokens, refused if less than 85 % of either amount would be taken. With one amount, the part of it is first swapped in the same pool and\ntransaction with which the rest mints the most LP tokens, at the pool's fees and within the price impact limit; a restricted key then also needs `trade`.",
  input: Fields(
    {
      Pair,
      amount: Fields(
        {
          tokenA: Type.Optional(Decimal('Maximum amount of tokenA.', 10)),
          tokenB: Type.Optional(Decimal('Maximum amount of tokenB.', 25)),
        },
        { description: 'The amounts to provide, or one of them.' },
      ),
      minLpTokens: Type.Optional(Decimal('Refuse if fewer LP tokens would be minted.', 0.5)),
      maxPriceImpact: Type.Optional(
        Decimal(
          'Refuse if more than this fraction of either amount would be left over; with one token, maximum price impact of its swap. Default 0.15 without minLpTokens; 1 allows any.',
          0.05,
        ),
      ),
    },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10, tokenB: 25 } }] },
  ),
  output: Type.Object({
    ...LiquidityRecord,
    ...OneTokenRecord,
    lpTokensMinted: Num('LP tokens minted.', 0.5),
    setsPrice: SetsPrice('was'),
  }),
  refusals: [
    'ton_funds_too_low',
    'settlement_failed',
    'token_paused',
    'pool_paused',
    'pool_creation_restricted',
    'ratio_too_far',
    'both_tokens_needed',
    'price_impact_too_high',
    'insufficient_funds',
    'liquidity_too_small',
    'below_minimum',
    'amount_too_large',
  ],
});

export const quoteLiquidity = declareQuery({
  name: 'quoteLiquidity',
  who: 'trader',
  tag: 'Liquidity',
  summary: 'Preview adding or withdrawing liquidity',
  description:
    'With amount0 and amount1, or one of them: what provideLiquidity would take and mint, whether or not the account holds that much. Otherwise: what refundLiquidity would return. Exact if nothing else happens in between.',
  input: Fields({
    ...PoolQuery,
    amount0: Type.Optional(Decimal('Maximum amount of jetton0 to provide.', 10)),
    amount1: Type.Optional(Decimal('Maximum amount of jetton1 to provide.', 25)),
    maxPriceImpact: Type.Optional(Decimal('As for provideLiquidity or refundLiquidity.', 0.05)),
    lpTokens: Type.Optional(Decimal('LP tokens to withdraw; default all.', 1.5)),
    percentage: Type.Optional(Decimal('Percentage to withdraw; LP tokens are rounded down.', 50)),
    only: Type.Optional(Only),
  }),
  output: Type.Object({
    kind: Word('Whether liquidity is added or withdrawn.', 'provide', 'refund'),
    ...LiquidityRecord,
    ...OneTokenRecord,
    priceImpact: Type.Optional(Num('Price impact of `swapped` as a fraction, before fees.', 0.0025)),
    lpTokens: Num('LP tokens minted or burned.', 0.5),
    sharePercentage: Num('Share of the pool afterwards, in percent.', 0.005),
    createsPool: Flag('True if the call would create the pool.', false),
    setsPrice: SetsPrice('is'),
    price: Maybe(
      'Price of jetton0 in jetton1 afterwards, before fees, 18 digits; null if the pool is then empty.',
      2.5,
    ),
    inversePrice: Maybe('The inverse: jetton0 per jetton1.', 0.4),
    marketPrice: Maybe('Market price now, jetton1 per jetton0, as in getPoolStats; null if there is none.', 2.51),
    marketVia: Type.Array(Str('A token.', TON), {
      description: 'The tokens in between on its path; empty for the pool itself.',
      examples: [[TON]],
    }),
    priceDifference: Maybe(
      'price ÷ marketPrice − 1, truncated at 12 decimals. Arbitrage takes the difference.',
      -0.003984063745,
    ),
    gas: Count('Number of balances written.', 6),
    entries: Entries,
    sequence: Count('Journal sequence of the preview.', 42),
  }),
  refusals: [
    'unknown_pool',
    'token_paused',
    'pool_paused',
    'pool_creation_restricted',
    'ratio_too_far',
    'both_tokens_needed',
    'price_impact_too_high',
    'output_zero',
    'liquidity_too_small',
    'amount_too_large',
    'no_position',
    'position_too_small',
    'refund_too_small',
  ],
});

const refund = {
  name: 'refundLiquidity',
  needsProof: 'never',
  who: 'trader',
  changes: true,
  scope: 'liquidity',
  tag: 'Liquidity',
  input: Fields(
    {
      ...PoolQuery,
      lpTokens: Type.Optional(Decimal('LP tokens to withdraw; default all.', 1.5)),
      percentage: Type.Optional(Decimal('Percentage to withdraw; LP tokens are rounded down.', 50)),
      minToken1: Type.Optional(Decimal('Refuse if it would return less of jetton0.', 49)),
      minToken2: Type.Optional(Decimal('Refuse if it would return less of jetton1.', 122)),
      only: Type.Optional(Only),
      maxPriceImpact: Type.Optional(Decimal('Maximum price impact with `only`, as a fraction. Default 0.15.', 0.05)),
    },
    { examples: [{ jetton0: TON, jetton1: USDT, percentage: 10 }] },
  ),
  output: Type.Object({ ...LiquidityRecord, ...OneTokenRecord, lpTokensBurned: Num('LP tokens burned.', 2.5) }),
  refusals: [
    'ton_funds_too_low',
    'settlement_failed',
    'unknown_pool',
    'no_position',
    'position_too_small',
    'refund_too_small',
    'below_minimum',
    'token_paused',
    'pool_paused',
    'price_impact_too_high',
    'output_zero',
  ],
} as const;

export const refundLiquidity = declareCall({
  ...refund,
  method: 'POST',
  summary: 'Withdraw liquidity',
  description:
    'Burns LP tokens, all or a part, and returns their share of both tokens; a share below a base unit is left out. With `only`, the other token is swapped in the\nsame pool and transaction, at the usual fees and within the price impact limit: minToken1 and minToken2 then apply to the total, a paused pool refuses it, and a\nrestricted key also needs `trade`.',
  queryForBody: true,
});

/** The same call as a GET, which the interface that this API implements prescribes. */
export const refundLiquidityByGet = declareCall({
  ...refund,
  method: 'GET',
  summary: 'Withdraw liquidity (GET)',
  description: 'As POST, which is better: proxies may repeat a GET.',
});
