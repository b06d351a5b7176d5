// The token that somebody means who types an address or a symbol.
import type { TokenInfo } from '../../../data/tokens.ts';
import type { EveryToken } from './every-token.ts';

/** By its address, or by its symbol where only one has it. */
export function namedToken(tokens: EveryToken, typed: string): TokenInfo | null {
  const text = typed.trim();
  if (text === '') return null;
  const listed = [...tokens.values()];
  const same = listed.filter(({ symbol }) => symbol.toLowerCase() === text.toLowerCase());
  const found = listed.find(({ address }) => address === text) ?? (same.length === 1 ? same[0] : undefined);
  // What no list has may still be an address.
  return found ?? (same.length > 1 ? null : (tokens.get(text) ?? null));
}
