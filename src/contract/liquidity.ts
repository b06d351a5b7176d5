// Providing liquidity, checking a position and withdrawing.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Decimal, Fields, Pair, PoolQuery, TON, USDT } from './fields.ts';
import { Count, Entries, Flag, LiquidityRecord, Maybe, Num, OneTokenRecord, POOL, Str, Word } from './records.ts';

const SetsPrice = (is: string) =>
  Flag(`True if the pool ${is} empty, so that these amounts set its first price.`, false);

const Only = Address('Return everything in this token, jetton0 or jetton1; the other one is swapped for it.');

export const getLPAccountData = declareQuery({
  name: 'getLPAccountData',
  who: 'trader',
  tag: 'Liquidity',
  summary: "The caller's position in a pool",
  description:
    'The balances are what withdrawing the whole position now would return. Without a position, all amounts are zero.',
  input: Fields(PoolQuery),
  output: Type.Object({
    lpAddress: Str('Address of the LP account.', POOL),
    token1Address: Str('Address of the first token.', TON),
    token2Address: Str('Address of the second token.', USDT),
    token1Balance: Num("The position's share of the first token.", 100),
    token2Balance: Num("The position's share of the second token.", 250),
    lpTokenBalance: Num('LP tokens held.', 5),
    sharePercentage: Num('Share of the pool in percent, 0 to 100, truncated to 18 digits.', 0.005),
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
    "Takes as much of both amounts as the pool's ratio allows and mints LP tokens. Creates the pool if there is none, unless only operators\nmay do so (POOL_CREATION). Without minLpTokens, the call is refused if less than 85 % of either amount would be taken: the pool's price is\nthen far from the one offered.\n\nWith the amount of one token only, a part of it is first swapped in the same pool, in the same transaction: exactly the part with which the rest\nmints the most LP tokens. The swap pays the pool's usual fees and is refused over the price impact limit. What is left over, at most\nrounding, stays with you. A restricted key also needs the scope `trade` for this.",
  input: Fields(
    {
      Pair,
      amount: Fields(
        {
          tokenA: Type.Optional(Decimal('Maximum amount of tokenA.', 10)),
          tokenB: Type.Optional(Decimal('Maximum amount of tokenB.', 25)),
        },
        { description: 'The amounts to provide. Omit one of them to provide a single token.' },
      ),
      minLpTokens: Type.Optional(Decimal('Refuse if fewer LP tokens would be minted.', 0.5)),
      maxPriceImpact: Type.Optional(
        Decimal(
          'Refuse if more than this fraction of either amount would be left over. Default 0.15 without minLpTokens; 1 allows any. With one token: maximum price impact of its swap, as for createSwap.',
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
  description: `With amount0 and amount1: what provideLiquidity would take and mint, whether or not the account holds that much.
With one of them: the same for a single token, with the swap that is part of it and its price impact.
Otherwise: what refundLiquidity would return for lpTokens, percentage or the whole position, with \`only\` in one token. The preview runs the same code as the change,
so the result is identical if nothing else happens in between. It also returns the pool's price afterwards, whether that is its first price, and
its difference from the market price.`,
  input: Fields({
    ...PoolQuery,
    amount0: Type.Optional(Decimal('Maximum amount of jetton0 to provide.', 10)),
    amount1: Type.Optional(Decimal('Maximum amount of jetton1 to provide.', 25)),
    maxPriceImpact: Type.Optional(Decimal('As for provideLiquidity, or with `only` as for refundLiquidity.', 0.05)),
    lpTokens: Type.Optional(Decimal('LP tokens to withdraw.', 1.5)),
    percentage: Type.Optional(Decimal('Percentage of the position to withdraw; LP tokens are rounded down.', 50)),
    only: Type.Optional(Only),
  }),
  output: Type.Object({
    kind: Word('Whether liquidity is added or withdrawn.', 'provide', 'refund'),
    ...LiquidityRecord,
    ...OneTokenRecord,
    priceImpact: Type.Optional(
      Num('Only with `swapped`: its price impact as a fraction, before fees, as in getQuote.', 0.0025),
    ),
    lpTokens: Num('LP tokens minted or burned.', 0.5),
    sharePercentage: Num("The account's share of the pool afterwards, in percent.", 0.005),
    createsPool: Flag('True if the call would create the pool.', false),
    setsPrice: SetsPrice('is'),
    price: Maybe(
      'Pool price afterwards: jetton1 per jetton0, before fees, truncated to 18 significant digits; null if the pool would be empty.',
      2.5,
    ),
    inversePrice: Maybe('The inverse: jetton0 per jetton1.', 0.4),
    marketPrice: Maybe(
      'Current market price, jetton1 per jetton0, over the deepest path between the two tokens, as in getPoolStats. Null if there is none or market data is not available.',
      2.51,
    ),
    marketVia: Type.Array(Str('A token.', TON), {
      description: 'The tokens in between on that path; empty if the path is the pool itself.',
      examples: [[TON]],
    }),
    priceDifference: Maybe(
      'price ÷ marketPrice − 1, truncated toward zero at 12 decimal places. Providing far from the market price loses the difference to arbitrage.',
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
      lpTokens: Type.Optional(Decimal('Withdraw this many LP tokens instead of the whole position.', 1.5)),
      percentage: Type.Optional(
        Decimal('Withdraw this percentage of the position instead of the whole; LP tokens are rounded down.', 50),
      ),
      minToken1: Type.Optional(Decimal('Refuse if it would return less of jetton0.', 49)),
      minToken2: Type.Optional(Decimal('Refuse if it would return less of jetton1.', 122)),
      only: Type.Optional(Only),
      maxPriceImpact: Type.Optional(
        Decimal('With `only`: maximum price impact of its swap as a fraction; default 0.15.', 0.05),
      ),
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
    'Burns LP tokens and returns their share of both tokens. Withdraws the whole position unless you specify a part. If the share of one token is less\nthan its smallest unit, the other is returned alone.\n\nWith `only`, everything is returned in that token: the other one is swapped in the same pool, in the same transaction, with the usual fees and\nwithin the price impact limit. minToken1 and minToken2 then apply to the total. A paused pool refuses this, but not a withdrawal of both\ntokens. A restricted key also needs the scope `trade` for this.',
  queryForBody: true,
});

/** The same call as a GET, which the interface that this API implements prescribes. */
export const refundLiquidityByGet = declareCall({
  ...refund,
  method: 'GET',
  summary: 'Withdraw liquidity (GET)',
  description: 'Same as POST. Prefer POST: this GET changes state, and proxies may repeat a GET.',
});
