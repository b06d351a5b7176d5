// createSwap and getQuote at the best price over all pools: the quote equals the fill, hop by hop and entry by entry.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { exact, send } from './client.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
const post = async (call: string, body: object, headers = {}) =>
  exact(await send(server, { path: `/${call}`, body, headers })).data;
const get = async (path: string) => exact(await send(server, { path })).data;
const pairOf = (tokenA: string, tokenB: string) => ({ Pair: { tokenA, tokenB } });

/** Two shallow parallel pools, two deep ones around them, and a token that only one pool reaches. */
beforeAll(async () => {
  server = await startServer();
  for (const [address, decimals] of [
    ['apple', 6],
    ['bread', 6],
    ['corn', 9],
    ['dates', 18],
  ] as const) {
    await post('registerToken', { address, symbol: address.toUpperCase(), decimals });
    await post('deposit', { account: 'local', token: address, amount: 10_000_000, reference: 'start' });
  }
  await post('createPool', { ...pairOf('bread', 'corn'), curve: 'stable', amplification: 200 });
  for (const [tokenA, tokenB, a, b] of [
    ['apple', 'bread', 100_000, 200_000],
    ['apple', 'corn', 100_000, 200_000],
    ['bread', 'corn', 1_000_000, 1_000_000],
    ['corn', 'dates', 50_000, 25_000],
  ] as const) {
    await post('provideLiquidity', { ...pairOf(tokenA, tokenB), amount: { tokenA: a, tokenB: b } });
  }
});
afterAll(async () => {
  await audit(server.store, () => {});
  await server.close();
});

type Hop = { tokenA: string; tokenB: string; amountA: string; amountB: string; share?: string };
const withoutShares = (route: Hop[]) => route.map(({ share: _, ...hop }) => hop);

test.each([
  ['an amount to sell, split over two routes', 'apple', 'bread', { amount: 10_000 }],
  ['an amount to buy, split over two routes', 'apple', 'bread', { receive: 15_000 }],
  ['an amount to sell without a direct pool', 'apple', 'dates', { amount: 1000 }],
  ['an amount to buy without a direct pool', 'dates', 'apple', { receive: 123.456789 }],
])('a swap equals its quote, hop by hop and entry by entry: %s', async (_, tokenA, tokenB, asked) => {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const quote = await get(`/getQuote?tokenA=${tokenA}&tokenB=${tokenB}&${query}`);
  expect(quote.route.length).toBeGreaterThan(1);
  const { amountA, amountB, midPrice, totalCost, priceImpact } = quote;
  expect(Number(totalCost)).toBeCloseTo(1 - Number(amountB) / (Number(amountA) * Number(midPrice)), 12);
  // Two pools in a row charge two fees.
  expect(Number(totalCost)).toBeGreaterThan(Number(priceImpact) + 0.002);
  const amount = 'amount' in asked ? { tokenA: asked.amount } : { tokenB: asked.receive };
  const { transactionId } = await post('createSwap', { ...pairOf(tokenA, tokenB), amount });
  const swap = await get(`/getSwap?transactionId=${transactionId}`);
  expect(swap).toMatchObject({ amountA: quote.amountA, amountB: quote.amountB, route: withoutShares(quote.route) });
  expect('fees' in swap).toBe(false);
  const { entries } = await get(`/getTransaction?transactionId=${transactionId}`);
  const asSwapper = (entry: { account: string }) =>
    entry.account === 'local' ? { ...entry, account: 'the swapper' } : entry;
  expect(entries.map(asSwapper)).toEqual(quote.entries);
  expect(quote.gas).toBe(String(entries.length));
});

test('the best route pays more than the direct pool, which can still be requested', async () => {
  const best = await get('/getQuote?tokenA=apple&tokenB=bread&amount=20000');
  const direct = await get('/getQuote?tokenA=apple&tokenB=bread&amount=20000&route=direct');
  expect(Number(best.amountB)).toBeGreaterThan(Number(direct.amountB) * 1.05);
  expect(direct.route).toHaveLength(1);
  const body = { ...pairOf('apple', 'bread'), amount: { tokenA: 20_000 }, maxPriceImpact: 1, route: 'direct' };
  const { transactionId } = await post('createSwap', body);
  expect(await get(`/getSwap?transactionId=${transactionId}`)).toMatchObject({ amountB: direct.amountB });
});

