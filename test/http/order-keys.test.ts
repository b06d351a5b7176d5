// The key that placed an order is recorded with it. About 2 s.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const ann = 'ann' as Account;
let server: Server;
let [first, second] = [
  { id: '', key: '' },
  { id: '', key: '' },
];
const order = { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 10 }, price: 9 };
const ask = (path: string, headers: Record<string, string>, body?: object) =>
  send(server, { path, headers, ...(body && { body }) });
const data = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked);
  expect(answer.status, answer.text).toBe(200);
  return exact(answer).data;
};
const by = ({ key }: { key: string }, idempotencyKey?: string) => ({
  authorization: `Bearer ${key}`,
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
});

beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
  await data('/deposit', {}, { account: ann, token: 'apple', amount: 5000, reference: 'start' });
  const made = () => createKey(server.store, { account: ann, role: 'trader' }, 0);
  [first, second] = [await made(), await made()];
});
afterAll(() => server.close());

test('an order tells the key that placed it, which is no part of the request', async () => {
  const placed = await data('/createOrder', by(first, 'one'), order);
  expect(await data('/createOrder', by(second, 'one'), order)).toEqual(placed);
  expect(await data(`/getOrder?orderId=${placed.orderId}`, by(second))).toMatchObject({ keyId: first.id });
  const { items } = await data('/bulk', by(second), { items: [{ call: 'createOrder', body: order }] });
  expect(items[0].data.status).toBe('open');
  expect((await data('/getOrders', by(first))).orders.map(({ keyId }: { keyId: string }) => keyId)).toEqual([
    second.id,
    first.id,
  ]);
});

test('an order that was placed with a session, or without a key, tells none', async () => {
  const signedIn = await ask('/signIn', {}, { key: first.key });
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] as string;
  for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
    const { orderId } = await data('/createOrder', headers, order);
    expect(await data(`/getOrder?orderId=${orderId}`, headers)).toMatchObject({ keyId: null, status: 'open' });
  }
});
