// A liquidity position: what it cost, what was withdrawn, and how much of its value is earned fees.
//
// A pool's index is its liquidity per LP token. Swaps raise it by their fees; mints and burns raise it only by rounding.
// So of what a refund of LP tokens returns, the fraction (index when bought) ÷ (index now) would be returned without fees, and the
// rest is fees. Cost and index are averages over all LP tokens of an account: a refund releases the same fraction of each.
import type { Account, Amount, PoolAddress } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import { type PoolState, worthOf } from '../maths/liquidity.ts';
import { mulDivDown, mulDivUp } from '../maths/rounding.ts';
import { type LiquidityChange, type PoolFigures, type PriceTerms, spotOf } from './figures.ts';

/** An account's position in a pool. Provides, refunds and transfers of LP tokens change it. Sums are in base units of the pool's tokens. */
export type PositionRecord = {
  /** The sequence of the last transaction that changed the position. */
  readonly sequence: number;
  readonly lpTokens: Amount;
  /** The cost of the LP tokens that the account still holds: the total put in, less `released` for those that were burned. */
  readonly cost0: bigint;
  readonly cost1: bigint;
  /** The sum over the LP tokens still held of the pool's index when they were bought. */
  readonly base: bigint;
  /** The total put in for the account's LP tokens, even if another account provided them and then sent the LP tokens. */
  readonly in0: bigint;
  readonly in1: bigint;
  readonly withdrawn0: bigint;
  readonly withdrawn1: bigint;
  /** The part of what was withdrawn that is fees. */
  readonly realisedFees0: bigint;
  readonly realisedFees1: bigint;
  /** The cost of the LP tokens that were burned. */
  readonly released0: bigint;
  readonly released1: bigint;
};

export type PositionKey = { readonly account: Account; readonly pool: PoolAddress };

/** The pool's liquidity per base unit of LP tokens, times 2^64, rounded down. */
export function indexOf({ reserve0, reserve1, supply }: PoolState, pool: PriceTerms): bigint {
  const curve = curveOf(pool, pool.decimals0, pool.decimals1);
  return mulDivDown(curve.liquidity({ reserveIn: reserve0, reserveOut: reserve1 }), 1n << 64n, supply);
}

/** A position after a provide or refund that changed the pool's figures from `before` to `after`. */
export function positionAfter(
  record: PositionRecord | undefined,
  change: LiquidityChange,
  { before, after }: { readonly before: PoolFigures | undefined; readonly after: PoolFigures },
  pool: PriceTerms,
): PositionRecord {
  if (change.kind === 'provide') return provided(record, change, after, pool);
  assert(record !== undefined && before !== undefined, 'a refunded position was provided before');
  return refunded(record, change, before, after.sequence, pool);
}

function provided(
  record: PositionRecord = NO_POSITION,
  { lpTokens, amount0, amount1 }: LiquidityChange,
  after: PoolFigures,
  pool: PriceTerms,
): PositionRecord {
  return {
    ...record,
    sequence: after.sequence,
    lpTokens: (record.lpTokens + lpTokens) as Amount,
    cost0: record.cost0 + amount0,
    cost1: record.cost1 + amount1,
    base: record.base + lpTokens * indexOf(after, pool),
    in0: record.in0 + amount0,
    in1: record.in1 + amount1,
  };
}

export const NO_POSITION: PositionRecord = {
  sequence: 0,
  lpTokens: 0n as Amount,
  cost0: 0n,
  cost1: 0n,
  base: 0n,
  in0: 0n,
  in1: 0n,
  withdrawn0: 0n,
  withdrawn1: 0n,
  realisedFees0: 0n,
  realisedFees1: 0n,
  released0: 0n,
  released1: 0n,
};

function refunded(
  record: PositionRecord,
  { lpTokens, amount0, amount1 }: LiquidityChange,
  before: PoolState,
  sequence: number,
  pool: PriceTerms,
): PositionRecord {
  assert(lpTokens <= record.lpTokens, 'no more is refunded than was provided');
  // Rounded down, so that the cost of the remaining LP tokens is never too low.
  const part = (of: bigint) => mulDivDown(of, lpTokens, record.lpTokens);
  const [released0, released1] = [part(record.cost0), part(record.cost1)];
  const index = indexOf(before, pool);
  return {
    ...record,
    sequence,
    lpTokens: (record.lpTokens - lpTokens) as Amount,
    cost0: record.cost0 - released0,
    cost1: record.cost1 - released1,
    base: record.base - part(record.base),
    withdrawn0: record.withdrawn0 + amount0,
    withdrawn1: record.withdrawn1 + amount1,
    realisedFees0: record.realisedFees0 + feesIn(amount0, record, index),
    realisedFees1: record.realisedFees1 + feesIn(amount1, record, index),
    released0: record.released0 + released0,
    released1: record.released1 + released1,
  };
}

