// A pool by its address: which two tokens it is of. What lists leave out can still be opened by who knows the address.
import { useQuery } from '@tanstack/react-query';
import type { MillpondError } from '#client';
import type { PoolInfo } from '../../data/pools.ts';
import { askFor } from '../../data/use.ts';

/** Null where there is none. */
export function usePool(address: string) {
  return useQuery<PoolInfo | null, MillpondError>({
    queryKey: ['pool', address],
    queryFn: async ({ signal }) => (await askFor('getPools', { pool: address }, signal)).pools[0] ?? null,
  });
}
