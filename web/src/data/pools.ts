// Pools by address: which two tokens each one is of.
import { useQuery } from '@tanstack/react-query';
import { server, whenFollowing } from './server.ts';
import { tokenOf, useTokens } from './tokens.ts';

export type PoolInfo = { readonly poolAddress: string; readonly jetton0: string; readonly jetton1: string };

const PAGE = 200;
/** More than that is for the search of the server. */
const MOST_PAGES = 5;

async function firstPools(signal: AbortSignal): Promise<ReadonlyMap<string, PoolInfo>> {
  await whenFollowing();
  const found = new Map<string, PoolInfo>();
  let cursor: string | null | undefined;
  for (let page = 0; page < MOST_PAGES && cursor !== null; page++) {
    const answer = await server.getPools({ limit: PAGE, ...(cursor !== undefined && { cursor }) }, { signal });
    for (const { poolAddress, jetton0, jetton1 } of answer.pools) {
      found.set(poolAddress, { poolAddress, jetton0, jetton1 });
    }
    cursor = answer.nextCursor;
  }
  return found;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** `TON/USDT` by the address of the pool, of the first thousand. */
export function usePoolNames(): ReadonlyMap<string, string> {
  const tokens = useTokens();
  // Not under `getPools`: which pools there are changes only when one is listed.
  const { data } = useQuery({ queryKey: ['poolNames'], queryFn: ({ signal }) => firstPools(signal) });
  if (data === undefined) return NONE;
  const symbolOf = (token: string) => tokenOf(tokens, token).symbol;
  return new Map(
    [...data.values()].map((pool) => [pool.poolAddress, `${symbolOf(pool.jetton0)}/${symbolOf(pool.jetton1)}`]),
  );
}
