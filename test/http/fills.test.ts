// getFills: what an account's swaps and orders traded, with everything told about matches and nothing about their other side.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { KEEPER } from '../../src/core/accounts.ts';
import { type Account, ppm } from '../../src/core/amount.ts';
import { fillOrder, matchOrders } from '../paper-orders.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { POLICY, type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const Back = { tokenA: 'bread', tokenB: 'apple' };
let server: Server;
const keys: Record<string, string> = {};
/** By name: the numbers of ann's orders, and the ids of her transactions. */
const at: Record<string, string> = {};

const ask = (who: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${keys[who]}` };
  return send(server, { path, ...(body && { body }), headers });
};
const data = async (who: string, path: string, body?: object) => exact(await ask(who, path, body)).data;

type Fill = Record<'sequence' | 'index' | 'transactionId' | 'order' | 'kind' | 'amountA' | 'amountB', string>;
const fills = async (who: string, query = ''): Promise<readonly Fill[]> =>
  (await data(who, `/getFills?${query}`)).fills;
const sequences = async (query: string) => (await fills('ann', query)).map(({ sequence }) => sequence);

const place = async (who: string, body: object): Promise<string> => (await data(who, '/createOrder', body)).order;
const execute = (command: Parameters<Server['exchange']['execute']>[1]) => server.exchange.execute(KEEPER, command);

/** Two orders for 2000 apples and 4000 bread, at prices at which the pool fills neither; the second is the taker's. */
async function match(maker: string, taker: string) {
  const sold = await place(maker, { Pair, amount: { tokenA: 2000 }, price: 2 });
  const bought = await place(taker, { Pair: Back, amount: { tokenA: 4000 }, price: 0.4992 });
  const command = matchOrders(2000n, [Number(sold), 2000n], [Number(bought), 400_000n]);
  const account = { maker: maker as Account, taker: taker as Account };
  const done = await execute({
    ...command,
    maker: { ...command.maker, account: account.maker },
    taker: { ...command.taker, account: account.taker },
  });
  return { sold, bought, id: done.transactionId };
}

beforeAll(async () => {
  server = await startServer({ auth: 'keys', policy: { ...POLICY, matchFeePpm: ppm(1000n) } });
  for (const account of ['local', 'ann', 'bob']) {
    const role = account === 'local' ? 'operator' : 'trader';
    keys[account] = (await createKey(server.store, { account: account as Account, role }, 0)).key;
  }
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
  for (const account of ['ann', 'bob'])
    for (const token of ['apple', 'bread', 'corn'])
      await data('local', '/deposit', { account, token, amount: token === 'corn' ? 10 : 20_000, reference: account });
  const corn = { Pair: { tokenA: 'apple', tokenB: 'corn' }, amount: { tokenA: 4, tokenB: 4 } };
  await data('bob', '/provideLiquidity', corn);

  at.swap = (await data('ann', '/createSwap', { Pair, amount: { tokenA: 100 } })).transactionId;
  await data('bob', '/createSwap', { Pair, amount: { tokenA: 50 } });
  at.corn = (await data('ann', '/createSwap', { ...corn, amount: { tokenA: 1 }, maxPriceImpact: 1 })).transactionId;
  at.atOnce = await place('ann', { Pair, amount: { tokenA: 300 }, price: 1.9 });
  const asMaker = await match('ann', 'bob');
  const asTaker = await match('bob', 'ann');
  const asBoth = await match('ann', 'ann');
  Object.assign(at, { maker: asMaker.sold, taker: asTaker.bought, older: asBoth.sold, newer: asBoth.bought });
  Object.assign(at, { asMaker: asMaker.id, asTaker: asTaker.id, asBoth: asBoth.id });
  at.waited = await place('ann', { Pair, amount: { tokenA: 500 }, price: 1.996 });
  at.open = await place('ann', { Pair, amount: { tokenA: 500 }, price: 3 });
});
afterAll(() => server.close());

test('lists swaps, fills by pools and both kinds of sides of matches, newest first, with the fees of the journal', async () => {
  const swap = { kind: 'swap', index: '0', maker: false, ...Pair };
  const sold = { kind: 'match', maker: true, ...Pair, amountA: '2000', amountB: '4000', fees: [] };
  const fee = { kind: 'protocol', token: 'apple', amount: '2' };
  const bought = { kind: 'match', maker: false, ...Back, amountA: '4000', amountB: '1998', fees: [fee] };
  const found = await fills('ann');
  expect(found).toMatchObject([
    { ...bought, index: '1', order: at.newer, transactionId: at.asBoth },
    { ...sold, index: '0', order: at.older, transactionId: at.asBoth },
    { ...bought, index: '0', order: at.taker, transactionId: at.asTaker },
    { ...sold, index: '0', order: at.maker, transactionId: at.asMaker },
    { ...swap, order: at.atOnce, amountA: '300' },
    { ...swap, order: null, orderId: null, tokenB: 'corn', transactionId: at.corn },
    { ...swap, order: null, orderId: null, transactionId: at.swap },
  ]);
  for (const { transactionId } of found.filter(({ kind }) => kind === 'swap')) {
    const { fees, amountA, amountB } = await data('ann', `/getSwap?transactionId=${transactionId}`);
    const one = found.find((fill) => fill.transactionId === transactionId) as Fill & { fees: object; tokenB: string };
    const charged = { lp: 'apple', protocol: one.tokenB, ref: one.tokenB };
    const listed = Object.entries(charged).map(([kind, token]) => ({ kind, token, amount: fees[kind] }));
    expect(one).toMatchObject({ amountA, amountB, fees: listed.filter(({ amount }) => amount !== '0') });
  }
});

test('the fills of each order add up to what getOrder says', async () => {
  await data('bob', '/createSwap', { Pair: Back, amount: { tokenA: 14_000 } });
  await execute(fillOrder(Number(at.waited), 100n, 500n));
  for (const name of ['atOnce', 'maker', 'taker', 'older', 'newer', 'waited', 'open']) {
    const { orderId, filledA, receivedB, fills: count } = await data('ann', `/getOrder?orderId=${at[name]}`);
    const found = await fills('ann', `order=${orderId}`);
    const sum = (field: 'amountA' | 'amountB') => found.reduce((total, fill) => total + Number(fill[field]), 0);
    expect([name, String(found.length), sum('amountA'), sum('amountB')]).toEqual([
      name,
      count,
      Number(filledA),
      Number(receivedB),
    ]);
    expect(found.every(({ order }) => order === at[name])).toBe(true);
  }
});

test('tells a trader nothing of other accounts', async () => {
  const both = (await fills('bob')).filter(({ kind }) => kind === 'match');
  expect(both).toMatchObject([
    { transactionId: at.asTaker, maker: true, fees: [] },
    { transactionId: at.asMaker, maker: false },
  ]);
  expect((await ask('bob', `/getFills?order=${at.maker}`)).status).toBe(404);
  // An operator sees any order, but this list has own fills only.
  expect(await fills('local', `order=${at.maker}`)).toEqual([]);
  expect(await fills('local')).toEqual([]);
});

describe('filters and pages', () => {
  test('by pair in either direction, and by time', async () => {
    const all = await sequences('');
    expect(await sequences('jetton0=bread&jetton1=apple')).toEqual(await sequences('jetton0=apple&jetton1=bread'));
    expect(await sequences('jetton0=corn&jetton1=apple')).toHaveLength(1);
    expect((await sequences('jetton0=apple&jetton1=bread')).length).toBe(all.length - 1);
    expect(await sequences('jetton0=corn&jetton1=bread')).toEqual([]);
    expect(await sequences('from=2020-01-01T00:00:00Z')).toEqual(all);
    expect(await sequences('to=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await sequences(`to=2020-01-01T00:00:00Z&order=${at.maker}`)).toEqual([]);
  });

  test('pages of any size have every fill once, also if a page ends between the two fills of a match with oneself', async () => {
    const all = await fills('ann');
    for (const limit of [1, 2, 3, 5, 200]) {
      const found: Fill[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await data('ann', `/getFills?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        expect(page.fills.length).toBeLessThanOrEqual(limit);
        found.push(...page.fills);
        cursor = page.nextCursor;
      }
      expect(found).toEqual(all);
    }
    const ofOne = await data('ann', `/getFills?limit=1&order=${at.older}`);
    expect(ofOne.fills).toMatchObject([{ order: at.older, index: '0' }]);
  });

  test('as a file, with the same fills', async () => {
    const ndjson = (await ask('ann', '/getFills?format=ndjson')).text.trim().split('\n');
    const parsed = ndjson.map((line) =>
      JSON.parse(line, (_, value, { source }) => (typeof value === 'number' ? source : value)),
    );
    expect(parsed).toEqual(await fills('ann'));
    const csv = (await ask('ann', '/getFills?format=csv')).text.trim().split('\r\n');
    expect(csv[0]).toBe(
      'sequence,index,transactionId,order,orderId,clientId,createdAt,kind,maker,tokenA,tokenB,amountA,amountB,fees',
    );
    expect(csv).toHaveLength(parsed.length + 1);
  });
});
