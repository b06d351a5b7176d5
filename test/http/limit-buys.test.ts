// Limit orders for an exact amount (amount.tokenB) over HTTP: what is set aside, filled at once, given back and refused. About 2 s.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { KEEPER } from '../../src/core/accounts.ts';
import type { Account } from '../../src/core/amount.ts';
import { fillPurchase } from '../paper-orders.ts';
import { asking } from './asking.ts';
import { keysOf } from './keys-of.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

/** Apples have no decimals, bread has two; an apple costs two bread and the fees. */
const Pair = { tokenA: 'bread', tokenB: 'apple' };
let server: Server;
let keys: Record<string, string>;

const { ask, data } = asking(() => ({ server, keys }));
const code = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).headers.get('error-code');
const held = async (who: string, token: string) =>
  (await data(who, '/getBalances')).balances.find(({ address }: { address: string }) => address === token)?.balance;
const buy = (terms: object = {}) => ({ Pair, amount: { tokenB: 1000 }, price: 2.1, ...terms });

beforeAll(async () => {
  server = await startServer({ auth: 'keys' });
  keys = await keysOf(server, { local: 'operator', ann: 'trader', bob: 'trader' });
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
  for (const account of ['ann', 'bob'])
    await data('local', '/deposit', { account, token: 'bread', amount: 100_000, reference: account });
});
afterAll(() => server.close());

test('what the pools sell within the limit is bought at once: the exact amount, and the rest of what was set aside comes back', async () => {
  const before = Number(await held('ann', 'bread'));
  const filled = await data('ann', '/createOrder', buy(), 'all');
  expect(filled).toMatchObject({
    ...{ status: 'filled', amountA: '2100', amountB: '1000', minReceived: '1000', price: '2.1' },
    ...{ receivedB: '1000', fills: '1', left: '0' },
  });
  expect(await held('ann', 'apple')).toBe('1000');
  expect(Number(await held('ann', 'bread'))).toBeCloseTo(before - Number(filled.filledA), 6);
  const order = await data('ann', `/getOrder?orderId=${filled.orderId}`);
  expect(order).toMatchObject({ status: 'filled', amountB: '1000', filledA: filled.filledA });
  expect((Number(order.filledA) + Number(order.returned)).toFixed(2)).toBe('2100.00');
  expect(Number(order.averagePrice)).toBeCloseTo(Number(order.filledA) / 1000, 12);
  expect(Number(order.averagePrice)).toBeLessThan(2.1);
  // Repeated under its key, the request gets the same answer, and nothing is bought.
  expect(await data('ann', '/createOrder', buy(), 'all')).toEqual(filled);
  expect(await held('ann', 'apple')).toBe('1000');
});

test('what they do not waits, is filled in parts to the unit, and tells what is left', async () => {
  const placed = await data('bob', '/createOrder', buy({ price: undefined, maxPaid: 1500 }));
  expect(placed).toMatchObject({ status: 'open', amountA: '1500', price: '1.5', fills: '0', left: '1500' });
  const number = Number(placed.order);
  const events = { account: 'bob' as Account, ...Pair } as object;
  // Somebody sells apples until one costs less than 1.5.
  await data('local', '/deposit', { account: 'local', token: 'apple', amount: 300_000, reference: 'harvest' });
  await data('local', '/createSwap', {
    ...{ Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 300_000 }, minReceived: 1, maxPriceImpact: 1 },
  });
  const fill = (units: bigint, left: bigint, more: object = {}) =>
    server.exchange.execute(KEEPER, fillPurchase(number, units, left, { ...events, ...more }));
  const first = await fill(400n, 150_000n);
  const partly = await data('bob', `/getOrder?orderId=${placed.orderId}`);
  expect(partly).toMatchObject({ status: 'open', receivedB: '400', fills: '1', returned: '0' });
  expect((Number(partly.filledA) + Number(partly.left)).toFixed(2)).toBe('1500.00');
  const left = BigInt(Math.round(Number(partly.left) * 100));
  await expect(fill(601n, left, { lastFill: first.sequence })).rejects.toThrow();
  await fill(600n, left, { lastFill: first.sequence });
  const filled = await data('bob', `/getOrder?orderId=${placed.orderId}`);
  expect(filled).toMatchObject({ status: 'filled', receivedB: '1000', fills: '2', left: '0' });
  expect(Number(filled.returned)).toBeGreaterThan(0);
  expect(await held('bob', 'apple')).toBe('1000');
  const { fills } = await data('bob', `/getFills?order=${placed.orderId}`);
  expect(fills.map(({ amountB }: { amountB: string }) => amountB)).toEqual(['600', '400']);
  const { activity } = await data('bob', '/getActivity');
  expect(activity.find(({ kind }: { kind: string }) => kind === 'placeOrder')).toMatchObject({
    ...{ amountA: '1500', amountB: '1000' },
  });
  expect(await audit(server.store, () => {})).toBeDefined();
});

