// Pools by address: the two tokens of each.
import type { Calls } from '#client';
import { batched } from './batch.ts';
import { bookOf } from './book.ts';
import { inDirection } from './direction.ts';
import { server, whenFollowing } from './server.ts';
import { type Tokens, tokenOf, useTokens } from './tokens.ts';

export type Pair = { readonly jetton0: string; readonly jetton1: string };
export type PoolData = Calls['getPoolData']['output'];
export type PoolStats = Calls['getPoolStats']['output'];

export type PoolInfo = { readonly poolAddress: string; readonly jetton0: string; readonly jetton1: string };

const named = batched(async (addresses) => {
  const { pools } = await server.getPools({ pool: addresses });
  return new Map(pools.map((pool): [string, PoolInfo] => [pool.poolAddress, pool]));
});

async function findPool(address: string): Promise<PoolInfo | null> {
  await whenFollowing();
  const found = await named(address);
  return found ? { poolAddress: address, jetton0: found.jetton0, jetton1: found.jetton1 } : null;
}

/** Looks up any pool of the exchange by address, however many there are. */
const usePoolBook = bookOf('poolNames', findPool);

/** `TON/USDT`, in the direction of the pair. */
export const pairName = (tokens: Tokens, { jetton0, jetton1 }: Pair, between = '/'): string =>
  inDirection(tokenOf(tokens, jetton0), tokenOf(tokens, jetton1))
    .map(({ symbol }) => symbol)
    .join(between);

/** `TON/USDT` by pool address; undefined while it is looked up or if there is no such pool. */
export type PoolNames = { get(address: string): string | undefined };

export function usePoolNames(): PoolNames {
  const tokens = useTokens();
  const pools = usePoolBook();
  return {
    get(address) {
      const pool = pools.get(address);
      if (!pool) return undefined;
      return pairName(tokens, pool);
    },
  };
}
