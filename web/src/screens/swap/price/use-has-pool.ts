// Whether two tokens have a pool of their own: asked of the list, since asking for one that is not there is a failure.
import { useQuery } from '@tanstack/react-query';
import type { TokenInfo } from '../../../data/token-info.ts';
import { askFor } from '../../../data/use.ts';

/** Null while it is not known, or where there is nothing to ask for. */
export function useHasPool(pair: readonly [TokenInfo, TokenInfo] | null): boolean | null {
  const { data, isError } = useQuery({
    // Not under `getMarket`: which pools there are changes only when one is listed.
    queryKey: ['pool', ...(pair ?? []).map(({ address }) => address)],
    queryFn: ({ signal }) => find(pair as readonly [TokenInfo, TokenInfo], signal),
    enabled: pair !== null,
  });
  // Where the list cannot be had, the pool is asked for itself.
  return data ?? (isError ? true : null);
}

async function find([one, other]: readonly [TokenInfo, TokenInfo], signal: AbortSignal): Promise<boolean> {
  const search = `${one.symbol}/${other.symbol}`;
  const { pools = [] } = await askFor('getMarket', { list: 'pools', search, limit: 200 }, signal);
  const wanted = [one.address, other.address].sort().join();
  return pools.some(({ jetton0, jetton1 }) => [jetton0, jetton1].sort().join() === wanted);
}
