// A portfolio: everything held at one sequence, even if it changes while it is read, and its value.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useExchange } from '../../../test/exchange-file.ts';
import { BEGINNING, createPool, LOCAL, type Name, provide, swap, tokenOf } from '../../../test/timed-market.ts';
import type { Account, Amount, TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import { valueAt } from '../../core/market/value.ts';
import type { PortfolioFound } from '../../ports/portfolio.ts';
import { openProjection } from '../../ports/projection.ts';
import { openTail, type Tail } from '../../ports/tail.ts';
import { RefusedError } from '../../ports/venue.ts';
import { Observer } from '../observer.ts';
import { MarketOverview } from '../overview/overview.ts';
import { HoldingsWalk, KeptHoldings } from './holdings.ts';
import { MarketQueries } from './market-queries.ts';
import { readPortfolio } from './portfolio.ts';
import { readPositions } from './positions.ts';

const QUOTE = { token: 'bread' as TokenAddress, orFirst: false };
const on = useExchange([
  ...BEGINNING,
  provide('apple', 1000, 'bread', 2000),
  provide('bread', 3000, 'corn', 1000),
  provide('corn', 500, 'dates', 500),
  // No path leads from these two to bread.
  provide('elder', 10, 'fig', 10),
]);

let queries: MarketQueries;
let observer: Observer;
let tail: Tail;
/** After each page of holdings that is read, the next of these runs. */
let between: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  between = [];
  tail = await openTail(on.store.tail);
  const holdings: Tail['holdings'] = async (page) => {
    const found = await tail.holdings(page);
    await between.shift()?.();
    return found;
  };
  const slow = new Proxy(tail, {
    get: (of, name) => (name === 'holdings' ? holdings : (Reflect.get(of, name) as () => void).bind(of)),
  });
  observer = new Observer(slow, await openProjection(on.store.projection));
  queries = new MarketQueries(observer, { quote: QUOTE });
});
afterEach(() => queries.close());

const ask = (list: 'tokens' | 'positions', more: { cursor?: string; limit?: number; account?: Account } = {}) =>
  queries.portfolio({ account: LOCAL, list, limit: 200, ...more });
const execute = (command: Command) => on.exchange.execute(LOCAL, command);
const move = (kind: 'deposit' | 'withdraw', name: Name, units: bigint): Command => ({
  ...{ kind, account: LOCAL, token: tokenOf(name).address, amount: units as Amount, reference: `${kind} ${name}` },
});

async function everything(list: 'tokens' | 'positions', limit: number) {
  const found: PortfolioFound[] = [];
  for (let cursor: string | null | undefined; cursor !== null; cursor = found.at(-1)?.nextCursor)
    found.push(await ask(list, { limit, ...(cursor !== undefined && { cursor }) }));
  return found;
}

test('the value is the sum of all balances and positions at their prices; those without a price are counted separately', async () => {
  const found = await ask('tokens');
  const { tokens = [] } = await queries.overview({ list: 'tokens', sort: 'tvl', order: 'desc', limit: 200 });
  const prices = new Map(tokens.map(({ address, price }) => [address, price]));
  const held = await on.store.balances({ account: LOCAL, after: '', limit: 100 });
  const worthOf = (address: string, units: bigint) => {
    const price = prices.get(address as TokenAddress);
    return price ? valueAt(units, price, tokenOf(address as Name), tokenOf('bread')) : null;
  };
  const worths = held.flatMap(({ token, balance }) => (token.startsWith('LP ') ? [] : [worthOf(token, balance)]));
  const sum = (of: readonly (bigint | null)[]) => of.reduce<bigint>((total, worth) => total + (worth ?? 0n), 0n);
  expect(found.ofTokens).toEqual({ count: 7, unpriced: 3, worth: sum(worths) });
  const { items } = await readPositions(observer, { account: LOCAL, limit: 10 });
  const returned = items.map(({ token0, token1, worth }) => {
    const [first, second] = [worthOf(token0, worth?.side0.now ?? 0n), worthOf(token1, worth?.side1.now ?? 0n)];
    return first === null || second === null ? null : first + second;
  });
  expect(found.ofPositions).toEqual({ count: 4, unpriced: 1, worth: sum(returned) });
  expect(found.worth).toBe(sum(worths) + sum(returned));
  expect(found.worth).toBeGreaterThan(0n);
  expect(found).toMatchObject({ isWhole: true, looked: 11, sequence: await on.store.head() });
});

