// A pool by its address; a hidden pool, which lists leave out, can still be opened this way.
import { useQuery } from '@tanstack/react-query';
import type { MillpondError } from '#client';
import type { PoolInfo } from '../../data/pools.ts';
import { askFor } from '../../data/use.ts';

/** Null if there is no such pool. */
export function usePool(address: string) {
  return useQuery<PoolInfo | null, MillpondError>({
    queryKey: ['pool', address],
    queryFn: async ({ signal }) => (await askFor('getPools', { pool: address }, signal)).pools[0] ?? null,
  });
}
