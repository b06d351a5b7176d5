// clientId: an owner's own name for an order, by which a bot that has lost its memory finds and cancels it. About 2 s.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { asking } from './asking.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
let server: Server;
const keys: Record<string, string> = {};
const { ask, data } = asking(() => ({ server, keys }));
const errorOf = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked);
  return [answer.status, answer.headers.get('error-code'), JSON.parse(answer.text).error];
};
const order = (terms: object = {}) => ({ Pair, amount: { tokenA: 10 }, price: 9, clientId: 'bid-1', ...terms });

beforeAll(async () => {
  server = await startServer({ auth: 'keys' });
  for (const account of ['local', 'ann', 'bob']) {
    const role = account === 'local' ? 'operator' : 'trader';
    keys[account] = (await createKey(server.store, { account: account as Account, role }, 0)).key;
  }
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
  for (const account of ['ann', 'bob'])
    await data('local', '/deposit', { account, token: 'apple', amount: 5000, reference: account });
});
afterAll(() => server.close());

test('finds, fills and cancels an order, the open one before one that is over, and nobody else’s', async () => {
  const { orderId } = await data('ann', '/createOrder', order(), 'first');
  expect((await data('ann', '/createOrder', order(), 'first')).orderId).toBe(orderId);
  const { order: number, clientId } = await data('ann', '/getOrder?clientId=bid-1');
  expect(clientId).toBe('bid-1');
  expect(await errorOf('ann', '/createOrder', order({ price: 8 }))).toEqual([
    422,
    'reference_reused',
    `Your open order ${number} has the clientId bid-1; cancel that order first, or use another clientId.`,
  ]);
  const others = (await data('bob', '/createOrder', order())).orderId;
  expect((await data('bob', '/getOrder?clientId=bid-1')).orderId).toBe(others);
  expect((await data('ann', '/cancelOrder', { clientId: 'bid-1' })).orderId).toBe(orderId);
  // The newest, although it is over, until there is another.
  expect(await data('ann', '/getOrder?clientId=bid-1')).toMatchObject({ orderId, status: 'cancelled' });
  expect((await errorOf('ann', '/cancelOrder', { clientId: 'bid-1' })).slice(0, 2)).toEqual([422, 'order_closed']);
  const next = await data('ann', '/createOrder', order({ price: 1 }));
  expect(await data('ann', '/getOrder?clientId=bid-1')).toMatchObject({ orderId: next.orderId, status: 'filled' });
  const unnamed = await data('ann', '/createOrder', { Pair, amount: { tokenA: 10 }, price: 9 });
  const listed = (await data('ann', '/getOrders')).orders;
  expect(listed.map((one: { clientId: string | null }) => one.clientId)).toEqual([null, 'bid-1', 'bid-1']);
  await data('ann', '/createSwap', { Pair, amount: { tokenA: 1 } });
  const { fills } = await data('ann', '/getFills');
  expect(fills).toMatchObject([
    { orderId: null, clientId: null },
    { orderId: next.orderId, clientId: 'bid-1' },
  ]);
  await data('ann', '/cancelOrder', { orderId: unnamed.orderId });
  expect((await errorOf('local', '/getOrder?clientId=bid-1')).slice(0, 2)).toEqual([404, 'not_found']);
});

test('with an Idempotency-Key cancels the same order again, although another has the clientId by then', async () => {
  const { orderId } = await data('ann', '/createOrder', order());
  const cancelled = await data('ann', '/cancelOrder', { clientId: 'bid-1' }, 'cancel');
  expect(cancelled).toMatchObject({ orderId, returned: '10' });
  const back = { Pair: { tokenA: 'bread', tokenB: 'apple' }, amount: { tokenA: 5 }, price: 9, parts: false };
  await data('ann', '/createOrder', order(back));
  expect(await data('ann', '/cancelOrder', { clientId: 'bid-1' }, 'cancel')).toEqual(cancelled);
  expect((await errorOf('ann', '/cancelOrder', { clientId: 'bid-2' }, 'cancel')).slice(0, 2)).toEqual([
    404,
    'not_found',
  ]);
  expect((await data('ann', '/cancelOrder', { clientId: 'bid-1' })).returned).toBe('5');
});

test.each([
  ['', 400],
  ['a'.repeat(64), 200],
  ['a'.repeat(65), 400],
  ['A.b_c:d-9', 200],
  ['a b', 400],
  ['ä', 400],
  ['a"', 400],
])('of an order may be %j: %i', async (clientId, status) => {
  expect((await ask('ann', '/createOrder', order({ clientId }))).status).toBe(status);
  if (status === 200) await data('ann', '/cancelOrder', { clientId });
});

test('is given instead of the orderId, not with it', async () => {
  const both = 'Send either orderId or clientId.';
  expect(await errorOf('ann', '/getOrder')).toEqual([400, 'invalid_request', both]);
  expect(await errorOf('ann', '/cancelOrder', { orderId: '9', clientId: 'bid-1' })).toEqual([
    400,
    'invalid_request',
    both,
  ]);
});

test('is free again for the order that replaces its own in an atomic bulk', async () => {
  await data('ann', '/createOrder', order({ clientId: 'ask' }));
  const replace = (price: number, ...more: object[]) => ({
    atomic: true,
    items: [
      { call: 'cancelOrder', body: { clientId: 'ask' } },
      { call: 'createOrder', body: order({ clientId: 'ask', price }) },
      ...more,
    ],
  });
  await data('ann', '/bulk', replace(8), 'replace');
  const now = await data('ann', '/getOrder?clientId=ask');
  expect(now).toMatchObject({ status: 'open', price: '8' });
  const twice = replace(7, { call: 'createOrder', body: order({ clientId: 'ask', price: 6 }) });
  const { items } = await data('ann', '/bulk', twice, 'twice');
  expect(items.map(({ code }: { code: string }) => code)).toEqual([
    'not_attempted',
    'not_attempted',
    'reference_reused',
  ]);
  expect(await data('ann', '/getOrder?clientId=ask')).toEqual(now);
});
