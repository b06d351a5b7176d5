// Tokens by address: what every screen needs to tell amounts.
import { useQuery } from '@tanstack/react-query';
import { server, whenFollowing } from './server.ts';
import type { TokenInfo } from './token-info.ts';

export type { TokenInfo };

const PAGE = 200;
/** More than that is for the search of the server. */
const MOST_PAGES = 5;

async function firstTokens(signal: AbortSignal): Promise<ReadonlyMap<string, TokenInfo>> {
  await whenFollowing();
  const found = new Map<string, TokenInfo>();
  let cursor: string | null | undefined;
  for (let page = 0; page < MOST_PAGES && cursor !== null; page++) {
    const { tokens, nextCursor } = await server.getTokens(
      { limit: PAGE, ...(cursor !== undefined && { cursor }) },
      { signal },
    );
    for (const token of tokens) found.set(token.address, token as TokenInfo);
    cursor = nextCursor;
  }
  return found;
}

const NONE: ReadonlyMap<string, TokenInfo> = new Map();

/** The first thousand tokens of the exchange. */
export function useTokens(): ReadonlyMap<string, TokenInfo> {
  return useQuery({ queryKey: ['getTokens', 'all'], queryFn: ({ signal }) => firstTokens(signal) }).data ?? NONE;
}

/** Never fails: a token that is not known yet goes by the beginning of its address. */
export function tokenOf(tokens: ReadonlyMap<string, TokenInfo>, address: string): TokenInfo {
  return tokens.get(address) ?? unknownToken(address);
}

export const unknownToken = (address: string): TokenInfo => ({ address, symbol: shortAddress(address), decimals: 0 });

export const shortAddress = (address: string): string =>
  address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
