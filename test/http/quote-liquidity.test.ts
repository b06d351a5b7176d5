// quoteLiquidity predicts provideLiquidity and refundLiquidity to the unit and to the last entry.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
});
afterAll(() => server.close());

const get = async (path: string) => exact(await send(server, { path })).data;

/** The answer, with the entries of its transaction. */
async function done(path: string, body: object) {
  const answer = await send(server, { path, body });
  const { data } = exact(answer);
  const id = answer.headers.get('transaction-id');
  const { entries, sequence } = await get(`/getTransaction?transactionId=${id}`);
  return { data, entries, sequence };
}

test.each([
  ['an offer to an existing pool', 'apple', 'bread', { amount0: 1000, amount1: 2300 }],
  ['an offer with the tokens in reverse order', 'bread', 'apple', { amount0: 2300.01, amount1: 1150 }],
  ['an offer that creates the pool', 'corn', 'bread', { amount0: 4, amount1: 25 }],
])('the quote of %s equals what provideLiquidity does', async (_, jetton0, jetton1, { amount0, amount1 }) => {
  const quote = await get(
    `/quoteLiquidity?jetton0=${jetton0}&jetton1=${jetton1}&amount0=${amount0}&amount1=${amount1}`,
  );
  const { kind, lpTokens, sharePercentage, createsPool, gas, entries, sequence, ...rest } = quote;
  const { price, inversePrice, marketPrice, marketVia, priceDifference, ...amounts } = rest;
  const offer = { Pair: { tokenA: jetton0, tokenB: jetton1 }, amount: { tokenA: amount0, tokenB: amount1 } };
  const provided = await done('/provideLiquidity', offer);
  expect(provided.data).toEqual({ ...amounts, lpTokensMinted: lpTokens });
  expect([provided.entries, provided.sequence]).toEqual([entries, String(Number(sequence) + 1)]);
  expect([kind, createsPool, gas]).toEqual(['provide', jetton0 === 'corn', String(entries.length)]);
  const position = await get(`/getLPAccountData?jetton0=${jetton0}&jetton1=${jetton1}`);
  expect(position.sharePercentage).toBe(sharePercentage);
});

test.each(['percentage=33.3', 'lpTokens=0.000000777', ''])('a refund equals its quote: %s', async (part) => {
  const quote = await get(`/quoteLiquidity?jetton0=bread&jetton1=apple&${part}`);
  const { kind, lpTokens, sharePercentage, createsPool, gas, entries, sequence, ...rest } = quote;
  const { setsPrice, price, inversePrice, marketPrice, marketVia, priceDifference, ...amounts } = rest;
  expect(setsPrice).toBe(false);
  const fields = Object.fromEntries(new URLSearchParams(part));
  const refunded = await done('/refundLiquidity', { jetton0: 'bread', jetton1: 'apple', ...fields });
  expect(refunded.data).toEqual({ ...amounts, lpTokensBurned: lpTokens });
  expect(refunded.entries).toEqual(entries);
  expect([kind, createsPool]).toEqual(['refund', false]);
  const position = await get('/getLPAccountData?jetton0=bread&jetton1=apple');
  expect(position.sharePercentage).toBe(sharePercentage);
});

