// Whether the exchange settles on a chain, as the head of the page says it: what only a ledger can tell is not asked for there.

/** Pure code is run without a page too. */
type Page = { readonly document?: { querySelector(selector: string): { readonly content?: string } | null } };

const said = (globalThis as unknown as Page).document?.querySelector('meta[name="exchange-chain"]') ?? null;

export const isOnChain = said !== null;

/** The id of the network, as wallets name it. */
export const network = said?.content ?? '';
