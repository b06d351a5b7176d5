// Orders that pools can fill when they are placed: filled in the same commit as far as possible, and reported in the answer.
import { afterEach, expect, test } from 'vitest';
import { KEEPER } from '../../src/core/accounts.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Completed } from '../../src/ports/venue/trading.ts';
import { fillOrder, placeOrder, setPoolStatus } from '../paper-orders.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function begin(options: ServerOptions = {}): Promise<Server> {
  const server = await startServer(options);
  open.push(server);
  await openMarket(server);
  return server;
}

async function place(server: Server, terms: object, key?: string) {
  const body = { Pair, amount: { tokenA: 1000 }, ...terms };
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const answer = await send(server, { path: '/createOrder', body, headers });
  expect(answer.status, answer.text).toBe(200);
  return exact(answer).data;
}
const quote = async (server: Server, terms: Record<string, string>) => {
  const query = new URLSearchParams({ ...Pair, amount: '1000', ...terms });
  return exact(await send(server, { path: `/quoteOrder?${query}` })).data;
};
const UNFILLED = { status: 'open', filledA: '0', receivedB: '0', averagePrice: null, fills: '0', left: '1000' };

test('the part of an order that pools can fill within its price is filled at once, as quoted, and the rest stays open', async () => {
  const server = await begin();
  const quoted = await quote(server, { price: '1.9' });
  expect(quoted).toMatchObject({ filledA: '1000', left: '0' });
  const filled = await place(server, { price: 1.9 }, 'all');
  expect(filled).toMatchObject({
    status: 'filled',
    filledA: '1000',
    receivedB: quoted.receivedB,
    fills: '1',
    left: '0',
  });
  expect(filled.averagePrice).toBe(quoted.averagePrice);
  // The fill directly follows the order in the journal.
  expect(Number(filled.sequence)).toBe(Number(filled.order) + 1);

  // Filled until the next unit would be below the limit.
  const far = { amount: { tokenA: 9000 }, price: 1.98 };
  const partly = await quote(server, { amount: '9000', price: '1.98' });
  expect(Number(partly.filledA)).toBeGreaterThan(0);
  expect(Number(partly.left)).toBeGreaterThan(0);
  const { orderId, ...part } = await place(server, far);
  expect(part).toMatchObject({ status: 'open', fills: '1' });
  expect([part.filledA, part.receivedB, part.left]).toEqual([partly.filledA, partly.receivedB, partly.left]);
  expect(exact(await send(server, { path: `/getOrder?orderId=${orderId}` })).data).toMatchObject({
    ...{ status: 'open', filledA: part.filledA, left: part.left, sequence: part.sequence },
  });

  // Repeated with its idempotency key, the request gets the same answer.
  expect(await place(server, { price: 1.9 }, 'all')).toEqual(filled);
});

test('the first part of a recurring order is sold at once only if the order allows any slippage (maxSlippage 1)', async () => {
  const server = await begin();
  const recurring = { kind: 'recurring', times: 4, every: 60 };
  expect(await place(server, recurring)).toMatchObject(UNFILLED);
  const free = await place(server, { ...recurring, maxSlippage: 1 });
  expect(free).toMatchObject({ status: 'open', filledA: '250', fills: '1', left: '750' });
});

test('an order is filled by the pools as quoted, although an open order of the other side would match it', async () => {
  const server = await begin();
  // It offers 1.96 bread for an apple, slightly less than the pools.
  const opposite = { Pair: { tokenA: 'bread', tokenB: 'apple' }, amount: { tokenA: 1960 }, minReceived: 1000 };
  expect(await place(server, opposite)).toMatchObject({ status: 'open', fills: '0' });
  const quoted = await quote(server, { price: '1.9' });
  expect(await place(server, { price: 1.9 })).toMatchObject({ status: 'filled', receivedB: quoted.receivedB });
});

test('an order that pools cannot fill at its price stays open, and createOrder in a bulk fills an order like a single call', async () => {
  const server = await begin();
  expect(await quote(server, { price: '2.5' })).toMatchObject({
    filledA: '0',
    receivedB: '0',
    averagePrice: null,
    left: '1000',
  });
  expect(await place(server, { price: 2.5 })).toMatchObject(UNFILLED);
  // Selling all of it moves the price too far, and partial fills are not allowed.
  const all = { amount: { tokenA: 8900 }, price: 1.98, parts: false };
  expect(await quote(server, { amount: '8900', price: '1.98', parts: 'false' })).toMatchObject({ filledA: '0' });
  expect(await place(server, all)).toMatchObject({ status: 'open', fills: '0' });
  const items = [{ call: 'createOrder', body: { Pair, amount: { tokenA: 10 }, price: 1.9 } }];
  const bulk = exact(await send(server, { path: '/bulk', body: { items } })).data.items;
  expect(bulk).toMatchObject([{ status: '200', data: { status: 'filled', filledA: '10', fills: '1', left: '0' } }]);
});