test('holdings are listed once each, the most valuable first, with pages of any size', async () => {
  const [whole] = await everything('tokens', 200);
  const names = whole?.tokens?.map(({ token }) => token.address);
  const worths = whole?.tokens?.flatMap(({ worth }) => worth ?? []) ?? [];
  expect(worths).toEqual(worths.toSorted((a, b) => (a < b ? 1 : -1)));
  expect(names?.slice(-3)).toEqual(['elder', 'fig', 'grape']);
  for (const limit of [1, 3, 7]) {
    const pages = await everything('tokens', limit);
    expect(pages.flatMap(({ tokens = [] }) => tokens.map(({ token }) => token.address))).toEqual(names);
  }
  const positions = await everything('positions', 3);
  expect(positions.map((page) => page.positions?.length)).toEqual([3, 1]);
  expect(positions.flatMap((page) => page.positions?.map(({ value }) => value) ?? [])).toEqual(
    positions
      .flatMap((page) => page.positions?.map(({ value }) => value) ?? [])
      .toSorted((a, b) => (a === null ? 1 : b === null ? -1 : a < b ? 1 : -1)),
  );
  const [first] = positions[0]?.positions ?? [];
  expect(first?.record.in0).toBeGreaterThan(0n);
  await expect(ask('tokens', { cursor: 'held-positions.5.1' })).rejects.toThrow(RefusedError);
  await expect(ask('tokens', { cursor: 'apple' })).rejects.toThrow(RefusedError);
});

test('an empty account is worth zero; one with only unpriced tokens has an unknown value', async () => {
  const nobody = await ask('tokens', { account: 'nobody' as Account });
  expect(nobody).toMatchObject({ worth: 0n, ofTokens: { count: 0, worth: 0n }, tokens: [], nextCursor: null });
  const poor = { ...move('deposit', 'grape', 5n), account: 'poor' } as Command;
  await execute(poor);
  const { worth, ofTokens } = await ask('tokens', { account: 'poor' as Account });
  expect({ worth, ofTokens }).toEqual({ worth: null, ofTokens: { count: 1, unpriced: 1, worth: null } });
});

const place = async (name: Name, units: bigint) => {
  const terms = { account: LOCAL, tokenA: tokenOf(name).address, tokenB: tokenOf('bread').address };
  const minReceived = (10n ** 30n) as Amount;
  const offer = { amountA: units as Amount, minReceived, inParts: true };
  const { sequence } = await execute({ kind: 'placeOrder', ...terms, ...offer });
  return { ...terms, kind: 'closeOrder', order: sequence, reason: 'cancelled' } as const;
};

test('amounts in open orders are listed next to the balance and counted in the total, even if the balance is zero', async () => {
  const before = await ask('tokens');
  const heldOf = ({ tokens = [] }: PortfolioFound, name: Name) =>
    tokens.find(({ token }) => token.address === tokenOf(name).address);
  const all = heldOf(before, 'corn')?.balance as bigint;
  const [apple, corn, grape] = [await place('apple', 5000n), await place('corn', all), await place('grape', 3n)];
  await place('apple', 7000n);
  const after = await ask('tokens');
  expect(heldOf(after, 'corn')).toMatchObject({ balance: 0n, inOrders: all, worth: 0n });
  expect(heldOf(after, 'apple')?.inOrders).toBe(12_000n);
  expect(after.ofTokens).toMatchObject({ count: before.ofTokens.count, unpriced: before.ofTokens.unpriced });
  expect(after.ofOrders).toMatchObject({ count: 4, unpriced: 1 });
  expect(after.worth).toBe(
    (after.ofTokens.worth ?? 0n) + (after.ofPositions.worth ?? 0n) + (after.ofOrders.worth ?? 0n),
  );
  // Each value is rounded down to a unit of the quote token.
  expect(Number((before.worth as bigint) - (after.worth as bigint))).toBeLessThan(5);
  expect(after.looked).toBe(before.looked - 1 + 4);
  // An order that is closed while holdings are read is no longer counted.
  between = [() => execute(apple).then(() => observer.catchUp())];
  const meanwhile = await ask('tokens');
  expect(between).toEqual([]);
  expect(meanwhile.ofOrders.count).toBe(3);
  expect(heldOf(meanwhile, 'apple')?.inOrders).toBe(7000n);
  for (const end of [corn, grape]) await execute(end);
  expect(await ask('tokens', { limit: 1 })).toMatchObject({ ofOrders: { count: 1, unpriced: 0 } });
});

