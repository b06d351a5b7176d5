// One token by its address, in whichever form of TON that is written.
import { type TokenInfo, useTokens } from './tokens.ts';

/** Null while it is looked up; `unknown` where the exchange has none of that address. */
export function useToken(address: string): TokenInfo | null | 'unknown' {
  const tokens = useTokens();
  if (address === '') return null;
  const found = tokens.get(address);
  return found === null ? 'unknown' : (found ?? null);
}
