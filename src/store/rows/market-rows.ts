// Converts market records to rows and back.
import { type Account, type Amount, type PoolAddress, ppm, type TokenAddress } from '../../core/amount.ts';
import type { CandleRow, KeptInterval, Prices } from '../../core/market/candle.ts';
import type { PoolFigures } from '../../core/market/figures.ts';
import type { PositionRecord } from '../../core/market/position.ts';
import type { Price } from '../../core/market/price.ts';
import type { OrderRecord, OrderStatus } from '../../core/orders/record.ts';
import type { Trigger, Triggered } from '../../core/orders/trigger.ts';
import type { StoredPosition } from '../../ports/projection.ts';
import type { Values } from './market-tables.ts';

type FiguresText = Record<
  'reserve0' | 'reserve1' | 'supply' | 'cumulative0' | 'cumulative1' | 'volume0' | 'volume1' | 'fees0' | 'fees1',
  string
>;
export type FiguresRow = FiguresText & { sequence: number; at_ms: number; swaps: number };

export const toFigures = (row: FiguresRow): PoolFigures => ({
  sequence: row.sequence,
  atMs: row.at_ms,
  reserve0: BigInt(row.reserve0) as Amount,
  reserve1: BigInt(row.reserve1) as Amount,
  supply: BigInt(row.supply) as Amount,
  cumulative0: BigInt(row.cumulative0),
  cumulative1: BigInt(row.cumulative1),
  volume0: BigInt(row.volume0),
  volume1: BigInt(row.volume1),
  fees0: BigInt(row.fees0),
  fees1: BigInt(row.fees1),
  swaps: row.swaps,
});

export const figuresValues = (figures: PoolFigures): Values => [
  figures.sequence,
  figures.atMs,
  `${figures.reserve0}`,
  `${figures.reserve1}`,
  `${figures.supply}`,
  `${figures.cumulative0}`,
  `${figures.cumulative1}`,
  `${figures.volume0}`,
  `${figures.volume1}`,
  `${figures.fees0}`,
  `${figures.fees1}`,
  figures.swaps,
];

type PricesRow = Record<'open' | 'high' | 'low' | 'close', string | null>;
export type CandleTableRow = FiguresRow & PricesRow & { interval_ms: number; start_ms: number };

export const toCandle = (row: CandleTableRow): CandleRow => ({
  intervalMs: row.interval_ms as KeptInterval,
  startMs: row.start_ms,
  prices: pricesIn(row),
  end: toFigures(row),
});

const pricesIn = ({ open, high, low, close }: PricesRow): Prices | null =>
  open === null || high === null || low === null || close === null
    ? null
    : { open: priceIn(open), high: priceIn(high), low: priceIn(low), close: priceIn(close) };

export const candleValues = (pool: number, { intervalMs, startMs, prices, end }: CandleRow): Values => [
  pool,
  intervalMs,
  startMs,
  ...(prices
    ? [priceText(prices.open), priceText(prices.high), priceText(prices.low), priceText(prices.close)]
    : [null, null, null, null]),
  ...figuresValues(end),
];

/** A form that databases can parse as a number, and that is never longer than its digits. */
const priceText = ({ digits, exponent }: Price): string => `${digits}e${exponent}`;

function priceIn(text: string): Price {
  const at = text.indexOf('e');
  return { digits: BigInt(text.slice(0, at)), exponent: Number(text.slice(at + 1)) };
}

type PositionText = Record<
  | 'account'
  | 'pool'
  | 'lp_tokens'
  | 'cost0'
  | 'cost1'
  | 'base'
  | 'in0'
  | 'in1'
  | 'withdrawn0'
  | 'withdrawn1'
  | 'realised_fees0'
  | 'realised_fees1'
  | 'released0'
  | 'released1',
  string
>;
export type PositionRow = PositionText & { sequence: number };

export const toPosition = (row: PositionRow): StoredPosition => ({
  account: row.account as Account,
  pool: row.pool as PoolAddress,
  record: {
    sequence: row.sequence,
    lpTokens: BigInt(row.lp_tokens) as Amount,
    cost0: BigInt(row.cost0),
    cost1: BigInt(row.cost1),
    base: BigInt(row.base),
    in0: BigInt(row.in0),
    in1: BigInt(row.in1),
    withdrawn0: BigInt(row.withdrawn0),
    withdrawn1: BigInt(row.withdrawn1),
    realisedFees0: BigInt(row.realised_fees0),
    realisedFees1: BigInt(row.realised_fees1),
    released0: BigInt(row.released0),
    released1: BigInt(row.released1),
  },
});

