// A pool that was left with one unit of a token, over HTTP: its providers can withdraw, and each call still answers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;

/** The answer of a call that must succeed; getPoolData returns its record without an envelope. */
async function get(path: string, body?: object) {
  const answer = await send(server, { path, ...(body && { body }) });
  expect(answer.status, answer.text).toBe(200);
  return exact(answer).data ?? exact(answer);
}

const post: (path: string, body: object) => ReturnType<typeof get> = get;

async function refusalOf(path: string, body: object) {
  const { status, headers, text } = await send(server, { path, body });
  return [status, headers.get('error-code'), JSON.parse(text).error];
}

/** Buys apples for bread until the pool has one. */
async function empty(tokenB: string): Promise<void> {
  const left = async () => Number((await get(`/getPoolData?jetton0=apple&jetton1=${tokenB}`)).reserve0);
  for (let amount = 1000; (await left()) > 1; amount *= 4)
    await post('/createSwap', {
      Pair: { tokenA: tokenB, tokenB: 'apple' },
      amount: { tokenA: amount },
      route: 'direct',
      maxPriceImpact: 1,
    });
}

beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
  await post('/registerToken', { address: 'dates', symbol: 'DATES', decimals: 2 });
  for (const token of ['bread', 'dates'])
    await post('/deposit', { account: 'local', token, amount: 10 ** 15, reference: 'more' });
  await post('/setPoolFees', { Pair: { tokenA: 'apple', tokenB: 'bread' }, protocolFee: 0, force: true });
  await post('/createPool', {
    Pair: { tokenA: 'apple', tokenB: 'dates' },
    ...{ curve: 'stable', amplification: 100, protocolFee: 0, force: true },
  });
  await post('/provideLiquidity', {
    Pair: { tokenA: 'apple', tokenB: 'dates' },
    amount: { tokenA: 900, tokenB: 1000 },
  });
});
afterAll(() => server.close());

describe.each([
  ['a constant-product pool', 'bread'],
  ['a stable pool', 'dates'],
])('%s', (_, tokenB) => {
  const query = `jetton0=apple&jetton1=${tokenB}`;
  const Pair = { tokenA: 'apple', tokenB };

  test('refunds a part in the other token, then all of the position, as quoted', async () => {
    await empty(tokenB);
    const symbol = tokenB.toUpperCase();
    const all = { jetton0: 'apple', jetton1: tokenB };
    expect(await refusalOf('/refundLiquidity', { ...all, only: 'apple', maxPriceImpact: 1 })).toEqual([
      422,
      'output_zero',
      `The position's part of ${symbol} buys no APPLE in this pool; withdraw both tokens by leaving out only.`,
    ]);
    expect(await refusalOf('/refundLiquidity', { ...all, minToken1: 1 })).toEqual([
      422,
      'below_minimum',
      'The result would be 0 APPLE, below your minimum of 1.',
    ]);
    for (const part of [{ percentage: 25, only: tokenB }, { percentage: 25 }, {}]) {
      const quote = await get(`/quoteLiquidity?${query}&${new URLSearchParams(part as Record<string, string>)}`);
      const held = await get(`/getLPAccountData?${query}`);
      const { lpTokensBurned, ...done } = await post('/refundLiquidity', { ...all, ...part });
      expect(quote).toMatchObject({ ...done, lpTokens: lpTokensBurned });
      expect([done.token1Amount, done.token1Change, held.token1Balance]).toEqual(['0', '0', '0']);
      expect(done.token2Change).toBe(done.token2Amount);
      expect(done).not.toHaveProperty('swapped');
      expect(Number(done.token2Amount)).toBeGreaterThan(1000);
    }
    const [newest] = (await get('/getActivity?limit=1')).activity;
    expect(newest).toMatchObject({ kind: 'refund', amountA: '0' });
    expect((await get(`/getLPAccountData?${query}`)).lpTokenBalance).toBe('0');
  });

  test('has figures in all calls, and takes swaps and liquidity again', async () => {
    expect(await get(`/getPoolData?${query}`)).toMatchObject({ reserve0: '1' });
    for (const path of ['/getPoolStats', '/getPrice', '/getTrades', '/getLPPosition'])
      expect(await get(`${path}?${query}`), path).toBeDefined();
    for (const path of ['/getMarket', '/getPortfolio', '/getPools', `/getCandles?${query}&interval=1h`])
      expect(await get(path), path).toBeDefined();
    const { price } = await get(`/getPoolStats?${query}`);
    expect(Number(price)).toBeGreaterThan(0);
    await post('/createSwap', { Pair, amount: { tokenA: 1 }, route: 'direct', maxPriceImpact: 1 });
    const pool = await get(`/getPoolData?${query}`);
    const amount = { tokenA: 2, tokenB: Number(pool.reserve1) };
    const { lpTokensMinted } = await post('/provideLiquidity', { Pair, amount, minLpTokens: 0.000000001 });
    expect(Number(lpTokensMinted)).toBeGreaterThan(0);
    const { items } = await post('/bulk', {
      items: [{ call: 'refundLiquidity', body: { jetton0: 'apple', jetton1: tokenB } }],
    });
    expect(items[0].status).toBe('200');
  });
});

test('so small a part that neither token is returned is refused, and the message names both', async () => {
  await post('/provideLiquidity', {
    Pair: { tokenA: 'bread', tokenB: 'dates' },
    amount: { tokenA: 20, tokenB: 20 },
  });
  expect(await refusalOf('/refundLiquidity', { jetton0: 'bread', jetton1: 'dates', percentage: 0.01 })).toEqual([
    422,
    'refund_too_small',
    'So few LP tokens are worth less than the smallest unit of BREAD and of DATES; withdraw more at once.',
  ]);
});

test('the audit passes over all these transactions', async () => {
  await expect(audit(server.store, () => {})).resolves.toMatchObject({ transactions: await server.exchange.head() });
});
