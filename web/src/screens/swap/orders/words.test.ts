// The title, limit and price of an order as traders read them.
import { expect, test } from 'vitest';
import type { Order } from '../../../data/orders.ts';
import { averageOf, awayOf, levelOf, limitOf, priceFor, progressOf, titleOf } from './words.ts';

const orderOf = (fields: object): Order =>
  ({
    ...{ tokenA: 'ton', symbolA: 'TON', tokenB: 'usdt', symbolB: 'USDT', amountA: '100', kind: 'limit' },
    ...{ price: '2.6', minReceived: '260', triggerBelow: null, triggerAbove: null, amountB: null, ...fields },
  }) as unknown as Order;
const BUY = { tokenA: 'usdt', symbolA: 'USDT', tokenB: 'ton', symbolB: 'TON' };
/** 5 TON for at most 13 USDT; the exchange tells its prices in USDT for one TON. */
const EXACT = { ...BUY, amountA: '13', amountB: '5', minReceived: '5', price: '2.6' };
const STOP = { kind: 'stop', triggerBelow: '2.3', price: '0.00001', minReceived: '0.001' };

test.each<[object, string]>([
  [{}, 'Sell 100 TON at 2.6'],
  [{ price: null, minReceived: null }, 'Sell 100 TON for USDT'],
  [{ ...BUY, price: '0.44', minReceived: '44' }, 'Buy TON for 100 USDT at 2.2727'],
  [{ ...BUY, price: null, minReceived: null }, 'Buy TON for 100 USDT'],
  [EXACT, 'Buy 5 TON at 2.6 USDT or less'],
  [{ amountA: '40', amountB: '100', minReceived: '100', price: '0.4' }, 'Buy 100 USDT at 0.4 TON or less'],
  [STOP, 'Stop at 2.3: Sell 100 TON for USDT'],
  [{ ...STOP, price: '2.2', minReceived: '220' }, 'Stop at 2.3: Sell 100 TON at 2.2'],
  [{ ...BUY, ...STOP, triggerBelow: '0.4' }, 'Stop at 2.5: Buy TON for 100 USDT'],
  [{ kind: 'recurring', times: 10, every: 3600 }, 'In 10 parts: Sell 100 TON at 2.6'],
])('an order with %o has the title "%s"', (fields, title) => {
  const order = orderOf(fields);
  expect(titleOf(order, order.tokenA === 'usdt')).toBe(title);
});

test('a stop order does not show a limit far below its trigger; other limits are shown', () => {
  expect(limitOf(orderOf(STOP))).toBe(null);
  expect(limitOf(orderOf({ ...STOP, price: '0.0023' }))).toBe('0.0023');
  expect(limitOf(orderOf({ price: '0.00001' }))).toBe('0.00001');
});

test('an order for an exact amount has prices in tokenB for one tokenA like any other, and is counted in what it buys', () => {
  const order = orderOf({ ...EXACT, filledA: '5', receivedB: '2', averagePrice: '2.5' });
  expect(Number(limitOf(order))).toBeCloseTo(1 / 2.6, 15);
  expect(averageOf(order)).toMatch(/^0\.40*$/);
  expect(averageOf(orderOf({ ...EXACT, averagePrice: null }))).toBe(null);
  expect(progressOf(order)).toEqual({ filled: '2', amount: '5', symbol: 'TON' });
  expect(levelOf(order, ['ton', 'usdt'])).toMatchObject([{ price: 2.6, label: 'Buy 5 TON at 2.6 USDT or less' }]);
});

test('the price of a buy order and its distance from the market are shown inverted', () => {
  expect(priceFor(orderOf({}), '2.6', false)).toEqual({ price: '2.6 USDT', symbol: 'TON' });
  expect(priceFor(orderOf(BUY), '0.44', true)).toEqual({ price: '2.2727 USDT', symbol: 'TON' });
  expect(awayOf('0.25', false, 'market')).toContain('above');
  expect(awayOf('0.25', true, 'market')).toContain('20.00');
  expect(awayOf('0.25', true, 'market')).toContain('below');
});

test.each<[object, readonly ['ton' | 'usdt', 'ton' | 'usdt'], unknown]>([
  [{}, ['ton', 'usdt'], [2.6, 'Sell 100 TON at 2.6']],
  [{ ...BUY, price: '0.4', minReceived: '40' }, ['ton', 'usdt'], [2.5, 'Buy TON for 100 USDT at 2.5']],
  [{ ...BUY, price: '0.4', minReceived: '40' }, ['usdt', 'ton'], [0.4, 'Sell 100 USDT at 0.4']],
  [{ ...STOP, price: '2.2', minReceived: '220' }, ['ton', 'usdt'], [2.3, 'Stop at 2.3: Sell 100 TON at 2.2']],
  [
    { ...STOP, price: '2.2', minReceived: '220', triggered: {} },
    ['ton', 'usdt'],
    [2.2, 'Stop at 2.3: Sell 100 TON at 2.2'],
  ],
  [{ ...STOP, triggered: {} }, ['ton', 'usdt'], undefined],
  [{ price: null }, ['ton', 'usdt'], undefined],
  [{ tokenB: 'ston' }, ['ton', 'usdt'], undefined],
])('an order with %o has in a chart of %j the line %j', (fields, pair, line) => {
  const [level] = levelOf(orderOf(fields), pair);
  expect(level && [level.price, level.label]).toEqual(line);
});
