// Orders over HTTP: placing, listing, cancelling, permissions and limits. About 5 s.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { KEEPER } from '../../src/core/accounts.ts';
import { type Account, amount } from '../../src/core/amount.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { closeOrder, fillOrder, triggerOrder } from '../paper-orders.ts';
import { exact, send } from './client.ts';
import { keysOf } from './keys-of.ts';
import { openMarket } from './market.ts';
import { POLICY, type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const ROOM = { own: 5, all: 8 };
/** Disables immediate fills, so that a test decides what is filled. */
const withoutRoutes = (venue: Venue): Venue =>
  new Proxy(venue, {
    get(target, name) {
      if (name === 'fillAtOnce') return async () => undefined;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
let server: Server;
const keys: Record<string, string> = {};

beforeAll(async () => {
  server = await startServer({ auth: 'keys', orderLimits: ROOM, wrapVenue: withoutRoutes });
  Object.assign(keys, await keysOf(server, { local: 'operator', ann: 'trader', bob: 'trader', eve: 'trader' }));
  await openMarket(server, headersOf('local'));
  for (const account of ['ann', 'bob', 'eve'])
    for (const token of ['apple', 'bread'])
      await data('local', '/deposit', { account, token, amount: 100_000, reference: `start-${account}` });
});
afterAll(() => server.close());

const headersOf = (account: string) => ({ authorization: `Bearer ${keys[account]}` });
const ask = (account: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  send(server, { path, ...(body && { body }), headers: { ...headersOf(account), ...headers } });
const data = async (account: string, path: string, body?: object) => {
  const answer = await ask(account, path, body);
  expect(answer.status, answer.text).toBe(200);
  return exact(answer).data;
};
const code = async (account: string, path: string, body?: object) =>
  (await ask(account, path, body)).headers.get('error-code');
const place = (account: string, terms: object = {}) =>
  data(account, '/createOrder', { Pair, amount: { tokenA: 1000 }, price: 1.5, ...terms });
const held = async (account: string, token = 'apple') =>
  (await data(account, '/getBalances')).balances.find(({ address }: { address: string }) => address === token)?.balance;
/** Fills as the keeper would. */
const fill = (order: string, units: bigint, left: bigint, terms: Parameters<typeof fillOrder>[3] = {}) =>
  server.exchange.execute(KEEPER, fillOrder(Number(order), units, left, { account: 'ann' as Account, ...terms }));
/** An order of ann's with the shortest life in which this machine can place it. */
const placeShort = async (lifeMs = 30): Promise<{ orderId: string; order: string; expiresAt: string }> => {
  const expiresAt = new Date(Date.now() + lifeMs).toISOString();
  const answer = await ask('ann', '/createOrder', { Pair, amount: { tokenA: 1000 }, price: 1.5, expiresAt });
  return answer.headers.get('error-code') === 'deadline_passed' ? placeShort(2 * lifeMs) : exact(answer).data;
};
/** Closes the order once it has expired. */
const expire = async ({ order, expiresAt }: { order: string; expiresAt: string }) => {
  while (Date.now() <= Date.parse(expiresAt)) await sleep(5);
  const end = closeOrder(Number(order), { account: 'ann' as Account, reason: 'expired' });
  await server.exchange.execute(KEEPER, end);
};
const cancelAll = async () => {
  for (const { orderId } of (await data('local', '/getOrders?all=true&state=open')).orders)
    await data('local', '/cancelOrder', { orderId });
};

describe('a stop order', () => {
  const stop = (trigger: object, terms: object = {}) => place('ann', { kind: 'stop', price: 0.5, trigger, ...terms });

  test('is placed, listed with its trigger, triggered with evidence, filled and cancelled', async () => {
    const { orderId, order } = await stop({ below: 2.5, over: 0 }, { maxSlippage: 1 });
    const waiting = await data('ann', `/getOrder?orderId=${orderId}`);
    expect(waiting).toMatchObject({
      ...{ kind: 'stop', status: 'open', triggerBelow: '2.5', triggerAbove: null, over: '0', triggered: false },
      ...{
        maxSlippage: '1',
        average: null,
        averageFrom: null,
        averageTo: null,
        averageVia: null,
        averageSequence: null,
        left: '1000',
      },
    });
    await expect(fill(order, 400n, 1000n)).rejects.toThrow();
    const quoted = await data(
      'ann',
      '/quoteOrder?tokenA=apple&tokenB=bread&amount=1000&price=0.5&triggerBelow=2.5&over=0',
    );
    const price = BigInt(Math.round(Number(quoted.average) * 1e6));
    const average = [(price * 2n ** 192n) / 10_000n, 2n ** 192n] as const;
    const now = { nowMs: Date.now(), journal: { length: Number(order) } as never };
    const command = triggerOrder(Number(order), now, { average }, { account: 'ann' as Account });
    await server.exchange.execute(KEEPER, command);
    const triggered = await data('ann', `/getOrder?orderId=${orderId}`);
    expect(triggered).toMatchObject({ triggered: true, averageVia: '', averageSequence: order, status: 'open' });
    expect(Number(triggered.average)).toBeCloseTo(Number(quoted.average), 5);
    expect(triggered.averageFrom).toBe(triggered.averageTo);
    await fill(order, 400n, 1000n, { trigger: command.evidence });
    expect(await data('ann', '/cancelOrder', { orderId })).toMatchObject({ returned: '600' });
  });

  test('that was not triggered is cancelled as a whole, listed, and exported', async () => {
    const before = await held('ann');
    const { orderId } = await stop({ above: '1e9' });
    const { orders } = await data('ann', '/getOrders?state=open');
    expect(orders[0]).toMatchObject({
      orderId,
      kind: 'stop',
      triggerAbove: '1000000000',
      over: '60',
      triggered: false,
      maxSlippage: '0.03',
    });
    const csv = (await ask('ann', '/getOrders?format=csv')).text.split('\n');
    expect(csv[0]).toContain('triggerBelow,triggerAbove,over,triggered,average');
    expect(await data('ann', '/cancelOrder', { orderId })).toMatchObject({ returned: '1000' });
    expect(await held('ann')).toBe(before);
  });

  test('is quoted with the average price, and the distance of its trigger from that', async () => {
    const ask = (query: string) => data('ann', `/quoteOrder?tokenA=apple&tokenB=bread&amount=1000&price=0.5&${query}`);
    const plain = await ask('');
    expect(plain).toMatchObject({ average: null, triggerDistance: null, averageFrom: null });
    expect(plain).toMatchObject({ maxSlippage: null, recurringMaxSlippage: '0.01' });
    const { average } = await ask('triggerBelow=1&over=0');
    const far = [
      ['triggerBelow', 0.9, 0.1],
      ['triggerAbove', 1.1, 0.1],
      ['triggerBelow', 1.1, -0.1],
      ['triggerAbove', 0.9, -0.1],
    ] as const;
    for (const [name, times, distance] of far) {
      const told = await ask(`${name}=${(Number(average) * times).toFixed(12)}&over=0`);
      expect(Number(told.triggerDistance)).toBeCloseTo(distance, 9);
      expect(told.averageVia).toBe('');
    }
    // The pool is younger than an hour.
    expect(await ask('triggerBelow=1&over=3600')).toMatchObject({ average: null, triggerDistance: null });
  });

  test('repeated with its idempotency key gets the same answer, even if a token is paused by then', async () => {
    const body = { Pair, amount: { tokenA: 1000 }, price: 0.5, kind: 'stop', trigger: { below: 0.1 } };
    const key = { 'idempotency-key': 'stop-1' };
    const first = exact(await ask('ann', '/createOrder', body, key)).data;
    await data('local', '/updateToken', { address: 'apple', status: 'paused' });
    expect(exact(await ask('ann', '/createOrder', body, key)).data).toEqual(first);
    await data('local', '/updateToken', { address: 'apple', status: 'listed' });
    await data('ann', '/cancelOrder', { orderId: first.orderId });
  });
});

test('an order is placed, filled, listed and cancelled, to the unit', async () => {
  const before = BigInt(await held('ann'));
  const placed = await place('ann');
  expect(placed).toMatchObject({ amountA: '1000', minReceived: '1500', price: '1.5' });
  expect(Date.parse(placed.expiresAt) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  expect(BigInt(await held('ann'))).toBe(before - 1000n);
  const { orderId, order } = placed;
  const fresh = await data('ann', `/getOrder?orderId=${orderId}`);
  expect(fresh).toMatchObject({
    ...{ orderId, order, account: 'ann', kind: 'limit', ...Pair, symbolA: 'APPLE', symbolB: 'BREAD', parts: true },
    ...{ amountA: '1000', minReceived: '1500', price: '1.5', times: null, every: null, status: 'open' },
    ...{ filledA: '0', receivedB: '0', averagePrice: null, fills: '0', left: '1000', returned: '0' },
  });
  await fill(order, 400n, 1000n);
  const half = await data('ann', `/getOrder?orderId=${order}`);
  expect(half).toMatchObject({ status: 'open', filledA: '400', left: '600', fills: '1' });
  expect(Number(half.averagePrice)).toBeCloseTo(Number(half.receivedB) / 400, 9);
  expect(await data('ann', '/cancelOrder', { orderId })).toEqual({
    ...{ orderId, status: 'cancelled', returned: '600', transactionId: expect.any(String) },
  });
  expect(BigInt(await held('ann'))).toBe(before - 400n);
  expect(await data('ann', `/getOrder?orderId=${orderId}`)).toMatchObject({
    ...{ status: 'cancelled', filledA: '400', left: '0', returned: '600' },
  });
  const kinds = (await data('ann', '/getActivity?limit=3')).activity.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(['closeOrder', 'swap', 'placeOrder']);
});

test('cancelling a closed order is refused and says how the order ended, alone and in a bulk', async () => {
  const [filled, cancelled] = [await place('ann'), await place('ann')];
  const expired = await placeShort();
  await fill(filled.order, 1000n, 1000n);
  await data('ann', '/cancelOrder', { orderId: cancelled.orderId });
  await expire(expired);
  const ends = [
    [filled, 'The order is closed: it was filled.'],
    [cancelled, 'The order is closed: it was cancelled.'],
    [expired, 'The order is closed: it has expired.'],
  ] as const;
  for (const [{ orderId }, error] of ends) {
    const refused = await ask('ann', '/cancelOrder', { orderId });
    expect([refused.status, refused.headers.get('error-code')]).toEqual([422, 'order_closed']);
    expect(JSON.parse(refused.text)).toEqual({ error });
  }
  const items = ends.map(([{ orderId }]) => ({ call: 'cancelOrder', body: { orderId } }));
  const told = (await data('ann', '/bulk', { items })).items;
  expect(told.map(({ error }: { error: string }) => error)).toEqual(ends.map(([, error]) => error));
});

test('an order filled and cancelled at once ends in one of the two ways', async () => {
  for (let round = 0; round < 10; round++) {
    const { order, orderId } = await place('ann');
    const [filled, cancelled] = await Promise.allSettled([
      fill(order, 1000n, 1000n),
      ask('ann', '/cancelOrder', { orderId }),
    ]);
    const status = cancelled.status === 'fulfilled' ? cancelled.value.status : 0;
    expect(status === 200).toBe(filled.status === 'rejected');
    const end = (await data('ann', `/getOrder?orderId=${orderId}`)).status;
    expect(end).toBe(status === 200 ? 'cancelled' : 'filled');
  }
});

test('only the owner and operators see an order, or cancel it', async () => {
  const { orderId, order } = await place('ann');
  for (const id of [orderId, order]) {
    expect(await code('eve', `/getOrder?orderId=${id}`)).toBe('not_found');
    expect(await code('eve', '/cancelOrder', { orderId: id })).toBe('not_found');
  }
  expect((await data('eve', '/getOrders')).orders).toEqual([]);
  expect(await code('eve', '/getOrders?account=ann')).toBe('forbidden');
  expect(await code('eve', '/getOrders?all=true')).toBe('forbidden');
  expect((await data('local', '/getOrders?account=ann&state=open')).orders).toHaveLength(1);
  expect((await data('local', '/getOrders?all=true&state=open')).orders).toMatchObject([{ account: 'ann' }]);
  const before = BigInt(await held('ann'));
  await data('local', '/cancelOrder', { orderId });
  expect(BigInt(await held('ann'))).toBe(before + 1000n);
  // Ids that belong to no order.
  for (const id of ['1', '999999', 'x', '019a8a5c-2f3e-7000-8000-00004a1b2c3d'])
    expect(await code('local', '/cancelOrder', { orderId: id })).toBe('not_found');
});

test('operators find open orders by token and kind, page by page, and cancel them with a reason', async () => {
  await cancelAll();
  const limit = (await place('ann')).order;
  const back = { tokenA: 'bread', tokenB: 'corn' };
  const recurring = (await place('bob', { Pair: back, price: undefined, kind: 'recurring', times: 2, every: 60 }))
    .order;
  const stop = (await place('ann', { kind: 'stop', price: 0.5, trigger: { below: 0.1 } })).order;
  const open = async (query: string, who = 'local') =>
    (await data(who, `/getOrders?state=open&${query}`)).orders.map(({ order }: { order: string }) => order);
  expect(await open('all=true')).toEqual([stop, recurring, limit]);
  expect(await open('all=true&token=corn')).toEqual([recurring]);
  expect(await open('all=true&token=bread')).toEqual([stop, recurring, limit]);
  expect(await open('all=true&kind=limit')).toEqual([limit]);
  expect(await open('all=true&kind=stop&token=apple')).toEqual([stop]);
  expect(await open('account=bob&kind=stop')).toEqual([]);
  expect(await open('kind=stop', 'ann')).toEqual([stop]);
  const { orders, nextCursor } = await data('local', '/getOrders?all=true&state=open&token=apple&limit=1');
  expect(orders).toMatchObject([{ order: stop }]);
  expect(await open(`all=true&token=apple&cursor=${nextCursor}`)).toEqual([limit]);
  for (const query of ['all=true&token=corn', 'state=closed&kind=stop', 'kind=limit'])
    expect(await code('local', `/getOrders?${query}`)).toBe('invalid_request');
  const memo = 'BREAD is delisted on Monday';
  await data('local', '/cancelOrder', { orderId: stop, memo });
  const [seen] = (await data('ann', '/getActivity?kind=closeOrder&limit=1')).activity;
  expect(seen).toMatchObject({ order: stop, status: 'cancelled', actor: 'local', account: 'ann', memo });
  for (const bad of [' x', 'a\nb', 'x'.repeat(129), ''])
    expect(await code('local', '/cancelOrder', { orderId: limit, memo: bad })).toBe('invalid_request');
  await data('local', '/cancelOrder', { orderId: limit, memo: 'x'.repeat(128) });
  await data('bob', '/cancelOrder', { orderId: recurring });
  expect((await data('bob', '/getActivity?kind=closeOrder&limit=1')).activity[0].memo).toBeUndefined();
  await audit(server.store, () => {});
});

test('with a paused pool an order is placed but not filled, with a paused token it is refused, and both allow cancelling', async () => {
  const pool = (status: string) => data('local', '/setPoolStatus', { Pair, status });
  const token = (status: string) => data('local', '/updateToken', { address: 'bread', status });
  const low = { Pair, amount: { tokenA: 1000 }, price: 1.5 };
  await pool('paused');
  expect(
    await data('ann', `/quoteOrder?${new URLSearchParams({ ...Pair, amount: '1000', price: '1.5' })}`),
  ).toMatchObject({ marketPrice: null, distance: null, filledA: '0', left: '1000' });
  const { orderId, order } = await data('ann', '/createOrder', low);
  await expect(fill(order, 1000n, 1000n)).rejects.toMatchObject({ refusal: { code: 'pool_paused' } });
  await token('paused');
  expect(await code('ann', '/createOrder', low)).toBe('token_paused');
  expect(await data('ann', '/cancelOrder', { orderId })).toMatchObject({ returned: '1000' });
  await token('listed');
  await pool('listed');
});

describe('the limit of an order', () => {
  test.each<[string, object, string, string]>([
    ['from a price', { price: '2.51' }, '2510', '2.51'],
    ['from a price between two units, rounded up', { price: '0.100000001' }, '100.01', '0.10001'],
    ['from a price of many digits, rounded up', { price: `1.${'3'.repeat(50)}` }, '1333.34', '1.33334'],
    ['from minReceived', { minReceived: '2500.01' }, '2500.01', '2.50001'],
  ])('is computed %s, the same when quoted and placed', async (_, terms, minReceived, price) => {
    const body = { Pair, amount: { tokenA: 1000 }, ...terms };
    const placed = await data('bob', '/createOrder', body);
    expect(placed).toMatchObject({ minReceived, price });
    await data('bob', '/cancelOrder', { orderId: placed.orderId });
    const query = new URLSearchParams({ ...Pair, amount: '1000', ...terms });
    expect(await data('bob', `/quoteOrder?${query}`)).toMatchObject({ minReceived, price });
  });

  test('is quoted with its distance from the current price', async () => {
    const quote = (price: string, pair = Pair) =>
      data('bob', `/quoteOrder?${new URLSearchParams({ ...pair, amount: '1000', price })}`);
    const { marketPrice } = await quote('1');
    const same = await quote(marketPrice);
    expect(same).toMatchObject({ distance: '0' });
    expect(Number((await quote(`${2 * Number(marketPrice)}`)).distance)).toBeCloseTo(1, 3);
    expect(Number((await quote(`${Number(marketPrice) / 2}`)).distance)).toBeCloseTo(-0.5, 3);
    const alone = await quote('2', { tokenA: 'apple', tokenB: 'corn' });
    expect(alone).toMatchObject({ marketPrice: null, distance: null, filledA: '0', left: '1000' });
  });
});

test('a recurring order needs no limit, and ends after its last part was due', async () => {
  const terms = { price: undefined, kind: 'recurring', times: 60, every: 86_400 };
  const { orderId, expiresAt, minReceived } = await place('bob', terms);
  expect(minReceived).toBeNull();
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(60);
  expect(await data('bob', `/getOrder?orderId=${orderId}`)).toMatchObject({
    ...{ kind: 'recurring', times: '60', every: '86400', price: null, minReceived: null },
  });
  await data('bob', '/cancelOrder', { orderId });
});

describe('the number of open orders', () => {
  const keyed = (account: string, key: string) =>
    ask(account, '/createOrder', { Pair, amount: { tokenA: 1000 }, price: 1.5 }, { 'idempotency-key': key });

  test('is limited per account and in total, and a repeated request at the limit gets its first answer', async () => {
    await cancelAll();
    for (let at = 0; at < ROOM.own; at++) expect((await keyed('ann', `room-${at}`)).status).toBe(200);
    const refused = await keyed('ann', 'one-more');
    expect(refused.headers.get('error-code')).toBe('too_many');
    expect(JSON.parse(refused.text).error).toBe('You have 5 open orders, and may have 5; cancel some first.');
    const again = await keyed('ann', `room-${ROOM.own - 1}`);
    expect(again.status).toBe(200);
    const [{ orderId }] = (await data('ann', '/getOrders')).orders;
    expect(exact(again).data.orderId).toBe(orderId);
    for (let at = 0; at < ROOM.all - ROOM.own; at++) await place('bob');
    expect(await code('eve', '/createOrder', { Pair, amount: { tokenA: 1000 }, price: 1.5 })).toBe('too_many');
    await data('ann', '/cancelOrder', { orderId });
    await place('eve');
    await cancelAll();
  });

  test('is counted for a bulk as a whole', async () => {
    const item = { call: 'createOrder', body: { Pair, amount: { tokenA: 1000 }, price: 1.5 } };
    expect(await code('ann', '/bulk', { items: Array(ROOM.own + 1).fill(item) })).toBe('too_many');
    const { items } = await data('ann', '/bulk', { items: Array(ROOM.own).fill(item) });
    expect(items.map(({ status }: { status: string }) => status)).toEqual(Array(ROOM.own).fill('200'));
    await cancelAll();
  });
});

test('an order is changed by an atomic bulk: with all funds in orders, at the limit of open orders, once, and not if part was filled', async () => {
  await cancelAll();
  const first = await place('ann', { amount: { tokenA: Number(await held('ann')) - 1000 * (ROOM.own - 1) } });
  for (let at = 2; at < ROOM.own; at++) await place('ann');
  const last = await place('ann');
  expect(await held('ann')).toBe('0');
  const change = async (key: string, orderId: string, left: number, tokenA: number) => {
    const createOrder = { Pair, amount: { tokenA }, price: 50 };
    const items = [
      { call: 'cancelOrder', body: { orderId, left } },
      { call: 'createOrder', body: createOrder },
    ];
    const answer = await ask('ann', '/bulk', { atomic: true, items }, { 'idempotency-key': key });
    expect(answer.status, answer.text).toBe(200);
    return exact(answer).data.items;
  };
  const open = async () =>
    (await data('ann', '/getOrders?state=open')).orders.map(({ left }: { left: string }) => left);
  const items = await change('change', first.orderId, first.left, first.left);
  expect(items).toMatchObject([{ data: { returned: first.left } }, { data: { left: first.left } }]);
  expect(await change('change', first.orderId, first.left, first.left)).toEqual(items);
  expect(await open()).toEqual([first.left, '1000', '1000', '1000', '1000']);

  await fill(last.order, 400n, 1000n);
  const notDone = { status: '424', code: 'not_attempted' };
  expect(await change('moved', last.orderId, 1000, 500)).toMatchObject([
    { status: '422', code: 'order_moved' },
    notDone,
  ]);
  expect(await change('dear', last.orderId, 600, 601)).toMatchObject([notDone, { code: 'insufficient_funds' }]);
  expect((await open()).toSorted()).toEqual(['1000', '1000', '1000', '600', first.left]);
  await cancelAll();
});

test('getOrders lists open orders first, in pages and as a file', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 3; at++) ids.push((await place('ann')).orderId);
  await data('ann', '/cancelOrder', { orderId: ids[2] });
  const all = (await data('ann', '/getOrders')).orders as { orderId: string; status: string }[];
  expect(all.slice(0, 3).map(({ orderId }) => orderId)).toEqual([ids[1], ids[0], ids[2]]);
  const paged: string[] = [];
  for (let cursor = ''; cursor !== null; ) {
    const page = await data('ann', `/getOrders?limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...page.orders.map(({ orderId }: { orderId: string }) => orderId));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(all.map(({ orderId }) => orderId));
  const lines = (await ask('ann', '/getOrders?format=csv')).text.trim().split('\r\n');
  expect(lines).toHaveLength(all.length + 1);
  expect(lines[0]).toMatch(/^orderId,order,account,clientId,keyId,kind,/);
  const rows = (await ask('ann', '/getOrders?format=ndjson&state=open')).text.trim().split('\n');
  expect(rows.map((row) => JSON.parse(row).orderId)).toEqual([ids[1], ids[0]]);
  await cancelAll();
});

test('the same idempotency key places once and cancels once, also with the default expiry', async () => {
  const keyed = (path: string, body: object, key: string) => ask('ann', path, body, { 'idempotency-key': key });
  const body = { Pair, amount: { tokenA: 1000 }, price: 1.5 };
  const first = exact(await keyed('/createOrder', body, 'once')).data;
  expect(exact(await keyed('/createOrder', body, 'once')).data).toEqual(first);
  expect((await keyed('/createOrder', { ...body, price: 1.6 }, 'once')).headers.get('error-code')).toBe(
    'idempotency_key_reused',
  );
  const { orderId } = first;
  const done = exact(await keyed('/cancelOrder', { orderId }, 'end')).data;
  expect(exact(await keyed('/cancelOrder', { orderId }, 'end')).data).toEqual(done);
  await audit(server.store, () => {});
});

test('with ORDERS=off createOrder is refused, and whoami says so', async () => {
  const own = await startServer({ policy: { ...POLICY, orders: 'off' } });
  try {
    await openMarket(own);
    const body = { Pair, amount: { tokenA: 1000 }, price: 1.5 };
    expect((await send(own, { path: '/createOrder', body })).headers.get('error-code')).toBe('not_on_this_venue');
    const { orders, limits } = exact(await send(own, { path: '/whoami' })).data;
    expect([orders, limits.openOrders]).toEqual(['off', '200']);
  } finally {
    await own.close();
  }
});

test('an operator can pause placing orders; fills, cancelling and the repetition of an earlier request still work', async () => {
  const body = { Pair, amount: { tokenA: 1000 }, price: 1.5 };
  const keyed = () => ask('ann', '/createOrder', body, { 'idempotency-key': 'before-the-pause' });
  const { orderId, order } = exact(await keyed()).data;
  expect(await code('ann', '/setOrders', { orders: 'off' })).toBe('forbidden');
  for (const round of [1, 2]) {
    expect(await data('local', '/setOrders', { orders: 'off' }), `round ${round}`).toEqual({ orders: 'off' });
    expect((await data('ann', '/whoami')).orders).toBe('off');
    expect(await code('ann', '/createOrder', body)).toBe('not_on_this_venue');
  }
  expect(exact(await keyed()).data.orderId).toBe(orderId);
  const items = [
    { call: 'createOrder', body },
    { call: 'cancelOrder', body: { orderId } },
  ];
  await fill(order, 400n, 1000n);
  const told = (await data('ann', '/bulk', { items })).items;
  expect(told).toMatchObject([
    { code: 'not_on_this_venue', reasonCode: 'orders' },
    { status: '200', data: { returned: '600' } },
  ]);
  expect(await data('local', '/setOrders', { orders: 'on' })).toEqual({ orders: 'on' });
  await data('ann', '/cancelOrder', { orderId: (await place('ann')).orderId });
});

test('while nobody answers for market data, orders cannot be placed, but can be cancelled', async () => {
  const own = await startServer({ isUncounted: true });
  try {
    await openMarket(own);
    const body = { Pair, amount: { tokenA: 1000 }, price: 1.5 };
    expect((await send(own, { path: '/createOrder', body })).headers.get('error-code')).toBe('market_unavailable');
    const command = {
      ...{ kind: 'placeOrder', account: 'local' as Account, ...Pair, inParts: true },
      ...{ amountA: amount(1000n), minReceived: amount(150_000n) },
    } as never;
    const { transactionId: orderId } = await own.exchange.execute('local' as Account, command);
    for (const expected of [200, 422])
      expect((await send(own, { path: '/cancelOrder', body: { orderId } })).status).toBe(expected);
  } finally {
    await own.close();
  }
});
