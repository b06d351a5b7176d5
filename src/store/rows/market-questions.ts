// Queries of the stored market that are the same in every database, and the parsing of their results.
import type { Account, PoolAddress } from '../../core/amount.ts';
import { KEPT_INTERVALS_MS } from '../../core/market/candle.ts';
import type { OrderKind } from '../../core/orders/order.ts';
import { PROJECTION_VERSION, type Stored } from '../../ports/projection.ts';
import { type CandleTableRow, type FiguresRow, swapsIn, toCandle, toFigures } from './market-rows.ts';
import { columnsOf, ORDERS, POOL_FIGURES, POSITIONS } from './market-tables.ts';

/** No row if the stored data is of another version. */
export const CURSOR = `SELECT sequence FROM projection WHERE name = 'market' AND version = ${PROJECTION_VERSION}`;
/** Takes the lease away from its holder. */
export const PASS_ON = `
  INSERT INTO lease (name, holder, until_ms, fence) VALUES ('market', '', 0, 1)
  ON CONFLICT (name) DO UPDATE SET holder = '', until_ms = 0, fence = lease.fence + 1`;
export const DISCARD = `UPDATE projection SET version = 0, sequence = 0`;

/** Condition of every other query of these rows. */
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

export const IS_KIND: { readonly [Kind in OrderKind]: string } = {
  limit: 'stop IS NULL AND times IS NULL',
  recurring: 'stop IS NULL AND times IS NOT NULL',
  stop: 'stop IS NOT NULL',
};

export const OPEN_ORDERS = 'SELECT number, account FROM orders WHERE is_open = 1';
export type OpenOrderRow = { number: number; account: string };

export const NOTHING_STORED: Stored = { cursor: 0, pools: [], openOrders: [] };

type StoredRows = {
  readonly pools: readonly PoolRow[];
  readonly open: readonly OpenRow[];
  readonly orders: readonly OpenOrderRow[];
};

/** Takes rows as of one moment. */
export function storedOf(cursor: number, { pools, open, orders }: StoredRows): Stored {
  const openOf = Map.groupBy(open, ({ pool }) => pool);
  return {
    cursor,
    pools: pools.map((row) => ({
      pool: row.address as PoolAddress,
      figures: toFigures(row),
      open: (openOf.get(row.pool) ?? []).map(toCandle),
    })),
    openOrders: orders.map(({ number, account }) => ({ order: number, account: account as Account })),
  };
}

/** For the audit: all stored market rows of this program's version. */
export const COUNTED_FIGURES = `SELECT ${columnsOf(POOL_FIGURES)} FROM pool_figures WHERE ${IS_OURS} ORDER BY pool`;
export const COUNTED_CANDLES = `SELECT count(*) AS count FROM candles WHERE ${IS_OURS}`;
export const COUNTED_POSITIONS = `SELECT ${columnsOf(POSITIONS)} FROM positions WHERE ${IS_OURS}`;
export const COUNTED_ORDERS = `SELECT ${columnsOf(ORDERS)} FROM orders WHERE ${IS_OURS}`;
export const COUNTED_SWAPS = `SELECT pool, first, last, sequences FROM pool_swaps WHERE ${IS_OURS} ORDER BY pool, first DESC`;

/** The audit expects one row. */
export const COUNTED_PLACES = 'SELECT count(*) AS count FROM projection';

type SwapsRow = { pool: number; first: number; last: number; sequences: string };
export const toCountedFigures = (row: FiguresRow & { pool: number }) => ({ pool: row.pool, figures: toFigures(row) });
export const toCountedSwaps = ({ sequences, ...piece }: SwapsRow) => ({
  ...piece,
  sequences: swapsIn(sequences),
});

/** Newest first, from pieces in the same order. If two pieces overlap, the later one has all swaps of its range. */
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
