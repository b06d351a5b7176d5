// A pool's figures over a time window: sums, and the time-weighted mean price.
import { PRICE_BITS } from '../curves/curve.ts';
import type { PoolState } from '../maths/liquidity.ts';
import { type Cumulative, cumulativeAt, heightsOf, type PriceTerms, type Sums, spotOf } from './figures.ts';
import { invertPrice, type Price, priceOf } from './price.ts';

/** The sums of all swaps after `from`, up to `to`. */
export const sumsBetween = (from: Sums | undefined, to: Sums): Sums => ({
  volume0: to.volume0 - (from?.volume0 ?? 0n),
  volume1: to.volume1 - (from?.volume1 ?? 0n),
  fees0: to.fees0 - (from?.fees0 ?? 0n),
  fees1: to.fees1 - (from?.fees1 ?? 0n),
  swaps: to.swaps - (from?.swaps ?? 0),
});

/** The mean price in both directions, since the mean of the inverse prices is not the inverse of the mean price. */
export type MeanPrices = {
  /** The mean price of token0 in token1. */
  readonly mean0: Price;
  /** The mean price of token1 in token0. */
  readonly mean1: Price;
};

/**
 * The mean from `fromMs` to `toMs`, given the figures at both times. Undefined if no time has passed, or if the pool had no price.
 * Each millisecond adds ⌊price·2^192⌋ to the cumulative price, which is too low by less than one, so one per millisecond is added back.
 * If every millisecond added the same as the last, the price never moved, and the mean is exactly the displayed price in either direction.
 */
export function meanPrices(
  base: Sample,
  now: Sample,
  { fromMs, toMs }: Span,
  pool: PriceTerms,
): MeanPrices | undefined {
  const [from, to] = [cumulativeAt(base, fromMs, pool), cumulativeAt(now, toMs, pool)];
  const elapsed = BigInt(toMs - fromMs);
  const [rise0, rise1] = [to.cumulative0 - from.cumulative0, to.cumulative1 - from.cumulative1];
  if (elapsed === 0n || rise0 === 0n || rise1 === 0n) return undefined;
  const { decimals0, decimals1 } = pool;
  const [spot, denominator] = [spotOf(now, pool), elapsed << PRICE_BITS];
  const { height0, height1 } = spot ? heightsOf(spot) : NO_HEIGHTS;
  const price = spot && priceOf(spot, decimals0, decimals1);
  return {
    mean0:
      price && rise0 === height0 * elapsed
        ? price
        : priceOf({ numerator: rise0 + elapsed, denominator }, decimals0, decimals1),
    mean1:
      price && rise1 === height1 * elapsed
        ? invertPrice(price)
        : priceOf({ numerator: rise1 + elapsed, denominator }, decimals1, decimals0),
  };
}

type Sample = PoolState & Cumulative;
type Span = { readonly fromMs: number; readonly toMs: number };
const NO_HEIGHTS = { height0: 0n, height1: 0n };
