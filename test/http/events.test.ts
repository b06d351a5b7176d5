// Events: complete, in order, once each, and nothing private of other accounts.
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { EVENT_KINDS, EventsRecord, PRIVATE_KINDS } from '../../src/contract/events.ts';
import { KEEPER } from '../../src/core/accounts.ts';
import { type Account, amount } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import { closeOrder, fillOrder, matchOrders, placeOrder, triggerOrder } from '../paper-orders.ts';
import { exact, send } from './client.ts';
import { EventStream, type SseEvent, until } from './event-stream.ts';
import { openMarket } from './market.ts';
import { faultOf, type Schema } from './openapi-walk.ts';
import { type Server, startServer } from './server.ts';

/** Kinds of events that happen only on a chain. */
const OF_A_CHAIN: readonly string[] = ['settlementFailed', 'takeBack'];

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const upTo = (head: number) => Array.from({ length: head }, (_, at) => at + 1);

let server: Server;
let keys: Readonly<Record<'operator' | 'alice' | 'bob' | 'shop', { readonly id: string; readonly key: string }>>;
const bearer = ({ key }: { readonly key: string }) => ({ authorization: `Bearer ${key}` });
const post = async (as: { readonly key: string }, path: string, body: object) =>
  exact(await send(server, { path, body, headers: bearer(as) })).data;

beforeAll(async () => {
  server = await startServer({ auth: 'keys', eventHeartbeatMs: 20 });
  const make = (account: string, role: Role) => createKey(server.store, { account: account as Account, role }, 0);
  keys = {
    operator: await make('local', 'operator'),
    alice: await make('alice', 'trader'),
    bob: await make('bob', 'trader'),
    shop: await make('shop', 'trader'),
  };
  await openMarket(server, bearer(keys.operator));
  const { operator, alice, bob } = keys;
  for (const account of ['alice', 'bob'])
    for (const token of ['apple', 'bread'])
      await post(operator, '/deposit', { account, token, amount: 5000, reference: `wire-${account}` });
  await post(alice, '/createSwap', { Pair, amount: { tokenA: 1000 }, referrer: 'shop' });
  await post(bob, '/createSwap', { Pair: { tokenA: 'bread', tokenB: 'apple' }, amount: { tokenA: 1000 } });
  await post(operator, '/deposit', { account: 'carol', token: 'apple', amount: 1000, reference: 'wire-carol' });
  // Executed directly: a fill is made by the keeper, not by a call.
  const account = 'carol' as Account;
  const execute = server.exchange.execute.bind(server.exchange, account);
  const { sequence } = (await execute(placeOrder(1000n, 150_000n, { account }))) as { sequence: number };
  await execute(fillOrder(sequence, 400n, 1000n, { account }));
  await post(operator, '/deposit', { account: 'erin', token: 'bread', amount: 2000, reference: 'wire-erin' });
  const erin = { account: 'erin' as Account, tokenA: 'bread', tokenB: 'apple' } as const;
  const { sequence: newer } = (await server.exchange.execute(
    erin.account,
    placeOrder(200_000n, 1000n, erin as never),
  )) as {
    sequence: number;
  };
  const [maker, taker] = [
    { order: sequence, account, left: amount(600n) },
    { order: newer, account: erin.account, left: amount(200_000n) },
  ];
  await server.exchange.execute(KEEPER, { ...matchOrders(100n, [0, 0n], [0, 0n]), maker, taker });
  await execute(closeOrder(sequence, { account }));
  const trigger = { when: 'below', price: { numerator: 250n, denominator: 1n }, overMs: 0 } as const;
  const stop = (await execute(placeOrder(100n, 15_000n, { account, trigger }))) as { sequence: number };
  const now = { nowMs: Date.now(), journal: { length: stop.sequence } as never };
  const average = [(249n << 192n) / 1n, 1n << 192n] as const;
  await server.exchange.execute(KEEPER, triggerOrder(stop.sequence, now, { average }, { account }));
  const provided = await post(alice, '/provideLiquidity', { Pair, amount: { tokenA: 1000, tokenB: 2000 } });
  await post(alice, '/refundLiquidity', { jetton0: 'apple', jetton1: 'bread', percentage: 50 });
  await post(operator, '/setPoolFees', { Pair, refFee: 0.002, protocolFeeAddress: 'vault', force: true });
  await post(operator, '/collectFees', { Pair });
  await post(operator, '/setPoolStatus', { Pair, status: 'hidden' });
  await post(operator, '/updateToken', { address: 'corn', name: 'Corn', status: 'paused' });
  const curve = { curve: 'stable', amplification: 200 };
  await post(operator, '/createPool', { Pair: { tokenA: 'bread', tokenB: 'corn' }, ...curve });
  await post(operator, '/withdraw', { account: 'bob', token: 'apple', amount: 1, reference: 'wire-out' });
  const { poolAddress } = provided;
  const given = { to: 'dora', memo: 'rent', create: true };
  await post(alice, '/createTransfer', { token: 'apple', amount: 2, ...given });
  await post(alice, '/createTransfer', { token: poolAddress, amount: '0.000000001', ...given });
  await server.exchange.execute(KEEPER, {
    ...{
      kind: 'liabilities',
      format: 2,
      asOf: 1,
      atMs: 1,
      log: 1,
      intervalMs: 0,
      previous: null,
      hash: 'a'.repeat(64),
    },
  });
  await server.exchange.execute(KEEPER, { kind: 'audited', asOf: 1, hash: 'b'.repeat(64) });
  await server.exchange.execute(KEEPER, { kind: 'forked', log: 2, checkpoint: 'as signed\n', shared: 1 });
});
afterAll(() => server.close());

