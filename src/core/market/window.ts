// What happened between two moments of a pool: sums, and the price weighed by time.
import type { Counted, Cumulative, Sums } from './figures.ts';
import { type Price, priceOf } from './price.ts';

/** What swaps did after the figures of one moment, up to those of another. */
export const sumsBetween = (from: Sums | undefined, to: Sums): Sums => ({
  volume0: to.volume0 - (from?.volume0 ?? 0n),
  volume1: to.volume1 - (from?.volume1 ?? 0n),
  fees0: to.fees0 - (from?.fees0 ?? 0n),
  fees1: to.fees1 - (from?.fees1 ?? 0n),
  swaps: to.swaps - (from?.swaps ?? 0),
});

/** Both ways, since the mean of inverses is not the inverse of the mean. */
export type MeanPrices = {
  /** Of token0 in token1. */
  readonly mean0: Price;
  /** Of token1 in token0. */
  readonly mean1: Price;
};

/**
 * Undefined where no time has passed, or none in which the pool had a price. A millisecond counts ⌊price·2^128⌋, which is short by
 * less than one; one is added back for each, so that the mean of a price that never moved is that price to every digit told.
 */
export function meanPrices(
  from: Cumulative,
  to: Cumulative,
  { decimals0, decimals1 }: Counted,
): MeanPrices | undefined {
  const elapsed = BigInt(to.atMs - from.atMs);
  const denominator = elapsed << 128n;
  const rise0 = to.cumulative0 - from.cumulative0;
  const rise1 = to.cumulative1 - from.cumulative1;
  if (elapsed === 0n || rise0 === 0n || rise1 === 0n) return undefined;
  return {
    mean0: priceOf({ numerator: rise0 + elapsed, denominator }, decimals0, decimals1),
    mean1: priceOf({ numerator: rise1 + elapsed, denominator }, decimals1, decimals0),
  };
}
