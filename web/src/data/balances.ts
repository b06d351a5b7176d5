// What the account holds, by token; LP tokens go by the address of their pool.
import { useQuery } from '@tanstack/react-query';
import { useMe } from './account.ts';
import { server, whenFollowing } from './server.ts';
import type { TokenInfo } from './tokens.ts';

export type Holding = TokenInfo & { readonly balance: string };

const PAGE = 200;
const MOST_PAGES = 10;

async function allBalances(signal: AbortSignal): Promise<ReadonlyMap<string, Holding>> {
  await whenFollowing();
  const found = new Map<string, Holding>();
  let cursor: string | null | undefined;
  for (let page = 0; page < MOST_PAGES && cursor !== null; page++) {
    const answer = await server.getBalances({ limit: PAGE, ...(cursor !== undefined && { cursor }) }, { signal });
    for (const holding of answer.balances) found.set(holding.address, holding);
    cursor = answer.nextCursor;
  }
  return found;
}

/** Undefined until they are known, and while nobody is signed in. */
export function useBalances(): ReadonlyMap<string, Holding> | undefined {
  const { account } = useMe();
  const queryKey = ['getBalances', 'all', account];
  return useQuery({ queryKey, queryFn: ({ signal }) => allBalances(signal), enabled: account !== null }).data;
}
