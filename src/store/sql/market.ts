// Reads the market's rows, which are derived from the journal: pool figures, candles, swaps, positions and orders.
import type { Account, PoolAddress, TokenAddress } from '../../core/amount.ts';
import { KEPT_INTERVALS_MS } from '../../core/market/candle.ts';
import type { OrderKind } from '../../core/orders/order.ts';
import {
  type CountedMarket,
  type MarketQuestions,
  type OpenOrder,
  PROJECTION_VERSION,
  type Standing,
} from '../../ports/projection.ts';
import type { Row } from '../rows/fields.ts';
import {
  CANDLES,
  ORDERS,
  POOL_FIGURES,
  POOL_SWAPS,
  POSITIONS,
  toCandle,
  toFigures,
  toOrder,
  toPosition,
} from '../rows/market-tables.ts';
import type { Run } from './database.ts';

/** Selects the sequence up to which the rows are complete; no row if a program with other rules (another version) wrote them. */
export const CURSOR = `SELECT sequence FROM projection WHERE name = 'market' AND version = ${PROJECTION_VERSION}`;
/** Takes the lease on writing the market's rows away from its holder, whose writes then fail because of the new fence. */
export const REVOKE_LEASE = `
  INSERT INTO lease (name, holder, until_ms, fence) VALUES ('market', '', 0, 1)
  ON CONFLICT (name) DO UPDATE SET holder = '', until_ms = 0, fence = lease.fence + 1`;
export const DISCARD = `UPDATE projection SET version = 0, sequence = 0 WHERE name = 'market'`;

/** True if the rows are of this program's version; for queries that do not read `CURSOR` in the same transaction. */
export const IS_OURS = `EXISTS (${CURSOR})`;

const STANDING = `
  SELECT CASE version WHEN ${PROJECTION_VERSION} THEN sequence END AS cursor,
    coalesce((SELECT fence FROM lease WHERE name = 'market'), 0) AS fence
  FROM projection WHERE name = 'market'`;

const EVERY_POOL = `
  SELECT address, ${POOL_FIGURES.list} FROM pool_figures JOIN pools ON number = pool ORDER BY pool`;

export const KEPT_INTERVALS = KEPT_INTERVALS_MS.map((ms) => `SELECT ${ms} AS ms`).join(' UNION ALL ');

export const IS_KIND: { readonly [Kind in OrderKind]: string } = {
  limit: 'stop IS NULL AND times IS NULL',
  recurring: 'stop IS NULL AND times IS NOT NULL',
  stop: 'stop IS NOT NULL',
};

export const OPEN_ORDERS =
  'SELECT number, account, token_a, amount_a, filled_a, returned, sequence FROM orders WHERE is_open = 1';

const OF_POOL = 'pool = (SELECT number FROM pools WHERE address = ?)';
const IN_TIME = `${OF_POOL} AND interval_ms = ? AND start_ms >= ? AND start_ms < ? AND ${IS_OURS}`;

/** Queries that are worded differently for each database, so that it uses its indexes. */
type OwnReads = Pick<MarketQuestions, 'positions' | 'orders' | 'ordersOf' | 'figuresBefore' | 'pricesOf' | 'lastSwaps'>;

/** The price after the last swap of the pool in `pool_swaps`: that day's row is written together with the list that ends with the swap. */
export const LAST_SWAP = `
  last AS sequence, (
    SELECT close FROM candles
    WHERE candles.pool = pool_swaps.pool AND interval_ms = ${KEPT_INTERVALS_MS[2]} AND open IS NOT NULL
    ORDER BY start_ms DESC LIMIT 1) AS price`;

/** `askTogether` runs several queries as of one moment. `openRows` selects the candles of the intervals in which each pool last changed. */
export const marketReads = (
  ask: Run,
  askTogether: (texts: readonly string[]) => Promise<readonly (readonly Row[])[]>,
  openRows: string,
  own: OwnReads,
): MarketQuestions => ({
  standing: async () => ({ ...((await ask(STANDING))[0] as Standing) }),

  async everything() {
    const [[cursor] = [], pools = [], open = [], orders = []] = await askTogether([
      CURSOR,
      EVERY_POOL,
      openRows,
      OPEN_ORDERS,
    ]);
    if (!cursor) return { cursor: 0, pools: [], openOrders: [] };
    const openOf = Map.groupBy(open, ({ pool }) => pool);
    return {
      cursor: cursor.sequence as number,
      pools: pools.map((row) => ({
        pool: row.address as PoolAddress,
        figures: toFigures(row),
        open: (openOf.get(row.pool) ?? []).map(toCandle),
      })),
      openOrders: orders.map(toOpenOrder),
    };
  },

  async positionsOf({ account, after, limit }) {
    const of = `account = ? AND pool > ? AND ${IS_OURS} ORDER BY pool LIMIT ?`;
    return (await ask(`SELECT ${POSITIONS.list} FROM positions WHERE ${of}`, account, after, limit)).map(toPosition);
  },

  async candles({ pool, intervalMs, fromMs, toMs, limit }) {
    const text = `SELECT ${CANDLES.list} FROM candles WHERE ${IN_TIME} ORDER BY start_ms LIMIT ?`;
    return (await ask(text, pool, intervalMs, fromMs, toMs, limit)).map(toCandle);
  },

  async swappedStarts({ pool, intervalMs, fromMs, toMs, limit }) {
    const text = `
      SELECT start_ms AS start FROM candles WHERE ${IN_TIME} AND open IS NOT NULL ORDER BY start_ms DESC LIMIT ?`;
    return (await ask<{ start: number }>(text, pool, intervalMs, fromMs, toMs, limit)).map(({ start }) => start);
  },

  async swapsOf({ pool, before, limit }) {
    const of = `${OF_POOL} AND first < ? AND ${IS_OURS} ORDER BY first DESC LIMIT ?`;
    return swapsBefore(await ask(`SELECT sequences FROM pool_swaps WHERE ${of}`, pool, before, limit), before, limit);
  },

  async nextSwapsOf({ pool, after, limit }) {
    const found: number[] = [];
    for (;;) {
      const last = found.at(-1) ?? after;
      const pieces = await ask(NEXT_SWAPS, pool, last, pool, last, limit);
      found.push(...swapsAfter(pieces, last, limit - found.length));
      // Pieces that overlap add fewer swaps than there are pieces.
      if (pieces.length < limit || found.length === limit) return found;
    }
  },

  ...own,
});

