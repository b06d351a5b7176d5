// Reads the market's rows from an SQLite file.
import type { MarketQuestions } from '../../../ports/projection.ts';
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
import { IS_KIND, IS_OURS, KEPT_INTERVALS } from '../../sql/market.ts';
import type { ProjectionConnection } from './connection.ts';

export const marketReads = (connection: ProjectionConnection): MarketQuestions =>
  shared.marketReads(
    connection.database('counted again').ask,
    async (texts) => connection.askAtOneMoment((sql) => texts.map((text) => sql(text).all())),
    OPEN_ROWS,
    {
      positions: async (keys) =>
        connection.askAtOneMoment((sql) =>
          keys.flatMap(({ account, pool }) => sql(POSITION).all(account, pool).map(toPosition)),
        ),

      orders: async (numbers) =>
        connection.askAtOneMoment((sql) => numbers.flatMap((number) => sql(ORDER).all(number).map(toOrder))),

      ordersOf: async ({ account, after, onlyOpen = false, limit, token, kind }) =>
        connection.askAtOneMoment((sql) => {
          const filters = [
            ...(account === undefined ? [] : ['account = ?']),
            ...(token === undefined ? [] : ['? IN (token_a, token_b)']),
            ...(kind === undefined ? [] : [IS_KIND[kind]]),
          ];
          const values = [account, token].filter((value) => value !== undefined);
          const take = (isOpen: 0 | 1, before: number, most: number) =>
            sql(ordersWhere(filters)).all(...values, isOpen, before, most);
          const open = after.isOpen ? take(1, after.order, limit) : [];
          const before = after.isOpen ? Number.MAX_SAFE_INTEGER : after.order;
          const closed = onlyOpen || open.length === limit ? [] : take(0, before, limit - open.length);
          return [...open, ...closed].map(toOrder);
        }),

      figuresBefore: async (pools, intervalMs, ms) =>
        connection.ask((sql) =>
          pools.map((pool) => {
            const row = sql(FIGURES_BEFORE).get(pool, intervalMs, ms);
            return row && toFigures(row);
          }),
        ),

      pricesOf: async (pools, { intervalMs, fromMs, toMs }) =>
        connection.ask((sql) =>
          pools.flatMap((pool) =>
            sql(PRICES)
              .all(pool, intervalMs, fromMs, toMs)
              .map((row) => toPricedRow({ ...row, pool })),
          ),
        ),

      lastSwaps: async (pools) =>
        connection.ask((sql) =>
          pools.flatMap((pool) =>
            sql(LAST_SWAP)
              .all(pool)
              .map((row) => toLastSwap({ ...row, pool })),
          ),
        ),
    },
  );

const OPEN_ROWS = `
  SELECT ${CANDLES.list.replaceAll(/\w+/g, 'candles.$&')} FROM pool_figures CROSS JOIN (${KEPT_INTERVALS})
    CROSS JOIN candles ON candles.pool = pool_figures.pool AND interval_ms = ms
      AND start_ms = pool_figures.at_ms - pool_figures.at_ms % ms
  ORDER BY candles.pool, interval_ms`;

const POSITION = `SELECT ${POSITIONS.list} FROM positions WHERE account = ? AND pool = ? AND ${IS_OURS}`;

const ORDER = `SELECT ${ORDERS.list} FROM orders WHERE number = ? AND ${IS_OURS}`;

/** Reads open and closed orders by separate queries: if one compared both columns, SQLite would scan all rows before the page. */
const AFTER_PLACE = `is_open = ? AND number < ? AND ${IS_OURS} ORDER BY number DESC LIMIT ?`;
const ordersWhere = (filters: readonly string[]): string =>
  `SELECT ${ORDERS.list} FROM orders WHERE ${[...filters, AFTER_PLACE].join(' AND ')}`;

const OF_POOL = `pool = (SELECT number FROM pools WHERE address = ?) AND ${IS_OURS}`;

const PRICES = `
  SELECT ${PRICED_ROW} FROM candles
  WHERE ${OF_POOL} AND interval_ms = ? AND start_ms >= ? AND start_ms < ? AND open IS NOT NULL`;

const LAST_SWAP = `SELECT ${shared.LAST_SWAP} FROM pool_swaps WHERE ${OF_POOL} ORDER BY first DESC LIMIT 1`;

const FIGURES_BEFORE = `
  SELECT ${POOL_FIGURES.list} FROM candles
  WHERE pool = (SELECT number FROM pools WHERE address = ?) AND interval_ms = ? AND start_ms < ? AND ${IS_OURS}
  ORDER BY start_ms DESC LIMIT 1`;
