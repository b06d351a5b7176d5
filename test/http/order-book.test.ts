// getOrderBook: swaps of its first levels are filled at their prices or better.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
  for (const token of ['apple', 'bread'])
    await post('/deposit', { account: 'local', token, amount: 500_000, reference: 'more' });
});
afterAll(() => server.close());

const post = async (path: string, body: object) => exact(await send(server, { path, body })).data;
const get = async (path: string) => exact(await send(server, { path })).data;
type Book = { sequence: string; bids: [string, string][]; asks: [string, string][] };
const bookOf = (jetton0: string, jetton1: string, query = ''): Promise<Book> =>
  get(`/getOrderBook?jetton0=${jetton0}&jetton1=${jetton1}${query}`);

/** Exact enough for amounts of this market: cents and whole apples. */
const sum = (levels: readonly [string, string][]) => levels.reduce((total, [, amount]) => total + Number(amount), 0);
const PAIRS = [
  ['apple', 'bread'],
  ['bread', 'apple'],
] as const;

test.each(PAIRS)(
  'the first levels of %s in %s are traded by a direct swap at their last price or better',
  async (base, quote) => {
    for (const count of [1, 7, 30]) {
      for (const side of ['asks', 'bids'] as const) {
        const book = await bookOf(base, quote, '&levels=30');
        const levels = book[side].slice(0, count);
        const [worst] = levels.at(-1) as [string, string];
        const units = Number(sum(levels).toFixed(2));
        const terms = { route: 'direct', maxPriceImpact: 1 };
        const swap =
          side === 'asks'
            ? { Pair: { tokenA: quote, tokenB: base }, amount: { tokenB: units }, ...terms }
            : { Pair: { tokenA: base, tokenB: quote }, amount: { tokenA: units }, ...terms };
        const { transactionId } = await post('/createSwap', swap);
        const { amountA, amountB } = await get(`/getSwap?transactionId=${transactionId}`);
        const promised = levels.reduce((total, [price, amount]) => total + Number(price) * Number(amount), 0);
        if (side === 'asks') {
          expect(Number(amountB)).toBe(units);
          expect(Number(amountA)).toBeLessThanOrEqual(promised + 1e-6);
          expect(Number(amountA) / units).toBeLessThanOrEqual(Number(worst) * (1 + 1e-12));
        } else {
          expect(Number(amountB)).toBeGreaterThanOrEqual(promised - 1e-6);
          expect(Number(amountB) / units).toBeGreaterThanOrEqual(Number(worst) * (1 - 1e-12));
        }
      }
    }
  },
);

test('one state of the pool: its sequence is that of a quote, and every figure is a string', async () => {
  const book = await bookOf('apple', 'bread');
  expect(book.sequence).toBe((await get('/getQuote?tokenA=apple&tokenB=bread&amount=1&route=direct')).sequence);
  expect(book).toMatchObject({ source: 'pool', asOf: expect.stringMatching(/^\d{4}-.*Z$/) });
  const { text } = await send(server, { path: '/getOrderBook?jetton0=apple&jetton1=bread&levels=1' });
  expect(text).toMatch(/"bids":\[\["[\d.]+","\d+"\]\],"asks":\[\["[\d.]+","\d+"\]\]/);
});

test('an empty pool has no levels; a pool that is paused, or whose token is, is refused', async () => {
  expect(await bookOf('apple', 'corn')).toMatchObject({ bids: [], asks: [] });
  const statusOf = async () => {
    const { status, headers } = await send(server, { path: '/getOrderBook?jetton0=apple&jetton1=bread' });
    return [status, headers.get('error-code')];
  };
  const Pair = { tokenA: 'apple', tokenB: 'bread' };
  await post('/setPoolStatus', { Pair, status: 'paused' });
  expect(await statusOf()).toEqual([422, 'pool_paused']);
  await post('/setPoolStatus', { Pair, status: 'listed' });
  await post('/updateToken', { address: 'bread', status: 'paused' });
  expect(await statusOf()).toEqual([422, 'token_paused']);
  await post('/updateToken', { address: 'bread', status: 'listed' });
});
