// The token that somebody means who types an address or a symbol.
import type { TokenInfo } from '../../data/tokens.ts';

/** By its address, or by its symbol where only one has it. */
export function namedToken(tokens: ReadonlyMap<string, TokenInfo>, typed: string): TokenInfo | null {
  const text = typed.trim();
  if (text === '') return null;
  const found = tokens.get(text);
  if (found) return found;
  const same = [...tokens.values()].filter(({ symbol }) => symbol.toLowerCase() === text.toLowerCase());
  return same.length === 1 ? (same[0] as TokenInfo) : null;
}
