// The lowest and highest reserves of a pool in the last 30 days, by the hour.
import type { PoolAddress } from '../../core/amount.ts';
import { startOf } from '../../core/market/candle.ts';
import type { PoolFigures } from '../../core/market/figures.ts';
import type { Levels } from '../../ports/market-figures.ts';
import type { MarketFold } from '../fold.ts';
import type { Observer } from '../observer.ts';
import { rowsOf } from '../rows.ts';

const HOUR_MS = 3_600_000;

/** Computes the levels up to `now`, the current figures of the pool. */
type LevelsIn = (fold: MarketFold, now: PoolFigures | undefined) => Levels | null;

/** `before` are the pool's figures at the start; undefined if it held nothing yet. */
export async function readLevels(
  observer: Observer,
  pool: PoolAddress,
  { fromMs, before }: { readonly fromMs: number; readonly before: PoolFigures | undefined },
): Promise<LevelsIn> {
  const hours = { pool, intervalMs: HOUR_MS, fromMs: startOf(fromMs, HOUR_MS), toMs: Number.MAX_SAFE_INTEGER } as const;
  const rowsIn = await rowsOf(observer, hours);
  return (fold, now) => {
    if (!now) return null;
    // An hour that includes transactions after `now` ends with `now`.
    const ends = rowsIn(fold).map(({ end }) => (end.sequence > now.sequence ? now : end));
    const [first, ...others] = [...(before ? [before] : []), ...ends];
    if (!first) return null;
    const { reserve0, reserve1 } = first;
    let [low0, high0, low1, high1] = [reserve0, reserve0, reserve1, reserve1];
    for (const { reserve0, reserve1 } of others) {
      if (reserve0 < low0) low0 = reserve0;
      if (reserve0 > high0) high0 = reserve0;
      if (reserve1 < low1) low1 = reserve1;
      if (reserve1 > high1) high1 = reserve1;
    }
    return { fromMs, low0, high0, low1, high1 };
  };
}

/** The levels with the two tokens exchanged. */
export const reversedLevels = ({ fromMs, low0, high0, low1, high1 }: Levels): Levels => ({
  fromMs,
  low0: low1,
  high0: high1,
  low1: low0,
  high1: high0,
});
