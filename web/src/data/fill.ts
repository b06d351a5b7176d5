// A page of what is rare: the server looks at a part of the journal at a time, so that a page may be short, or empty, and not the last.
import { useSyncExternalStore } from 'react';
import type { CallName, Calls } from '#client';
import { askFor } from './use.ts';

type Paged = { readonly nextCursor: string | null };
export type Filled<Row, Page = unknown> = {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  /** Whole, as it was answered. */
  readonly last: Page;
};

/** So many questions in a row; after them the reader decides whether to go on. */
export const MOST_PAGES = 20;

/** Asks on by itself until there are enough, at most so many a question, nothing is left, or it has asked often enough. */
export async function fill<Page extends Paged, Row>(
  ask: (cursor: string | null, limit: number) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
  { cursor, limit, most = limit }: { readonly cursor: string | null; readonly limit: number; readonly most?: number },
): Promise<Filled<Row, Page>> {
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

/** One page of a call, filled. */
export function askFilled<Name extends PagedName, Item>(
  name: Name,
  input: PagedInput<Name>,
  itemsOf: (page: Calls[Name]['output']) => readonly Item[],
  from: { readonly cursor: string | null; readonly limit: number; readonly most?: number },
  signal?: AbortSignal,
): Promise<Filled<Item, Calls[Name]['output']>> {
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

/** Whether some page is not full after its first answer, and is asked for further back. */
export const useIsLookingBack = (): boolean => useSyncExternalStore(subscribe, () => walks > 0);