describe('the price', () => {
  let other: Server;
  const facts = async (query: string) => {
    const { setsPrice, price, inversePrice, marketPrice, marketVia, priceDifference } = exact(
      await send(other, { path: `/quoteLiquidity?${query}&maxPriceImpact=1` }),
    ).data;
    return { setsPrice, price, inversePrice, marketPrice, marketVia, priceDifference };
  };
  /** An apple is worth 2 bread, and a date 8 apples. */
  beforeAll(async () => {
    other = await startServer();
    await openMarket(other);
    const post = async (path: string, body: object) => exact(await send(other, { path, body }));
    await post('/registerToken', { address: 'dates', symbol: 'DATES', decimals: 6 });
    await post('/deposit', { account: 'local', token: 'dates', amount: 10_000, reference: 'start' });
    await post('/provideLiquidity', {
      Pair: { tokenA: 'dates', tokenB: 'apple' },
      amount: { tokenA: 100, tokenB: 800 },
    });
    await post('/createPool', { Pair: { tokenA: 'bread', tokenB: 'corn' }, curve: 'stable', amplification: 1000 });
  });
  afterAll(() => other.close());

  test('that the first liquidity sets is given in both directions, with the market price', async () => {
    expect(await facts('jetton0=dates&jetton1=bread&amount0=10&amount1=200')).toEqual({
      setsPrice: true,
      price: '20',
      inversePrice: '0.05',
      marketPrice: '16',
      marketVia: ['apple'],
      priceDifference: '0.25',
    });
    expect(await facts('jetton0=bread&jetton1=dates&amount0=120&amount1=10')).toMatchObject({
      price: '0.0833333333333333333',
      inversePrice: '12',
      marketPrice: '0.0625',
      priceDifference: '0.333333333333',
    });
  });

  test('of a token without a route has no market price', async () => {
    expect(await facts('jetton0=apple&jetton1=corn&amount0=2000&amount1=4')).toEqual({
      setsPrice: true,
      price: '0.002',
      inversePrice: '500',
      marketPrice: null,
      marketVia: [],
      priceDifference: null,
    });
  });

  test('of a stable pool is that of its curve, not of its amounts', async () => {
    const { setsPrice, price } = await facts('jetton0=bread&jetton1=corn&amount0=4&amount1=2');
    expect(setsPrice).toBe(true);
    expect(Number(price)).toBeGreaterThan(0.99);
  });

  test('of an offer to a pool with liquidity is that of the pool, and so is the market price', async () => {
    const { setsPrice, price, marketPrice, marketVia, priceDifference } = await facts(
      'jetton0=apple&jetton1=bread&amount0=10&amount1=20',
    );
    expect({ setsPrice, marketPrice, marketVia }).toEqual({ setsPrice: false, marketPrice: '2', marketVia: [] });
    // Rounding one amount up moves the price slightly.
    expect(Number(price)).toBeCloseTo(2, 6);
    expect(Number(priceDifference)).toBeCloseTo(0, 6);
  });
});

test('without market statistics liquidity is still quoted, without a market price', async () => {
  const plain = await startServer({ isUncounted: true });
  await openMarket(plain);
  const path = '/quoteLiquidity?jetton0=corn&jetton1=bread&amount0=4&amount1=25';
  const { data } = exact(await send(plain, { path }));
  expect(data).toMatchObject({
    setsPrice: true,
    price: '6.25',
    marketPrice: null,
    marketVia: [],
    priceDifference: null,
  });
  await plain.close();
});

test('amounts beyond the balance are quoted too, and change nothing', async () => {
  const before = await get('/getPools');
  const quote = await get('/quoteLiquidity?jetton0=corn&jetton1=bread&amount0=4000000000&amount1=25000000000');
  expect(quote).toMatchObject({ kind: 'provide', token1Amount: '4000000000', token2Amount: '25000000000' });
  expect(await get('/getPools')).toEqual(before);
});

test.each([
  ['amount0=1&amount1=1&percentage=5', 400, 'invalid_request', /^Send amount0, amount1 or both to provide/],
  ['amount0=1&only=apple', 400, 'invalid_request', /^Send amount0, amount1 or both to provide/],
  ['lpTokens=1&percentage=5', 400, 'invalid_request', /^Send lpTokens or percentage/],
  ['maxPriceImpact=0.1', 400, 'invalid_request', /^maxPriceImpact goes with/],
  ['amount0=0&amount1=1', 400, 'invalid_amount', /^amount0 must be greater/],
  ['amount0=4&amount1=2500', 422, 'ratio_too_far', /^The pool would take/],
  ['lpTokens=1000000', 422, 'position_too_small', /^You hold/],
])('quoteLiquidity with %s is refused', async (query, status, code, message) => {
  const answer = await send(server, { path: `/quoteLiquidity?jetton0=corn&jetton1=bread&${query}` });
  expect([answer.status, answer.headers.get('error-code')]).toEqual([status, code]);
  expect(JSON.parse(answer.text).error).toMatch(message);
});