/** Three pools of 100,000 each, so that routes are split; `local` has ten times as much of each token. */
async function beginTriangle(options: ServerOptions = {}): Promise<Server> {
  const server = await startServer(options);
  open.push(server);
  const names = ['apple', 'bread', 'corn'];
  for (const address of names) {
    await send(server, { path: '/registerToken', body: { address, symbol: address.toUpperCase(), decimals: 2 } });
    const body = { account: 'local', token: address, amount: 1_200_000, reference: 'start' };
    await send(server, { path: '/deposit', body });
  }
  for (const [tokenA, tokenB] of [names.slice(0, 2), names.slice(1), [names[0], names[2]]]) {
    const body = { Pair: { tokenA, tokenB }, amount: { tokenA: 100_000, tokenB: 100_000 } };
    expect((await send(server, { path: '/provideLiquidity', body })).status).toBe(200);
  }
  return server;
}
const bulkOf = async (server: Server, atomic: boolean, ...items: readonly (readonly [string, object])[]) => {
  const body = { atomic, items: items.map(([call, body]) => ({ call, body: { Pair, ...body } })) };
  const { items: done } = exact(await send(server, { path: '/bulk', body })).data;
  return done as { status: string; code?: string; data: Record<string, string> }[];
};

test.each([{ atomic: true }, { atomic: false }])(
  'in a bulk, swaps and orders are filled by the pools as earlier items leave them, atomic: $atomic',
  async ({ atomic }) => {
    const server = await beginTriangle();
    const [sale, low] = [{ amount: { tokenA: 5000 } }, { price: 0.5 }];
    const done = await bulkOf(
      server,
      atomic,
      ['createOrder', { ...sale, ...low }],
      ['createSwap', sale],
      // Filled in part; the rest does not count for the next order.
      ['createOrder', { amount: { tokenA: 60_000 }, price: 0.75 }],
      ['createOrder', { ...sale, ...low, parts: false }],
      ['createSwap', sale],
      // The last order can be filled only after this swap.
      ['createSwap', { Pair: { tokenA: 'bread', tokenB: 'apple' }, amount: { tokenA: 80_000 }, maxPriceImpact: 0.9 }],
      ['createOrder', { amount: { tokenA: 1000 }, price: 1.2 }],
    );
    expect(done.map(({ status, code }) => code ?? status)).toEqual(Array(7).fill('200'));
    const orders = [0, 3, 6].map((at) => done[at]?.data);
    expect(orders).toMatchObject(orders.map(() => ({ status: 'filled', fills: '1', left: '0' })));
    expect(done[2]?.data).toMatchObject({ status: 'open', fills: '1' });
    const received = [0, 1, 3, 4].map((at) => Number(done[at]?.data.receivedB ?? done[at]?.data.received));
    expect(received).toEqual(received.toSorted((one, other) => other - one));
  },
);

test('in an atomic bulk, the amount returned by a cancelled order can be spent', async () => {
  const server = await beginTriangle();
  const { orderId } = await place(server, { amount: { tokenA: 1_000_000 }, price: 3 });
  const sale = { amount: { tokenA: 5000 } };
  const done = await bulkOf(
    server,
    true,
    ['cancelOrder', { Pair: undefined, orderId }],
    ['createSwap', sale],
    ['createSwap', sale],
  );
  expect(done.map(({ status, code }) => code ?? status)).toEqual(['200', '200', '200']);
});

test('createOrder repeated with its idempotency key gets the first answer, even after the order was filled and cancelled', async () => {
  const server = await begin();
  const items = [{ call: 'createOrder', body: { Pair, amount: { tokenA: 1000 }, price: 1.9 }, idempotencyKey: 'late' }];
  const bulk = async () => exact(await send(server, { path: '/bulk', body: { items } })).data.items[0].data;
  const set = (status: 'paused' | 'listed') => server.exchange.execute('local' as Account, setPoolStatus(status));
  await set('paused');
  const first = await bulk();
  expect(first).toMatchObject(UNFILLED);
  await set('listed');
  // The keeper fills a part of the order later, in another transaction.
  await server.exchange.execute(KEEPER, fillOrder(Number(first.order), 400n, 1000n, { account: 'local' as Account }));
  expect(await place(server, { price: 1.9 }, 'late')).toEqual(first);
  await send(server, { path: '/cancelOrder', body: { orderId: first.orderId } });
  expect(await place(server, { price: 1.9 }, 'late')).toEqual(first);
  expect(await bulk()).toEqual(first);
});

test('getSwaps and getSwap show a fill of an order by pools as a swap of its owner', async () => {
  const server = await begin();
  await send(server, { path: '/createSwap', body: { Pair, amount: { tokenA: 10 } } });
  const account = 'local' as Account;
  const { sequence } = (await server.exchange.execute(account, placeOrder(500n, 50_000n, { account }))) as Completed;
  const { transactionId } = (await server.exchange.execute(
    KEEPER,
    fillOrder(sequence, 500n, 500n, { account }),
  )) as Completed;
  const filled = { transactionId, account, amountA: '500', order: String(sequence) };
  const first = exact(await send(server, { path: '/getSwaps?limit=1' })).data;
  expect(first.swaps).toMatchObject([filled]);
  const next = exact(await send(server, { path: `/getSwaps?limit=1&cursor=${first.nextCursor}` })).data;
  expect(next.swaps).toMatchObject([{ account, amountA: '10' }]);
  expect(next.swaps[0]).not.toHaveProperty('order');
  expect(exact(await send(server, { path: `/getSwap?transactionId=${transactionId}` })).data).toMatchObject(filled);
});
