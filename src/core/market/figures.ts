// A pool's running totals since its first transaction: the figures of a time window are the totals at its end less those at its start.
import { type Account, type Amount, amount, type PoolAddress, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Receipt } from '../commands/command.ts';
import { swapInside } from '../commands/inner-swap.ts';
import { type HopReceipt, hopsOf, type SwapReceipt } from '../commands/swap-receipt.ts';
import type { TransferCommand } from '../commands/transfer.ts';
import { type Fraction, PRICE_BITS } from '../curves/curve.ts';
import { curveOf, type Shape } from '../curves/curves.ts';
import type { PoolState } from '../maths/liquidity.ts';

export type PoolFigures = PoolState &
  Sums &
  Cumulative & {
    /** The sequence of the last transaction that the totals include. */
    readonly sequence: number;
  };

export type Sums = {
  /** The amount of each token that swaps have moved, in either direction. */
  readonly volume0: bigint;
  readonly volume1: bigint;
  /** LP fees, in each token. */
  readonly fees0: bigint;
  readonly fees1: bigint;
  readonly swaps: number;
};

/** For token0 and token1, the sum of price × milliseconds up to `atMs`; prices are in units of 2^-192 base units of the other token. */
export type Cumulative = { readonly atMs: number; readonly cumulative0: bigint; readonly cumulative1: bigint };

/** The properties of a pool that, together with its reserves, determine its price and its liquidity. */
export type PriceTerms = Shape & { readonly decimals0: number; readonly decimals1: number };

/** The effect of one transaction on a pool's reserves, LP supply and sums. */
export type PoolChange = Sums & {
  readonly pool: PoolAddress;
  readonly delta0: bigint;
  readonly delta1: bigint;
  readonly deltaSupply: bigint;
  readonly liquidity: LiquidityChange | undefined;
  readonly handover?: Handover;
};

/** A provider's deposit or withdrawal, in the order of the pool's tokens. */
export type LiquidityChange = {
  readonly kind: 'provide' | 'refund';
  readonly account: Account;
  readonly lpTokens: Amount;
  readonly amount0: Amount;
  readonly amount1: Amount;
};

/** LP tokens that one account sent to another, which does not change the pool itself. */
export type Handover = { readonly from: Account; readonly to: Account; readonly lpTokens: Amount };

const NO_CHANGES: readonly PoolChange[] = [];
const NO_SUMS: Sums = { volume0: 0n, volume1: 0n, fees0: 0n, fees1: 0n, swaps: 0 };

/** The effect of a transaction on every pool whose reserves or LP tokens it moved. */
export function changesOf(receipt: Receipt): readonly PoolChange[] {
  if (receipt.kind === 'swap') return hopsOf(receipt).map(changeOfHop);
  if (receipt.kind === 'transfer') return 'pool' in receipt ? [changeOfHandover(receipt)] : NO_CHANGES;
  if (receipt.kind !== 'provide' && receipt.kind !== 'refund') return NO_CHANGES;
  const { kind, account, pool, tokenA, tokenB, amountA, amountB, lpTokens } = receipt;
  // A pool keeps its tokens in the order of their addresses.
  const [amount0, amount1] = tokenA < tokenB ? [amountA, amountB] : [amountB, amountA];
  const moved =
    kind === 'provide'
      ? { delta0: amount0, delta1: amount1, deltaSupply: lpTokens + receipt.locked }
      : { delta0: -amount0, delta1: -amount1, deltaSupply: -lpTokens };
  const change = { pool, ...moved, ...NO_SUMS, liquidity: { kind, account, lpTokens, amount0, amount1 } };
  const swap = swapInside(receipt);
  return [swap ? withSwap(change, swap) : change];
}

/** Adds the swap inside a provide or refund of one token to the change of the provide or refund itself. */
function withSwap(change: PoolChange, swap: SwapReceipt): PoolChange {
  const [{ delta0, delta1, volume0, volume1, fees0, fees1, swaps }] = hopsOf(swap).map(changeOfHop) as [PoolChange];
  const moved = { delta0: change.delta0 + delta0, delta1: change.delta1 + delta1 };
  return { ...change, ...moved, volume0, volume1, fees0, fees1, swaps };
}

