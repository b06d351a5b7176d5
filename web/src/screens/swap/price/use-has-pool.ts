// Whether two tokens have a pool of their own: looked up in the list, since requesting a missing pool is an error.
import { useQuery } from '@tanstack/react-query';
import type { TokenInfo } from '../../../data/token-info.ts';
import { askFor } from '../../../data/use.ts';

/** Null while the list is loading, or without a pair. */
export function useHasPool(pair: readonly [TokenInfo, TokenInfo] | null): boolean | null {
  const { data, isError } = useQuery({
    // Not under `getMarket`, which every trade invalidates: the list of pools changes only when one is listed.
    queryKey: ['pool', ...(pair ?? []).map(({ address }) => address)],
    queryFn: ({ signal }) => find(pair as readonly [TokenInfo, TokenInfo], signal),
    enabled: pair !== null,
  });
  // If the list cannot be loaded, assumes that the pair has a pool.
  return data ?? (isError ? true : null);
}

async function find([one, other]: readonly [TokenInfo, TokenInfo], signal: AbortSignal): Promise<boolean> {
  const search = `${one.symbol}/${other.symbol}`;
  const { pools = [] } = await askFor('getMarket', { list: 'pools', search, limit: 200 }, signal);
  const wanted = [one.address, other.address].sort().join();
  return pools.some(({ jetton0, jetton1 }) => [jetton0, jetton1].sort().join() === wanted);
}
