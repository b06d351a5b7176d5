// Searching among ten thousand entries: the best matches come first, and pages neither miss nor repeat any.
import { expect, test } from 'vitest';
import { symbolKey, type TokenEntry } from '../../core/pool.ts';
import { type ListedPool, type ListedToken, matchOfPool, matchOfToken } from './entries.ts';
import { pageOf } from './pages.ts';
import { Ranking } from './ranking.ts';

const MANY = 10_000;
const tokenOf = (place: number, symbol: string, name = ''): ListedToken => ({
  place,
  symbol: symbolKey(symbol),
  name: symbolKey(name),
  entry: { address: `address-${symbol}` } as unknown as TokenEntry,
  pools: [],
});
/** Listed by place, highest first, so that the exact match t11 is near the end of the list. */
const TOKENS = [
  ...Array.from({ length: MANY }, (_, place) => tokenOf(place, `t${place}`)),
  tokenOf(MANY, 'pot11', 'boiling'),
  tokenOf(MANY + 1, 'zinc', 't11 of the mines'),
];
const order = {
  order: 'desc',
  keyOf: ({ place }: ListedToken) => BigInt(place),
  idOf: ({ place }: ListedToken) => place,
} as const;
const ranking = new Ranking('tokens-tvl-desc', TOKENS, order);
const page = (search: string, limit: number, cursor?: string) =>
  pageOf({ search, limit, ...(cursor !== undefined && { cursor }) }, ranking, matchOfToken);
const symbols = (items: readonly ListedToken[]) => items.map(({ symbol }) => symbol.toLowerCase());

test('a search lists exact matches first, then prefixes, then other matches, each in the requested order', () => {
  const { items, count, nextCursor } = page('t11', 200);
  expect(symbols(items.slice(0, 4))).toEqual(['t11', 'zinc', 't1199', 't1198']);
  expect([symbols(items).at(-1), count, nextCursor]).toEqual(['pot11', 113, null]);
  expect(symbols(page('address-t42', 5).items)).toEqual(['t42']);
  expect(symbols(page('boil', 5).items)).toEqual(['pot11']);
  expect(page('nothing', 5)).toEqual({ items: [], count: 0, nextCursor: null });
});

test.each([1, 2, 7, 113])('pages of %s entries together are the whole search result, in its order', (limit) => {
  const all = symbols(page('t11', 200).items);
  const paged: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, nextCursor, count }: ReturnType<typeof page> = page('t11', limit, cursor);
    expect([items.length > 0, count]).toEqual([true, 113]);
    paged.push(...symbols(items));
    cursor = nextCursor;
  }
  expect(paged).toEqual(all);
});

test('cursors of a list and of a search are not interchangeable', () => {
  const [first] = ranking.after(undefined);
  expect(() => page('t11', 5, first?.cursor)).toThrow('bad_cursor');
  const { nextCursor } = page('t11', 5);
  expect(nextCursor).toMatch(/^1\.tokens-tvl-desc\.\d+\.\d+$/);
  expect(() => pageOf({ limit: 5, cursor: nextCursor as string }, ranking, matchOfToken)).toThrow('bad_cursor');
  for (const cursor of ['', '0', '3.tokens-tvl-desc.1.1', '0.other.1.1']) {
    expect(() => page('t11', 5, cursor)).toThrow('bad_cursor');
  }
});

test.each([
  ['ton', 'whole'],
  ['ton/usdt', 'whole'],
  ['usdt/ton', 'whole'],
  ['us', 'begins'],
  ['usdt/t', 'begins'],
  ['sd', 'within'],
  ['dt/to', 'within'],
  ['pool address', 'whole'],
  ['tin', null],
])('a search for %j matches the pool of TON and USDT as %s', (text, match) => {
  const pool = { token0: tokenOf(0, 'ton'), token1: tokenOf(1, 'usdt'), address: 'pool address' };
  expect(matchOfPool(pool as unknown as ListedPool, { text: symbolKey(text), address: text })).toBe(match);
});
