// createSwap with `detail` answers the amounts of the swap; without, only what the interface says.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
let server: Server;
beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
});
afterAll(() => server.close());

const ask = async (path: string, body?: object, key?: string) =>
  exact(
    await send(server, {
      path,
      ...(body && { body }),
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    }),
  ).data;

test.each([
  ['an exact payment', { tokenA: 10 }],
  ['an exact result', { tokenB: 25 }],
])('of %s, as getSwap tells them', async (_, amount) => {
  const { transactionId, status, ...amounts } = await ask('/createSwap', { Pair, amount, detail: true });
  const { amountA, amountB } = await ask(`/getSwap?transactionId=${transactionId}`);
  expect([status, amounts]).toEqual(['completed', { amountA, amountB }]);
});

test('also of a request that repeats a key, with or without it the first time', async () => {
  const swap = { Pair, amount: { tokenA: 7 } };
  const plain = await ask('/createSwap', swap, 'first');
  expect(Object.keys(plain)).toEqual(['transactionId', 'status']);
  const detailed = await ask('/createSwap', { ...swap, detail: true }, 'first');
  expect(detailed).toEqual({ ...plain, amountA: '7', amountB: expect.stringMatching(/^1\d\.\d+$/) });
  expect(await ask('/createSwap', { ...swap, detail: true }, 'first')).toEqual(detailed);
  expect(await ask('/createSwap', { ...swap, detail: false }, 'first')).toEqual(plain);
});

test('in a bulk, of each item that asks for it', async () => {
  const item = (detail: object) => ({ call: 'createSwap', body: { Pair, amount: { tokenA: 3 }, ...detail } });
  const { items } = await ask('/bulk', { items: [item({ detail: true }), item({})] });
  expect(items.map(({ data }: { data: object }) => Object.keys(data))).toEqual([
    ['transactionId', 'status', 'amountA', 'amountB'],
    ['transactionId', 'status'],
  ]);
  const { amountB } = await ask(`/getSwap?transactionId=${items[0].data.transactionId}`);
  expect(items[0].data).toMatchObject({ amountA: '3', amountB });
});
