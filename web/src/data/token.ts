// One token by its address, in any form in which TON writes addresses.
import type { TokenLookup } from './token-info.ts';
import { useTokens } from './tokens.ts';

export function useToken(address: string): TokenLookup {
  const tokens = useTokens();
  if (address === '') return null;
  const found = tokens.get(address);
  return found === null ? 'unknown' : (found ?? null);
}
