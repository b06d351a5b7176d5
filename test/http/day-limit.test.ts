// A key's daily limit: never exceeded by any call on any node, and refused requests do not use it up.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { OutcomeUnknown } from '../../src/ports/store.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { newFolder, type Server, startServer } from './server.ts';

let one: Server;
let two: Server;
let operator: string;
let nextKey = 0;
let failure: Error | undefined;

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** 'ok', or the error code. */
const ask = async (path: string, key: string, body: object, on = one, headers: Record<string, string> = {}) => {
  const answer = await send(on, { path, body, headers: { ...bearer(key), ...headers } });
  return answer.status === 200 ? 'ok' : answer.headers.get('error-code');
};
/** An apple is worth two bread, and the limit is in bread. */
const swap = (apples: number) => ({ Pair, amount: { tokenA: apples } });
const limited = async (dayLimit: string) =>
  (await createKey(one.store, { account: 'alice' as Account, role: 'trader', restrictions: { dayLimit } }, nextKey++))
    .key;

beforeAll(async () => {
  const path = `${await newFolder()}/millpond.db`;
  const wrapVenue = (venue: Venue) =>
    new Proxy(venue, {
      get(target, name) {
        if (name === 'execute' && failure) return () => Promise.reject(failure);
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  const market = { quote: { token: 'bread' as never, orFirst: false } };
  one = await startServer({ auth: 'keys', path, wrapVenue, market });
  two = await startServer({ auth: 'keys', path, market });
  operator = (await createKey(one.store, { account: 'local' as Account, role: 'operator' }, 0)).key;
  await openMarket(one, bearer(operator));
  for (const token of ['apple', 'bread', 'corn']) {
    const body = { account: 'alice', token, amount: 100_000, reference: 'start' };
    exact(await send(one, { path: '/deposit', body, headers: bearer(operator) }));
  }
});
afterAll(async () => {
  await one.close();
  await two.close();
});

test('swaps and provided liquidity count at market prices up to the limit; a refund does not count', async () => {
  const key = await limited('1000');
  expect(await ask('/createSwap', key, swap(200))).toBe('ok');
  expect(await ask('/provideLiquidity', key, { Pair, amount: { tokenA: 100, tokenB: 200 } })).toBe('ok');
  expect(await ask('/createSwap', key, swap(150))).toBe('day_limit_reached');
  expect(await ask('/createSwap', key, { Pair: { tokenA: 'bread', tokenB: 'apple' }, amount: { tokenA: 150 } })).toBe(
    'ok',
  );
  expect(await ask('/createSwap', key, swap(30))).toBe('day_limit_reached');
  expect(await ask('/refundLiquidity', key, { jetton0: 'apple', jetton1: 'bread', percentage: 50 })).toBe('ok');
  expect(await ask('/createSwap', await limited('1000'), swap(400))).toBe('ok');
});

test('one-token liquidity counts once: the offer, or the part swapped on withdrawal', async () => {
  const [key, other] = [await limited('1000'), await limited('1000')];
  expect(await ask('/provideLiquidity', key, { Pair, amount: { tokenA: 300 } })).toBe('ok');
  expect(await ask('/provideLiquidity', key, { Pair, amount: { tokenB: 450 } })).toBe('day_limit_reached');
  expect(await ask('/provideLiquidity', key, { Pair, amount: { tokenB: 350 } })).toBe('ok');
  // The account holds LP tokens worth about 1,150 bread, half of which is swapped each time.
  const out = (percentage: number) => ({
    jetton0: 'apple',
    jetton1: 'bread',
    percentage,
    only: 'apple',
    maxPriceImpact: 1,
  });
  expect(await ask('/refundLiquidity', key, out(50))).toBe('day_limit_reached');
  expect(await ask('/refundLiquidity', other, out(50))).toBe('ok');
});

test('an amount worth less than one unit of the quote token counts as one unit each time it is sent', async () => {
  const dates = { tokenA: 'dates', tokenB: 'bread' };
  for (const [path, body] of [
    ['/registerToken', { address: 'dates', symbol: 'DATES', decimals: 6 }],
    ['/deposit', { account: 'alice', token: 'dates', amount: 1, reference: 'start' }],
    ['/deposit', { account: 'local', token: 'dates', amount: 1000, reference: 'start' }],
    ['/provideLiquidity', { Pair: dates, amount: { tokenA: 1000, tokenB: 1000 } }],
  ] as const)
    exact(await send(one, { path, body, headers: bearer(operator) }));
  // The limit is three units of bread; a millionth of DATES is worth less than one unit.
  const key = await limited('0.03');
  const dust = { token: 'dates', to: 'local', amount: 0.000001 };
  const answers = [];
  for (let times = 0; times < 4; times++) answers.push(await ask('/createTransfer', key, dust));
  expect(answers).toEqual(['ok', 'ok', 'ok', 'day_limit_reached']);
});

test('transfers count like swaps, LP tokens by what they would return', async () => {
  const key = await limited('1000');
  const [pool] = exact(await send(one, { path: '/getPools' })).data.pools;
  const { lpTokens } = exact(
    await send(one, { path: '/getLPPosition?jetton0=apple&jetton1=bread', headers: bearer(operator) }),
  ).data;
  exact(
    await send(one, {
      path: '/createTransfer',
      body: { token: pool.poolAddress, to: 'alice', amount: lpTokens, create: true },
      headers: bearer(operator),
    }),
  );
  const give = (token: string, amount: string) => ({ token, to: 'local', amount });
  expect(await ask('/createTransfer', key, give('apple', '400'))).toBe('ok');
  expect(await ask('/createTransfer', key, give('apple', '150'))).toBe('day_limit_reached');
  // All LP tokens return about four million bread: a ten-thousandth of them 400, a hundred-thousandth 40.
  const part = (of: number) => (Number(lpTokens) / of).toFixed(9);
  expect(await ask('/createTransfer', key, give(pool.poolAddress, part(10_000)))).toBe('day_limit_reached');
  expect(await ask('/createTransfer', key, give(pool.poolAddress, part(100_000)))).toBe('ok');
  expect(await ask('/createTransfer', key, give('corn', '1'))).toBe('price_unknown');
});

test('an order counts when it is placed, and cancelling does not refund the limit', async () => {
  const key = await limited('1000');
  const order = (units: number) => ({
    Pair: { tokenA: 'apple', tokenB: 'bread' },
    amount: { tokenA: units },
    price: 9,
  });
  expect(await ask('/createOrder', key, order(400))).toBe('ok');
  expect(await ask('/createOrder', key, order(150))).toBe('day_limit_reached');
  const { orders } = exact(await send(one, { path: '/getOrders', headers: bearer(key) })).data;
  expect(await ask('/cancelOrder', key, { orderId: orders[0].orderId })).toBe('ok');
  expect(await ask('/createOrder', key, order(150))).toBe('day_limit_reached');
  expect(await ask('/createOrder', key, order(50))).toBe('ok');
});

test('concurrent swaps on two nodes are never worth more than the limit', async () => {
  const key = await limited('100');
  const asked = Array.from({ length: 24 }, (_, at) => ask('/createSwap', key, swap(5), at % 2 ? one : two));
  const done = (await Promise.all(asked)).filter((code) => code === 'ok');
  // Each sold apple lowers the price a little.
  expect(done.length).toBeGreaterThanOrEqual(9);
  expect(done.length).toBeLessThanOrEqual(10);
  const spent = (await one.store.sideRecords.list({ kind: 'tally', limit: 200 })).find(({ id }) =>
    id.endsWith(`spent ${key.slice(3, 19)}`),
  );
  expect(BigInt(JSON.parse(spent?.body ?? '0'))).toBeLessThanOrEqual(10_000n);
  expect(await ask('/createSwap', key, swap(5), two)).toBe('day_limit_reached');
});

test('a bulk counts as a whole, and an item that is refused does not use up the limit', async () => {
  const key = await limited('100');
  const bulk = (...apples: number[]) => ({ items: apples.map((one) => ({ call: 'createSwap', body: swap(one) })) });
  expect(await ask('/bulk', key, bulk(20, 20, 20))).toBe('day_limit_reached');
  expect(await ask('/bulk', key, { ...bulk(20, 20, 20), atomic: true })).toBe('day_limit_reached');
  const items = [{ call: 'createSwap', body: { ...swap(45), minReceived: 1_000_000 } }];
  expect(await ask('/bulk', key, { items })).toBe('ok');
  expect(await ask('/bulk', key, bulk(20, 20))).toBe('ok');
  expect(await ask('/createSwap', key, swap(20))).toBe('day_limit_reached');
});

test('a refused swap does not count, one with an unknown outcome does, and a repeated one counts once', async () => {
  const key = await limited('100');
  expect(await ask('/createSwap', key, { ...swap(45), minReceived: 1_000_000 })).toBe('below_minimum');
  const again = { 'idempotency-key': 'again' };
  for (let times = 0; times < 3; times += 1) expect(await ask('/createSwap', key, swap(45), one, again)).toBe('ok');
  expect(await ask('/createSwap', key, swap(45))).toBe('day_limit_reached');
  const other = await limited('100');
  failure = new OutcomeUnknown('');
  expect(await ask('/createSwap', other, swap(45))).toBe('outcome_unknown');
  failure = undefined;
  expect(await ask('/createSwap', other, swap(45))).toBe('day_limit_reached');
});

test('a request that is repeated before the first is answered counts once', async () => {
  const key = await limited('100');
  const twice = { 'idempotency-key': 'impatient' };
  const answers = await Promise.all([1, 2, 3].map(() => ask('/createSwap', key, swap(45), one, twice)));
  expect(answers).toEqual(['ok', 'ok', 'ok']);
  expect(await ask('/createSwap', key, swap(4))).toBe('ok');
  expect(await ask('/createSwap', key, swap(4))).toBe('day_limit_reached');
});

test('an unpriced token is refused, and so is an exact output without a maximum', async () => {
  const key = await limited('100000');
  const corn = { Pair: { tokenA: 'corn', tokenB: 'apple' }, amount: { tokenA: 1 } };
  expect(await ask('/createSwap', key, corn)).toBe('price_unknown');
  expect(await ask('/createSwap', key, { Pair, amount: { tokenB: 10 } })).toBe('invalid_request');
  expect(await ask('/createSwap', key, { Pair, amount: { tokenB: 10 }, maxPaid: 10 })).toBe('ok');
});

test.each<[unknown, string]>([
  [0, 'invalid_amount'],
  [-1, 'invalid_amount'],
  ['0.001', 'invalid_amount'],
  ['9'.repeat(60), 'invalid_amount'],
  ['NaN', 'invalid_amount'],
  ['250.50', 'ok'],
])('createKey with a daily limit of %s is answered %s', async (dayLimit, code) => {
  expect(await ask('/createKey', operator, { account: 'alice', dayLimit })).toBe(code);
});
