// Fills pages with several requests: the server scans a part of the journal for each, so a page may be short without being the last.
import { useSyncExternalStore } from 'react';
import type { CallName, Calls } from '#client';
import { askFor } from './use.ts';

type Paged = { readonly nextCursor: string | null };
export type FilledPages<Row, Page = unknown> = {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  /** The last response, unchanged. */
  readonly last: Page;
};

/** Most requests in a row; after them the reader decides whether to search further back. */
export const MOST_PAGES = 20;

/** Requests more until `limit` rows are found (`most` per request), nothing is left, or MOST_PAGES is reached. */
export async function fill<Page extends Paged, Row>(
  ask: (cursor: string | null, limit: number) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
  { cursor, limit, most = limit }: { readonly cursor: string | null; readonly limit: number; readonly most?: number },
): Promise<FilledPages<Row, Page>> {
  let last = await ask(cursor, most);
  const rows = [...rowsOf(last)];
  const isFilled = () => last.nextCursor === null || rows.length >= limit;
  const isWalk = rows.length < most && !isFilled();
  if (isWalk) changeWalks(1);
  try {
    for (let asked = 1; asked < MOST_PAGES && !isFilled(); asked++) {
      last = await ask(last.nextCursor, Math.min(most, limit - rows.length));
      rows.push(...rowsOf(last));
    }
    return { rows, nextCursor: last.nextCursor, last };
  } finally {
    if (isWalk) changeWalks(-1);
  }
}

export type PagedName = { [Name in CallName]: Calls[Name]['output'] extends Paged ? Name : never }[CallName];
export type PagedInput<Name extends PagedName> = Omit<Calls[Name]['input'], 'cursor' | 'limit'>;

/** One page of a call, filled with further requests if it is short. */
export function askFilled<Name extends PagedName, Item>(
  name: Name,
  input: PagedInput<Name>,
  itemsOf: (page: Calls[Name]['output']) => readonly Item[],
  from: { readonly cursor: string | null; readonly limit: number; readonly most?: number },
  signal?: AbortSignal,
): Promise<FilledPages<Item, Calls[Name]['output']>> {
  const ask = (cursor: string | null, limit: number) =>
    askFor(name, { ...input, limit, ...(cursor !== null && { cursor }) } as Calls[Name]['input'], signal);
  return fill(ask as (cursor: string | null, limit: number) => Promise<Calls[Name]['output'] & Paged>, itemsOf, from);
}

let walks = 0;
const listeners = new Set<() => void>();

function changeWalks(by: 1 | -1): void {
  walks += by;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** True while a page that came back short is being filled from further back. */
export const useIsLookingBack = (): boolean => useSyncExternalStore(subscribe, () => walks > 0);
