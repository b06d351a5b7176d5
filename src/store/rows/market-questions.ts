// Questions about what is kept of the market that are the same in every database, and what is made of their answers.
import type { PoolAddress } from '../../core/amount.ts';
import { KEPT_INTERVALS_MS } from '../../core/market/candle.ts';
import { PROJECTION_VERSION, type Stored } from '../../ports/projection.ts';
import { type CandleTableRow, type FiguresRow, swapsIn, toCandle, toFigures } from './market-rows.ts';
import { columnsOf, POOL_FIGURES, POSITIONS } from './market-tables.ts';

/** Without a row where what is stored was counted by another version of the rules. */
export const CURSOR = `SELECT sequence FROM projection WHERE name = 'market' AND version = ${PROJECTION_VERSION}`;
/** Nobody holds the lease any more. */
export const PASS_ON = `
  INSERT INTO lease (name, holder, until_ms, fence) VALUES ('market', '', 0, 1)
  ON CONFLICT (name) DO UPDATE SET holder = '', until_ms = 0, fence = lease.fence + 1`;
export const DISCARD = `UPDATE projection SET version = 0, sequence = 0`;

/** What every other question about the rows is asked under. */
export const IS_OURS = `EXISTS (${CURSOR})`;
export type CursorRow = { sequence: number };

export const STANDING = `
  SELECT CASE version WHEN ${PROJECTION_VERSION} THEN sequence END AS cursor,
    coalesce((SELECT fence FROM lease WHERE name = 'market'), 0) AS fence
  FROM projection WHERE name = 'market'`;

export const EVERY_POOL = `
  SELECT address, ${columnsOf(POOL_FIGURES)} FROM pool_figures JOIN pools ON number = pool ORDER BY pool`;
export type PoolRow = FiguresRow & { address: string; pool: number };

export const KEPT_INTERVALS = KEPT_INTERVALS_MS.map((ms) => `SELECT ${ms} AS ms`).join(' UNION ALL ');
export type OpenRow = CandleTableRow & { pool: number };

/** Of one moment. */
export function storedOf(cursor: number, pools: readonly PoolRow[], open: readonly OpenRow[]): Stored {
  const openOf = Map.groupBy(open, ({ pool }) => pool);
  return {
    cursor,
    pools: pools.map((row) => ({
      pool: row.address as PoolAddress,
      figures: toFigures(row),
      open: (openOf.get(row.pool) ?? []).map(toCandle),
    })),
  };
}

/** For the audit: all that is counted of the market by the rules of this program. */
export const COUNTED_FIGURES = `SELECT ${columnsOf(POOL_FIGURES)} FROM pool_figures WHERE ${IS_OURS} ORDER BY pool`;
export const COUNTED_CANDLES = `SELECT count(*) AS count FROM candles WHERE ${IS_OURS}`;
export const COUNTED_POSITIONS = `SELECT ${columnsOf(POSITIONS)} FROM positions WHERE ${IS_OURS}`;
export const COUNTED_SWAPS = `SELECT pool, first, last, sequences FROM pool_swaps WHERE ${IS_OURS} ORDER BY pool, first DESC`;

/** Of the tables, how far they go is said once. */
export const COUNTED_PLACES = 'SELECT count(*) AS count FROM projection';

type SwapsRow = { pool: number; first: number; last: number; sequences: string };
export const toCountedFigures = (row: FiguresRow & { pool: number }) => ({ pool: row.pool, figures: toFigures(row) });
export const toCountedSwaps = ({ sequences, ...piece }: SwapsRow) => ({
  ...piece,
  sequences: swapsIn(sequences),
});

/** Newest first, from pieces that are as well. Where two overlap, the later one tells all that it spans. */
export function swapsBefore(
  pieces: Iterable<{ sequences: string }>,
  { before, limit }: { readonly before: number; readonly limit: number },
): readonly number[] {
  const found: number[] = [];
  let above = before;
  for (const { sequences } of pieces) {
    for (const sequence of swapsIn(sequences).toReversed()) {
      if (found.length === limit) return found;
      if (sequence >= above) continue;
      found.push(sequence);
      above = sequence;
    }
  }
  return found;
}
