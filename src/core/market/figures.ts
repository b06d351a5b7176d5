// A pool's running figures, counted from its first transaction on: those of any window are the difference of two.
import { type Account, type Amount, amount, type PoolAddress, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Receipt } from '../commands/command.ts';
import { swapInside } from '../commands/inner-swap.ts';
import { type HopReceipt, hopsOf, type SwapReceipt } from '../commands/swap-receipt.ts';
import type { TransferCommand } from '../commands/transfer.ts';
import type { Fraction } from '../curves/curve.ts';
import { curveOf, type Shape } from '../curves/curves.ts';
import type { PoolState } from '../maths/liquidity.ts';

export type PoolFigures = PoolState &
  Sums &
  Cumulative & {
    /** The last transaction that is counted. */
    readonly sequence: number;
  };

export type Sums = {
  /** What swaps have moved of each token, in either direction. */
  readonly volume0: bigint;
  readonly volume1: bigint;
  /** What swaps have left to the providers. */
  readonly fees0: bigint;
  readonly fees1: bigint;
  readonly swaps: number;
};

/** Prices times milliseconds up to `atMs`, in 2^-192 base units of the other token for one: of token0, and of token1. */
export type Cumulative = { readonly atMs: number; readonly cumulative0: bigint; readonly cumulative1: bigint };

/** What a pool's figures are counted by. */
export type Counted = Shape & { readonly decimals0: number; readonly decimals1: number };

/** What one transaction did to a pool: to its reserves and its LP tokens, and as what. */
export type PoolChange = Sums & {
  readonly pool: PoolAddress;
  readonly delta0: bigint;
  readonly delta1: bigint;
  readonly deltaSupply: bigint;
  readonly liquidity: LiquidityChange | undefined;
  readonly handover?: Handover;
};

/** What a provider put in or took out, in the order of the pool. */
export type LiquidityChange = {
  readonly kind: 'provide' | 'refund';
  readonly account: Account;
  readonly lpTokens: Amount;
  readonly amount0: Amount;
  readonly amount1: Amount;
};

/** LP tokens that one account sent to another: the pool is as it was, but not whose it is. */
export type Handover = { readonly from: Account; readonly to: Account; readonly lpTokens: Amount };

const NO_CHANGES: readonly PoolChange[] = [];
const NO_SUMS: Sums = { volume0: 0n, volume1: 0n, fees0: 0n, fees1: 0n, swaps: 0 };

/** What a transaction did to each pool whose reserves or LP tokens it moved. */
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

/** One change of the pool: what was provided or refunded, and what was swapped, before or after it. */
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
  pool: Counted,
): PoolFigures {
  assert(before === undefined || sequence > before.sequence, 'a transaction is counted once');
  const was = before ?? { ...NO_SUMS, ...NO_RESERVES, atMs: createdAtMs, cumulative0: 0n, cumulative1: 0n };
  // A journal of an early version may have times that fall.
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

/** As of a moment at which the pool still held what it held at the time of its figures. */
export function cumulativeAt(figures: PoolState & Cumulative, ms: number, pool: Counted): Cumulative {
  const { atMs, cumulative0, cumulative1 } = figures;
  assert(ms >= atMs, 'a cumulative price is told from its figures on');
  const spot = ms === atMs ? undefined : spotOf(figures, pool);
  if (!spot) return { atMs: ms, cumulative0, cumulative1 };
  const { height0, height1 } = heightsOf(spot);
  const elapsed = BigInt(ms - atMs);
  return { atMs: ms, cumulative0: cumulative0 + height0 * elapsed, cumulative1: cumulative1 + height1 * elapsed };
}

/** So fine that the least price of all, one base unit for 2^120, has more than 18 digits. */
export const PRICE_BITS = 192n;

/** What a price adds in a millisecond, both ways. Down. */
export const heightsOf = ({ numerator, denominator }: Fraction) => ({
  height0: (numerator << PRICE_BITS) / denominator,
  height1: (denominator << PRICE_BITS) / numerator,
});

/** The price of token0 in token1, both in base units and without fees; that of token1 is its inverse. */
export function spotOf({ reserve0, reserve1 }: PoolState, pool: Counted): Fraction | undefined {
  if (reserve0 === 0n || reserve1 === 0n) return undefined;
  return curveOf(pool, pool.decimals0, pool.decimals1).spot({ reserveIn: reserve0, reserveOut: reserve1 });
}