const toOpenOrder = (row: Row): OpenOrder => ({
  order: row.number as number,
  account: row.account as Account,
  tokenA: row.token_a as TokenAddress,
  left: BigInt(row.amount_a as string) - BigInt(row.filled_a as string) - BigInt(row.returned as string),
  sequence: row.sequence as number,
});

/** From the list that contains or precedes the given sequence on: `last` is in no index. */
const NEXT_SWAPS = `
  SELECT sequences FROM pool_swaps
  WHERE ${OF_POOL} AND last > ? AND ${IS_OURS}
    AND first >= coalesce((SELECT max(first) FROM pool_swaps WHERE ${OF_POOL} AND first <= ?), 0)
  ORDER BY first LIMIT ?`;

/** Sequences of swaps, newest first, from rows in the same order. If two rows overlap, the later one has all swaps of its range. */
function swapsBefore(pieces: readonly Row[], before: number, limit: number): readonly number[] {
  const found: number[] = [];
  let above = before;
  for (const piece of pieces) {
    for (const sequence of POOL_SWAPS.recordOf(piece).sequences.toReversed()) {
      if (found.length === limit) return found;
      if (sequence >= above) continue;
      found.push(sequence);
      above = sequence;
    }
  }
  return found;
}

/** Sequences of swaps, oldest first, from rows in the same order. */
function swapsAfter(pieces: readonly Row[], after: number, limit: number): readonly number[] {
  const found: number[] = [];
  for (const piece of pieces) {
    if (found.length >= limit) break;
    const last = found.at(-1) ?? after;
    found.push(...POOL_SWAPS.recordOf(piece).sequences.filter((sequence) => sequence > last));
  }
  return found.slice(0, limit);
}

type RowsOf = <Item>(text: string, toItem: (row: Row) => Item) => Iterable<Item> | AsyncIterable<Item>;

/** For the audit: all stored market rows of this program's version. */
export async function countedMarket(
  ask: Run,
  rowsOf: RowsOf,
  candles: CountedMarket['candles'],
): Promise<CountedMarket> {
  const count = async (text: string) => Number((await ask(`SELECT count(*) AS count FROM ${text}`))[0]?.count);
  const [cursor] = await ask<{ sequence: number }>(CURSOR);
  return {
    cursor: cursor?.sequence ?? 0,
    countCursors: () => count(`projection WHERE name = 'market'`),
    figures: () =>
      rowsOf(`SELECT ${POOL_FIGURES.list} FROM pool_figures WHERE ${IS_OURS} ORDER BY pool`, (row) => ({
        pool: row.pool as number,
        figures: toFigures(row),
      })),
    candles,
    countCandles: () => count(`candles WHERE ${IS_OURS}`),
    positions: () => rowsOf(`SELECT ${POSITIONS.list} FROM positions WHERE ${IS_OURS}`, toPosition),
    orders: (after = 0) => rowsOf(`SELECT ${ORDERS.list} FROM orders WHERE number > ${after} AND ${IS_OURS}`, toOrder),
    ordersNumbered: async (numbers) =>
      (
        await ask(
          `SELECT ${ORDERS.list} FROM orders WHERE number IN (${numbers.map(() => '?')}) AND ${IS_OURS}`,
          ...numbers,
        )
      ).map(toOrder),
    swaps: () =>
      rowsOf(
        `SELECT ${POOL_SWAPS.list} FROM pool_swaps WHERE ${IS_OURS} ORDER BY pool, first DESC`,
        POOL_SWAPS.recordOf,
      ),
    swapsAfter: async (pool, sequence) =>
      (
        await ask(
          `SELECT ${POOL_SWAPS.list} FROM pool_swaps WHERE pool = ? AND last > ? AND ${IS_OURS}
             AND first >= coalesce((SELECT max(first) FROM pool_swaps WHERE pool = ? AND first <= ?), 0)
           ORDER BY first DESC`,
          ...[pool, sequence, pool, sequence],
        )
      ).map(POOL_SWAPS.recordOf),
  };
}
