// quoteLiquidity tells what provideLiquidity and refundLiquidity then do, to the unit and to the last entry.
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** What was answered, with the entries of the transaction that did it. */
async function done(path: string, body: object) {
  const answer = await send(server, { path, body });
  const { data } = exact(answer);
  const id = answer.headers.get('transaction-id');
  const { entries, sequence } = await get(`/getTransaction?transactionId=${id}`);
  return { data, entries, sequence };
}

test.each([
  ['an offer to a pool', 'apple', 'bread', { amount0: 1000, amount1: 2300 }],
  ['an offer the other way round', 'bread', 'apple', { amount0: 2300.01, amount1: 1150 }],
  ['an offer that creates the pool', 'corn', 'bread', { amount0: 4, amount1: 25 }],
])('%s', async (_, jetton0, jetton1, { amount0, amount1 }) => {
  const quote = await get(
    `/quoteLiquidity?jetton0=${jetton0}&jetton1=${jetton1}&amount0=${amount0}&amount1=${amount1}`,
  );
  const { kind, lpTokens, sharePercentage, createsPool, gas, entries, sequence, ...amounts } = quote;
  const offer = { Pair: { tokenA: jetton0, tokenB: jetton1 }, amount: { tokenA: amount0, tokenB: amount1 } };
  const provided = await done('/provideLiquidity', offer);
  expect(provided.data).toEqual({ ...amounts, lpTokensMinted: lpTokens });
  expect([provided.entries, provided.sequence]).toEqual([entries, String(Number(sequence) + 1)]);
  expect([kind, createsPool, gas]).toEqual(['provide', jetton0 === 'corn', String(entries.length)]);
  const position = await get(`/getLPAccountData?jetton0=${jetton0}&jetton1=${jetton1}`);
  expect(position.sharePercentage).toBe(sharePercentage);
});

test.each(['percentage=33.3', 'lpTokens=0.000000777', ''])('a refund: %s', async (part) => {
  const quote = await get(`/quoteLiquidity?jetton0=bread&jetton1=apple&${part}`);
  const { kind, lpTokens, sharePercentage, createsPool, gas, entries, sequence, ...amounts } = quote;
  const fields = Object.fromEntries(new URLSearchParams(part));
  const refunded = await done('/refundLiquidity', { jetton0: 'bread', jetton1: 'apple', ...fields });
  expect(refunded.data).toEqual({ ...amounts, lpTokensBurned: lpTokens });
  expect(refunded.entries).toEqual(entries);
  expect([kind, createsPool]).toEqual(['refund', false]);
  const position = await get('/getLPAccountData?jetton0=bread&jetton1=apple');
  expect(position.sharePercentage).toBe(sharePercentage);
});

test('what the account does not have is quoted all the same, and changes nothing', async () => {
  const before = await get('/getPools');
  const quote = await get('/quoteLiquidity?jetton0=corn&jetton1=bread&amount0=4000000000&amount1=25000000000');
  expect(quote).toMatchObject({ kind: 'provide', token1Amount: '4000000000', token2Amount: '25000000000' });
  expect(await get('/getPools')).toEqual(before);
});

test.each([
  ['amount0=1', 400, 'invalid_request', /^Send amount0 and amount1 to provide/],
  ['amount0=1&amount1=1&percentage=5', 400, 'invalid_request', /^Send amount0 and amount1 to provide/],
  ['lpTokens=1&percentage=5', 400, 'invalid_request', /^Send lpTokens or percentage/],
  ['maxPriceImpact=0.1', 400, 'invalid_request', /^maxPriceImpact goes with/],
  ['amount0=0&amount1=1', 400, 'invalid_amount', /^amount0 must be greater/],
  ['amount0=4&amount1=2500', 422, 'ratio_too_far', /^The pool would take/],
  ['lpTokens=1000000', 422, 'position_too_small', /^You hold/],
])('%s is refused', async (query, status, code, message) => {
  const answer = await send(server, { path: `/quoteLiquidity?jetton0=corn&jetton1=bread&${query}` });
  expect([answer.status, answer.headers.get('error-code')]).toEqual([status, code]);
  expect(JSON.parse(answer.text).error).toMatch(message);
});
