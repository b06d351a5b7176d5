// The market rows of a PostgreSQL database, for the audit.
import type { CountedMarket } from '../../../ports/projection.ts';
import {
  COUNTED_CANDLES,
  COUNTED_FIGURES,
  COUNTED_ORDERS,
  COUNTED_PLACES,
  COUNTED_POSITIONS,
  COUNTED_SWAPS,
  CURSOR,
  type CursorRow,
  toCountedFigures,
  toCountedSwaps,
} from '../../rows/market-questions.ts';
import { type CandleTableRow, toCandle, toOrder, toPosition } from '../../rows/market-rows.ts';
import { CANDLES, columnsOf } from '../../rows/market-tables.ts';
import type { Connection } from '../connection.ts';

type RowsOf = <Row, Item>(query: string, toItem: (row: Row) => Item) => AsyncGenerator<Item>;

export async function countedMarket(sql: Connection, rowsOf: RowsOf): Promise<CountedMarket> {
  const [cursor] = await sql.unsafe<CursorRow[]>(CURSOR);
  return {
    cursor: cursor?.sequence ?? 0,
    countCursors: async () => (await sql.unsafe<{ count: number }[]>(COUNTED_PLACES))[0]?.count ?? 0,
    figures: () => rowsOf(COUNTED_FIGURES, toCountedFigures),
    async candles(keys) {
      const rows = await sql<(CandleTableRow | { sequence: null })[]>`
        SELECT found.*
        FROM unnest(
            ${keys.map(({ pool }) => pool)}::bigint[], ${keys.map(({ intervalMs }) => intervalMs)}::bigint[],
            ${keys.map(({ startMs }) => startMs)}::bigint[]) WITH ORDINALITY AS asked (pool, interval_ms, start_ms, place)
          LEFT JOIN LATERAL (
            SELECT ${sql.unsafe(columnsOf(CANDLES))} FROM candles
            WHERE candles.pool = asked.pool AND candles.interval_ms = asked.interval_ms
              AND candles.start_ms = asked.start_ms LIMIT 1) AS found ON true
        ORDER BY place`;
      return rows.map((row) => (row.sequence === null ? undefined : toCandle(row)));
    },
    countCandles: async () => (await sql.unsafe<{ count: number }[]>(COUNTED_CANDLES))[0]?.count ?? 0,
    positions: () => rowsOf(COUNTED_POSITIONS, toPosition),
    orders: () => rowsOf(COUNTED_ORDERS, toOrder),
    swaps: () => rowsOf(COUNTED_SWAPS, toCountedSwaps),
  };
}
