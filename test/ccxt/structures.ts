// The unified structures of ccxt, from its manual and types: the keys that each must have, and of which type.
import { expect } from 'vitest';

/** A type with `?` may be undefined, but its key must be there. */
const RANGE = { min: 'number?', max: 'number?' };
const FEE = { cost: 'number?', currency: 'string?' };

export const STRUCTURES = {
  currency: {
    ...{
      id: 'string',
      code: 'string',
      name: 'string',
      info: 'object',
      precision: 'number',
      type: 'string',
      fee: 'number?',
    },
    ...{ active: 'boolean', deposit: 'boolean', withdraw: 'boolean', fees: 'object', networks: 'object' },
    limits: { amount: RANGE, deposit: RANGE, withdraw: RANGE },
  },
  market: {
    ...{ id: 'string', symbol: 'string', base: 'string', quote: 'string', baseId: 'string', quoteId: 'string' },
    ...{ settle: 'undefined', settleId: 'undefined', type: 'string', info: 'object', active: 'boolean' },
    ...{
      spot: 'boolean',
      margin: 'boolean',
      swap: 'boolean',
      future: 'boolean',
      option: 'boolean',
      contract: 'boolean',
    },
    ...{
      linear: 'undefined',
      inverse: 'undefined',
      contractSize: 'undefined',
      expiry: 'undefined',
      strike: 'undefined',
    },
    ...{ taker: 'number', maker: 'number', percentage: 'boolean', tierBased: 'boolean', created: 'integer?' },
    precision: { amount: 'number', price: 'number', cost: 'number' },
    limits: { leverage: RANGE, amount: RANGE, price: RANGE, cost: RANGE },
  },
  ticker: {
    ...{ symbol: 'string', timestamp: 'integer', datetime: 'string', info: 'object', bid: 'number', ask: 'number' },
    ...{
      bidVolume: 'number?',
      askVolume: 'number?',
      vwap: 'number?',
      high: 'number?',
      low: 'number?',
      open: 'number?',
    },
    ...{ close: 'number', last: 'number', previousClose: 'number?', change: 'number?', percentage: 'number?' },
    ...{ average: 'number?', baseVolume: 'number', quoteVolume: 'number' },
  },
  orderBook: {
    ...{ symbol: 'string', timestamp: 'integer', datetime: 'string', nonce: 'integer', bids: 'array', asks: 'array' },
  },
  publicTrade: {
    ...{ id: 'string', info: 'object', timestamp: 'integer', datetime: 'string', symbol: 'string', order: 'undefined' },
    ...{
      type: 'undefined',
      side: 'side',
      takerOrMaker: 'undefined',
      price: 'number',
      amount: 'number',
      cost: 'number',
    },
    ...{ fee: FEE, fees: 'array' },
  },
  ownTrade: {
    ...{ id: 'string', info: 'object', timestamp: 'integer', datetime: 'string', symbol: 'string', order: 'string' },
    ...{ type: 'string?', side: 'side', takerOrMaker: 'string', price: 'number', amount: 'number', cost: 'number' },
    ...{ fee: { cost: 'number', currency: 'string' }, fees: 'array' },
  },
  order: {
    ...{
      id: 'string',
      clientOrderId: 'string?',
      info: 'object',
      timestamp: 'integer',
      datetime: 'string',
      symbol: 'string',
    },
    ...{ lastTradeTimestamp: 'integer?', lastUpdateTimestamp: 'integer?', type: 'string', timeInForce: 'string' },
    ...{ side: 'side', price: 'number', average: 'number?', amount: 'number', filled: 'number', remaining: 'number' },
    ...{ cost: 'number', status: 'string', postOnly: 'boolean', reduceOnly: 'undefined', triggerPrice: 'number?' },
    ...{ stopPrice: 'number?', trades: 'array', fee: 'any', fees: 'array' },
  },
  tradingFee: {
    ...{
      info: 'object',
      symbol: 'string',
      maker: 'number',
      taker: 'number',
      percentage: 'boolean',
      tierBased: 'boolean',
    },
  },
  status: { status: 'string', updated: 'integer?', eta: 'integer?', url: 'string?', info: 'object' },
};

type Shape = { readonly [key: string]: string | Shape };

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  string: (value) => typeof value === 'string' && value !== '',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  integer: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  object: (value) => typeof value === 'object' && value !== null,
  array: Array.isArray,
  side: (value) => value === 'buy' || value === 'sell',
  undefined: (value) => value === undefined,
};

/** The keys of a structure that are absent or of another type, and the rules of ccxt that its values break. */
export function faultsOf(shape: Shape, value: Record<string, unknown>, path = ''): string[] {
  const faults = Object.entries(shape).flatMap(([key, type]) => {
    const at = `${path}${key}`;
    if (!(key in value)) return [`${at} is absent`];
    const item = value[key];
    if (typeof type === 'object') return faultsOf(type, item as Record<string, unknown>, `${at}.`);
    const isOptional = type.endsWith('?');
    const mayBeNegative = key === 'change' || key === 'percentage';
    const seen = mayBeNegative && typeof item === 'number' ? Math.abs(item) : item;
    const isGood = (isOptional && item === undefined) || IS[type.replace('?', '')]?.(seen);
    return isGood ? [] : [`${at} is ${String(item)}, not ${type}`];
  });
  const { timestamp, datetime, amount, cost, price, filled, remaining, average } = value as Record<string, number>;
  const near = (one = 0, other = 0) => Math.abs(one - other) <= Math.abs(other) * 1e-9;
  if (timestamp !== undefined && new Date(timestamp).toISOString() !== (datetime as unknown))
    faults.push(`${path}datetime`);
  if ('takerOrMaker' in value && !near(cost, (price ?? 0) * (amount ?? 0)))
    faults.push(`${path}cost is not price · amount`);
  if ('remaining' in value && !near((filled ?? 0) + (remaining ?? 0), amount)) faults.push(`${path}remaining`);
  if (average !== undefined && 'filled' in value && !near(cost, average * (filled ?? 0))) faults.push(`${path}average`);
  return faults;
}

export const expectStructure = (name: keyof typeof STRUCTURES, value: unknown): void =>
  expect(faultsOf(STRUCTURES[name] as Shape, value as Record<string, unknown>), name).toEqual([]);
