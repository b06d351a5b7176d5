// Questions about what is kept of the market that are the same in every database, and what is made of their answers.
import type { PoolAddress } from '../core/amount.ts';
import { KEPT_INTERVALS_MS } from '../core/market/candle.ts';
import { PROJECTION_VERSION, type Stored } from '../exchange/projection.ts';
import { type CandleTableRow, type FiguresRow, swapsIn, toCandle, toFigures } from './market-rows.ts';
import { columnsOf, POOL_FIGURES } from './market-tables.ts';

/** Without a row where what is stored was counted by another version of the rules. */
export const CURSOR = `SELECT sequence FROM projection WHERE name = 'market' AND version = ${PROJECTION_VERSION}`;
/** What every other question about the rows is asked under. */
export const IS_OURS = `EXISTS (${CURSOR})`;
export type CursorRow = { sequence: number };

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
