// A pool's rows: the stored ones overlaid with newer ones, so that answers are as new as the journal.
import type { PoolAddress, TokenAddress } from '../core/amount.ts';
import { type CandleRow, KEPT_INTERVALS_MS, type KeptInterval } from '../core/market/candle.ts';
import type { PoolFigures, PriceTerms } from '../core/market/figures.ts';
import type { BookPool } from '../journal/book.ts';
import type { CandlesPage } from '../ports/projection.ts';
import { refused } from '../ports/venue.ts';
import { countedOf, type MarketFold } from './fold.ts';
import type { Observer } from './observer.ts';

/** The rows read at once, so that the thread is never blocked for long. */
const PAGE = 1000;

type FoundPool = { readonly pool: BookPool; readonly address: PoolAddress; readonly counted: PriceTerms };

/** The pool of two tokens, after catching up with the journal. */
export async function findPool(observer: Observer, a: TokenAddress, b: TokenAddress): Promise<FoundPool> {
  await observer.catchUp();
  const { book } = observer;
  const pool = book.pool(a, b);
  if (!pool) {
    const name = (token: TokenAddress) => book.tokens.get(token)?.record.symbol ?? token;
    return refused({ code: 'unknown_pool', tokenA: name(a), tokenB: name(b) });
  }
  const { address } = pool.record;
  return { pool, address, counted: countedOf(address, book) };
}

/** Stored data that is overlaid with what a fold has not stored yet. */
export type Overlaid<Found> = (fold: MarketFold) => Found;

/** The rows that start in [fromMs, toMs), oldest first. */
export async function rowsOf(
  { projection }: Observer,
  range: Omit<CandlesPage, 'limit'>,
): Promise<Overlaid<readonly CandleRow[]>> {
  const { pool, intervalMs, toMs } = range;
  const stored = new Map<number, CandleRow>();
  for (let fromMs = range.fromMs; ; ) {
    const page = await projection.candles({ ...range, fromMs, limit: PAGE });
    for (const row of page) stored.set(row.startMs, row);
    if (page.length < PAGE) break;
    fromMs = (page.at(-1) as CandleRow).startMs + intervalMs;
  }
  return (fold) => {
    const rows = new Map(stored);
    for (const row of fold.candles(pool)) {
      if (row.intervalMs !== intervalMs || row.startMs < range.fromMs || row.startMs >= toMs) continue;
      if (row.end.sequence > (rows.get(row.startMs)?.end.sequence ?? 0)) rows.set(row.startMs, row);
    }
    return [...rows.values()].sort((one, other) => one.startMs - other.startMs);
  };
}

/** The first minute since a time in which the pool changed. */
export async function firstMinute(
  { projection }: Observer,
  pool: PoolAddress,
  fromMs: number,
): Promise<Overlaid<CandleRow | undefined>> {
  const [intervalMs] = KEPT_INTERVALS_MS;
  const [stored] = await projection.candles({ pool, intervalMs, fromMs, toMs: Number.MAX_SAFE_INTEGER, limit: 1 });
  return (fold) =>
    fold
      .candles(pool)
      .filter((row) => row.intervalMs === intervalMs && row.startMs >= fromMs)
      .reduce((first, row) => (!first || isFirst(row, first) ? row : first), stored);
}

/** True if a row is of an earlier minute, or of the same minute and newer. */
const isFirst = (one: CandleRow, other: CandleRow): boolean =>
  one.startMs < other.startMs || (one.startMs === other.startMs && one.end.sequence > other.end.sequence);

/** The figures at the end of the last interval that starts before a time; undefined if nothing had happened yet. */
export async function figuresBefore(
  { projection }: Observer,
  pool: PoolAddress,
  { intervalMs, ms }: { readonly intervalMs: KeptInterval; readonly ms: number },
): Promise<Overlaid<PoolFigures | undefined>> {
  const [stored] = await projection.figuresBefore([pool], intervalMs, ms);
  return (fold) =>
    fold
      .candles(pool)
      .filter((row) => row.intervalMs === intervalMs && row.startMs < ms)
      .reduce((latest, { end }) => (end.sequence > (latest?.sequence ?? 0) ? end : latest), stored);
}