async function read(query: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> {
  const stream = await EventStream.open(server.url, `/events${query}`, headers);
  onTestFinished(() => stream.close());
  return stream;
}

/** Reads up to the head, which the heartbeat of a caught-up reader carries. */
async function readAll(query: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> {
  const stream = await read(query, headers);
  const head = await server.exchange.head();
  await until(() => expect(stream.lastId).toBe(head));
  stream.close();
  return stream;
}

describe('getEvents', () => {
  const page = async (query: string) => exact(await send(server, { path: `/getEvents?${query}` })).data;
  type Shown = {
    readonly kind: string;
    readonly sequence: string;
    readonly reserves?: readonly Record<string, string>[];
  };

  test('has the public events of the stream, page by page up to the head, the last reserves as they are now', async () => {
    const { events: streamed } = await readAll('?after=0');
    const head = await server.exchange.head();
    const found: Shown[] = [];
    for (let after = 0; after < head; ) {
      const { events, nextAfter, ...end } = await page(`after=${after}&limit=2`);
      expect(events.length).toBeLessThanOrEqual(2);
      expect(end).toEqual({ head: String(head), headAt: expect.stringMatching(/Z$/) });
      found.push(...events);
      expect(Number(nextAfter)).toBeGreaterThan(after);
      after = Number(nextAfter);
    }
    const numbers = (event: object) =>
      JSON.parse(JSON.stringify(event), (_, value) => (typeof value === 'number' ? String(value) : value));
    expect(found.map(({ reserves: _, ...event }) => event)).toEqual(streamed.map(({ data }) => numbers(data)));
    const { pools } = exact(await send(server, { path: '/getPools?status=hidden' })).data;
    const { poolAddress, reserve0, reserve1 } = pools[0];
    const told = found.flatMap(({ reserves = [] }) => reserves.filter((one) => one.poolAddress === poolAddress));
    expect(told.at(-1)).toEqual({ poolAddress, reserve0, reserve1 });
    const moving = found.filter(({ reserves }) => reserves).map(({ kind }) => kind);
    expect(new Set(moving)).toEqual(new Set(['swap', 'provide', 'refund']));
  });

  test.each([
    ['kinds=deposit', 400, 'invalid_request'],
    ['after=9&to=8', 400, 'invalid_request'],
    ['limit=1001', 400, 'invalid_request'],
    ['own=true', 400, 'invalid_request'],
  ])('?%s is answered %s %s', async (query, expected, code) => {
    const { status, headers } = await send(server, { path: `/getEvents?${query}` });
    expect([status, headers.get('error-code')]).toEqual([expected, code]);
  });

  test('a match is an event without reserves, and counts neither as a trade nor as volume', async () => {
    const { events } = await page('limit=1000');
    const [match] = events.filter(({ kind }: Shown) => kind === 'matchOrders');
    expect(match).toMatchObject({ tokenA: 'apple', tokenB: 'bread', amountA: '100' });
    expect(match).not.toHaveProperty('reserves');
    const { trades } = exact(await send(server, { path: '/getTrades?jetton0=apple&jetton1=bread&order=asc' })).data;
    const swaps = events.filter(({ kind }: Shown) => kind === 'swap');
    expect(trades.map(({ sequence }: Shown) => sequence)).toEqual(swaps.map(({ sequence }: Shown) => sequence));
    const { windows } = exact(await send(server, { path: '/getPoolStats?jetton0=apple&jetton1=bread' })).data;
    const volume0 = trades.reduce((sum: number, { amount0 }: { amount0: string }) => sum + Number(amount0), 0);
    expect([windows.all.volume.amount0, windows.all.swaps]).toEqual([String(volume0), String(trades.length)]);
  });
});

describe('read from the beginning', () => {
  test('an operator gets the whole journal as getActivity shows it', async () => {
    const { events, sequences } = await readAll('?after=0&own=true', bearer(keys.operator));
    expect(sequences).toEqual(upTo(await server.exchange.head()));
    expect(new Set(events.map(({ event }) => event))).toEqual(
      new Set(EVENT_KINDS.filter((kind) => !OF_A_CHAIN.includes(kind))),
    );
    const path = '/getActivity?all=true&limit=200';
    const headers = { ...bearer(keys.operator), amounts: 'string' };
    const { activity } = JSON.parse((await send(server, { path, headers })).text).data;
    for (const [index, record] of activity.toReversed().entries()) {
      const { id, event, data } = events[index] as SseEvent;
      expect(faultOf(EventsRecord as Schema, data)).toBeNull();
      expect([id, event]).toEqual([data.sequence, data.kind]);
      const both = Object.keys(record).filter((name) => name in data && name !== 'route');
      expect(Object.fromEntries(both.map((name) => [name, data[name]]))).toEqual(
        Object.fromEntries(both.map((name) => [name, record[name]])),
      );
      expect(both.length).toBeGreaterThan(5);
      if (event === 'swap') expect(data.route).toMatchObject([{ poolAddress: record.poolAddress, fees: record.fees }]);
    }
  });

  test('without a key only public events are sent, without accounts', async () => {
    const { text, events, sequences } = await readAll('?after=0');
    const all = await readAll('?after=0&own=true', bearer(keys.operator));
    const isPublic = ({ event }: SseEvent) => !PRIVATE_KINDS.some((kind) => kind === event);
    expect(sequences).toEqual(all.events.filter(isPublic).map(({ id }) => id));
    expect(text).not.toMatch(
      /alice|bob|carol|dora|erin|rent|"order"|taker|left|shop|treasury|vault|local|wire|[0-9a-f]{8}-[0-9a-f]{4}-7/,
    );
    for (const { data } of events) expect(faultOf(EventsRecord as Schema, data)).toBeNull();
  });

  test('an account gets its own events in full, and public ones of others', async () => {
    const seen = async (who: 'alice' | 'bob' | 'shop', own: string) =>
      readAll(`?after=0&own=${own}`, bearer(keys[who]));
    const alice = await seen('alice', 'only');
    expect(alice.events.map(({ event, data }) => [event, data.account])).toEqual(
      ['deposit', 'deposit', 'swap', 'provide', 'refund', 'transfer', 'transfer'].map((kind) => [kind, 'alice']),
    );
    expect(alice.events[0]?.data).toMatchObject({ actor: 'local', reference: 'wire-alice', amount: '5000' });
    expect(alice.text).not.toMatch(/bob|wire-bob/);
    const bob = await seen('bob', 'true');
    expect(bob.events.filter(({ data }) => 'transactionId' in data).map(({ event }) => event)).toEqual([
      'deposit',
      'deposit',
      'swap',
      'withdraw',
    ]);
    expect(bob.text).not.toMatch(/alice|shop|treasury|vault/);
    const nobody = await readAll('?after=0');
    const others = bob.events.filter(({ data }) => !('transactionId' in data));
    expect(others).toEqual(nobody.events.filter(({ id }) => others.some((one) => one.id === id)));
    // A swap concerns the referrer that it pays.
    expect((await seen('shop', 'only')).events.map(({ data }) => [data.kind, data.referrer])).toEqual([
      ['swap', 'shop'],
    ]);
  });

  test('order events go to the owner only, and others see a fill as a swap', async () => {
    const carol = await createKey(server.store, { account: 'carol' as Account, role: 'trader' }, 0);
    const { events } = await readAll('?after=0&own=only&kinds=swap,placeOrder,closeOrder,matchOrders', bearer(carol));
    const [placed, filled, matched, closed] = events.map(({ data }) => data) as [
      SseEvent['data'],
      SseEvent['data'],
      SseEvent['data'],
      SseEvent['data'],
    ];
    const order = placed.sequence;
    expect(placed).toMatchObject({ kind: 'placeOrder', order, amountA: '1000', minReceived: '1500', inParts: true });
    expect(placed).toMatchObject({ expiresAt: '2096-10-02T07:06:40.000Z', account: 'carol', ...Pair });
    expect(filled).toMatchObject({ kind: 'swap', order, left: '600', amountA: '400', account: 'carol' });
    expect(closed).toMatchObject({ kind: 'closeOrder', order, amountA: '500', status: 'cancelled', account: 'carol' });
    expect(matched).toMatchObject({ kind: 'matchOrders', order, amountA: '100', amountB: '199.64', actor: KEEPER });
    expect(matched).toMatchObject({ account: 'carol', left: '500' });
    expect(JSON.stringify(matched)).not.toMatch(/erin|taker/);
    const told = (await readAll('?after=0&own=true', bearer(keys.bob))).events;
    expect(
      told.filter(({ id, event }) => event !== 'deposit' && id >= Number(order) && id <= Number(closed.sequence)),
    ).toMatchObject([
      { event: 'swap', data: { sequence: filled.sequence, amountA: '400' } },
      { event: 'matchOrders', data: { sequence: matched.sequence, amountA: '100' } },
    ]);
    const path = '/getActivity?account=carol&limit=6';
    const { data } = exact(await send(server, { path, headers: bearer(keys.operator) })) as never as {
      data: { activity: object[] };
    };
    expect(data.activity).toMatchObject([
      { kind: 'triggerOrder', amountA: '100' },
      { kind: 'placeOrder', amountA: '100' },
      { kind: 'closeOrder', order: String(order), status: 'cancelled' },
      { kind: 'matchOrders', order: String(order), account: 'carol', amountA: '100', amountB: '199.64' },
      { kind: 'swap', order: String(order) },
      { kind: 'placeOrder', order: String(order), expiresAt: placed.expiresAt },
    ]);
  });

  test('a stop order and its trigger are sent to its owner only', async () => {
    const carol = await createKey(server.store, { account: 'carol' as Account, role: 'trader' }, 0);
    const { events } = await readAll('?after=0&own=only&kinds=triggerOrder,placeOrder', bearer(carol));
    const [, placed, triggered] = events.map(({ data }) => data) as [
      SseEvent['data'],
      SseEvent['data'],
      SseEvent['data'],
    ];
    expect(placed).toMatchObject({ kind: 'placeOrder', triggerBelow: '2.5', overSeconds: 0 });
    expect(triggered).toMatchObject({ kind: 'triggerOrder', order: placed.sequence, amountA: '100', average: '2.49' });
    expect(triggered).toMatchObject({ actor: KEEPER, account: 'carol', averageFrom: triggered.averageTo });
    expect((await readAll('?after=0&own=true&kinds=triggerOrder', bearer(keys.bob))).events).toEqual([]);
  });

  test('filters skip other events, and the id still advances', async () => {
    const { events } = await readAll('?after=0');
    const kinds = await readAll('?after=0&kinds=refund,swap');
    expect(kinds.events).toEqual(events.filter(({ event }) => event === 'swap' || event === 'refund'));
    const pool = events.find(({ event }) => event === 'swap')?.data.route as { poolAddress: string }[];
    const [address] = pool.map(({ poolAddress }) => poolAddress);
    const pools = await readAll(`?after=0&pools=nonesuch,${address}`);
    expect(pools.events.map(({ event }) => event)).toEqual([
      'provide',
      'swap',
      'swap',
      'swap',
      'provide',
      'refund',
      'setPoolFees',
      'collectFees',
      'setPoolStatus',
    ]);
    expect((await readAll(`?after=0&pools=${address}&kinds=createPool`)).events).toEqual([]);
  });
});

test('the stream begins with the retry delay, the head, and the position', async () => {
  const head = await server.exchange.head();
  const live = await read('');
  const { headers } = live.response;
  expect([headers['content-type'], headers['cache-control'], headers['x-accel-buffering']]).toEqual([
    'text/event-stream; charset=utf-8',
    'no-store',
    'no',
  ]);
  await until(() => expect(live.text).toMatch(new RegExp(`^retry: 1000\n: ${head}\nid: ${head}\n\n`)));
  await until(() => expect(live.comments.length).toBeGreaterThan(1));
  expect(live.text.endsWith(`\n: ${head}\nid: ${head}\n\n`)).toBe(true);
  expect(live.told).toEqual([]);
  const { status, headers: got, text } = await send(server, { path: '/events', method: 'HEAD' });
  expect([status, got.get('content-type'), text]).toEqual([200, 'text/event-stream; charset=utf-8', '']);
});

test('a reconnect resumes after Last-Event-ID, which overrides the query', async () => {
  const head = await server.exchange.head();
  const all = await readAll('?after=0');
  const later = await readAll('?after=0', { 'last-event-id': '8' });
  expect(later.events).toEqual(all.events.filter(({ id }) => id > 8));
  expect((await readAll(`?after=${head - 3}&own=true`, bearer(keys.operator))).sequences).toEqual(upTo(head).slice(-3));
});

test('own events need a key', async () => {
  for (const own of ['true', 'only'])
    await expect(EventStream.open(server.url, `/events?own=${own}`)).rejects.toMatchObject({
      status: 401,
      message: '{"error":"own needs an API key: send the header Authorization: Bearer <key>."}',
    });
  await expect(EventStream.open(server.url, '/events', { authorization: 'Bearer nope' })).rejects.toMatchObject({
    status: 401,
  });
});

test('a reader that joins during swaps misses none and gets none twice', async () => {
  const start = await server.exchange.head();
  const streams: EventStream[] = [];
  const swap = async (index: number) => {
    await post(keys.bob, '/createSwap', { Pair, amount: { tokenA: 1 + (index % 5) } });
    if (index % 20 === 0) {
      streams.push(await read('?after=0&own=true', bearer(keys.operator)));
      streams.push(await read(`?after=${start}&own=only&kinds=swap`, bearer(keys.bob)));
    }
  };
  for (let index = 0; index < 200; index += 4) await Promise.all([0, 1, 2, 3].map((at) => swap(index + at)));
  const head = await server.exchange.head();
  expect([head, streams.length]).toEqual([start + 200, 20]);
  for (const [index, stream] of streams.entries()) {
    await until(() => expect(stream.lastId).toBe(head));
    expect(stream.sequences).toEqual(index % 2 === 0 ? upTo(head) : upTo(head).slice(start));
  }
});

test('if the journal loses transactions, readers get a rewound event, and events continue from there', async () => {
  const head = await server.exchange.head();
  const beyond = await read('', { 'last-event-id': String(head + 7) });
  // The point of divergence is unknown, so everything is sent again.
  await until(() => expect(beyond.lastId).toBe(head));
  expect(beyond.told[0]).toEqual({ id: 0, event: 'rewound', data: { head, from: 0 } });
  const live = await read('?own=true', bearer(keys.operator));
  await until(() => expect(live.lastId).toBe(head));
  const db = new DatabaseSync(server.path, { timeout: 60_000 });
  for (const table of ['replies', 'parties', 'journal']) db.exec(`DELETE FROM ${table} WHERE sequence > ${head - 2}`);
  db.exec(
    `UPDATE head SET sequence = ${head - 2}, last_transaction = (SELECT id FROM journal ORDER BY sequence DESC LIMIT 1)`,
  );
  db.close();
  const rewound = { id: head - 2, event: 'rewound', data: { head: head - 2, from: head - 2 } };
  await until(() => expect(live.told).toEqual([rewound]));
  await until(() => expect(beyond.told.at(-1)).toEqual(rewound));
  // The first write notices that the journal went back, and has to be repeated.
  await until(() => post(keys.operator, '/updateToken', { address: 'corn', name: 'Maize' }));
  await until(() => expect(live.told.at(-1)).toMatchObject({ id: head - 1, event: 'updateToken' }));
  await until(() => expect(beyond.told.at(-1)).toMatchObject({ id: head - 1, event: 'updateToken' }));
});
