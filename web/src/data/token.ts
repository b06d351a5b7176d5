// One token by its address, in any form in which TON writes addresses.
import { type TokenInfo, useTokens } from './tokens.ts';

/** Null while it is looked up; `unknown` if the exchange has no such token. */
export function useToken(address: string): TokenInfo | null | 'unknown' {
  const tokens = useTokens();
  if (address === '') return null;
  const found = tokens.get(address);
  return found === null ? 'unknown' : (found ?? null);
}
