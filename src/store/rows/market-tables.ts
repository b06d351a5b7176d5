// The tables of the market: their columns, and how rows are written to them, the same in every database.
import { type Account, type Amount, type PoolAddress, ppm, type TokenAddress } from '../../core/amount.ts';
import type { CandleRow, KeptInterval, Prices } from '../../core/market/candle.ts';
import type { PoolFigures } from '../../core/market/figures.ts';
import type { PositionKey, PositionRecord } from '../../core/market/position.ts';
import type { Price } from '../../core/market/price.ts';
import type { OrderRecord, OrderStatus } from '../../core/orders/record.ts';
import type { Trigger, Triggered } from '../../core/orders/trigger.ts';
import type { LastSwap, PricedRow, StoredPosition } from '../../ports/projection.ts';
import { columnsOf, digits, type Field, type Fields, flag, number, type Row, text, type Values } from './fields.ts';

export type Table = {
  readonly name: string;
  readonly key: readonly string[];
  /** The columns of the key come first. */
  readonly types: Readonly<Record<string, string>>;
  readonly list: string;
  /** A column: of two rows with the same key, the one with the greater value in this column is later. */
  readonly by: string;
};

const FIGURES: Fields<PoolFigures> = {
  sequence: number(),
  atMs: number(),
  reserve0: digits(),
  reserve1: digits(),
  supply: digits(),
  cumulative0: digits(),
  cumulative1: digits(),
  volume0: digits(),
  volume1: digits(),
  fees0: digits(),
  fees1: digits(),
  swaps: number(),
};

/** A price in scientific notation: databases can parse it as a number, and it needs no zeros to reach the decimal point. */
const price: Field<Price | null> = {
  type: 'text',
  toValue: (field) => field && `${field.digits}e${field.exponent}`,
  toField: (value: string | null) => {
    if (value === null) return null;
    const at = value.indexOf('e');
    return { digits: BigInt(value.slice(0, at)), exponent: Number(value.slice(at + 1)) };
  },
};

/** A price in a row that has one. */
const priceAlways = price as Field<Price>;

/** JSON in which the field `name`, a fraction of two bigints, is a list of two texts; null if there is no record. */
const withRatio = <T>(name: string): Field<T | null> => ({
  type: 'text',
  toValue: (field) =>
    field &&
    JSON.stringify(field, (key, value) => (key === name ? [`${value.numerator}`, `${value.denominator}`] : value)),
  toField: (stored: string | null) =>
    stored === null
      ? null
      : (JSON.parse(stored, (key, value) => {
          if (key !== name) return value;
          const [numerator, denominator] = value as [string, string];
          return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
        }) as T),
});

/** Delta encoding: the first sequence, then the distance from each to the next. */
const sequenceList: Field<readonly number[]> = {
  type: 'text',
  toValue: (sequences) => sequences.map((sequence, index) => sequence - (sequences[index - 1] ?? 0)).join(','),
  toField(stored: string) {
    let last = 0;
    return stored.split(',').map((further) => {
      last += Number(further);
      return last;
    });
  },
};

export const POOL_FIGURES = {
  name: 'pool_figures',
  key: ['pool'],
  by: 'sequence',
  ...columnsOf<PoolFigures & { readonly pool: number }>({ pool: number(), ...FIGURES }),
};

type StoredCandle = Pick<CandleRow, 'intervalMs' | 'startMs'> &
  PoolFigures & { readonly pool: number } & { readonly [Name in keyof Prices]: Prices[Name] | null };

export const CANDLES = {
  name: 'candles',
  key: ['pool', 'interval_ms', 'start_ms'],
  by: 'sequence',
  ...columnsOf<StoredCandle>({
    pool: number(),
    intervalMs: number<KeptInterval>(),
    startMs: number(),
    ...{ open: price, high: price, low: price, close: price },
    ...FIGURES,
  }),
};

/** A row holds several swaps of a pool. A write whose outcome was unknown is repeated from the same first swap, so it replaces its row. */
export const POOL_SWAPS = {
  name: 'pool_swaps',
  key: ['pool', 'first'],
  by: 'last',
  ...columnsOf({ pool: number(), first: number(), last: number(), sequences: sequenceList }),
};

export const POSITIONS = {
  name: 'positions',
  key: ['account', 'pool'],
  by: 'sequence',
  ...columnsOf<PositionKey & PositionRecord>({
    account: text<Account>(),
    pool: text<PoolAddress>(),
    sequence: number(),
    lpTokens: digits(),
    cost0: digits(),
    cost1: digits(),
    base: digits(),
    in0: digits(),
    in1: digits(),
    withdrawn0: digits(),
    withdrawn1: digits(),
    realisedFees0: digits(),
    realisedFees1: digits(),
    released0: digits(),
    released1: digits(),
  }),
};

