// Tokens by address: every screen needs their symbol and decimals to format amounts.
import { batched } from './batch.ts';
import { bookOf } from './book.ts';
import { server, whenFollowing } from './server.ts';
import type { TokenInfo } from './token-info.ts';

export type { TokenInfo };

const named = batched(async (addresses) => {
  const { tokens } = await server.getTokens({ token: addresses });
  return new Map(tokens.map((token) => [token.address, token as TokenInfo]));
});

async function findToken(address: string): Promise<TokenInfo | null> {
  await whenFollowing();
  const found = await named(address);
  if (found) return found;
  // The server accepts any TON form of the address and answers with its own.
  const { tokens } = await server.getTokens({ token: address });
  return (tokens[0] as TokenInfo | undefined) ?? null;
}

export type Tokens = { get(address: string): TokenInfo | null | undefined };

/** Looks up any token of the exchange by address, however many there are. */
export const useTokens: () => Tokens = bookOf('getTokens', findToken);

/** Never fails: a token that is still loading has a placeholder for a name. */
export const tokenOf = (tokens: Tokens, address: string): TokenInfo =>
  tokens.get(address) ?? (tokens.get(address) === null ? unknownToken(address) : awaitedToken(address));

/** A token that the exchange does not have is named by the start of its address. */
export const unknownToken = (address: string): TokenInfo => ({ address, symbol: shortAddress(address), decimals: 0 });

export const awaitedToken = (address: string): TokenInfo => ({ address, symbol: '…', decimals: 0 });

export const shortAddress = (address: string): string =>
  address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
