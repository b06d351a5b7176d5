// The overview's entries: what is listed, and how a search finds it.
import type { PoolAddress, TokenAddress } from '../../core/amount.ts';
import type { PoolFigures, PriceTerms } from '../../core/market/figures.ts';
import { type Pool, symbolKey, type TokenEntry } from '../../core/pool.ts';
import type { Book, BookPool } from '../../journal/book.ts';

export type ListedPool = {
  readonly address: PoolAddress;
  readonly record: Pool;
  readonly counted: PriceTerms;
  readonly token0: ListedToken;
  readonly token1: ListedToken;
  /** True if neither the pool nor one of its tokens is hidden. */
  readonly isShown: boolean;
  figures: PoolFigures | undefined;
};

export type ListedToken = {
  /** In the order of registration. */
  readonly place: number;
  readonly entry: TokenEntry;
  /** Symbol and name in the form of `symbolKey`, for comparison. */
  readonly symbol: string;
  readonly name: string;
  /** Only pools that are shown. */
  readonly pools: ListedPool[];
};

export type OverviewEntries = {
  /** Only pools that are shown, oldest first. */
  readonly pools: readonly ListedPool[];
  readonly tokens: readonly ListedToken[];
  /** Every pool, including hidden ones. */
  readonly byAddress: ReadonlyMap<string, ListedPool>;
  /** Every token, including hidden ones. */
  readonly tokenAt: ReadonlyMap<string, ListedToken>;
};

export function listBook(book: Book, looks: ReadonlyMap<TokenAddress, TokenEntry>): OverviewEntries {
  const tokens = new Map<TokenAddress, ListedToken>();
  for (const { place, record } of book.tokens.values()) {
    const { name = '', logo = '' } = looks.get(record.address) ?? {};
    const entry = { ...record, name, logo };
    const keys = { symbol: symbolKey(record.symbol), name: symbolKey(name) };
    tokens.set(record.address, { place, entry, ...keys, pools: [] });
  }
  const pools = book.pools.map((pool) => listedPool(pool, tokens));
  const shown = pools.filter(({ isShown }) => isShown);
  for (const pool of shown) {
    pool.token0.pools.push(pool);
    pool.token1.pools.push(pool);
  }
  return {
    pools: shown,
    tokens: [...tokens.values()].filter(({ entry }) => entry.status !== 'hidden'),
    byAddress: new Map(pools.map((pool) => [pool.address, pool])),
    tokenAt: tokens,
  };
}

function listedPool({ record }: BookPool, tokens: ReadonlyMap<TokenAddress, ListedToken>): ListedPool {
  const [token0, token1] = [tokens.get(record.token0), tokens.get(record.token1)] as [ListedToken, ListedToken];
  const { address, curve, amplification } = record;
  return {
    address,
    record,
    counted: { curve, amplification, decimals0: token0.entry.decimals, decimals1: token1.entry.decimals },
    token0,
    token1,
    isShown: [record, token0.entry, token1.entry].every(({ status }) => status !== 'hidden'),
    figures: undefined,
  };
}

/** The search text in the form of `symbolKey`, and the canonical address if the text is one. */
export type Search = { readonly text: string; readonly address: string | null };

/** How well something matches: exactly, at the beginning, or anywhere. */
export const MATCHES = ['whole', 'begins', 'within'] as const;
export type SearchMatch = (typeof MATCHES)[number];

export function matchOfToken({ symbol, name, entry }: ListedToken, { text, address }: Search): SearchMatch | null {
  if (symbol === text || entry.address === address) return 'whole';
  if (symbol.startsWith(text) || name.startsWith(text)) return 'begins';
  return symbol.includes(text) || name.includes(text) ? 'within' : null;
}

/** A pool is found by either token, by both symbols as a pair in either order, or by its address. */
export function matchOfPool({ token0, token1, address }: ListedPool, search: Search): SearchMatch | null {
  if (address === search.address) return 'whole';
  const [one, other] = [matchOfToken(token0, search), matchOfToken(token1, search)];
  const found = [one, other, search.text.includes('/') ? matchOfPair(token0, token1, search.text) : null];
  return MATCHES.find((match) => found.includes(match)) ?? null;
}

function matchOfPair({ symbol: a }: ListedToken, { symbol: b }: ListedToken, text: string): SearchMatch | null {
  const pairs = [`${a}/${b}`, `${b}/${a}`];
  if (pairs.includes(text)) return 'whole';
  if (pairs.some((pair) => pair.startsWith(text))) return 'begins';
  return pairs.some((pair) => pair.includes(text)) ? 'within' : null;
}
