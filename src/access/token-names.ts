// Finds tokens by address or symbol, as people name them.
import { tokenAddress } from '../address.ts';
import type { Token } from '../core/pool.ts';

/** Searches by address and, if none matches, by symbol (ignoring case); a fault if no token or several have this symbol. */
export function findToken(
  tokens: readonly Token[],
  text: string,
): { readonly token: Token } | { readonly fault: string } {
  const address = tokenAddress(text);
  const named = tokens.find((token) => token.address === address);
  if (named) return { token: named };
  const symbol = text.toLowerCase();
  const [token, another] = tokens.filter((one) => one.symbol.toLowerCase() === symbol);
  if (!token) return { fault: `no token has the symbol or address ${text}` };
  if (another) return { fault: `several tokens have the symbol ${text}; use the address of one of them` };
  return { token };
}
