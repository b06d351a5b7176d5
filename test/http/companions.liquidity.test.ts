// Liquidity and fees: provide, refund in parts, refer, collect, deposit, withdraw.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeEach(async () => {
  server = await startServer();
  await openMarket(server);
});
afterEach(() => server.close());

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const BOTH = 'jetton0=apple&jetton1=bread';
const get = async (path: string) => exact(await send(server, { path }));
const post = async (call: string, body: object) => exact(await send(server, { path: `/${call}`, body })).data;
const swap = (tokenA: string, tokenB: string, amount: number, fields: object = {}) =>
  post('createSwap', { Pair: { tokenA, tokenB }, amount: { tokenA: amount }, ...fields });

async function balancesOf(account: string): Promise<Record<string, string>> {
  const { key } = await createKey(server.store, { account: account as Account, role: 'trader' }, 0);
  const answer = await send(server, { path: '/getBalances', headers: { authorization: `Bearer ${key}` } });
  const { balances } = exact(answer).data;
  return Object.fromEntries(balances.map((held: Record<string, string>) => [held.symbol, held.balance]));
}

describe('provideLiquidity', () => {
  test('creates the pool of a pair that has none, with the default rates', async () => {
    const offer = { Pair: { tokenA: 'corn', tokenB: 'bread' }, amount: { tokenA: 4, tokenB: 25 } };
    // √(4·10^18 · 2500) = 10^11 units of 9 decimals, of which 1000 are locked.
    const { poolAddress, ...rest } = await post('provideLiquidity', offer);
    expect(rest).toEqual({
      token1Address: 'corn',
      token2Address: 'bread',
      token1Amount: '4',
      token2Amount: '25',
      lpTokensMinted: '99.999999',
      setsPrice: true,
    });
    const { data } = await get('/getPools');
    expect(data.pools[2]).toMatchObject({ poolAddress, jetton0: 'bread', jetton1: 'corn', lpFee: '0.002' });
    expect(data.pools[2]).toMatchObject({ protocolFee: '0.001', refFee: '0.001', protocolFeeAddress: 'treasury' });
    expect(data.pools[2]).toMatchObject({ reserve0: '25', reserve1: '4', K: '100' });
  });

  test('takes only the amounts in the ratio of the pool, and leaves the rest in the account', async () => {
    const before = await balancesOf('local');
    const provided = await post('provideLiquidity', { Pair, amount: { tokenA: 1000, tokenB: 2300 } });
    // ⌊1000 · 14142135 / 10^6⌋ = 14142 units; they cost ⌈999.99…⌉ apples and ⌈1999.98…⌉ bread.
    expect(provided).toMatchObject({ token1Amount: '1000', token2Amount: '1999.99', lpTokensMinted: '0.000014142' });
    const after = await balancesOf('local');
    expect([Number(before.APPLE) - 1000, Number(before.BREAD) - 1999.99]).toEqual([
      Number(after.APPLE),
      Number(after.BREAD),
    ]);
  });

  test('succeeds if minLpTokens equals the amount minted', async () => {
    const offer = { Pair, amount: { tokenA: 1000, tokenB: 2000 }, minLpTokens: '0.000014142' };
    expect((await post('provideLiquidity', offer)).lpTokensMinted).toBe('0.000014142');
  });
});

describe('refundLiquidity in parts', () => {
  const account = async () => (await get(`/getLPAccountData?${BOTH}`)).data;

  test('burns the given amount of lpTokens', async () => {
    const { data } = await get(`/refundLiquidity?${BOTH}&lpTokens=0.00707`);
    // ⌊7070000 · 10^6 / 14142135⌋ and ⌊7070000 · 2·10^8 / 14142135⌋.
    expect(data).toMatchObject({ token1Amount: '499924', token2Amount: '999849.03', lpTokensBurned: '0.00707' });
    expect((await account()).lpTokenBalance).toBe('0.007071135');
  });

  test('burns a percentage of the position, rounded down to a unit of the LP token', async () => {
    const { data } = await get(`/refundLiquidity?${BOTH}&percentage=50`);
    expect(data.lpTokensBurned).toBe('0.007070567');
    expect((await account()).lpTokenBalance).toBe('0.007070568');
  });

  test('burns the whole position at 100 %', async () => {
    expect((await get(`/refundLiquidity?${BOTH}&percentage=100`)).data.lpTokensBurned).toBe('0.014141135');
    expect((await account()).lpTokenBalance).toBe('0');
  });

  test('succeeds if minToken1 and minToken2 equal the amounts returned', async () => {
    const query = `${BOTH}&lpTokens=0.014141135&minToken1=999929&minToken2=1999858.57`;
    expect((await get(`/refundLiquidity?${query}`)).data).toMatchObject({
      token1Amount: '999929',
      token2Amount: '1999858.57',
    });
  });

  test('by POST answers the tokens in the order of the request', async () => {
    const data = await post('refundLiquidity', { jetton0: 'bread', jetton1: 'apple', lpTokens: '0.00707' });
    expect(data).toMatchObject({ token1Address: 'bread', token1Amount: '999849.03', token2Amount: '499924' });
  });
});

