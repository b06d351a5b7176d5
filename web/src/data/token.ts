// One token by its address, in whichever form of TON that is written, also beyond the first thousand.
import { useQuery } from '@tanstack/react-query';
import { server, whenFollowing } from './server.ts';
import { type TokenInfo, useTokens } from './tokens.ts';

/** Null while it is looked up; `unknown` where the exchange has none of that address. */
export function useToken(address: string): TokenInfo | null | 'unknown' {
  const tokens = useTokens();
  const known = tokens.get(address);
  const { data, isError } = useQuery({
    queryKey: ['getTokens', 'one', address],
    queryFn: ({ signal }) => findToken(address, signal),
    enabled: known === undefined && address !== '' && tokens.size > 0,
  });
  return known ?? data ?? (isError ? 'unknown' : null);
}

async function findToken(address: string, signal: AbortSignal): Promise<TokenInfo | 'unknown'> {
  await whenFollowing();
  // The search of the market takes any form of an address, and answers none but a whole one.
  const { tokens = [] } = await server.getMarket({ list: 'tokens', search: address, limit: 2 }, { signal });
  const [only] = tokens;
  return only && tokens.length === 1 && address.length >= only.address.length ? (only as TokenInfo) : 'unknown';
}
