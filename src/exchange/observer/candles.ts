// The candles of a pool, as its chart shows them.

import type { PoolAddress } from '../../core/amount.ts';
import { type Candle, candlesOf, startOf, turned } from '../../core/market/candle.ts';
import type { Pair } from '../../core/pool.ts';
import type { CandlesAsked, CandlesFound } from '../market.ts';
import type { Observer } from './observer.ts';
import { figuresBefore, findPool, firstMinute, rowsOf, steadily } from './rows.ts';

export async function readCandles(observer: Observer, asked: CandlesAsked): Promise<CandlesFound> {
  const { tokenA, tokenB, intervalMs, keptMs } = asked;
  const { address, pool } = await findPool(observer, tokenA, tokenB);
  const { last = Number.POSITIVE_INFINITY } = asked;
  const fromMs = await firstOfLast(observer, { ...asked, pool: address, last });
  return steadily(observer, async () => {
    const rowsIn = await rowsOf(observer, { pool: address, intervalMs: keptMs, fromMs, toMs: asked.toMs });
    const figuresIn = await figuresBefore(observer, address, { intervalMs: keptMs, ms: fromMs });
    return ({ fold, sequence }) => {
      const [rows, before] = [rowsIn(fold), figuresIn(fold)];
      const candles = candlesOf(rows, before, intervalMs).slice(-last);
      const newest = rows.at(-1)?.end.sequence ?? before?.sequence ?? 0;
      const found: readonly Candle[] = tokenA === pool.record.token0 ? candles : candles.map(turned);
      return { found: { candles: found, sequence }, newest };
    };
  });
}

/** Where the first of the last so many begins; what is swapped meanwhile makes no fewer of them. */
async function firstOfLast(
  observer: Observer,
  {
    pool,
    intervalMs,
    keptMs,
    fromMs,
    toMs,
    last,
  }: CandlesAsked & { readonly pool: PoolAddress; readonly last: number },
): Promise<number> {
  const earliest = startOf(fromMs, intervalMs);
  if (last === Number.POSITIVE_INFINITY) return earliest;
  // However the rows fall, so many of them make that many candles.
  const limit = last * (intervalMs / keptMs);
  const rows = { pool, intervalMs: keptMs, fromMs: earliest, toMs, limit };
  return steadily(observer, async () => {
    const stored = await observer.projection.swappedStarts(rows);
    return ({ fold }) => {
      const remembered = fold
        .candles(pool)
        .filter((row) => row.intervalMs === keptMs && row.prices && row.startMs >= earliest && row.startMs < toMs)
        .map(({ startMs }) => startMs);
      const starts = new Set([...stored, ...remembered].map((startMs) => startOf(startMs, intervalMs)));
      const newest = [...starts].sort((one, other) => other - one);
      return { found: newest[last - 1] ?? newest.at(-1) ?? earliest, newest: 0 };
    };
  });
}

export async function readBeginning(observer: Observer, { tokenA, tokenB }: Pair, nowMs: number): Promise<number> {
  const { address } = await findPool(observer, tokenA, tokenB);
  return steadily(observer, async () => {
    const first = await firstMinute(observer, address, 0);
    return ({ fold }) => ({ found: first(fold)?.startMs ?? nowMs, newest: 0 });
  });
}
