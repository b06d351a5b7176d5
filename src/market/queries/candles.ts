// The candles of a pool, for its chart.

import type { PoolAddress } from '../../core/amount.ts';
import { type Candle, candlesOf, firstStart, reversed, startOf } from '../../core/market/candle.ts';
import type { Pair } from '../../core/pool.ts';
import type { CandlesFound, CandlesQuery } from '../../ports/market.ts';
import type { Observer } from '../observer.ts';
import { figuresBefore, findPool, firstMinute, rowsOf } from '../rows.ts';

export async function readCandles(observer: Observer, query: CandlesQuery): Promise<CandlesFound> {
  const { tokenA, tokenB, intervalMs, keptMs, last = Number.POSITIVE_INFINITY } = query;
  const { address, pool } = await findPool(observer, tokenA, tokenB);
  // A candle belongs to the range if its start does, and is then shown whole; so both bounds are moved to the start of a candle.
  const [earliest, toMs] = [firstStart(query.fromMs, intervalMs), firstStart(query.toMs, intervalMs)];
  const fromMs = await firstOfLast(observer, { ...query, fromMs: earliest, toMs, pool: address, last });
  const rowsIn = await rowsOf(observer, { pool: address, intervalMs: keptMs, fromMs, toMs });
  const figuresIn = await figuresBefore(observer, address, { intervalMs: keptMs, ms: fromMs });
  const { fold, sequence } = observer;
  const [rows, before] = [rowsIn(fold), figuresIn(fold)];
  observer.mustReach(rows.at(-1)?.end.sequence ?? before?.sequence ?? 0);
  const candles: readonly Candle[] = candlesOf(rows, before, intervalMs).slice(-last);
  return { candles: tokenA === pool.record.token0 ? candles : candles.map(reversed), sequence };
}

/** The start of the first of the last `last` candles in a range; swaps that happen meanwhile only add candles. */
async function firstOfLast(
  observer: Observer,
  {
    pool,
    intervalMs,
    keptMs,
    fromMs,
    toMs,
    last,
  }: CandlesQuery & { readonly pool: PoolAddress; readonly last: number },
): Promise<number> {
  if (last === Number.POSITIVE_INFINITY) return fromMs;
  // This many rows are always enough for that many candles.
  const limit = last * (intervalMs / keptMs);
  const rows = { pool, intervalMs: keptMs, fromMs, toMs, limit };
  const stored = await observer.projection.swappedStarts(rows);
  const remembered = observer.fold
    .candles(pool)
    .filter((row) => row.intervalMs === keptMs && row.prices && row.startMs >= fromMs && row.startMs < toMs)
    .map(({ startMs }) => startMs);
  const starts = new Set([...stored, ...remembered].map((startMs) => startOf(startMs, intervalMs)));
  const newest = [...starts].sort((one, other) => other - one);
  return newest[last - 1] ?? newest.at(-1) ?? fromMs;
}

export async function readBeginning(observer: Observer, { tokenA, tokenB }: Pair, nowMs: number): Promise<number> {
  const { address } = await findPool(observer, tokenA, tokenB);
  const firstIn = await firstMinute(observer, address, 0);
  return firstIn(observer.fold)?.startMs ?? nowMs;
}
