// Reads the market's rows from a PostgreSQL database.
import type { MarketQuestions, OrdersPage } from '../../../ports/projection.ts';
import type { Row } from '../../rows/fields.ts';
import {
  CANDLES,
  ORDERS,
  POOL_FIGURES,
  POSITIONS,
  PRICED_ROW,
  toFigures,
  toLastSwap,
  toOrder,
  toPosition,
  toPricedRow,
} from '../../rows/market-tables.ts';
import * as shared from '../../sql/market.ts';
import { IS_KIND, IS_OURS, KEPT_INTERVALS, LAST_SWAP } from '../../sql/market.ts';
import type { Connection } from '../connection.ts';
import { databaseOf } from '../database.ts';
import type { TimedConnections } from '../timed-connections.ts';

export const marketReads = (connections: TimedConnections): MarketQuestions =>
  shared.marketReads(
    databaseOf((work) => connections.ask(work)).ask,
    (texts) =>
      connections.ask((sql) =>
        sql.begin('isolation level repeatable read read only', async (one) => {
          const found: Row[][] = [];
          for (const text of texts) found.push([...(await one.unsafe(text))]);
          return found;
        }),
      ),
    OPEN_ROWS,
    {
      positions: (keys) =>
        connections.ask(async (sql) => {
          const rows = await sql`
        SELECT ${sql.unsafe(POSITIONS.list.replaceAll(/\w+/g, 'positions.$&'))}
        FROM unnest(${keys.map(({ account }) => account)}::text[], ${keys.map(({ pool }) => pool)}::text[])
            WITH ORDINALITY AS asked (account, pool, place)
          JOIN positions ON positions.account = asked.account AND positions.pool = asked.pool
        WHERE ${sql.unsafe(IS_OURS)} ORDER BY place`;
          return rows.map(toPosition);
        }),

      orders: (numbers) =>
        connections.ask(async (sql) => {
          const rows = await sql`
        SELECT ${sql.unsafe(ORDERS.list)} FROM orders
        WHERE number = ANY (${[...numbers]}::bigint[]) AND ${sql.unsafe(IS_OURS)}`;
          return rows.map(toOrder);
        }),

      ordersOf: (asked) => connections.ask(async (sql) => (await ordersAfter(sql, asked)).map(toOrder)),

      figuresBefore: (pools, intervalMs, ms) =>
        connections.ask(async (sql) => {
          const rows = await sql`
        SELECT stood.* FROM unnest(${[...pools]}::text[]) WITH ORDINALITY AS asked (address, place)
          LEFT JOIN pools ON pools.address = asked.address
          LEFT JOIN LATERAL (
            SELECT ${sql.unsafe(POOL_FIGURES.list)} FROM candles
            WHERE candles.pool = pools.number AND interval_ms = ${intervalMs} AND start_ms < ${ms}
              AND ${sql.unsafe(IS_OURS)}
            ORDER BY start_ms DESC LIMIT 1) AS stood ON true
        ORDER BY place`;
          return rows.map((row) => (row.sequence === null ? undefined : toFigures(row)));
        }),

      pricesOf: (pools, { intervalMs, fromMs, toMs }) =>
        connections.ask(async (sql) => {
          const rows = await sql`
        SELECT asked.pool, found.* FROM unnest(${[...pools]}::text[]) AS asked (pool)
          CROSS JOIN LATERAL (
            SELECT ${sql.unsafe(PRICED_ROW)} FROM candles
            WHERE candles.pool = (SELECT number FROM pools WHERE address = asked.pool) AND interval_ms = ${intervalMs}
              AND start_ms >= ${fromMs} AND start_ms < ${toMs} AND open IS NOT NULL AND ${sql.unsafe(IS_OURS)}
            ORDER BY start_ms LIMIT ${MOST_ROWS}) AS found`;
          return rows.map(toPricedRow);
        }),

      lastSwaps: (pools) =>
        connections.ask(async (sql) => {
          const rows = await sql`
        SELECT asked.pool, found.* FROM unnest(${[...pools]}::text[]) AS asked (pool)
          CROSS JOIN LATERAL (
            SELECT ${sql.unsafe(LAST_SWAP)} FROM pool_swaps
            WHERE pool_swaps.pool = (SELECT number FROM pools WHERE address = asked.pool) AND ${sql.unsafe(IS_OURS)}
            ORDER BY first DESC LIMIT 1) AS found`;
          return rows.map(toLastSwap);
        }),
    },
  );

/** Orders, open ones first, then newest first. The account is part of the comparison, so that the server uses the index by account. */
export const ordersAfter = (sql: Connection, { account, after, onlyOpen = false, limit, token, kind }: OrdersPage) => {
  const place = sql`${Number(after.isOpen)}::bigint, ${after.order}::bigint`;
  return sql`
    SELECT ${sql.unsafe(ORDERS.list)} FROM orders
    WHERE ${
      account === undefined
        ? sql`(is_open, number) < (${place})`
        : sql`account = ${account} AND (account, is_open, number) < (${account}, ${place})`
    }
      AND is_open >= ${Number(onlyOpen)}::bigint AND ${sql.unsafe(kind === undefined ? 'true' : IS_KIND[kind])}
      AND ${token === undefined ? sql`true` : sql`${token} IN (token_a, token_b)`} AND ${sql.unsafe(IS_OURS)}
    ORDER BY is_open DESC, number DESC LIMIT ${limit}`;
};

/** As in `OPEN_ROWS`, and far more than the intervals that are asked for. */
const MOST_ROWS = 100_000;

/** LIMIT makes the server look up each candle by its key; for a plain join it might read the whole table. */
export const OPEN_ROWS = `
  SELECT found.* FROM pool_figures CROSS JOIN (${KEPT_INTERVALS}) AS kept
    CROSS JOIN LATERAL (
      SELECT ${CANDLES.list} FROM candles
      WHERE candles.pool = pool_figures.pool AND interval_ms = ms
        AND start_ms = pool_figures.at_ms - pool_figures.at_ms % ms LIMIT 1) AS found
  ORDER BY pool_figures.pool, ms`;