test('is cancelled and changed like any other: what is left comes back', async () => {
  const before = await held('ann', 'bread');
  const { orderId } = await data('ann', '/createOrder', buy({ price: 0.5 }));
  const items = [
    { call: 'cancelOrder', body: { orderId, left: 500 } },
    { call: 'createOrder', body: buy({ price: 0.4, amount: { tokenB: 500 } }) },
  ];
  const { items: results } = await data('ann', '/bulk', { atomic: true, items });
  expect(results[0].data).toMatchObject({ returned: '500' });
  const changed = results[1].data;
  expect(changed).toMatchObject({ status: 'open', amountA: '200', amountB: '500', price: '0.4' });
  expect(await data('ann', '/cancelOrder', { orderId: changed.orderId })).toMatchObject({ returned: '200' });
  expect(await held('ann', 'bread')).toBe(before);
});

test('postOnly refuses it if the pools would sell any of it, immediate returns what they do not', async () => {
  expect(await code('ann', '/createOrder', buy({ postOnly: true }))).toBe('would_fill');
  const { orderId } = await data('ann', '/createOrder', buy({ price: 0.5, postOnly: true }));
  await data('ann', '/cancelOrder', { orderId });
  const nothing = await data('ann', '/createOrder', buy({ price: 0.5, immediate: true }));
  expect(nothing).toMatchObject({ status: 'expired', receivedB: '0', returned: '500', left: '0' });
  const all = await data('ann', '/createOrder', buy({ immediate: true }));
  expect(all).toMatchObject({ status: 'filled', receivedB: '1000', left: '0' });
});

describe('the limit', () => {
  test('is the price times the amount, rounded down, so that it is never exceeded', async () => {
    // 3 · 0.333333 = 0.999999.
    const placed = await data('ann', '/createOrder', buy({ amount: { tokenB: 3 }, price: 0.333333, parts: false }));
    expect(placed).toMatchObject({ amountA: '0.99', amountB: '3', price: '0.33' });
    await data('ann', '/cancelOrder', { orderId: placed.orderId });
  });

  test.each<[string, object, string]>([
    ['no limit', { price: undefined }, 'invalid_request'],
    ['two limits', { maxPaid: 2000 }, 'invalid_request'],
    ['minReceived', { price: undefined, minReceived: 1000 }, 'invalid_request'],
    ['amounts of both tokens', { amount: { tokenA: 1, tokenB: 1 } }, 'invalid_request'],
    ['no amount', { amount: {} }, 'invalid_request'],
    ['maxPaid for a sale', { amount: { tokenA: 1 }, price: undefined, maxPaid: 1 }, 'invalid_request'],
    ['a recurring purchase', { kind: 'recurring', times: 2, every: 60 }, 'invalid_request'],
    ['a stop that buys an exact amount', { kind: 'stop', trigger: { above: 2 } }, 'invalid_request'],
    ['a price that pays no unit', { price: 0.000001 }, 'invalid_amount'],
    ['a price beyond every amount', { price: 1e35 }, 'invalid_amount'],
    ['less than 1000 units', { amount: { tokenB: 4 }, price: 2.49 }, 'order_too_small'],
    ['more than the owner has', { maxPaid: 100_001, price: undefined }, 'insufficient_funds'],
    ['a part of an apple', { amount: { tokenB: 0.5 } }, 'invalid_amount'],
  ])('is refused with %s', async (_, terms, refusal) => {
    expect(await code('ann', '/createOrder', buy(terms))).toBe(refusal);
  });

  test('of 1000 units is accepted', async () => {
    const { orderId } = await data(
      'ann',
      '/createOrder',
      buy({ amount: { tokenB: 4 }, price: undefined, maxPaid: 10, postOnly: false }),
    );
    expect(orderId).toEqual(expect.any(String));
  });
});
