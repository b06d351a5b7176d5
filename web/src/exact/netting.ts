// Checks in the page that ledger entries net to zero for each token, as double-entry bookkeeping requires.

import { listed } from '../words/format.ts';
import { t } from '../words/words.ts';
import { addText } from './amount.ts';

export type BalanceEntry = { readonly account: string; readonly token: string; readonly change: string };
type Net = { readonly token: string; readonly sum: string };

/** The sum of changes per token, in order of appearance. */
export function netOf(entries: readonly BalanceEntry[]): readonly Net[] {
  const sums = new Map<string, string>();
  for (const { token, change } of entries) sums.set(token, addText(sums.get(token) ?? '0', change));
  return [...sums].map(([token, sum]) => ({ token, sum }));
}

/** The result in words; tokens that do not net to zero are listed alone. */
export function netWords(nets: readonly Net[], symbolOf: (token: string) => string): { text: string; isZero: boolean } {
  const open = nets.filter(({ sum }) => /[1-9]/.test(sum));
  if (open.length > 0) {
    const off = open.map(({ token, sum }) => t('parts.net.off', { symbol: symbolOf(token), amount: sum }));
    return { text: off.join(', '), isZero: false };
  }
  const symbols = nets.map(({ token }) => symbolOf(token));
  if (symbols.length === 0) return { text: t('parts.net.none'), isZero: true };
  return { text: t('parts.net.zero', { count: symbols.length, symbols: listed(symbols) }), isZero: true };
}