const changeOfHandover = ({ pool, account, to, amount }: Extract<TransferCommand, { pool: unknown }>): PoolChange => ({
  pool,
  ...{ delta0: 0n, delta1: 0n, deltaSupply: 0n, ...NO_SUMS },
  liquidity: undefined,
  handover: { from: account, to, lpTokens: amount },
});

function changeOfHop({ pool, tokenIn, tokenOut, amountIn, amountOut, fees }: HopReceipt): PoolChange {
  const paid = -(amountOut + fees.protocol + fees.ref);
  const is0In = tokenIn < tokenOut;
  return {
    pool,
    delta0: is0In ? amountIn : paid,
    delta1: is0In ? paid : amountIn,
    deltaSupply: 0n,
    volume0: is0In ? amountIn : amountOut,
    volume1: is0In ? amountOut : amountIn,
    fees0: is0In ? fees.lp : 0n,
    fees1: is0In ? 0n : fees.lp,
    swaps: 1,
    liquidity: undefined,
  };
}

export function advance(
  before: PoolFigures | undefined,
  change: PoolChange,
  { sequence, createdAtMs }: { readonly sequence: number; readonly createdAtMs: number },
  pool: PriceTerms,
): PoolFigures {
  assert(before === undefined || sequence > before.sequence, 'a transaction is counted once');
  const was = before ?? { ...NO_SUMS, ...NO_RESERVES, atMs: createdAtMs, cumulative0: 0n, cumulative1: 0n };
  // The time of a damaged row may go backwards, since its checksum covers only the receipt.
  const atMs = createdAtMs > was.atMs ? createdAtMs : was.atMs;
  const { cumulative0, cumulative1 } = cumulativeAt(was, atMs, pool);
  return {
    sequence,
    atMs,
    reserve0: amount(was.reserve0 + change.delta0),
    reserve1: amount(was.reserve1 + change.delta1),
    supply: amount(was.supply + change.deltaSupply),
    cumulative0,
    cumulative1,
    volume0: was.volume0 + change.volume0,
    volume1: was.volume1 + change.volume1,
    fees0: was.fees0 + change.fees0,
    fees1: was.fees1 + change.fees1,
    swaps: was.swaps + change.swaps,
  };
}

const NO_RESERVES: PoolState = { reserve0: ZERO, reserve1: ZERO, supply: ZERO };

/** The cumulative prices at the later time `ms`; the pool's reserves must not have changed between `figures` and then. */
export function cumulativeAt(figures: PoolState & Cumulative, ms: number, pool: PriceTerms): Cumulative {
  const { atMs, cumulative0, cumulative1 } = figures;
  assert(ms >= atMs, 'a cumulative price is computed from its figures on');
  const spot = ms === atMs ? undefined : spotOf(figures, pool);
  if (!spot) return { atMs: ms, cumulative0, cumulative1 };
  const { height0, height1 } = heightsOf(spot);
  const elapsed = BigInt(ms - atMs);
  return { atMs: ms, cumulative0: cumulative0 + height0 * elapsed, cumulative1: cumulative1 + height1 * elapsed };
}

/** The amounts that each millisecond at this price adds to the cumulative prices of token0 and of token1, rounded down. */
export const heightsOf = ({ numerator, denominator }: Fraction) => ({
  height0: (numerator << PRICE_BITS) / denominator,
  height1: (denominator << PRICE_BITS) / numerator,
});

/** The price of token0 in token1, in base units and without fees; token1's price is the inverse. */
export function spotOf({ reserve0, reserve1 }: PoolState, pool: PriceTerms): Fraction | undefined {
  if (reserve0 === 0n || reserve1 === 0n) return undefined;
  return curveOf(pool, pool.decimals0, pool.decimals1).spot({ reserveIn: reserve0, reserveOut: reserve1 });
}
