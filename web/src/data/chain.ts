// Whether the exchange settles on a chain, as the head of the page says it: what only a ledger can tell is not asked for there.
import { subtractText } from '../exact/amount.ts';

/** Pure code is run without a page too. */
type Page = { readonly document?: { querySelector(selector: string): object | null } };

export const isOnChain =
  ((globalThis as unknown as Page).document?.querySelector('meta[name="exchange-chain"]') ?? null) !== null;

/** TON itself, where the exchange settles on it. */
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
/** What messages attach for the network, most of which comes back, and what a wallet keeps for itself. */
const KEPT = { swap: '0.4', provide: '0.7' } as const;

/** What of a balance can be offered. */
export function spendable(balance: string, address: string, by: keyof typeof KEPT, onChain = isOnChain): string {
  if (!onChain || address !== TON) return balance;
  const rest = subtractText(balance, KEPT[by]);
  return rest.startsWith('-') ? '0' : rest;
}
