// getLPPosition compared with a model fed from the answers of other calls; and the refund that follows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exact, type Request, send } from './client.ts';
import { keysOf } from './keys-of.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const BOTH = 'jetton0=apple&jetton1=bread';
const TURNED = 'jetton0=bread&jetton1=apple';
const Pair = { tokenA: 'apple', tokenB: 'bread' };
const Back = { tokenA: 'bread', tokenB: 'apple' };

let server: Server;
const keys: Record<string, string> = {};
beforeAll(async () => {
  server = await startServer({ auth: 'keys' });
  Object.assign(keys, await keysOf(server, { local: 'operator', alice: 'trader', bob: 'trader' }));
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
  for (const account of ['alice', 'bob']) {
    for (const token of ['apple', 'bread']) {
      await ask('local', { path: '/deposit', body: { account, token, amount: 3_000_000, reference: account } });
    }
  }
});
afterAll(() => server.close());

const ask = async (account: string, { path, body }: Request) =>
  exact(await send(server, { path, body, headers: { authorization: `Bearer ${keys[account]}` } })).data;
const get = (path: string, account = 'alice') => ask(account, { path });

/** Parses a decimal into base units; apples have no decimals, bread has 2. */
const base = (text: string, decimals: number): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return text.startsWith('-') ? -units : units;
};

type Lot = { lp: number; costA: number; costB: number; index: number };

/** Tracks each provide as a lot, in floats: precise to a thousandth of a unit at these sizes. */
class Model {
  lots: Lot[] = [];
  realisedA = 0;
  realisedB = 0;
  readonly provided = { apple: 0n, bread: 0n };
  readonly withdrawn = { apple: 0n, bread: 0n };

  provide(apples: bigint, bread: bigint, lp: bigint, index: number) {
    this.lots.push({ lp: Number(lp), costA: Number(apples), costB: Number(bread), index });
    this.provided.apple += apples;
    this.provided.bread += bread;
  }

  refund(apples: bigint, bread: bigint, lp: bigint, index: number) {
    this.realisedA += this.fees(apples, index);
    this.realisedB += this.fees(bread, index);
    const left = 1 - Number(lp) / this.sum('lp');
    for (const lot of this.lots) for (const key of ['lp', 'costA', 'costB'] as const) lot[key] *= left;
    this.withdrawn.apple += apples;
    this.withdrawn.bread += bread;
  }

  fees(returned: bigint, index: number): number {
    const risen = this.lots.reduce((sum, lot) => sum + lot.lp * (1 - lot.index / index), 0);
    return (Number(returned) * risen) / this.sum('lp');
  }

  sum(key: keyof Lot): number {
    return this.lots.reduce((sum, lot) => sum + lot[key], 0);
  }
}

async function poolNow() {
  const { reserve0, reserve1 } = exact(await send(server, { path: `/getPoolData?${BOTH}` }));
  const { lpTokenBalance, sharePercentage } = await get(`/getLPAccountData?${BOTH}`, 'local');
  const [apples, bread] = [base(reserve0, 0), base(reserve1, 2)];
  const supply = (Number(base(lpTokenBalance, 9)) * 100) / Number(sharePercentage);
  return { apples, bread, index: Math.sqrt(Number(apples) * Number(bread)) / supply };
}

const model = new Model();

async function provide(apples: number, bread: number) {
  const body = { Pair, amount: { tokenA: apples, tokenB: bread } };
  const { token1Amount, token2Amount, lpTokensMinted } = await ask('alice', { path: '/provideLiquidity', body });
  model.provide(base(token1Amount, 0), base(token2Amount, 2), base(lpTokensMinted, 9), (await poolNow()).index);
}

async function refund(part: object) {
  const { index } = await poolNow();
  const body = { jetton0: 'bread', jetton1: 'apple', ...part };
  const { token1Amount, token2Amount, lpTokensBurned } = await ask('alice', { path: '/refundLiquidity', body });
  model.refund(base(token2Amount, 0), base(token1Amount, 2), base(lpTokensBurned, 9), index);
  return { apples: token2Amount, bread: token1Amount };
}

const swap = (pair: typeof Pair, amount: number) =>
  ask('bob', { path: '/createSwap', body: { Pair: pair, amount: { tokenA: amount } } });

/** The position equals the model up to rounding, and its parts add up exactly. */
async function compare() {
  const told = await get(`/getLPPosition?${BOTH}`);
  const { apples, bread, index } = await poolNow();
  expect([told.provided0, told.provided1].map((text, at) => base(text, 2 * at))).toEqual(Object.values(model.provided));
  expect([told.withdrawn0, told.withdrawn1].map((text, at) => base(text, 2 * at))).toEqual(
    Object.values(model.withdrawn),
  );
  const returns = [base(told.returns0, 0), base(told.returns1, 2)] as const;
  for (const [text, decimals, expected] of [
    [told.cost0, 0, model.sum('costA')],
    [told.cost1, 2, model.sum('costB')],
    [told.fees0, 0, model.fees(returns[0], index)],
    [told.fees1, 2, model.fees(returns[1], index)],
    [told.realisedFees0, 0, model.realisedA],
    [told.realisedFees1, 2, model.realisedB],
    [told.releasedCost0, 0, Number(model.provided.apple) - model.sum('costA')],
    [told.releasedCost1, 2, Number(model.provided.bread) - model.sum('costB')],
  ] as const) {
    expect(Math.abs(Number(base(text, decimals)) - expected)).toBeLessThan(2.1);
  }
  addsUp(told, { decimals: [0, 2], held: [apples, bread] });
  return told;
}

