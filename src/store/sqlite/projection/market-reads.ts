// Reads the market's rows from an SQLite file.
import type { MarketQuestions, Standing } from '../../../ports/projection.ts';
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
import type { Prepared, ProjectionConnection } from './connection.ts';

export const marketReads = (connection: ProjectionConnection): MarketQuestions => ({
  standing: async () => connection.ask((sql) => ({ ...(all<Standing>(sql, STANDING)[0] as Standing) })),

  everything: async () =>
    connection.askAtOneMoment((sql) => {
      const cursor = cursorOf(sql);
      if (!cursor) return NOTHING_STORED;
      return storedOf(cursor.sequence, {
        pools: all<PoolRow>(sql, EVERY_POOL),
        open: all<OpenRow>(sql, OPEN_ROWS),
        orders: all<OpenOrderRow>(sql, OPEN_ORDERS),
      });
    }),

  positions: async (keys) =>
    connection.askAtOneMoment((sql) =>
      keys.flatMap(({ account, pool }) => all<PositionRow>(sql, POSITION, account, pool).map(toPosition)),
    ),

  positionsOf: async ({ account, after, limit }) =>
    connection.ask((sql) => all<PositionRow>(sql, POSITIONS_OF, account, after, limit).map(toPosition)),

  orders: async (numbers) =>
    connection.askAtOneMoment((sql) =>
      numbers.flatMap((number) => all<OrderRow>(sql, ORDER, number).map((row) => toOrder(row))),
    ),

  ordersOf: async ({ account, after, onlyOpen = false, limit, token, kind }) =>
    connection.askAtOneMoment((sql) => {
      const filters = [
        ...(account === undefined ? [] : ['account = ?']),
        ...(token === undefined ? [] : ['? IN (token_a, token_b)']),
        ...(kind === undefined ? [] : [IS_KIND[kind]]),
      ];
      const values = [account, token].filter((value) => value !== undefined);
      const take = (isOpen: 0 | 1, before: number, most: number) =>
        all<OrderRow>(sql, ordersWhere(filters), ...values, isOpen, before, most);
      const open = after.isOpen ? take(1, after.order, limit) : [];
      const before = after.isOpen ? Number.MAX_SAFE_INTEGER : after.order;
      const closed = onlyOpen || open.length === limit ? [] : take(0, before, limit - open.length);
      return [...open, ...closed].map(toOrder);
    }),

  candles: async ({ pool, intervalMs, fromMs, toMs, limit }) =>
    connection.ask((sql) => all<CandleTableRow>(sql, CANDLES_OF, pool, intervalMs, fromMs, toMs, limit).map(toCandle)),

  swappedStarts: async ({ pool, intervalMs, fromMs, toMs, limit }) =>
    connection.ask((sql) =>
      all<{ start: number }>(sql, SWAPPED_STARTS, pool, intervalMs, fromMs, toMs, limit).map(({ start }) => start),
    ),

  figuresBefore: async (pools, intervalMs, ms) =>
    connection.ask((sql) =>
      pools.map((pool) => {
        const [row] = all<FiguresRow>(sql, FIGURES_BEFORE, pool, intervalMs, ms);
        return row && toFigures(row);
      }),
    ),

  swapsOf: async ({ pool, before, limit }) =>
    connection.ask((sql) => {
      const pieces = sql(SWAPS_OF).iterate(pool, before) as Iterable<unknown> as Iterable<{ sequences: string }>;
      return swapsBefore(pieces, { before, limit });
    }),
});

const all = <Row>(sql: Prepared, text: string, ...values: (string | number)[]): Row[] =>
  sql(text).all(...values) as unknown as Row[];

const cursorOf = (sql: Prepared): CursorRow | undefined => all<CursorRow>(sql, CURSOR)[0];

/** The rows of the intervals in which each pool last changed. */
const OPEN_ROWS = `
  SELECT ${columnsOf(CANDLES, 'candles.')} FROM pool_figures CROSS JOIN (${KEPT_INTERVALS})
    CROSS JOIN candles ON candles.pool = pool_figures.pool AND interval_ms = ms
      AND start_ms = pool_figures.at_ms - pool_figures.at_ms % ms
  ORDER BY candles.pool, interval_ms`;

const OF_POOL = 'pool = (SELECT number FROM pools WHERE address = ?)';

const POSITION = `SELECT ${columnsOf(POSITIONS)} FROM positions WHERE account = ? AND pool = ? AND ${IS_OURS}`;

const POSITIONS_OF = `
  SELECT ${columnsOf(POSITIONS)} FROM positions WHERE account = ? AND pool > ? AND ${IS_OURS} ORDER BY pool LIMIT ?`;

const ORDER = `SELECT ${columnsOf(ORDERS)} FROM orders WHERE number = ? AND ${IS_OURS}`;

/** Each state separately: with one comparison of both columns, SQLite would scan all rows before. */
const AFTER_PLACE = `is_open = ? AND number < ? AND ${IS_OURS} ORDER BY number DESC LIMIT ?`;
const ordersWhere = (filters: readonly string[]): string =>
  `SELECT ${columnsOf(ORDERS)} FROM orders WHERE ${[...filters, AFTER_PLACE].join(' AND ')}`;

const CANDLES_OF = `
  SELECT ${columnsOf(CANDLES)} FROM candles
  WHERE ${OF_POOL} AND interval_ms = ? AND start_ms >= ? AND start_ms < ? AND ${IS_OURS} ORDER BY start_ms LIMIT ?`;

const SWAPPED_STARTS = `
  SELECT start_ms AS start FROM candles
  WHERE ${OF_POOL} AND interval_ms = ? AND start_ms >= ? AND start_ms < ? AND open IS NOT NULL AND ${IS_OURS}
  ORDER BY start_ms DESC LIMIT ?`;

const FIGURES_BEFORE = `
  SELECT ${columnsOf(POOL_FIGURES)} FROM candles
  WHERE ${OF_POOL} AND interval_ms = ? AND start_ms < ? AND ${IS_OURS} ORDER BY start_ms DESC LIMIT 1`;

const SWAPS_OF = `
  SELECT sequences FROM pool_swaps WHERE ${OF_POOL} AND first < ? AND ${IS_OURS} ORDER BY first DESC`;
