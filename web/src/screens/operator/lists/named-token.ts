// Finds a token by a typed address or symbol.
import type { TokenInfo } from '../../../data/tokens.ts';
import type { EveryToken } from './every-token.ts';

/** By address, or by symbol if only one token has it. */
export function namedToken(tokens: EveryToken, typed: string): TokenInfo | null {
  const text = typed.trim();
  if (text === '') return null;
  const listed = [...tokens.values()];
  const same = listed.filter(({ symbol }) => symbol.toLowerCase() === text.toLowerCase());
  const found = listed.find(({ address }) => address === text) ?? (same.length === 1 ? same[0] : undefined);
  // A text that is in no list may still be the address of a token that is not loaded yet.
  return found ?? (same.length > 1 ? null : (tokens.get(text) ?? null));
}