type Order = { readonly decimals: readonly [number, number]; readonly held: readonly [bigint, bigint] };

/** Checks the values of a position, in units of the second token times the first reserve, where nothing is rounded. */
function addsUp(told: Record<string, string>, { decimals, held }: Order) {
  const of = (name: string, side: 0 | 1) => base(told[`${name}${side}`] as string, decimals[side]);
  const valued = (units: (side: 0 | 1) => bigint) => units(0) * held[1] + units(1) * held[0];
  const shown = (name: string) => base(told[name] as string, decimals[1]);
  for (const [name, exact] of [
    ['feesValue', valued((side) => of('fees', side))],
    ['impermanentLoss', valued((side) => of('returns', side) - of('fees', side) - of('cost', side))],
  ] as const) {
    expect(shown(name) * held[0] <= exact && exact < (shown(name) + 1n) * held[0], name).toBe(true);
  }
  expect(shown('againstHolding')).toBe(shown('feesValue') + shown('impermanentLoss'));
}

test('after provides, swaps and partial refunds a position equals the model, and what a refund returns', async () => {
  await provide(100_000, 200_000);
  expect(await compare()).toMatchObject({ fees0: '0', fees1: '0', realisedFees0: '0', releasedCost0: '0' });
  await swap(Pair, 80_000);
  const moved = await compare();
  expect(Number(moved.impermanentLoss)).toBeLessThan(0);
  await provide(50_000, 100_000);
  await compare();
  await swap(Back, 180_000.55);
  await compare();
  await refund({ percentage: 30 });
  await compare();
  await swap(Pair, 20_000);
  await refund({ percentage: 5.5 });
  const last = await compare();
  expect(Number(last.realisedFees0)).toBeGreaterThan(0);
  const { token1Amount, token2Amount } = await get(`/quoteLiquidity?${BOTH}`);
  expect([last.returns0, last.returns1]).toEqual([token1Amount, token2Amount]);
  const account = await get(`/getLPAccountData?${BOTH}`);
  expect([account.token1Balance, account.token2Balance, account.lpTokenBalance]).toEqual([
    last.returns0,
    last.returns1,
    last.lpTokens,
  ]);

  const turned = await get(`/getLPPosition?${TURNED}`);
  for (const name of ['provided', 'withdrawn', 'cost', 'returns', 'fees', 'realisedFees', 'releasedCost']) {
    expect([turned[`${name}0`], turned[`${name}1`]]).toEqual([last[`${name}1`], last[`${name}0`]]);
  }
  const { apples, bread } = await poolNow();
  addsUp(turned, { decimals: [2, 0], held: [bread, apples] });
  expect(Number(turned.price) * Number(last.price)).toBeCloseTo(1, 12);

  expect(await refund({})).toEqual({ apples: last.returns0, bread: last.returns1 });
  const [after] = [await get(`/getLPPosition?${BOTH}`)];
  expect(after).toMatchObject({ lpTokens: '0', cost0: '0', returns1: '0', fees0: '0', againstHolding: '0' });
  expect([after.provided0, after.provided1]).toEqual([after.releasedCost0, after.releasedCost1]);
  expect(Math.abs(Number(after.realisedFees0) - model.realisedA)).toBeLessThan(5);
});

describe('visibility', () => {
  test('an account sees its own position, the same in the list as by itself', async () => {
    await ask('bob', { path: '/provideLiquidity', body: { Pair, amount: { tokenA: 1000, tokenB: 2200 } } });
    const { positions, nextCursor } = await get('/getLPPositions', 'bob');
    expect(positions).toEqual([await get(`/getLPPosition?${BOTH}`, 'bob')]);
    expect(nextCursor).toBe(null);
    expect(positions[0]).toMatchObject({ account: 'bob', jetton0: 'apple', jetton1: 'bread' });
  });

  test('an operator sees the positions of other accounts', async () => {
    expect(await get(`/getLPPosition?${BOTH}&account=bob`, 'local')).toEqual(
      await get(`/getLPPosition?${BOTH}`, 'bob'),
    );
    expect(await get('/getLPPositions?account=bob&limit=1', 'local')).toMatchObject({
      positions: [{ account: 'bob' }],
    });
  });

  test.each([`/getLPPosition?${BOTH}`, '/getLPPositions?limit=5'])('a trader gets 403 for others: %s', async (path) => {
    const headers = { authorization: `Bearer ${keys.alice}` };
    expect((await send(server, { path: `${path}&account=bob`, headers })).status).toBe(403);
  });

  test('an account without a position gets zeros, and an empty pool has no price', async () => {
    const none = await get('/getLPPosition?jetton0=corn&jetton1=apple');
    expect(none).toMatchObject({ account: 'alice', lpTokens: '0', provided0: '0', returns1: '0', againstHolding: '0' });
    expect(none).not.toHaveProperty('price');
    expect(await get(`/getLPPosition?${BOTH}&account=nobody`, 'local')).toMatchObject({ lpTokens: '0', cost1: '0' });
  });
});
