// What the account of this page holds, by token.
import { useQuery } from '@tanstack/react-query';
import { useMe } from './account.ts';
import { server, whenFollowing } from './server.ts';

const PAGE = 200;
/** Whoever holds more tokens than a thousand finds the others in the portfolio. */
const MOST_PAGES = 5;

async function firstBalances(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  await whenFollowing();
  const held = new Map<string, string>();
  let cursor: string | null | undefined;
  for (let page = 0; page < MOST_PAGES && cursor !== null; page++) {
    const { balances, nextCursor } = await server.getBalances(
      { limit: PAGE, ...(cursor !== undefined && { cursor }) },
      { signal },
    );
    for (const { address, balance } of balances) held.set(address, balance);
    cursor = nextCursor;
  }
  return held;
}

/** Null until it is known, and for whoever has not signed in. */
export function useBalances(): ReadonlyMap<string, string> | null {
  const { account } = useMe();
  return (
    useQuery({
      queryKey: ['getBalances', 'all', account],
      queryFn: ({ signal }) => firstBalances(signal),
      enabled: account !== null,
    }).data ?? null
  );
}
