// The market rows of an SQLite file, for the audit.
import type { DatabaseSync } from 'node:sqlite';
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

export function countedMarket(db: DatabaseSync): CountedMarket {
  const candle = db.prepare(
    `SELECT ${columnsOf(CANDLES)} FROM candles WHERE pool = ? AND interval_ms = ? AND start_ms = ?`,
  );
  function* rowsOf<Row, Item>(query: string, toItem: (row: Row) => Item): Generator<Item> {
    for (const row of db.prepare(query).iterate() as Iterable<unknown>) yield toItem(row as Row);
  }
  return {
    cursor: (db.prepare(CURSOR).get() as CursorRow | undefined)?.sequence ?? 0,
    countCursors: async () => (db.prepare(COUNTED_PLACES).get() as { count: number }).count,
    figures: () => rowsOf(COUNTED_FIGURES, toCountedFigures),
    candles: async (keys) =>
      keys.map(({ pool, intervalMs, startMs }) => {
        const row = candle.get(pool, intervalMs, startMs) as CandleTableRow | undefined;
        return row && toCandle(row);
      }),
    countCandles: async () => (db.prepare(COUNTED_CANDLES).get() as { count: number }).count,
    positions: () => rowsOf(COUNTED_POSITIONS, toPosition),
    orders: () => rowsOf(COUNTED_ORDERS, toOrder),
    swaps: () => rowsOf(COUNTED_SWAPS, toCountedSwaps),
  };
}