/** The positions of sender and recipient after LP tokens were sent. The tokens' cost moves too, so the sums over both stay the same. */
export function handedOver(
  from: PositionRecord,
  to: PositionRecord = NO_POSITION,
  { lpTokens, sequence }: { readonly lpTokens: Amount; readonly sequence: number },
): { readonly from: PositionRecord; readonly to: PositionRecord } {
  assert(lpTokens <= from.lpTokens, 'no more is sent than is held');
  // Rounded down: a remainder of the cost stays with the sender.
  const part = (of: bigint) => mulDivDown(of, lpTokens, from.lpTokens);
  const [cost0, cost1] = [part(from.cost0), part(from.cost1)];
  const sent = { lpTokens, cost0, cost1, base: part(from.base), in0: cost0, in1: cost1 };
  return { from: moved(from, sent, -1n, sequence), to: moved(to, sent, 1n, sequence) };
}

type Moved = Pick<PositionRecord, 'lpTokens' | 'cost0' | 'cost1' | 'base' | 'in0' | 'in1'>;

const moved = (record: PositionRecord, sent: Moved, sign: 1n | -1n, sequence: number): PositionRecord => ({
  ...record,
  sequence,
  lpTokens: (record.lpTokens + sign * sent.lpTokens) as Amount,
  cost0: record.cost0 + sign * sent.cost0,
  cost1: record.cost1 + sign * sent.cost1,
  base: record.base + sign * sent.base,
  in0: record.in0 + sign * sent.in0,
  in1: record.in1 + sign * sent.in1,
});

/** The part of a refund that is fees. */
function feesIn(returned: Amount, { base, lpTokens }: PositionRecord, index: bigint): Amount {
  // The part that is not fees, rounded up so that fees are never overstated.
  const bare = mulDivUp(returned, base, lpTokens * index);
  return (bare < returned ? returned - bare : 0n) as Amount;
}

/** One token of a position, in base units. */
export type PositionSide = {
  /** The cost of the LP tokens still held. */
  readonly cost: bigint;
  /** The amounts that a refund of all these LP tokens would return now. */
  readonly now: Amount;
  /** The part of `now` that is fees. */
  readonly fees: Amount;
};

export type PositionWorth = {
  readonly side0: PositionSide;
  readonly side1: PositionSide;
  /** The price of token0 in token1, in base units of both. */
  readonly price: Fraction;
};

export function worthNow(record: PositionRecord, figures: PoolFigures, pool: PriceTerms): PositionWorth {
  const { amount0, amount1 } = worthOf(figures, record.lpTokens);
  const price = spotOf(figures, pool);
  assert(price !== undefined, 'a pool that was provided to has a price');
  const index = indexOf(figures, pool);
  const fees = (returned: Amount) => (returned === 0n ? returned : feesIn(returned, record, index));
  return {
    side0: { cost: record.cost0, now: amount0, fees: fees(amount0) },
    side1: { cost: record.cost1, now: amount1, fees: fees(amount1) },
    price,
  };
}

/** A position compared with holding the tokens it cost, in base units of the second token. */
type Comparison = {
  readonly fees: bigint;
  /** The value of the position without fees, less the value of the tokens it cost: negative after the price has moved. */
  readonly impermanentLoss: bigint;
  readonly againstHolding: bigint;
};

/** `price` is the price of the first token in the second, in base units. */
export function againstHolding(first: PositionSide, second: PositionSide, price: Fraction): Comparison {
  const valued = (of: (side: PositionSide) => bigint) =>
    divDown(of(first) * price.numerator + of(second) * price.denominator, price.denominator);
  // Fees and loss are each rounded down, so that neither looks better than it is and the displayed total is the sum of both.
  const fees = valued((side) => side.fees);
  const impermanentLoss = valued(({ now, fees, cost }) => now - fees - cost);
  return { fees, impermanentLoss, againstHolding: fees + impermanentLoss };
}

/** Rounds towards minus infinity; bigint division rounds towards zero. */
const divDown = (value: bigint, divisor: bigint): bigint =>
  value >= 0n ? value / divisor : -((divisor - 1n - value) / divisor);
