// A pool by its address: which two tokens it is of.
import { useQuery } from '@tanstack/react-query';
import type { MillpondError } from '#client';
import { askFor } from '../../data/use.ts';

export type PoolTokens = { readonly poolAddress: string; readonly jetton0: string; readonly jetton1: string };

/** Pages of hidden pools to look through at most. */
const MOST_PAGES = 10;

/** Null where there is none. */
export function usePool(address: string) {
  return useQuery<PoolTokens | null, MillpondError>({
    queryKey: ['pool', address],
    queryFn: async ({ signal }) => (await findListed(address, signal)) ?? (await findHidden(address, signal)),
  });
}

async function findListed(address: string, signal: AbortSignal): Promise<PoolTokens | null> {
  const { pools = [] } = await askFor('getMarket', { search: address, limit: 200 }, signal);
  return pools.find(({ poolAddress }) => poolAddress === address) ?? null;
}

/** What lists leave out can still be opened by who knows the address. */
async function findHidden(address: string, signal: AbortSignal): Promise<PoolTokens | null> {
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const found: { pools: readonly PoolTokens[]; nextCursor: string | null } = await askFor(
      'getPools',
      { status: 'hidden', limit: 200, ...(cursor !== null && { cursor }) },
      signal,
    );
    const pool = found.pools.find(({ poolAddress }) => poolAddress === address);
    if (pool) return pool;
    cursor = found.nextCursor;
    if (cursor === null) return null;
  }
  return null;
}
