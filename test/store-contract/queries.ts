// Queries: sort orders, pages and their boundaries.
import { describe, expect, test } from 'vitest';
import { Addresses } from '../../src/address.ts';
import { type Account, type PoolAddress, ppm, type TokenAddress } from '../../src/core/amount.ts';
import type { Pool } from '../../src/core/pool.ts';
import type { KeyRecord } from '../../src/ports/records.ts';
import { APPLE, account, BREAD, CORN, ratesOf, TREASURY, token } from '../paper-exchange.ts';
import {
  ann,
  bob,
  createPool,
  deposit,
  pairOf,
  registerToken,
  setPoolStatus,
  updateToken,
  withdraw,
} from '../paper-orders.ts';
import { balance, MARKET, order, post, postedOf, type Site } from './site.ts';

/** Tokens whose order of registration is no sort order. */
const TOKENS = ['zinc', 'apple', 'Wool', 'ячмень', '\u{1f33d}', "o'neil"].map((name, index) => token(name, index * 3));

export function queries(site: Site): void {
  test('tokens() lists tokens in the order of registration, and token() finds one by its exact address', async () => {
    const store = await site.open();
    await post(store, ...TOKENS.slice(0, 4).map(registerToken));
    await post(store, ...TOKENS.slice(4).map(registerToken));
    expect(await store.tokens()).toEqual(TOKENS);
    for (const each of TOKENS) expect(await store.token(each.address)).toEqual(each);
    expect(await store.token(token('Apple', 0).address)).toBeUndefined();
  });

  describe('pools', () => {
    const pairs = [pairOf(CORN, APPLE), pairOf(BREAD, CORN)];
    const STABLE = { curve: 'stable', amplification: 1_000_000n } as const;

    test('are found by their tokens in either order, as created', async () => {
      const store = await site.openMarket();
      const protocolFeeAddress = account('guild');
      await post(
        store,
        createPool({ ...pairs[0], ...ratesOf(999_999n, 1n, 0n), protocolFeeAddress }),
        createPool({ ...pairs[1], protocolFeePpm: ppm(0n), ...STABLE }),
      );
      const [apple, bread, corn] = [APPLE.address, BREAD.address, CORN.address];
      const addresses = new Addresses(store.factory);
      const first = {
        number: 8,
        address: addresses.pool(apple, corn),
        token0: apple,
        token1: corn,
        protocolFeeAddress,
        status: 'listed',
        curve: 'constant-product',
        amplification: null,
      };
      expect(await store.pool(apple, corn)).toEqual({ ...first, ...ratesOf(999_999n, 1n, 0n) });
      expect(await store.pool(corn, apple)).toEqual({ ...first, ...ratesOf(999_999n, 1n, 0n) });
      const second = {
        number: 9,
        address: addresses.pool(bread, corn),
        token0: bread,
        token1: corn,
        protocolFeeAddress: null,
        status: 'listed',
        ...STABLE,
      };
      expect(await store.pool(corn, bread)).toEqual({ ...second, ...ratesOf(2000n, 0n, 1000n) });
      expect(await store.pool(apple, apple)).toBeUndefined();
      expect(await store.pool(apple, token('dates', 0).address)).toBeUndefined();
    });

    test('are as old as the transactions that created them; unknown transactions have no time', async () => {
      const store = await site.openMarket();
      await post(store, createPool(pairs[0]), createPool(pairs[1]));
      const numbers = (await store.pools({ after: 0, limit: 9 })).map(({ number }) => number);
      const posted = await Promise.all(numbers.map((number) => store.posted(number)));
      const expected = posted.map((each, at) => [numbers[at], each?.createdAtMs]);
      expect([...(await store.times([...numbers, 99]))].sort()).toEqual(expected.sort());
      expect(await store.times([])).toEqual(new Map());
    });

    test('and tokens are found by a list of addresses, with any status; unknown addresses are left out', async () => {
      const store = await site.openMarket();
      await post(store, ...pairs.map((pair) => createPool(pair)), setPoolStatus('hidden'));
      const all = await store.pools({ after: 0, limit: 9 });
      const hidden = await store.pools({ after: 0, limit: 9, status: 'hidden' });
      const wanted = [...hidden, ...all.slice(-1)];
      const names = [...wanted.map(({ address }) => address), 'no pool' as PoolAddress];
      const byNumber = (pools: readonly Pool[]) => pools.toSorted((a, b) => a.number - b.number);
      expect(wanted).toHaveLength(2);
      expect(byNumber(await store.poolsNamed(names))).toEqual(byNumber(wanted));
      expect(await store.poolsNamed([])).toEqual([]);
      await post(store, updateToken(CORN, { status: 'hidden' }));
      const tokens = await store.tokensNamed([CORN.address, APPLE.address, 'it"s, not' as TokenAddress]);
      expect(tokens.toSorted((a, b) => (a.address < b.address ? -1 : 1))).toEqual([
        { ...APPLE, name: '', logo: '', number: 1 },
        { ...CORN, name: '', logo: '', status: 'hidden', number: 3 },
      ]);
      expect(await store.tokensNamed([])).toEqual([]);
    });

    test('are listed by number, page by page', async () => {
      const store = await site.openMarket();
      await post(store, ...pairs.map((pair) => createPool(pair)));
      const numbers = async (after: number, limit: number) =>
        (await store.pools({ after, limit })).map(({ number }) => number);
      expect(await numbers(0, 100)).toEqual([6, 8, 9]);
      expect(await numbers(0, 2)).toEqual([6, 8]);
      expect(await numbers(5, 1)).toEqual([6]);
      expect(await numbers(6, 1)).toEqual([8]);
      expect(await numbers(8, 3)).toEqual([9]);
      expect(await numbers(9, 3)).toEqual([]);
    });
  });

  test('after another store has committed, head and balances are the new ones', async () => {
    const [store, other] = [await site.openMarket(), await site.open()];
    const keys = [{ account: ann, token: APPLE.address }];
    const before = await store.read(keys);
    expect(await store.head()).toBe(before.sequence);
    await post(other, deposit(ann, APPLE, 5n));
    expect(await store.head()).toBe(before.sequence + 1);
    expect(await store.read(keys)).toEqual({
      sequence: before.sequence + 1,
      listingSequence: 0,
      balances: [(before.balances[0] as bigint) + 5n],
    });
  });

  test('posted() finds a transaction by its sequence, and nothing for a sequence that does not exist', async () => {
    const store = await site.openMarket();
    expect((await store.posted(1))?.receipt).toEqual({
      kind: 'registerToken',
      token: 'apple',
      symbol: APPLE.symbol,
      decimals: APPLE.decimals,
    });
    expect((await store.posted(7))?.receipt).toEqual(MARKET[6]);
    for (const sequence of [0, 8, 2 ** 48 - 1]) expect(await store.posted(sequence)).toBeUndefined();
  });

  test('names and references are read back unchanged, with any characters', async () => {
    const store = await site.openMarket();
    const names = ['"', '\\', '\\"', 'a,b', '{}', 'NULL', "it's", '[["x"]]', 'ячмень', '\u{1f33d}'] as Account[];
    const orders = names.map((name) => ({ ...deposit(name, APPLE, 7n), reference: `${name}\n\t${name}` }));
    const batch = orders.map((command, index) =>
      order(command, names[index], { key: `${names[index]}`, fingerprint: 'f' }),
    );
    const posted = (await store.commit(batch)).map(postedOf);
    expect(posted.map(({ receipt }) => receipt)).toEqual(orders);
    expect(await Promise.all(posted.map(({ sequence }) => store.posted(sequence)))).toEqual(posted);
    expect((await store.commit(batch)).map(postedOf)).toEqual(posted);
    for (const name of names) expect(await balance(store, name, APPLE)).toBe(7n);
  });

  test('balances of an account are listed by token address, page by page, without those that are zero', async () => {
    const store = await site.open();
    await post(
      store,
      ...TOKENS.map(registerToken),
      ...TOKENS.map((each, index) => deposit(ann, each, BigInt(index + 1))),
    );
    await post(store, withdraw(ann, TOKENS[1] as typeof APPLE, 2n), deposit(bob, CORN_LIKE, 9n));
    const names = async (after: string, limit: number) =>
      (await store.balances({ account: ann, after, limit })).map(({ token: address }) => address);
    const all = ['Wool', "o'neil", 'zinc', 'ячмень', '\u{1f33d}'];
    expect(await names('', 100)).toEqual(all);
    expect(await names('', 2)).toEqual(all.slice(0, 2));
    expect(await names("o'neil", 2)).toEqual(all.slice(2, 4));
    expect(await names('ячмень', 2)).toEqual(all.slice(4));
    expect(await names('\u{1f33d}', 2)).toEqual([]);
    expect(await store.balances({ account: ann, after: 'o', limit: 1 })).toEqual([
      { account: 'ann', token: "o'neil", balance: 6n },
    ]);
    expect(await store.balances({ account: TREASURY, after: '', limit: 5 })).toEqual([]);
  });

  test('API keys are added once, listed in the order they were added, and revoked once', async () => {
    const store = await site.open();
    const key = (id: string, role: KeyRecord['role']): KeyRecord => {
      return {
        id,
        account: ann,
        role,
        hash: id.repeat(64),
        createdAtMs: 1_700_000_000_123,
        revokedAtMs: null,
        name: '',
        restrictions: null,
      };
    };
    const [second, first] = [key('b', 'operator'), key('a', 'trader')];
    expect(await store.keys()).toEqual([]);
    await store.addKey(second);
    await store.addKey(first);
    await expect(store.addKey(first)).rejects.toThrow();
    expect(await store.keys()).toEqual([second, first]);
    expect(await store.key('a')).toEqual(first);
    expect(await store.key('c')).toBeUndefined();
    expect(await store.revokeKey('a', 1_800_000_000_456)).toBe(true);
    expect(await store.revokeKey('a', 1_900_000_000_789)).toBe(false);
    expect(await store.revokeKey('c', 1_800_000_000_456)).toBe(false);
    const again = await site.reopen(store);
    expect(await again.keys()).toEqual([second, { ...first, revokedAtMs: 1_800_000_000_456 }]);
    expect((await again.figures()).keys).toEqual({ trader: 0, operator: 1 });
  });

  test('figures() counts tokens, pools, keys and webhooks, and has the head and the size in bytes', async () => {
    const store = await site.openMarket();
    const { bytes, ...counted } = await store.figures();
    const pools = await store.pools({ after: 0, limit: 100 });
    const tokens = await store.tokens();
    expect(counted).toEqual({
      sequence: await store.head(),
      tokens: tokens.length,
      pools: pools.length,
      keys: { trader: 0, operator: 0 },
      hooks: { active: 0, retrying: 0, paused: 0 },
      lastAudit: null,
      auditedTo: null,
      fullAuditMs: null,
      keeper: null,
      lastMs: expect.any(Number),
    });
    expect(bytes).toBeGreaterThan(10_000);
  });
}

const CORN_LIKE = TOKENS[0] as typeof CORN;