export const ORDERS = {
  name: 'orders',
  key: ['number'],
  by: 'sequence',
  ...columnsOf({
    number: number(),
    sequence: number(),
    id: text(),
    account: text<Account>(),
    isOpen: flag,
    status: text<OrderStatus>(),
    tokenA: text<TokenAddress>(),
    tokenB: text<TokenAddress>(),
    amountA: digits<Amount>(),
    minReceived: digits<Amount>(),
    inParts: flag,
    placedAtMs: number(),
    expiresAtMs: number(),
    times: number<number | null>(),
    everyMs: number<number | null>(),
    filledA: digits<Amount>(),
    receivedB: digits<Amount>(),
    fills: number(),
    returned: digits<Amount>(),
    stop: withRatio<Trigger>('price'),
    triggered: withRatio<Triggered>('average'),
    maxSlippagePpm: number<number | null>(),
    clientId: text<string | null>(),
    placedAs: text<'postOnly' | 'immediate' | null>(),
    keyId: text<string | null>(),
    isPurchase: flag,
  }),
};

export const MARKET_TABLES: readonly Table[] = [POOL_FIGURES, CANDLES, POOL_SWAPS, POSITIONS, ORDERS];

/** The end of an INSERT: replaces an existing row only if the new one is later. */
export const laterWins = ({ name, key, types, by }: Table): string => {
  const changed = Object.keys(types).filter((column) => !key.includes(column));
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changed.map((column) => `${column} = excluded.${column}`).join(', ')}
    WHERE excluded.${by} > ${name}.${by}`;
};

export function toFigures(row: Row): PoolFigures {
  const { pool: _, ...figures } = POOL_FIGURES.recordOf(row);
  return figures;
}

export function toCandle(row: Row): CandleRow {
  const { pool: _, intervalMs, startMs, open, high, low, close, ...end } = CANDLES.recordOf(row);
  return { intervalMs, startMs, prices: open && high && low && close && { open, high, low, close }, end };
}

/** The columns that make a `PricedRow`, with its pool's address as `pool`. */
export const PRICED_ROW = 'start_ms, sequence, open, high, low, close';

export function toPricedRow(row: Row): PricedRow {
  const { pool, startMs, sequence, ...prices } = PRICES.recordOf(row);
  return { pool, startMs, sequence, prices };
}

export const toLastSwap = (row: Row): LastSwap => LAST_SWAP.recordOf(row);

const PRICES = columnsOf({
  pool: text<PoolAddress>(),
  ...{ startMs: number(), sequence: number() },
  ...{ open: priceAlways, high: priceAlways, low: priceAlways, close: priceAlways },
});
const LAST_SWAP = columnsOf({ pool: text<PoolAddress>(), sequence: number(), price: priceAlways });

export const candleValues = (pool: number, { prices, end, ...candle }: CandleRow): Values =>
  CANDLES.valuesOf({ pool, ...candle, ...(prices ?? { open: null, high: null, low: null, close: null }), ...end });

export function toPosition(row: Row): StoredPosition {
  const { account, pool, ...record } = POSITIONS.recordOf(row);
  return { account, pool, record };
}

export function toOrder(row: Row): OrderRecord {
  const {
    number: order,
    isOpen: _,
    times,
    everyMs,
    stop,
    triggered,
    maxSlippagePpm,
    clientId,
    placedAs,
    keyId,
    isPurchase,
    ...rest
  } = ORDERS.recordOf(row);
  return {
    order,
    ...rest,
    ...(times !== null && everyMs !== null && { schedule: { times, everyMs } }),
    ...(stop && { trigger: stop }),
    ...(triggered && { triggered }),
    ...(maxSlippagePpm !== null && { maxSlippagePpm: ppm(BigInt(maxSlippagePpm)) }),
    ...(clientId !== null && { clientId }),
    ...(placedAs !== null && { placedAs }),
    ...(keyId !== null && { keyId }),
    ...(isPurchase && { isPurchase }),
  };
}

export const orderValues = (order: OrderRecord): Values =>
  ORDERS.valuesOf({
    ...order,
    number: order.order,
    isOpen: order.status === 'open',
    times: order.schedule?.times ?? null,
    everyMs: order.schedule?.everyMs ?? null,
    stop: order.trigger ?? null,
    triggered: order.triggered ?? null,
    maxSlippagePpm: order.maxSlippagePpm === undefined ? null : Number(order.maxSlippagePpm),
    clientId: order.clientId ?? null,
    placedAs: order.placedAs ?? null,
    keyId: order.keyId ?? null,
    isPurchase: order.isPurchase ?? false,
  });
