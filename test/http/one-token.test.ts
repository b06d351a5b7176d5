// Liquidity in one token over HTTP: it equals its quote, all calls report it alike, and its swap counts as a trade.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { exact, send } from './client.ts';
import { EventStream, until } from './event-stream.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

type Fields = Record<string, string>;

let server: Server;
const Pair = { tokenA: 'apple', tokenB: 'bread' };
const BOTH = 'jetton0=apple&jetton1=bread';
const get = async (path: string) => exact(await send(server, { path })).data;
const post = async (path: string, body: object, headers: Fields = {}) =>
  exact(await send(server, { path, body, headers })).data;

async function held(): Promise<Fields> {
  const { balances } = await get('/getBalances');
  return Object.fromEntries(balances.map(({ symbol, balance }: Fields) => [symbol, balance]));
}

beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
  await post('/deposit', { account: 'local', token: 'corn', amount: 5000, reference: 'more' });
  await post('/createPool', { Pair: { tokenA: 'bread', tokenB: 'corn' }, curve: 'stable', amplification: 200 });
  await post('/provideLiquidity', { Pair: { tokenA: 'bread', tokenB: 'corn' }, amount: { tokenA: 900, tokenB: 1000 } });
});
afterAll(() => server.close());

describe.each([
  ['in a constant-product pool', 'apple', 'bread', 'jetton0'],
  ['in a constant-product pool, with its second token', 'apple', 'bread', 'jetton1'],
  ['in a stable pool', 'bread', 'corn', 'jetton0'],
  ['in a stable pool, with the tokens in reverse order', 'corn', 'bread', 'jetton0'],
])('%s', (_, jetton0, jetton1, side) => {
  const isFirst = side === 'jetton0';
  const query = `jetton0=${jetton0}&jetton1=${jetton1}`;
  const pair = { Pair: { tokenA: jetton0, tokenB: jetton1 } };
  const symbols = [jetton0.toUpperCase(), jetton1.toUpperCase()] as const;

  const changed = (before: Fields, after: Fields) =>
    symbols.map((symbol) => Number((Number(after[symbol]) - Number(before[symbol])).toFixed(5)));

  const rounded = ({ token1Change, token2Change }: Fields) =>
    [token1Change, token2Change].map((change) => Number(Number(change).toFixed(5)));

  test('providing one token changes the balances as quoted, to the unit', async () => {
    const quote = await get(`/quoteLiquidity?${query}&${isFirst ? 'amount0' : 'amount1'}=50`);
    const before = await held();
    const done = await post('/provideLiquidity', { ...pair, amount: isFirst ? { tokenA: 50 } : { tokenB: 50 } });
    const { lpTokensMinted, setsPrice, ...rest } = done;
    expect([quote.kind, quote.lpTokens, setsPrice]).toEqual(['provide', lpTokensMinted, false]);
    expect(quote).toMatchObject(rest);
    expect(Number(quote.priceImpact)).toBeGreaterThan(0);
    expect(done.swapped.tokenA).toBe(isFirst ? jetton0 : jetton1);
    expect(changed(before, await held())).toEqual(rounded(done));
    const [mine, other] = isFirst ? [done.token1Change, done.token2Change] : [done.token2Change, done.token1Change];
    // Apples have no decimals, so up to one of them is left over, or the bread that it buys.
    expect(Number(mine)).toBeLessThan(-47);
    expect(Number(other)).toBeGreaterThanOrEqual(0);
    expect(Number(other)).toBeLessThanOrEqual(2.1);
  });

  test('a refund in one token changes the balances as quoted, to the unit', async () => {
    const only = isFirst ? jetton0 : jetton1;
    const quote = await get(`/quoteLiquidity?${query}&percentage=2&only=${only}`);
    const before = await held();
    const done = await post('/refundLiquidity', { jetton0, jetton1, percentage: 2, only });
    const { lpTokensBurned, ...rest } = done;
    expect([quote.kind, quote.lpTokens]).toEqual(['refund', lpTokensBurned]);
    expect(quote).toMatchObject(rest);
    expect(done.swapped.tokenB).toBe(only);
    expect(changed(before, await held())).toEqual(rounded(done));
    expect(isFirst ? done.token2Change : done.token1Change).toBe('0');
  });
});

test('activity and events report what providing one token answered, and the same idempotency key repeats that answer', async () => {
  const stream = await EventStream.open(server.url, `/events?after=${await server.exchange.head()}&own=true`, {});
  const body = { Pair, amount: { tokenA: 500 } };
  const answer = await send(server, { path: '/provideLiquidity', body, headers: { 'idempotency-key': 'once' } });
  const { swapped, token1Amount, token2Amount, lpTokensMinted } = exact(answer).data;
  const again = await send(server, { path: '/provideLiquidity', body, headers: { 'idempotency-key': 'once' } });
  expect(again.text).toBe(answer.text);
  const told = { kind: 'provide', amountA: token1Amount, amountB: token2Amount, lpTokens: lpTokensMinted, swapped };
  const [newest] = (await get('/getActivity?limit=1')).activity;
  expect(newest).toMatchObject(told);
  const { transfers, entries } = await get(`/getTransaction?transactionId=${newest.transactionId}`);
  expect([transfers.length, entries.length]).toEqual([6, 7]);
  await until(() => expect(stream.events.at(-1)?.data).toMatchObject(told));
  stream.close();
});

