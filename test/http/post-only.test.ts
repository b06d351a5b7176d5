// postOnly: an order that is refused if the pools would fill any of it in the commit that places it. About 3 s.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import type { Account } from '../../src/core/amount.ts';
import { swap } from '../paper-orders.ts';
import { asking, interrupted } from './asking.ts';
import { exact } from './client.ts';
import { keysOf } from './keys-of.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
let server: Server;
let keys: Record<string, string>;
/** Happens after the pools were asked what they would fill, and before the commit. */
let meanwhile: (() => Promise<unknown>) | undefined;

const own = asking(() => ({ server, keys }));
const ask = (path: string, body?: object, key?: string, who = 'ann') => own.ask(who, path, body, key);
const data = (path: string, body?: object, key?: string, who = 'ann') => own.data(who, path, body, key);
const answerTo = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked);
  return [answer.status, answer.headers.get('error-code') ?? exact(answer).data.status];
};
const order = (terms: object = {}) => ({ Pair, amount: { tokenA: 1000 }, price: 2, postOnly: true, ...terms });
const held = async () =>
  (await data('/getBalances')).balances.find(({ address }: { address: string }) => address === 'apple').balance;

beforeAll(async () => {
  server = await startServer({ auth: 'keys', wrapVenue: interrupted(() => meanwhile?.()) });
  keys = await keysOf(server, { local: 'operator', ann: 'trader', bob: 'trader' });
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
  for (const account of ['ann', 'bob'])
    for (const token of ['apple', 'bread'])
      await data('/deposit', { account, token, amount: 200_000, reference: account }, undefined, 'local');
});
beforeEach(async () => {
  meanwhile = undefined;
  await data('/cancelOrders', {});
});
afterAll(() => server.close());

// One apple buys 1.99 bread: the pool holds 1,000,000 apples and 2,000,000.00 bread, its fees are 0.3 %, and it rounds down.
test('is placed and shown as such above what the pools pay, and refused at what they pay, with nothing set aside', async () => {
  const before = await held();
  const { orderId, status, filledA } = await data('/createOrder', order({ price: 1.995 }));
  expect([status, filledA]).toEqual(['open', '0']);
  expect(await data(`/getOrder?orderId=${orderId}`)).toMatchObject({ postOnly: true, status: 'open' });
  await data('/cancelOrder', { orderId });
  expect((await data('/getOrders')).orders[0]).toMatchObject({ orderId, postOnly: true, status: 'cancelled' });
  const { orderId: plain } = await data('/createOrder', order({ price: 1.99, postOnly: false }));
  expect(await data(`/getOrder?orderId=${plain}`)).toMatchObject({ postOnly: false, fills: '1' });
  const left = await held();
  expect(await answerTo('/createOrder', order({ price: 1.98 }))).toEqual([422, 'would_fill']);
  expect(await held()).toBe(left);
  expect(before).not.toBe(left);
});

test('is judged as a whole if it may not be filled in parts', async () => {
  // 100,000 apples would buy 1.81 each.
  const large = { amount: { tokenA: 100_000 }, price: 1.9 };
  expect(await answerTo('/createOrder', order(large))).toEqual([422, 'would_fill']);
  expect(await answerTo('/createOrder', order({ ...large, parts: false }))).toEqual([200, 'open']);
});

test('is judged by the pools of the commit: what was true when they were asked does not count', async () => {
  const turn = (tokenA: string, tokenB: string, units: bigint) => () =>
    server.exchange.execute('bob' as Account, {
      ...swap(units, { account: 'bob' as Account }),
      ...({ tokenA, tokenB } as object),
    });
  // The price rises from below 2 to above it.
  meanwhile = turn('bread', 'apple', 2_000_000n);
  expect(await answerTo('/createOrder', order())).toEqual([422, 'would_fill']);
  // It falls from above 2 to below it, so the fill that was found is none any more.
  meanwhile = turn('apple', 'bread', 10_000n);
  expect(await answerTo('/createOrder', order())).toEqual([200, 'open']);
  // It falls so far that only the smallest fill of those that were found is left.
  meanwhile = undefined;
  const price = Number((await data('/quoteOrder?tokenA=apple&tokenB=bread&amount=100000&price=9')).marketPrice);
  const terms = { amount: { tokenA: 100_000 }, price: (price * 0.97).toFixed(6) };
  meanwhile = turn('apple', 'bread', 12_000n);
  expect(await answerTo('/createOrder', order(terms))).toEqual([422, 'would_fill']);
});

test('does not ask opposite orders, which match it as any other', async () => {
  const limit = { Pair: { tokenA: 'bread', tokenB: 'apple' }, amount: { tokenA: 10 }, price: 0.25, parts: false };
  await data('/createOrder', limit, undefined, 'bob');
  // Bob's order is one that it could meet, and no reason to refuse it.
  expect(await answerTo('/createOrder', order({ price: 3 }))).toEqual([200, 'open']);
});

test('gets the same answer again under its key, whatever the market does meanwhile', async () => {
  expect(await answerTo('/createOrder', order({ price: 1 }), 'refused')).toEqual([422, 'would_fill']);
  expect(await answerTo('/createOrder', order({ price: 1 }), 'refused')).toEqual([422, 'would_fill']);
  const placed = await data('/createOrder', order({ price: 2.2 }), 'placed');
  const bread = { Pair: { tokenA: 'bread', tokenB: 'apple' }, amount: { tokenA: 150_000 } };
  await data('/createSwap', bread, undefined, 'bob');
  expect(await answerTo('/createOrder', order({ price: 2.2 }))).toEqual([422, 'would_fill']);
  expect(await data('/createOrder', order({ price: 2.2 }), 'placed')).toEqual(placed);
  expect((await ask('/createOrder', order({ price: 2.2, postOnly: false }), 'placed')).headers.get('error-code')).toBe(
    'idempotency_key_reused',
  );
});

test('in a bulk is judged after the items before it, and takes an atomic one back', async () => {
  const body = (tokenA: string, tokenB: string, units: number) => ({
    Pair: { tokenA, tokenB },
    amount: { tokenA: units },
  });
  const price = Number((await data('/quoteOrder?tokenA=apple&tokenB=bread&amount=1000&price=9')).marketPrice);
  const items = (terms: object) => [
    { call: 'createSwap', body: body('bread', 'apple', 20_000) },
    { call: 'createOrder', body: order({ price: price.toFixed(6), ...terms }) },
  ];
  const before = await held();
  const refused = await data('/bulk', { atomic: true, items: items({}) });
  expect(refused.items.map(({ code }: { code: string }) => code)).toEqual(['not_attempted', 'would_fill']);
  expect(await held()).toBe(before);
  const { items: apart } = await data('/bulk', { items: items({}) });
  expect(apart.map(({ status }: { status: string }) => Number(status))).toEqual([200, 422]);
  const back = [
    { call: 'createSwap', body: body('apple', 'bread', 20_000) },
    items({ price: (price * 1.02).toFixed(6) })[1],
  ];
  expect((await data('/bulk', { atomic: true, items: back })).items[1].data).toMatchObject({ status: 'open' });
});

test.each(['recurring', 'stop'])('is no %s order', async (kind) => {
  const terms = kind === 'stop' ? { kind, trigger: { below: 1 } } : { kind, times: 2, every: 60 };
  const answer = await ask('/createOrder', order(terms));
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'postOnly belongs to a limit order.']);
});

test('leaves a journal that the audit passes', async () => {
  expect(await audit(server.store, () => {})).toMatchObject({ transactions: expect.any(Number) });
});
