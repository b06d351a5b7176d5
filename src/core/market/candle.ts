// Candles: what a pool's price did in an interval, and its running figures at the end of it.
import { assert } from '../assert.ts';
import { type Counted, type PoolFigures, type Sums, spotOf } from './figures.ts';
import { comparePrices, invertPrice, type Price, priceOf } from './price.ts';
import { sumsBetween } from './window.ts';

/** Kept as rows; all others are put together from them. */
export const KEPT_INTERVALS_MS = [60_000, 3_600_000, 86_400_000] as const;
export type KeptInterval = (typeof KEPT_INTERVALS_MS)[number];

/** The prices of an interval: before its first swap, the highest and lowest before or after one, and after its last. */
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

/** An interval in which something was swapped. */
export type Candle = Prices & Sums & { readonly startMs: number };

/** Those that can be asked for, and the rows that they are made of. */
export const INTERVALS = {
  '1m': { ms: 60_000, keptMs: 60_000 },
  '5m': { ms: 300_000, keptMs: 60_000 },
  '15m': { ms: 900_000, keptMs: 60_000 },
  '1h': { ms: 3_600_000, keptMs: 3_600_000 },
  '4h': { ms: 14_400_000, keptMs: 3_600_000 },
  '1d': { ms: 86_400_000, keptMs: 86_400_000 },
} as const satisfies { readonly [name: string]: { readonly ms: number; readonly keptMs: KeptInterval } };

/** Every interval begins at a whole multiple of its length. */
export const startOf = (ms: number, intervalMs: number): number => ms - (ms % intervalMs);

/** The first beginning of an interval that is not before a moment. */
export const firstStart = (ms: number, intervalMs: number): number => startOf(ms + intervalMs - 1, intervalMs);

/** What a change means to the rows that it falls into: found once for all of them. */
type Step = {
  readonly after: PoolFigures;
  /** The price after it; undefined where the pool is left without one. */
  readonly price: Price | undefined;
  /** The prices of a swap, as of an interval that has no other; undefined where nothing was swapped. */
  readonly swapped: Prices | undefined;
};

/** `known` is the price before it, where somebody has it at hand. */
export function stepOf(before: PoolFigures | undefined, after: PoolFigures, pool: Counted, known?: Price): Step {
  const isSwap = before !== undefined && after.swaps > before.swaps;
  const price = spotPrice(after, pool);
  if (!isSwap) return { after, price, swapped: undefined };
  const open = known ?? spotPrice(before, pool);
  assert(open !== undefined && price !== undefined, 'a pool that is swapped with has a price');
  // Liquidity may move a price by its rounding, so that a swap need not begin where the last one ended.
  const [high, low] = comparePrices(open, price) > 0 ? [open, price] : [price, open];
  return { after, price, swapped: { open, high, low, close: price } };
}

function spotPrice(figures: PoolFigures, pool: Counted): Price | undefined {
  const spot = spotOf(figures, pool);
  return spot && priceOf(spot, pool.decimals0, pool.decimals1);
}

/** The row of the interval that a change falls into: another than was given where that has ended. */
export function foldCandle(row: CandleRow | undefined, intervalMs: KeptInterval, { after, swapped }: Step): CandleRow {
  const startMs = startOf(after.atMs, intervalMs);
  const prices = row?.startMs === startMs ? row.prices : null;
  return { intervalMs, startMs, prices: swapped ? joined(prices, swapped) : prices, end: after };
}

/** The candles of rows that follow each other; `before` are the figures of the row before the first of them. */
export function candlesOf(rows: readonly CandleRow[], before: PoolFigures | undefined, intervalMs: number): Candle[] {
  const candles: Candle[] = [];
  let from = before;
  for (let at = 0; at < rows.length; ) {
    const startMs = startOf((rows[at] as CandleRow).startMs, intervalMs);
    let prices: Prices | null = null;
    let end = from;
    for (let row = rows[at]; row && startOf(row.startMs, intervalMs) === startMs; row = rows[++at]) {
      prices = joined(prices, row.prices);
      end = row.end;
    }
    if (prices && end) candles.push({ startMs, ...prices, ...sumsBetween(from, end) });
    from = end;
  }
  return candles;
}

function joined(first: Prices | null, then: Prices | null): Prices | null {
  if (!first || !then) return first ?? then;
  return {
    open: first.open,
    high: comparePrices(then.high, first.high) > 0 ? then.high : first.high,
    low: comparePrices(then.low, first.low) < 0 ? then.low : first.low,
    close: then.close,
  };
}

/** The same candle of the pair named the other way round. */
export const turned = ({ startMs, open, high, low, close, volume0, volume1, fees0, fees1, swaps }: Candle): Candle => ({
  startMs,
  open: invertPrice(open),
  high: invertPrice(low),
  low: invertPrice(high),
  close: invertPrice(close),
  volume0: volume1,
  volume1: volume0,
  fees0: fees1,
  fees1: fees0,
  swaps,
});