test('the swap within providing one token counts as a trade of the pool: in volume, fees, candles and the list of trades', async () => {
  const before = await get(`/getPoolStats?${BOTH}`);
  const { swapped } = await post('/provideLiquidity', { Pair, amount: { tokenB: 2000 } });
  const [trade] = (await get(`/getTrades?${BOTH}&limit=1`)).trades;
  expect(trade).toMatchObject({ amount0: swapped.amountB, amount1: swapped.amountA, fees1: swapped.fees.lp });
  const [candle] = (await get(`/getCandles?${BOTH}&interval=1d&limit=1`)).candles;
  expect(Number(candle.close)).not.toBe(Number(candle.open));
  const after = await get(`/getPoolStats?${BOTH}`);
  const rise = (of: string, side: string) => Number((Number(after[of][side]) - Number(before[of][side])).toFixed(4));
  expect(Number(after.swaps24h)).toBe(Number(before.swaps24h) + 1);
  expect([rise('volume24h', 'amount0'), rise('volume24h', 'amount1')]).toEqual([
    Number(swapped.amountB),
    Number(swapped.amountA),
  ]);
  expect([rise('fees24h', 'amount0'), rise('fees24h', 'amount1')]).toEqual([0, Number(swapped.fees.lp)]);
});

test('a position counts what the pool took and returned, without the swap; a refund releases its cost in proportion', async () => {
  const position = (): Promise<Fields> => get(`/getLPPosition?${BOTH}`);
  const rise = (before: Fields, after: Fields, name: string) =>
    [0, 1].map((side) => Number((Number(after[`${name}${side}`]) - Number(before[`${name}${side}`])).toFixed(4)));
  const first = await position();
  const provided = await post('/provideLiquidity', { Pair, amount: { tokenB: 1500 } });
  const second = await position();
  const taken = [Number(provided.token1Amount), Number(provided.token2Amount)];
  expect([rise(first, second, 'provided'), rise(first, second, 'cost')]).toEqual([taken, taken]);
  expect(Number(second.lpTokens)).toBeCloseTo(Number(first.lpTokens) + Number(provided.lpTokensMinted), 9);

  const refunded = await post('/refundLiquidity', {
    jetton0: 'apple',
    jetton1: 'bread',
    percentage: 10,
    only: 'bread',
  });
  const third = await position();
  expect(rise(second, third, 'withdrawn')).toEqual([Number(refunded.token1Amount), Number(refunded.token2Amount)]);
  expect(rise(second, third, 'provided')).toEqual([0, 0]);
  const part = Number(refunded.lpTokensBurned) / Number(second.lpTokens);
  const [released0 = 0, released1 = 0] = rise(second, third, 'releasedCost');
  expect(released0).toBe(Math.floor(Number(second.cost0) * part));
  expect(released1).toBeCloseTo(Number(second.cost1) * part, 1);
  expect(rise(second, third, 'cost')).toEqual([-released0, -released1]);
  // All calls report the same remaining position.
  const held = await get(`/getLPAccountData?${BOTH}`);
  expect([third.returns0, third.returns1]).toEqual([held.token1Balance, held.token2Balance]);
  expect(Number(third.againstHolding)).toBeCloseTo(Number(third.feesValue) + Number(third.impermanentLoss), 6);
});

test('liquidity in one token works in a bulk, and an atomic bulk with a refused item changes nothing', async () => {
  const provide = { call: 'provideLiquidity', body: { Pair, amount: { tokenA: 100 } } };
  const refund = {
    call: 'refundLiquidity',
    body: { jetton0: 'apple', jetton1: 'bread', percentage: 1, only: 'apple' },
  };
  const { items } = await post('/bulk', { items: [provide, refund], atomic: true });
  expect(items.map(({ status }: Fields) => status)).toEqual(['200', '200']);
  const before = await held();
  const costly = { ...provide, body: { ...provide.body, minLpTokens: 1_000_000 } };
  const refused = await post('/bulk', { items: [refund, costly], atomic: true });
  expect(refused.items.map(({ code }: Fields) => code)).toEqual(['not_attempted', 'below_minimum']);
  expect(await held()).toEqual(before);
});

test('the audit passes over all these transactions', async () => {
  await expect(audit(server.store, () => {})).resolves.toMatchObject({ transactions: await server.exchange.head() });
});
