// Reads whole lists of the exchange, page by page.
import type { Answer, Ask } from './surface.ts';

export type PoolEntry = Answer<'getPools'>['pools'][number];
export type TokenEntry = Answer<'getTokens'>['tokens'][number];

export type BalanceEntry = Answer<'getBalances'>['balances'][number];

/** The largest page that a call returns. */
const PAGE = '200';

/** All pools that are not hidden, oldest first. */
export const allPools = (ask: Ask): Promise<readonly PoolEntry[]> =>
  allPages(async (cursor) => {
    const { pools, nextCursor } = await ask('getPools', { limit: PAGE, ...cursor });
    return { items: pools, nextCursor };
  });

/** All tokens, with the hidden ones. */
export const allTokens = async (ask: Ask): Promise<readonly TokenEntry[]> => [
  ...(await tokensOf(ask, {})),
  ...(await tokensOf(ask, { status: 'hidden' })),
];

/** All balances of an account, LP tokens included; of the caller, if none is named. */
export const allBalances = (ask: Ask, query: { readonly account?: string }): Promise<readonly BalanceEntry[]> =>
  allPages(async (cursor) => {
    const { balances, nextCursor } = await ask('getBalances', { limit: PAGE, ...query, ...cursor });
    return { items: balances, nextCursor };
  });

const tokensOf = (ask: Ask, query: { readonly status?: 'hidden' }): Promise<readonly TokenEntry[]> =>
  allPages(async (cursor) => {
    const { tokens, nextCursor } = await ask('getTokens', { limit: PAGE, ...query, ...cursor });
    return { items: tokens, nextCursor };
  });

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

async function allPages<Item>(read: (cursor: { readonly cursor?: string }) => Promise<Page<Item>>) {
  const all: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read(cursor === null ? {} : { cursor });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}
