// Whether entries net to zero, token by token: the promise of a double-entry ledger, checked where it is shown.
import { addText } from './amount.ts';

export type Entry = { readonly account: string; readonly token: string; readonly change: string };
type Net = { readonly token: string; readonly sum: string };

/** What the changes of each token add up to, in the order in which tokens appear. */
export function netOf(entries: readonly Entry[]): readonly Net[] {
  const sums = new Map<string, string>();
  for (const { token, change } of entries) sums.set(token, addText(sums.get(token) ?? '0', change));
  return [...sums].map(([token, sum]) => ({ token, sum }));
}

/** In words: of each token by its symbol, those that do not net named first. */
export function netWords(nets: readonly Net[], symbolOf: (token: string) => string): { text: string; isZero: boolean } {
  const open = nets.filter(({ sum }) => /[1-9]/.test(sum));
  if (open.length > 0) {
    return { text: open.map(({ token, sum }) => `${symbolOf(token)} is off by ${sum}`).join(', '), isZero: false };
  }
  const symbols = nets.map(({ token }) => symbolOf(token));
  if (symbols.length === 0) return { text: 'Nothing was moved', isZero: true };
  if (symbols.length === 1) return { text: `${symbols[0]} nets to zero`, isZero: true };
  return { text: `${symbols.slice(0, -1).join(', ')} and ${symbols.at(-1)} each net to zero`, isZero: true };
}
