// The form is filled with what the order is: placed again as it stands, it has the same limit, trigger and schedule.
import { expect, test } from 'vitest';
import type { Order } from '../../../../data/orders.ts';
import { changeQuery, nextPartMs, partsLeft } from './link.ts';

const TOKENS = {
  ton: { address: 'ton', symbol: 'TON', decimals: 9 },
  usdt: { address: 'usdt', symbol: 'USDT', decimals: 6 },
};
const tokens = { get: (address: string) => TOKENS[address as 'ton'] };

const orderOf = (fields: object): Order =>
  ({
    ...{ orderId: 'id', kind: 'limit', tokenA: 'ton', symbolA: 'TON', tokenB: 'usdt', symbolB: 'USDT', amountA: '100' },
    ...{ left: '60', price: '2.6', minReceived: '260', parts: true, times: null, every: null, over: null },
    ...{
      amountB: null,
      triggerBelow: null,
      triggerAbove: null,
      maxSlippage: null,
      expiresAt: '2026-12-01T10:30:45.000Z',
      ...fields,
    },
  }) as unknown as Order;
const BUY = { tokenA: 'usdt', symbolA: 'USDT', tokenB: 'ton', symbolB: 'TON' };
const STOP = { kind: 'stop', price: '0.00001', minReceived: '0.001', over: 60, maxSlippage: '0.03' };
const RECURRING = { kind: 'recurring', price: null, minReceived: null, times: 10, every: 86_400, maxSlippage: '0.01' };

test.each<[string, object, object]>([
  [
    'a sale: what is left, at its price',
    {},
    { mode: 'limit', pay: 'ton', receive: 'usdt', amount: '60', price: '2.6' },
  ],
  [
    'a price that the answer cut',
    { amountA: '3', price: '0.333333333333333333', minReceived: '1' },
    { price: '0.3333333' },
  ],
  ['a price of three decimals, which could be read as thousands', { minReceived: '262.5' }, { price: '2.6250' }],
  ['a purchase: the typed price', { ...BUY, minReceived: '44.000528007', price: '0.44' }, { price: '2.2727' }],
  ['a purchase at 3: 100 ÷ 33.33…', { ...BUY, minReceived: '33.333333334', price: '0.33' }, { price: '3' }],
  [
    'an order for an exact amount: what it lacks of that, at the typed price',
    { ...BUY, amountA: '0.866666', amountB: '0.333333333', minReceived: '0.333333333', receivedB: '0.3', left: '8' },
    { side: 'receive', amount: '0.033333333', price: '2.6', left: '8' },
  ],
  ['all or nothing', { parts: false }, { whole: 'yes' }],
  [
    'a stop below, without a limit',
    { ...STOP, triggerBelow: '2.3' },
    { stop: '2.3', when: 'below', over: '1', guard: '3' },
  ],
  [
    'a stop with a limit',
    { ...STOP, triggerBelow: '2.3', price: '2.2', minReceived: '220' },
    { limit: 'yes', price: '2.2' },
  ],
  ['a buying stop', { ...BUY, ...STOP, triggerBelow: '0.333333333333333333' }, { stop: '3', when: 'above' }],
  ['a buying stop on a fall', { ...BUY, ...STOP, triggerAbove: '0.4' }, { stop: '2.5', when: 'below' }],
  ['a stop of a program', { ...STOP, triggerAbove: '9', over: 30, maxSlippage: '1' }, { over: '0.5', guard: '100' }],
  ['a schedule: the parts left', RECURRING, { times: '6', every: '1', unit: 'day', guard: '1' }],
  ['a schedule of 90 seconds', { ...RECURRING, every: 90 }, { every: '90', unit: 'second' }],
  [
    'a schedule of two hours with a limit',
    { ...RECURRING, every: 7200, price: '2.6', minReceived: '260' },
    { every: '2', unit: 'hour', limit: 'yes', price: '2.6' },
  ],
])('%s', (_, fields, query) => {
  const order = orderOf(fields);
  expect(changeQuery(order, order.tokenA === 'usdt', tokens)).toMatchObject({ change: 'id', left: '60', ...query });
});

test("the expiry is the order's, to the minute, in the reader's time zone; fields of other kinds are left out", () => {
  const { until, ...query } = changeQuery(orderOf({}), false, tokens);
  expect(new Date(String(until)).toISOString()).toBe('2026-12-01T10:30:00.000Z');
  expect(Object.keys(query).sort()).toEqual([
    'amount',
    'change',
    'ends',
    'left',
    'mode',
    'pay',
    'price',
    'receive',
    'side',
  ]);
});

test.each([
  ['60', 10, '6'],
  ['61', 10, '7'],
  ['100', 3, '3'],
  // The last part takes what rounding left.
  ['66.666666667', 3, '2'],
  ['10', 10, '2'],
])('%s left of 100 in %i parts are %s parts', (left, times, count) => {
  expect(partsLeft({ left, amountA: '100', times } as never)).toBe(count);
});

test.each<[string, string, object, string | null]>([
  ['four of ten parts sold', '60', {}, '2026-12-05T12:00:00.000Z'],
  ['a part that is sold in half: it is due since yesterday', '65', {}, null],
  ['a part that has waited for its limit', '70', {}, null],
  ['the last part, with what rounding left', '10.000000001', {}, '2026-12-10T12:00:00.000Z'],
  ['another kind of order', '60', { times: null, every: null }, null],
])('the next part: %s', (_, left, fields, due) => {
  const order = orderOf({ ...RECURRING, left, createdAt: '2026-12-01T12:00:00.000Z', ...fields });
  const nextMs = nextPartMs(order, Date.parse('2026-12-04T13:00:00.000Z'));
  expect(nextMs && new Date(nextMs).toISOString()).toBe(due);
});
