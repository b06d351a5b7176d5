// Splits the market's rows of pools and orders into groups, each written at once.
import type { PoolAddress } from '../../core/amount.ts';
import type { OrderRecord } from '../../core/orders/record.ts';
import type { PoolRows } from '../../ports/projection.ts';
import type { Values } from './fields.ts';
import {
  CANDLES,
  candleValues,
  ORDERS,
  orderValues,
  POOL_FIGURES,
  POOL_SWAPS,
  POSITIONS,
  type Table,
} from './market-tables.ts';

/** Most swaps in one row of `pool_swaps`. */
const SWAPS_A_ROW = 256;

/** A row that is ready to be written, with its table. */
export type RowToWrite = readonly [Table, Values];

/** Yields the rows of whole pools in groups of about `atOnce`, built on demand; a pool without a number is left out. */
export function* inGroups(
  pools: readonly PoolRows[],
  atOnce: number,
  numberOf: (pool: PoolAddress) => number | undefined,
): Generator<readonly RowToWrite[]> {
  let group: RowToWrite[] = [];
  for (const rows of pools) {
    const number = numberOf(rows.pool);
    // A rewind of the journal may have removed the pool.
    if (number === undefined) continue;
    const ready = rowsOf(rows, number);
    if (group.length > 0 && group.length + ready.length > atOnce) {
      yield group;
      group = [];
    }
    group.push(...ready);
  }
  if (group.length > 0) yield group;
}

export function* ordersInGroups(orders: readonly OrderRecord[], atOnce: number): Generator<readonly RowToWrite[]> {
  for (let from = 0; from < orders.length; from += atOnce)
    yield orders.slice(from, from + atOnce).map((order) => [ORDERS, orderValues(order)] as const);
}

/** All rows of a pool; `number` is the pool's. */
function rowsOf(rows: PoolRows, number: number): readonly RowToWrite[] {
  const { figures, candles, positions, swaps } = rows;
  return [
    [POOL_FIGURES, POOL_FIGURES.valuesOf({ pool: number, ...figures })],
    ...candles.map((candle) => [CANDLES, candleValues(number, candle)] as const),
    ...positions.map(({ record, ...key }) => [POSITIONS, POSITIONS.valuesOf({ ...key, ...record })] as const),
    ...Array.from({ length: Math.ceil(swaps.length / SWAPS_A_ROW) }, (_, index) => {
      const sequences = swaps.slice(index * SWAPS_A_ROW, (index + 1) * SWAPS_A_ROW);
      const [first, last] = [sequences[0] as number, sequences.at(-1) as number];
      return [POOL_SWAPS, POOL_SWAPS.valuesOf({ pool: number, first, last, sequences })] as const;
    }),
  ];
}
