// Candles: what a pool's price did in an interval, and its running figures at the end of it.
import type { PoolFigures } from './figures.ts';
import type { Price } from './price.ts';

/** Kept as rows; all others are put together from them. */
export const KEPT_INTERVALS_MS = [60_000, 3_600_000, 86_400_000] as const;
export type KeptInterval = (typeof KEPT_INTERVALS_MS)[number];

/** The prices of an interval: before its first swap, the highest and lowest, and after its last swap. */
export type Prices = { readonly open: Price; readonly high: Price; readonly low: Price; readonly close: Price };

/** An interval in which something changed a pool's reserves. */
export type CandleRow = {
  readonly intervalMs: KeptInterval;
  readonly startMs: number;
  /** Null where nothing was swapped. */
  readonly prices: Prices | null;
  /** As of the last change in the interval. */
  readonly end: PoolFigures;
};