export const positionValues = ({ account, pool, record }: StoredPosition): Values => {
  const { sequence, ...sums } = record;
  return [account, pool, sequence, ...POSITION_SUMS.map((name) => `${sums[name]}`)];
};

/** In the order of the columns. */
const POSITION_SUMS: readonly (keyof Omit<PositionRecord, 'sequence'>)[] = [
  'lpTokens',
  'cost0',
  'cost1',
  'base',
  'in0',
  'in1',
  'withdrawn0',
  'withdrawn1',
  'realisedFees0',
  'realisedFees1',
  'released0',
  'released1',
];

type OrderText = Record<
  | 'id'
  | 'account'
  | 'status'
  | 'token_a'
  | 'token_b'
  | 'amount_a'
  | 'min_received'
  | 'filled_a'
  | 'received_b'
  | 'returned',
  string
>;
type OrderNumbers = Record<
  'number' | 'sequence' | 'is_open' | 'in_parts' | 'placed_at_ms' | 'expires_at_ms' | 'fills',
  number
>;
export type OrderRow = OrderText &
  OrderNumbers & {
    times: number | null;
    every_ms: number | null;
    stop: string | null;
    triggered: string | null;
    max_slippage_ppm: number | null;
  };

export const toOrder = (row: OrderRow): OrderRecord => ({
  order: row.number,
  sequence: row.sequence,
  id: row.id,
  account: row.account as Account,
  status: row.status as OrderStatus,
  tokenA: row.token_a as TokenAddress,
  tokenB: row.token_b as TokenAddress,
  amountA: BigInt(row.amount_a) as Amount,
  minReceived: BigInt(row.min_received) as Amount,
  inParts: row.in_parts === 1,
  placedAtMs: row.placed_at_ms,
  expiresAtMs: row.expires_at_ms,
  ...(row.times !== null && row.every_ms !== null && { schedule: { times: row.times, everyMs: row.every_ms } }),
  filledA: BigInt(row.filled_a) as Amount,
  receivedB: BigInt(row.received_b) as Amount,
  fills: row.fills,
  returned: BigInt(row.returned) as Amount,
  ...(row.stop !== null && { trigger: read('price', row.stop) as Trigger }),
  ...(row.triggered !== null && { triggered: read('average', row.triggered) as Triggered }),
  ...(row.max_slippage_ppm !== null && { maxSlippagePpm: ppm(BigInt(row.max_slippage_ppm)) }),
});

/** JSON with the ratio `name` as two texts. */
const print = (name: string, record: object | undefined): string | null =>
  record
    ? JSON.stringify(record, (key, value) => (key === name ? [`${value.numerator}`, `${value.denominator}`] : value))
    : null;

function read(name: string, text: string): unknown {
  return JSON.parse(text, (key, value) => {
    if (key !== name) return value;
    const [numerator, denominator] = value as [string, string];
    return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
  });
}

/** In the order of the columns. */
export const orderValues = (order: OrderRecord): Values => [
  order.order,
  order.sequence,
  order.id,
  order.account,
  order.status === 'open' ? 1 : 0,
  order.status,
  order.tokenA,
  order.tokenB,
  `${order.amountA}`,
  `${order.minReceived}`,
  order.inParts ? 1 : 0,
  order.placedAtMs,
  order.expiresAtMs,
  order.schedule?.times ?? null,
  order.schedule?.everyMs ?? null,
  `${order.filledA}`,
  `${order.receivedB}`,
  order.fills,
  `${order.returned}`,
  print('price', order.trigger),
  print('average', order.triggered),
  order.maxSlippagePpm === undefined ? null : Number(order.maxSlippagePpm),
];

/** Delta encoding: the first sequence, then the distance from each to the next. */
export const swapsText = (sequences: readonly number[]): string =>
  sequences.map((sequence, index) => sequence - (sequences[index - 1] ?? 0)).join(',');

export function swapsIn(text: string): readonly number[] {
  let last = 0;
  return text.split(',').map((further) => {
    last += Number(further);
    return last;
  });
}
