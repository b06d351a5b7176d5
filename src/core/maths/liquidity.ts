// Minting and burning LP tokens; every rounding favours the pool.
import { type Amount, amount } from '../amount.ts';
import { assert } from '../assert.ts';
import { mulDivDown, mulDivUp, sqrtDown } from './rounding.ts';

export const LP_DECIMALS = 9;
/** The name and the decimals with which refusals print amounts of LP tokens. */
export const LP = { symbol: 'LP tokens', decimals: LP_DECIMALS };
/** The first mint of a pool locks these for ever, so that nobody can make one LP unit prohibitively expensive (Uniswap v2, 3.4). */
export const LOCKED_LP = amount(1000n);

export type PoolState = { readonly reserve0: Amount; readonly reserve1: Amount; readonly supply: Amount };
type Mint = {
  readonly taken0: Amount;
  readonly taken1: Amount;
  /** May exceed MAX_AMOUNT: some curves let the square of the supply exceed the product of the reserves. */
  readonly minted: bigint;
  readonly locked: Amount;
};
type Worth = { readonly amount0: Amount; readonly amount1: Amount };

/** How much of an offer the pool takes, and the LP tokens minted for that; null if the offer is too small to mint any. */
export function mintFor(pool: PoolState, offered0: Amount, offered1: Amount): Mint | null {
  return pool.supply === 0n ? mintFirst(offered0, offered1) : mintMore(pool, offered0, offered1);
}

function mintFirst(offered0: Amount, offered1: Amount): Mint | null {
  const total = sqrtDown(offered0 * offered1);
  if (total <= LOCKED_LP) return null;
  return { taken0: offered0, taken1: offered1, minted: total - LOCKED_LP, locked: LOCKED_LP };
}

function mintMore(pool: PoolState, offered0: Amount, offered1: Amount): Mint | null {
  const { reserve0, reserve1, supply } = pool;
  const by0 = mulDivDown(offered0, supply, reserve0);
  const by1 = mulDivDown(offered1, supply, reserve1);
  const minted = by0 < by1 ? by0 : by1;
  if (minted === 0n) return null;
  // Rounded up, so that a provider pays for each LP unit in full; never more than offered, because minted ≤ offered · supply / reserve.
  const taken0 = mulDivUp(minted, reserve0, supply);
  const taken1 = mulDivUp(minted, reserve1, supply);
  assert(taken0 <= offered0 && taken1 <= offered1, 'a mint takes no more than was offered');
  return { taken0: amount(taken0), taken1: amount(taken1), minted, locked: amount(0n) };
}

/**
 * The refund for burning LP tokens, rounded down in favour of those who stay. One amount may be zero: unlike Uniswap v2's burn, which
 * then fails, a refund pays the other, since a pool that was left with one unit of a token would lock its providers in. A refund
 * never empties a reserve, because `LOCKED_LP` are never burned.
 */
export function worthOf(pool: PoolState, lpTokens: Amount): Worth {
  if (pool.supply === 0n) return { amount0: amount(0n), amount1: amount(0n) };
  return {
    amount0: amount(mulDivDown(lpTokens, pool.reserve0, pool.supply)),
    amount1: amount(mulDivDown(lpTokens, pool.reserve1, pool.supply)),
  };
}
