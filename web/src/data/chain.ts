// Tells from the page's <head> whether the exchange settles on TON: calls that only a ledger can answer are then skipped.
import { subtractText } from '../exact/amount.ts';

/** `document` is optional: pure code also runs in tests without a page. */
type Page = { readonly document?: { querySelector(selector: string): { readonly content?: string } | null } };

const chainMeta = (globalThis as unknown as Page).document?.querySelector('meta[name="exchange-chain"]') ?? null;

export const isOnChain = chainMeta !== null;

/** The id of the network, as wallets name it. */
export const network = chainMeta?.content ?? '';

/** The address that stands for native TON. */
export const TON_ADDRESS = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
/** TON to keep back: for network fees that a message attaches (most are refunded), and for the storage fees of the wallet. */
const KEPT = { swap: '0.4', provide: '0.7' } as const;

/** The part of a balance that can be offered after network fees. */
export function spendable(balance: string, address: string, by: keyof typeof KEPT, onChain = isOnChain): string {
  if (!onChain || address !== TON_ADDRESS) return balance;
  const rest = subtractText(balance, KEPT[by]);
  return rest.startsWith('-') ? '0' : rest;
}