describe('fees', () => {
  test('a referrer is paid the ref fee that getSwap reports, in tokenB', async () => {
    const { transactionId } = await swap('apple', 'bread', 1000, { referrer: 'shop' });
    const { data } = await get(`/getSwap?transactionId=${transactionId}`);
    // base = ⌊998 · 2·10^8 / 1,000,998⌋ = 199401 hundredths, a thousandth of it rounded up for each.
    expect(data.fees).toEqual({ lp: '2', protocol: '2', ref: '2' });
    expect(await balancesOf('shop')).toEqual({ BREAD: '2' });
  });

  test.each([
    ['bread', [['apple', 'bread', 1000]], ['0', '2']],
    ['apple', [['bread', 'apple', 1000]], ['1', '0']],
    [
      'both tokens',
      [
        ['apple', 'bread', 1000],
        ['bread', 'apple', 1000],
      ],
      ['1', '2'],
    ],
  ] as const)('collectFees moves the fees in %s to the treasury, once', async (_name, swaps, [apples, bread]) => {
    for (const [tokenA, tokenB, amount] of swaps) await swap(tokenA, tokenB, amount);
    const { poolAddress, ...rest } = await post('collectFees', { Pair });
    expect(rest).toEqual({
      protocolFeeAddress: 'treasury',
      token1Address: 'apple',
      token2Address: 'bread',
      token1Amount: apples,
      token2Amount: bread,
    });
    const held = [apples, bread].map((amount) => (amount === '0' ? undefined : amount));
    const treasury = await balancesOf('treasury');
    expect([treasury.APPLE, treasury.BREAD]).toEqual(held);
    const again = await send(server, { path: '/collectFees', body: { Pair } });
    expect(again.headers.get('error-code')).toBe('nothing_to_collect');
  });

  test('the fees of a pool are paid to its protocolFeeAddress', async () => {
    const rates = { lpFee: 0.01, protocolFee: 0.02, refFee: 0, protocolFeeAddress: 'guild' };
    const { poolAddress, ...made } = await post('createPool', { Pair: { tokenA: 'corn', tokenB: 'bread' }, ...rates });
    expect(made).toEqual({
      token1Address: 'corn',
      token2Address: 'bread',
      lpFee: '0.01',
      protocolFee: '0.02',
      refFee: '0',
      protocolFeeAddress: 'guild',
      curve: 'constant-product',
      amplification: null,
    });
    await post('provideLiquidity', { Pair: { tokenA: 'corn', tokenB: 'bread' }, amount: { tokenA: 4, tokenB: 4000 } });
    await swap('corn', 'bread', 0.1);
    await post('collectFees', { Pair: { tokenA: 'corn', tokenB: 'bread' } });
    // base = ⌊0.099 · 400000 / 4.099⌋ = 9660 hundredths, of which 2 % rounded up.
    expect(await balancesOf('guild')).toEqual({ BREAD: '1.94' });
  });
});

test.each([
  ['deposit', '10100'],
  ['withdraw', '9900'],
])('%s answers the amount and changes the balance by it', async (call, balance) => {
  const moved = { account: 'local', token: 'apple', amount: 100, reference: 'wire 1' };
  const { transactionId, ...rest } = await post(call, moved);
  expect(rest).toEqual({ ...moved, amount: '100' });
  expect(transactionId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect((await balancesOf('local')).APPLE).toBe(balance);
});
