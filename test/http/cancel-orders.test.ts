// cancelOrders: all own open orders in one commit, exactly once, and nobody else's.
import { afterEach, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { closeOrder, placeOrder } from '../paper-orders.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const Back = { tokenA: 'bread', tokenB: 'apple' };
const Corn = { tokenA: 'apple', tokenB: 'corn' };
const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function begin(options: ServerOptions = {}) {
  const server = await startServer({ auth: 'keys', ...options });
  open.push(server);
  const keys: Record<string, string> = {};
  for (const account of ['local', 'ann', 'bob']) {
    const role = account === 'local' ? 'operator' : 'trader';
    keys[account] = (await createKey(server.store, { account: account as Account, role }, 0)).key;
  }
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
  const ask = (who: string, path: string, body?: object, key?: string) => {
    const headers = { authorization: `Bearer ${keys[who]}`, ...(key !== undefined && { 'idempotency-key': key }) };
    return send(server, { path, ...(body && { body }), headers });
  };
  const data = async (...asked: Parameters<typeof ask>) => exact(await ask(...asked)).data;
  for (const account of ['ann', 'bob'])
    for (const token of ['apple', 'bread'])
      await data('local', '/deposit', { account, token, amount: 5000, reference: account });
  const place = async (who: string, terms: object = {}): Promise<string> =>
    (await data(who, '/createOrder', { Pair, amount: { tokenA: 10 }, price: 9, ...terms })).orderId;
  const openOf = async (who: string): Promise<string[]> =>
    (await data(who, '/getOrders?state=open')).orders.map(({ orderId }: { orderId: string }) => orderId);
  const cancel = (body: object = {}, key?: string) => data('ann', '/cancelOrders', body, key);
  return { server, ask, data, place, openOf, cancel };
}

test('cancels all own open orders, or those of a pair or kind, newest first in one commit, and nobody else’s', async () => {
  const { server, data, place, openOf, cancel } = await begin();
  const others = await place('bob');
  const sold = await place('ann');
  const corn = await place('ann', { Pair: Corn, parts: false });
  const stop = await place('ann', { kind: 'stop', trigger: { below: 1 }, price: 1 });
  const bought = await place('ann', { Pair: Back, price: 9, parts: false });
  const cancelled = (...orderIds: string[]) => ({ count: String(orderIds.length), orderIds, more: false });

  expect(await cancel({ kind: 'stop' })).toEqual(cancelled(stop));
  expect(await cancel({ Pair: Back })).toEqual(cancelled(bought, sold));
  expect(await openOf('ann')).toEqual([corn]);
  const more = [await place('ann'), await place('ann')];
  const before = Number(await server.exchange.head());
  expect(await cancel()).toEqual(cancelled(more[1] as string, more[0] as string, corn));
  const { activity } = await data('ann', '/getActivity?limit=3');
  expect(activity).toMatchObject(activity.map(() => ({ kind: 'closeOrder', status: 'cancelled', actor: 'ann' })));
  expect(new Set(activity.map(({ createdAt }: { createdAt: string }) => createdAt)).size).toBe(1);
  expect(Number(await server.exchange.head())).toBe(before + 3);

  expect(await cancel()).toEqual(cancelled());
  expect(await openOf('bob')).toEqual([others]);
  const { balances } = await data('ann', '/getBalances?token=apple&token=bread');
  expect(balances.map(({ balance }: { balance: string }) => balance)).toEqual(['5000', '5000']);
  const { status, sequence, createdAt, updatedAt } = await data('ann', `/getOrder?orderId=${stop}`);
  const timeOf = async (query: string) => (await data('ann', `/getTransaction?${query}`)).createdAt;
  expect([status, createdAt, updatedAt]).toEqual([
    'cancelled',
    await timeOf(`transactionId=${stop}`),
    await timeOf(`sequence=${sequence}`),
  ]);
  expect((await data('ann', '/getOrders?state=closed')).orders).toContainEqual(
    expect.objectContaining({ orderId: stop, updatedAt }),
  );
});

test('with the same key the answer is the same, and orders that were placed since stay', async () => {
  const { ask, place, openOf, cancel } = await begin();
  const [first, second] = [await place('ann'), await place('ann')];
  const answer = await cancel({}, 'all');
  expect(answer.orderIds).toEqual([second, first]);
  const later = await place('ann');
  expect(await cancel({}, 'all')).toEqual(answer);
  expect(await openOf('ann')).toEqual([later]);
  expect((await ask('ann', '/cancelOrders', { Pair }, 'all')).headers.get('error-code')).toBe('idempotency_key_reused');

  // Nothing to cancel is an answer too.
  expect((await cancel({ kind: 'stop' }, 'none')).count).toBe('0');
  const stop = await place('ann', { kind: 'stop', trigger: { below: 1 }, price: 1 });
  expect((await cancel({ kind: 'stop' }, 'none')).count).toBe('0');
  expect(await openOf('ann')).toEqual([stop, later]);
});

test('passes by an order that was closed meanwhile, and cancels orders of a paused token', async () => {
  const closing: (() => Promise<unknown>)[] = [];
  const { data, place, cancel } = await begin({
    wrapVenue: (venue) =>
      new Proxy(venue, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (name !== 'execute') return typeof member === 'function' ? member.bind(target) : member;
          return async (...asked: Parameters<Venue['execute']>) => {
            for (const close of closing.splice(0)) await close();
            return target.execute(...asked);
          };
        },
      }),
  });
  const [first, second, third] = [await place('ann'), await place('ann'), await place('ann')];
  await data('local', '/updateToken', { address: 'apple', status: 'paused' });
  const { order } = await data('ann', `/getOrder?orderId=${third}`);
  const target = (open[0] as Server).exchange;
  closing.push(() => target.execute('ann' as Account, closeOrder(Number(order))));
  expect(await cancel()).toEqual({ count: '2', orderIds: [second, first], more: false });
});