test('a quoted route can be sent back, and is executed unchanged', async () => {
  const quote = await get('/getQuote?tokenA=bread&tokenB=apple&amount=5000');
  const route = quote.route.map(({ tokenA, tokenB, share }: Hop) => ({ tokenA, tokenB, share: Number(share) }));
  const { transactionId } = await post('createSwap', { ...pairOf('bread', 'apple'), amount: { tokenA: 5000 }, route });
  expect((await get(`/getSwap?transactionId=${transactionId}`)).amountB).toBe(quote.amountB);
});

type Priced = Hop & { priceBefore: string; priceAfter: string };
const shown = (route: readonly Hop[]) =>
  Promise.all(
    route.map(async ({ tokenA, tokenB }) => (await get(`/getPoolStats?jetton0=${tokenA}&jetton1=${tokenB}`)).price),
  );

test.each([
  ['amount=7000', 'tokenA', 7000],
  ['receive=9000', 'tokenB', 9000],
])('the quote of %s with detail has each pool’s exact price before and after', async (query, side, units) => {
  const path = `/getQuote?tokenA=apple&tokenB=bread&${query}`;
  const { route } = (await get(`${path}&detail=true`)) as { route: Priced[] };
  expect(route.some(({ tokenA, tokenB }) => `${tokenA}/${tokenB}` === 'corn/bread')).toBe(true);
  expect(route.map(({ priceBefore }) => priceBefore)).toEqual(await shown(route));
  expect((await get(path)).route.some((hop: Hop) => 'priceBefore' in hop || 'priceAfter' in hop)).toBe(false);
  // The quoted route is sent back with its prices, which createSwap ignores.
  const back = route.map((hop) => ({ ...hop, share: Number(hop.share) }));
  await post('createSwap', { ...pairOf('apple', 'bread'), amount: { [side]: units }, route: back });
  expect(await shown(route)).toEqual(route.map(({ priceAfter }) => priceAfter));
});

describe('the bounds of a swap apply to its whole route', () => {
  test.each([
    [{ amount: { tokenA: 1000 }, minReceived: 2000 }, 'below_minimum'],
    [{ amount: { tokenB: 1000 }, maxPaid: 1 }, 'above_maximum'],
    [{ amount: { tokenA: 90_000 }, maxPriceImpact: 0.01 }, 'price_impact_too_high'],
  ])('createSwap with %o is refused as %s', async (terms, code) => {
    const before = await get('/getBalances');
    const answer = await send(server, { path: '/createSwap', body: { ...pairOf('apple', 'bread'), ...terms } });
    expect([answer.status, answer.headers.get('error-code')]).toEqual([422, code]);
    expect(await get('/getBalances')).toEqual(before);
  });
});

test('a request with the same idempotency key and another route repeats the first answer', async () => {
  const headers = { 'idempotency-key': 'one-swap' };
  const body = { ...pairOf('apple', 'bread'), amount: { tokenA: 10 } };
  const first = await send(server, { path: '/createSwap', body, headers });
  const again = await send(server, { path: '/createSwap', body: { ...body, route: 'direct' }, headers });
  expect([first.status, again.text]).toEqual([200, first.text]);
});

test('swaps in a bulk are routed over several pools, too', async () => {
  const item = { call: 'createSwap', body: { ...pairOf('apple', 'dates'), amount: { tokenA: 1 } } };
  const { items } = await post('bulk', { items: [item, item, item] });
  expect(items.map(({ status }: { status: string }) => status)).toEqual(['200', '200', '200']);
});

test('a paused pool is bypassed; if there is no other route, the quote is refused as unknown_pool', async () => {
  await post('setPoolStatus', { ...pairOf('apple', 'corn'), status: 'paused' });
  const { route } = await get('/getQuote?tokenA=apple&tokenB=dates&amount=10');
  expect(route.map(({ tokenB }: Hop) => tokenB)).toEqual(['bread', 'corn', 'dates']);
  await post('setPoolStatus', { ...pairOf('corn', 'dates'), status: 'paused' });
  const answer = await send(server, { path: '/getQuote?tokenA=apple&tokenB=dates&amount=10' });
  expect([answer.status, answer.headers.get('error-code')]).toEqual([404, 'unknown_pool']);
});