test('balances that change while pages of holdings are read are counted once', async () => {
  await queries.portfolio({ account: LOCAL, list: 'tokens', limit: 1 });
  const walk = new HoldingsWalk(observer, LOCAL, 2);
  // Changes before and after the current page: a token is withdrawn completely and deposited again, and LP tokens are added.
  between = [
    () => execute(move('deposit', 'apple', 5n)),
    () => execute(swap('apple', 10, 'bread')),
    () => execute(move('withdraw', 'grape', 90_000_000n * 10_000n)).then(() => observer.catchUp()),
    () => execute(move('deposit', 'grape', 7n)),
    () => execute(provide('apple', 10, 'corn', 10)),
  ];
  await walk.read(1000);
  await observer.catchUp();
  const settled = walk.settle();
  expect(between).toEqual([]);
  const held = await on.store.balances({ account: LOCAL, after: '', limit: 100 });
  expect(new Map(settled)).toEqual(new Map(held.map(({ token, balance }) => [token, balance])));
});

test('a cached portfolio is updated with every transaction, and read anew when counting restarts', async () => {
  const overview = new MarketOverview(observer, { quote: QUOTE, now: Date.now });
  const kept = new KeptHoldings(observer, { least: 0, accounts: 2 });
  const asked = { account: LOCAL, list: 'tokens', limit: 200 } as const;
  const told = async () => {
    const {
      looked,
      ofTokens,
      ofPositions,
      worth,
      tokens = [],
    } = await observer.answer(() => readPortfolio(observer, overview, asked, { kept }));
    return { looked, ofTokens, ofPositions, worth, held: tokens.map(({ token, balance }) => [token.address, balance]) };
  };
  /** The answer without a cache. */
  const anew = async () => {
    const { tokens = [], ...found } = await observer.answer(() => readPortfolio(observer, overview, asked));
    const { ofTokens, ofPositions, worth } = found;
    return { ofTokens, ofPositions, worth, held: tokens.map(({ token, balance }) => [token.address, balance]) };
  };
  expect((await told()).looked).toBe(11);
  const steps = [
    swap('apple', 10, 'bread'),
    move('withdraw', 'grape', 90_000_000n * 10_000n),
    provide('apple', 10, 'corn', 10),
    move('deposit', 'grape', 7n),
  ];
  for (const command of steps) {
    await execute(command);
    expect(await told()).toMatchObject({ ...(await anew()), looked: expect.toSatisfy((count: number) => count <= 6) });
  }
  observer.restart();
  expect(await told()).toMatchObject({ ...(await anew()), looked: 12 });
  // The cache has room for two accounts: after two others, this one is read anew.
  for (const account of ['one', 'two'] as Account[])
    await readPortfolio(observer, overview, { ...asked, account }, { kept });
  expect((await told()).looked).toBe(12);
});

test('the totals of an account with more holdings than the limit say that they are incomplete', async () => {
  await observer.catchUp();
  const overview = new MarketOverview(observer, { quote: QUOTE, now: Date.now });
  const asked = { account: LOCAL, list: 'tokens', limit: 10 } as const;
  const found = (most: number) => observer.answer(() => readPortfolio(observer, overview, asked, { most }));
  expect(await found(10)).toMatchObject({ isWhole: false, looked: 10 });
  expect((await found(12)).isWhole).toBe(true);
});

test('positions are filtered into open ones, which hold LP tokens, and closed ones', async () => {
  const pools = (found: Awaited<ReturnType<typeof readPositions>>) => found.items.map(({ pool }) => pool);
  const all = pools(await readPositions(observer, { account: LOCAL, limit: 10 }));
  const { items } = await readPositions(observer, { account: LOCAL, limit: 1 });
  const [gone] = items;
  const { token0: tokenA, token1: tokenB, pool } = gone as NonNullable<typeof gone>;
  await execute({ kind: 'refund', account: LOCAL, tokenA, tokenB, lpTokens: gone?.record.lpTokens as Amount });
  await execute(createPool('apple', 'grape'));
  const of = async (state: 'open' | 'closed', limit = 10) => readPositions(observer, { account: LOCAL, state, limit });
  expect(pools(await of('closed'))).toEqual([pool]);
  expect(pools(await of('open'))).toEqual(all.filter((each) => each !== pool));
  const first = await of('open', 2);
  expect(first.nextCursor).not.toBeNull();
  const rest = await readPositions(observer, {
    account: LOCAL,
    state: 'open',
    limit: 2,
    cursor: first.nextCursor as string,
  });
  expect([...pools(first), ...pools(rest)]).toEqual(all.filter((each) => each !== pool));
  expect((await ask('positions')).positions?.map((held) => held.pool).sort()).toEqual(
    all.filter((each) => each !== pool).sort(),
  );
});
