// Statistics of one pool: its figures over several windows, growth by fees, and its depth.
import { type PoolAddress, ppm } from '../../core/amount.ts';
import type { Fraction } from '../../core/curves/curve.ts';
import { curveOf } from '../../core/curves/curves.ts';
import { movesBy } from '../../core/market/depth.ts';
import { type PoolFigures, spotOf } from '../../core/market/figures.ts';
import { indexOf } from '../../core/market/position.ts';
import { changeOf, inverse } from '../../core/market/value.ts';
import type { Pair } from '../../core/pool.ts';
import {
  type InQuoteToken,
  type Levels,
  MOVES_PPM,
  type PoolStats,
  type PoolWindow,
  type PriceMove,
  type Valued,
  WINDOWS,
  type WindowName,
} from '../../ports/market-figures.ts';
import { DataMoved, type Observer } from '../observer.ts';
import type { ListedPool } from '../overview/entries.ts';
import type { MarketOverview } from '../overview/overview.ts';
import { withTimes } from '../overview/pages.ts';
import {
  feesOf,
  poolSummary,
  type Summary,
  sumsSince,
  turnedSummary,
  turnedValue,
  volumeOf,
} from '../overview/summaries.ts';
import { type Valuation, valuationIn } from '../overview/valuation.ts';
import { figuresAt, inMemory, type MarketWindow } from '../overview/window.ts';
import { findPool, firstMinute } from '../rows.ts';
import { readLevels, reversedLevels } from './levels.ts';

type Then = {
  readonly fromMs: number | null;
  /** The figures that sums are counted from. */
  readonly figures: PoolFigures | undefined;
  /** The figures that price and index are compared with; for all time, those after the first minute. */
  readonly base: PoolFigures | undefined;
};

/** The statistics of a pool, with its tokens in the order in which the query names them. */
export async function readPoolStats(
  observer: Observer,
  overview: MarketOverview,
  { tokenA, tokenB, quote }: Pair & InQuoteToken,
): Promise<PoolStats> {
  const { address } = await findPool(observer, tokenA, tokenB);
  await overview.update();
  const { window } = overview;
  const then = await allThen(observer, address, window);
  const { fromMs, figures } = then['30d'];
  const levelsIn = await readLevels(observer, address, { fromMs: fromMs as number, before: figures });
  const firstIn = await firstMinute(observer, address, 0);
  await overview.update();
  // A new minute began while older figures were read.
  if (overview.window !== window) throw new DataMoved();
  const pool = overview.pool(address) as ListedPool;
  const untold = overview.untold([pool]);
  if (untold.length > 0) return overview.loadTraded(untold);
  // From the current fold, and not beyond the pool's figures, so that everything is consistent.
  const levels = levelsIn(observer.fold, pool.figures);
  const thens = { ...then, all: sinceFirst(firstIn(observer.fold)?.end, pool.figures) };
  const stats = statsOf(valuationIn(overview, quote), pool, {
    thens,
    levels,
    isInverse: tokenA !== pool.record.token0,
  });
  const [found] = await withTimes(observer, [pool], [stats]);
  return found as PoolStats;
}

/** The pool's figures at the start of each window, which is so long ago that no new transaction can precede it. */
async function allThen(observer: Observer, pool: PoolAddress, { minuteMs }: MarketWindow) {
  const thens: Partial<Record<WindowName, Then>> = {};
  for (const [name, lengthMs] of Object.entries(WINDOWS) as [WindowName, number | null][]) {
    if (lengthMs === null) continue;
    const fromMs = minuteMs - lengthMs;
    const [figures] = await figuresAt(observer, [{ pool, ...inMemory(observer, pool) }], fromMs);
    thens[name] = { fromMs, figures, base: figures };
  }
  return thens as Record<Exclude<WindowName, 'all'>, Then>;
}

/** The comparison for all time: with the end of the pool's first minute, or with now while that minute lasts. */
function sinceFirst(end: PoolFigures | undefined, now: PoolFigures | undefined): Then {
  const base = end && now && end.sequence > now.sequence ? now : end;
  return { fromMs: null, figures: undefined, base };
}

type Perspective = {
  readonly thens: Record<WindowName, Then>;
  readonly levels: Levels | null;
  readonly isInverse: boolean;
};

function statsOf(
  valuation: Valuation,
  pool: ListedPool,
  { thens, levels, isInverse }: Perspective,
): Omit<PoolStats, 'createdAtMs' | 'lastTrade'> & Pick<Summary, 'lastSwap'> {
  const { record, counted, figures } = pool;
  const summary = poolSummary(valuation, pool);
  const now = figures && spotOf(figures, counted);
  const told = (value: Valued) => (isInverse ? turnedValue(value) : value);
  const seen = (price: Fraction) => (isInverse ? inverse(price) : price);
  const windowOf = ({ fromMs, figures: then, base }: Then): PoolWindow => {
    const sums = sumsSince(pool, then);
    const before = base && spotOf(base, counted);
    return {
      fromMs,
      change: before && now ? changeOf(seen(before), seen(now)) : null,
      volume: told(volumeOf(valuation, pool, sums)),
      fees: told(feesOf(valuation, pool, sums)),
      swaps: sums.swaps,
      growth: figures && base ? growthOf(base, figures, pool) : null,
    };
  };
  const windows = Object.fromEntries(Object.entries(thens).map(([name, then]) => [name, windowOf(then)]));
  const { change, volume, fees } = windows['24h'] as PoolWindow;
  const { lpFeePpm, protocolFeePpm, refFeePpm } = record;
  return {
    ...valuation.moment(),
    ...(isInverse ? turnedSummary(summary) : summary),
    ...{ change, volume, fees },
    rates: { lpFeePpm, protocolFeePpm, refFeePpm },
    supply: figures?.supply ?? 0n,
    windows: windows as PoolStats['windows'],
    moves: movesOf(pool, isInverse),
    levels: levels && isInverse ? reversedLevels(levels) : levels,
  };
}

/** The growth of the pool's index, whose unit never changes. */
const growthOf = (then: PoolFigures, now: PoolFigures, { counted }: ListedPool): bigint =>
  changeOf(
    { numerator: indexOf(then, counted), denominator: 1n },
    { numerator: indexOf(now, counted), denominator: 1n },
  );

/** The swaps that would move the price by each of `MOVES_PPM`, without a referrer. */
function movesOf({ record, counted, figures }: ListedPool, isInverse: boolean): readonly PriceMove[] {
  if (!figures) return MOVES_PPM.map((partPpm) => ({ partPpm, up: null, down: null }));
  const { reserve0, reserve1 } = figures;
  const forth = curveOf(counted, counted.decimals0, counted.decimals1);
  const back = curveOf(counted, counted.decimals1, counted.decimals0);
  const rates = { lpFeePpm: record.lpFeePpm, protocolFeePpm: record.protocolFeePpm, refFeePpm: ppm(0n) };
  const depth = isInverse
    ? { curve01: back, curve10: forth, reserve0: reserve1, reserve1: reserve0, rates }
    : { curve01: forth, curve10: back, reserve0, reserve1, rates };
  return MOVES_PPM.map((partPpm) => ({ partPpm, ...movesBy(depth, partPpm) }));
}
