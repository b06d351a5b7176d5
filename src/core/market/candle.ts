// Candles: a pool's prices in an interval, and its running totals at the end of it.
import { assert } from '../assert.ts';
import { type PoolFigures, type PriceTerms, type Sums, spotOf } from './figures.ts';
import { comparePrices, invertPrice, type Price, priceOf } from './price.ts';
import { sumsBetween } from './window.ts';

/** The stored intervals; all others are combined from them. */
export const KEPT_INTERVALS_MS = [60_000, 3_600_000, 86_400_000] as const;
export type KeptInterval = (typeof KEPT_INTERVALS_MS)[number];

/** The prices of an interval: before its first swap (open), the highest and the lowest, and after its last swap (close). */
export type Prices = { readonly open: Price; readonly high: Price; readonly low: Price; readonly close: Price };

/** A stored row: an interval in which a pool's reserves changed. */
export type CandleRow = {
  readonly intervalMs: KeptInterval;
  readonly startMs: number;
  /** Null if there was no swap. */
  readonly prices: Prices | null;
  /** The pool's figures after the last change in the interval. */
  readonly end: PoolFigures;
};

/** A candle as returned: an interval with at least one swap. */
export type Candle = Prices & Sums & { readonly startMs: number };

/** The intervals that can be requested, and the stored rows they are made of. */
export const INTERVALS = {
  '1m': { ms: 60_000, keptMs: 60_000 },
  '5m': { ms: 300_000, keptMs: 60_000 },
  '15m': { ms: 900_000, keptMs: 60_000 },
  '1h': { ms: 3_600_000, keptMs: 3_600_000 },
  '4h': { ms: 14_400_000, keptMs: 3_600_000 },
  '1d': { ms: 86_400_000, keptMs: 86_400_000 },
} as const satisfies { readonly [name: string]: { readonly ms: number; readonly keptMs: KeptInterval } };

/** Intervals start at multiples of their length. */
export const startOf = (ms: number, intervalMs: number): number => ms - (ms % intervalMs);

/** The first start of an interval at or after `ms`. */
export const firstStart = (ms: number, intervalMs: number): number => startOf(ms + intervalMs - 1, intervalMs);

/** A change of a pool, computed once for all intervals it falls into. */
type Step = {
  readonly after: PoolFigures;
  /** The price after the change; undefined if the change leaves the pool empty. */
  readonly price: Price | undefined;
  /** The prices of an interval with this swap alone; undefined if the change is not a swap. */
  readonly swapped: Prices | undefined;
};

/** `known` is the price before the change, if the caller has it. */
export function stepOf(before: PoolFigures | undefined, after: PoolFigures, pool: PriceTerms, known?: Price): Step {
  const isSwap = before !== undefined && after.swaps > before.swaps;
  const price = spotPrice(after, pool);
  if (!isSwap) return { after, price, swapped: undefined };
  const open = known ?? spotPrice(before, pool);
  assert(open !== undefined && price !== undefined, 'a pool that is swapped with has a price');
  // Providing or refunding liquidity may move the price by rounding, so a swap need not open at the price at which the last one closed.
  const [high, low] = comparePrices(open, price) > 0 ? [open, price] : [price, open];
  return { after, price, swapped: { open, high, low, close: price } };
}

function spotPrice(figures: PoolFigures, pool: PriceTerms): Price | undefined {
  const spot = spotOf(figures, pool);
  return spot && priceOf(spot, pool.decimals0, pool.decimals1);
}

/** The row of the interval that a change falls into; a new row if the given one has ended. */
export function foldCandle(row: CandleRow | undefined, intervalMs: KeptInterval, { after, swapped }: Step): CandleRow {
  const startMs = startOf(after.atMs, intervalMs);
  const prices = row?.startMs === startMs ? row.prices : null;
  return { intervalMs, startMs, prices: swapped ? joinedPrices(prices, swapped) : prices, end: after };
}

/** Combines consecutive stored rows into candles of `intervalMs`; `before` are the figures at the end of the row before the first. */
export function candlesOf(rows: readonly CandleRow[], before: PoolFigures | undefined, intervalMs: number): Candle[] {
  const candles: Candle[] = [];
  let from = before;
  for (let at = 0; at < rows.length; ) {
    const startMs = startOf((rows[at] as CandleRow).startMs, intervalMs);
    let prices: Prices | null = null;
    let end = from;
    for (let row = rows[at]; row && startOf(row.startMs, intervalMs) === startMs; row = rows[++at]) {
      prices = joinedPrices(prices, row.prices);
      end = row.end;
    }
    if (prices && end) candles.push({ startMs, ...prices, ...sumsBetween(from, end) });
    from = end;
  }
  return candles;
}

/** The prices of two consecutive intervals together. */
export function joinedPrices(first: Prices | null, then: Prices | null): Prices | null {
  if (!first || !then) return first ?? then;
  return {
    open: first.open,
    high: comparePrices(then.high, first.high) > 0 ? then.high : first.high,
    low: comparePrices(then.low, first.low) < 0 ? then.low : first.low,
    close: then.close,
  };
}

/** The same candle for the inverse pair. */
export const reversed = (candle: Candle): Candle => ({
  ...candle,
  open: invertPrice(candle.open),
  high: invertPrice(candle.low),
  low: invertPrice(candle.high),
  close: invertPrice(candle.close),
  volume0: candle.volume1,
  volume1: candle.volume0,
  fees0: candle.fees1,
  fees1: candle.fees0,
});
