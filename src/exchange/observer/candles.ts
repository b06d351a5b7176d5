// The candles of a pool, as its chart shows them.
import { type Candle, candlesOf, startOf, turned } from '../../core/market/candle.ts';
import type { Pair } from '../../core/pool.ts';
import type { CandlesAsked, CandlesFound } from '../market.ts';
import type { Observer } from './observer.ts';
import { figuresBefore, findPool, firstMinute, rowsOf, steadily } from './rows.ts';

export async function readCandles(observer: Observer, asked: CandlesAsked): Promise<CandlesFound> {
  const { tokenA, tokenB, intervalMs, keptMs } = asked;
  const { address, pool } = await findPool(observer, tokenA, tokenB);
  const fromMs = startOf(asked.fromMs, intervalMs);
  return steadily(observer, async () => {
    const rowsIn = await rowsOf(observer, { pool: address, intervalMs: keptMs, fromMs, toMs: asked.toMs });
    const figuresIn = await figuresBefore(observer, address, { intervalMs: keptMs, ms: fromMs });
    return ({ fold, sequence }) => {
      const [rows, before] = [rowsIn(fold), figuresIn(fold)];
      const candles = candlesOf(rows, before, intervalMs);
      const newest = rows.at(-1)?.end.sequence ?? before?.sequence ?? 0;
      const found: readonly Candle[] = tokenA === pool.record.token0 ? candles : candles.map(turned);
      return { found: { candles: found, sequence }, newest };
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
