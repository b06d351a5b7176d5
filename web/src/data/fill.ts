// A page of what is rare: the server looks at a part of the journal at a time, so that a page may be short, or empty, and not the last.
import { useSyncExternalStore } from 'react';

type Paged = { readonly nextCursor: string | null };
export type Filled<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string | null };

/** So many questions in a row; after them the reader decides whether to go on. */
export const MOST_PAGES = 20;

/** Asks on by itself until the page is full, nothing is left, or it has asked often enough. */
export async function fill<Page extends Paged, Row>(
  ask: (cursor: string | null, limit: number) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<Filled<Row>> {
  const first = await ask(cursor, limit);
  const rows = [...rowsOf(first)];
  let next = first.nextCursor;
  if (next === null || rows.length >= limit) return { rows, nextCursor: next };
  changeWalks(1);
  try {
    for (let asked = 1; asked < MOST_PAGES && next !== null && rows.length < limit; asked++) {
      const page = await ask(next, limit - rows.length);
      rows.push(...rowsOf(page));
      next = page.nextCursor;
    }
    return { rows, nextCursor: next };
  } finally {
    changeWalks(-1);
  }
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
export const LOOKING_BACK = 'Looking further back…';
