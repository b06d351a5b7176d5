// Reads the market's rows from a PostgreSQL database.
import type { MarketQuestions, OrdersPage, Standing } from '../../../ports/projection.ts';
import {
  CURSOR,
  type CursorRow,
  EVERY_POOL,
  IS_KIND,
  IS_OURS,
  KEPT_INTERVALS,
  NOTHING_STORED,
  OPEN_ORDERS,
  type OpenOrderRow,
  type OpenRow,
  type PoolRow,
  STANDING,
  storedOf,
  swapsBefore,
} from '../../rows/market-questions.ts';
import {
  type CandleTableRow,
  type FiguresRow,
  type OrderRow,
  type PositionRow,
  toCandle,
  toFigures,
  toOrder,
  toPosition,
} from '../../rows/market-rows.ts';
import { CANDLES, columnsOf, ORDERS, POOL_FIGURES, POSITIONS } from '../../rows/market-tables.ts';
import type { Connection, Statements } from '../connection.ts';
import type { TimedConnections } from '../timed-connections.ts';

export const marketReads = (connections: TimedConnections): MarketQuestions => ({
  standing: () => connections.ask(async (sql) => ({ ...((await sql.unsafe<Standing[]>(STANDING))[0] as Standing) })),

  everything: () =>
    connections.ask((sql) =>
      sql.begin('isolation level repeatable read read only', async (one) => {
        const cursor = await cursorOf(one);
        if (!cursor) return NOTHING_STORED;
        const pools = await one.unsafe<PoolRow[]>(EVERY_POOL);
        const open = await one.unsafe<OpenRow[]>(OPEN_ROWS);
        return storedOf(cursor.sequence, { pools, open, orders: await one.unsafe<OpenOrderRow[]>(OPEN_ORDERS) });
      }),
    ),

  positions: (keys) =>
    connections.ask(async (sql) => {
      const rows = await sql<PositionRow[]>`
        SELECT ${sql.unsafe(columnsOf(POSITIONS, 'positions.'))}
        FROM unnest(${keys.map(({ account }) => account)}::text[], ${keys.map(({ pool }) => pool)}::text[])
            WITH ORDINALITY AS asked (account, pool, place)
          JOIN positions ON positions.account = asked.account AND positions.pool = asked.pool
        WHERE ${sql.unsafe(IS_OURS)} ORDER BY place`;
      return rows.map(toPosition);
    }),

  positionsOf: ({ account, after, limit }) =>
    connections.ask(async (sql) => {
      const rows = await sql<PositionRow[]>`
        SELECT ${sql.unsafe(columnsOf(POSITIONS))} FROM positions
        WHERE account = ${account} AND pool > ${after} AND ${sql.unsafe(IS_OURS)} ORDER BY pool LIMIT ${limit}`;
      return rows.map(toPosition);
    }),

  orders: (numbers) =>
    connections.ask(async (sql) => {
      const rows = await sql<OrderRow[]>`
        SELECT ${sql.unsafe(columnsOf(ORDERS))} FROM orders
        WHERE number = ANY (${[...numbers]}::bigint[]) AND ${sql.unsafe(IS_OURS)}`;
      return rows.map(toOrder);
    }),

  ordersOf: (asked) => connections.ask(async (sql) => (await ordersAfter(sql, asked)).map(toOrder)),

  candles: ({ pool, intervalMs, fromMs, toMs, limit }) =>
    connections.ask(async (sql) => {
      const rows = await sql<CandleTableRow[]>`
        SELECT ${sql.unsafe(columnsOf(CANDLES))} FROM candles
        WHERE ${ofPool(sql, pool)} AND interval_ms = ${intervalMs} AND start_ms >= ${fromMs} AND start_ms < ${toMs}
          AND ${sql.unsafe(IS_OURS)}
        ORDER BY start_ms LIMIT ${limit}`;
      return rows.map(toCandle);
    }),

  swappedStarts: ({ pool, intervalMs, fromMs, toMs, limit }) =>
    connections.ask(async (sql) => {
      const rows = await sql<{ start: number }[]>`
        SELECT start_ms AS start FROM candles
        WHERE ${ofPool(sql, pool)} AND interval_ms = ${intervalMs} AND start_ms >= ${fromMs} AND start_ms < ${toMs}
          AND open IS NOT NULL AND ${sql.unsafe(IS_OURS)}
        ORDER BY start_ms DESC LIMIT ${limit}`;
      return rows.map(({ start }) => start);
    }),

  figuresBefore: (pools, intervalMs, ms) =>
    connections.ask(async (sql) => {
      const rows = await sql<(FiguresRow | { sequence: null })[]>`
        SELECT stood.* FROM unnest(${[...pools]}::text[]) WITH ORDINALITY AS asked (address, place)
          LEFT JOIN pools ON pools.address = asked.address
          LEFT JOIN LATERAL (
            SELECT ${sql.unsafe(columnsOf(POOL_FIGURES))} FROM candles
            WHERE candles.pool = pools.number AND interval_ms = ${intervalMs} AND start_ms < ${ms}
              AND ${sql.unsafe(IS_OURS)}
            ORDER BY start_ms DESC LIMIT 1) AS stood ON true
        ORDER BY place`;
      return rows.map((row) => (row.sequence === null ? undefined : toFigures(row)));
    }),

  swapsOf: ({ pool, before, limit }) =>
    connections.ask(async (sql) => {
      const pieces = await sql<{ sequences: string }[]>`
        SELECT sequences FROM pool_swaps
        WHERE ${ofPool(sql, pool)} AND first < ${before} AND ${sql.unsafe(IS_OURS)}
        ORDER BY first DESC LIMIT ${limit}`;
      return swapsBefore(pieces, { before, limit });
    }),
});

/** Open ones first, then newest first. The account is part of the comparison, so that only the index by account fits. */
export const ordersAfter = (sql: Connection, { account, after, onlyOpen = false, limit, token, kind }: OrdersPage) => {
  const place = sql`${Number(after.isOpen)}::bigint, ${after.order}::bigint`;
  return sql<OrderRow[]>`
    SELECT ${sql.unsafe(columnsOf(ORDERS))} FROM orders
    WHERE ${
      account === undefined
        ? sql`(is_open, number) < (${place})`
        : sql`account = ${account} AND (account, is_open, number) < (${account}, ${place})`
    }
      AND is_open >= ${Number(onlyOpen)}::bigint AND ${sql.unsafe(kind === undefined ? 'true' : IS_KIND[kind])}
      AND ${token === undefined ? sql`true` : sql`${token} IN (token_a, token_b)`} AND ${sql.unsafe(IS_OURS)}
    ORDER BY is_open DESC, number DESC LIMIT ${limit}`;
};

/** The rows of the intervals in which each pool last changed; LIMIT forces a look-up for each. */
export const OPEN_ROWS = `
  SELECT found.* FROM pool_figures CROSS JOIN (${KEPT_INTERVALS}) AS kept
    CROSS JOIN LATERAL (
      SELECT ${columnsOf(CANDLES)} FROM candles
      WHERE candles.pool = pool_figures.pool AND interval_ms = ms
        AND start_ms = pool_figures.at_ms - pool_figures.at_ms % ms LIMIT 1) AS found
  ORDER BY pool_figures.pool, ms`;

const cursorOf = async (sql: Statements): Promise<CursorRow | undefined> => (await sql.unsafe<CursorRow[]>(CURSOR))[0];

const ofPool = (sql: Connection, pool: string) => sql`pool = (SELECT number FROM pools WHERE address = ${pool})`;
