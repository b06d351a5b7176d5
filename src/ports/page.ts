// Pages of a list.

export type PageRequest = { readonly cursor?: string; readonly limit: number };

export type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

/** A page of a filtered history; `lookedAt` counts the entries read, including those that the filter left out. */
export type WalkedPage<Item> = Page<Item> & { readonly lookedAt: number };
