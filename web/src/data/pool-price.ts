// The pool of two tokens, and its own price. Looked up in the list first, since requesting a missing pool is an error.
import { useQuery } from '@tanstack/react-query';
import type { PoolPrice } from '../exact/worth.ts';
import { isOnChain } from './chain.ts';
import { inDirection } from './direction.ts';
import { isToken, type TokenInfo, type TokenLookup } from './token-info.ts';
import { askFor, useCall } from './use.ts';

/** Null if the two have no pool, undefined while that or its price is loading. */
export function usePoolPrice(a: TokenLookup, b: TokenLookup): PoolPrice | null | undefined {
  const pair = !isOnChain && isToken(a) && isToken(b) && a.address !== b.address ? inDirection(a, b) : null;
  const hasPool = useHasPool(pair);
  const [jetton0, jetton1] = [pair?.[0].address ?? '', pair?.[1].address ?? ''];
  const { data, isError } = useCall('getPoolStats', { jetton0, jetton1 }, { enabled: hasPool === true });
  return pair === null || hasPool === false || isError ? null : data;
}

/** Null while the list is loading, or without a pair. */
export function useHasPool(pair: readonly [TokenInfo, TokenInfo] | null): boolean | null {
  const { data, isError } = useQuery({
    // Not under `getMarket`, which every trade invalidates: the list of pools changes only when one is listed.
    queryKey: ['pool', ...(pair ?? []).map(({ address }) => address).toSorted()],
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