test('lists no order that its owner cancels in the same commit by another request', async () => {
  const alongside: (() => Promise<unknown>)[] = [];
  const { data, place, cancel } = await begin({
    wrapVenue: (venue) =>
      new Proxy(venue, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (name !== 'execute') return typeof member === 'function' ? member.bind(target) : member;
          return async (...asked: Parameters<Venue['execute']>) => {
            const done = [target.execute(...asked), ...alongside.splice(0).map((close) => close())];
            return (await Promise.all(done))[0];
          };
        },
      }),
  });
  const limit = await place('ann');
  const stop = await place('ann', { kind: 'stop', trigger: { below: 1 }, price: 1 });
  const { order } = await data('ann', `/getOrder?orderId=${limit}`);
  const { exchange } = open[0] as Server;
  alongside.push(() => exchange.execute('ann' as Account, closeOrder(Number(order))));
  const answer = await cancel({ kind: 'stop' }, 'stops');
  expect(answer).toEqual({ count: '1', orderIds: [stop], more: false });
  const closings = (await data('ann', '/getActivity?kind=closeOrder')).activity;
  expect(new Set(closings.map(({ createdAt }: { createdAt: string }) => createdAt)).size).toBe(1);
  expect(await cancel({ kind: 'stop' }, 'stops')).toEqual(answer);
});

test('of more than 500 open orders, each request cancels 500 and says that there are more', async () => {
  const { server, cancel } = await begin();
  await Promise.all(
    Array.from({ length: 600 }, () => server.exchange.execute('ann' as Account, placeOrder(1n, 100_000n))),
  );
  const before = Number(await server.exchange.head());
  const first = await cancel({}, 'many');
  expect(first).toMatchObject({ count: '500', more: true });
  expect(new Set(first.orderIds).size).toBe(500);
  expect(await cancel({}, 'many')).toEqual(first);
  expect(await cancel({}, 'rest')).toMatchObject({ count: '100', more: false });
  expect(Number(await server.exchange.head())).toBe(before + 600);
});
