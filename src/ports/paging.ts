// Creates and parses the cursors of paged lists.

import { accountName, canonicalAddress } from '../address.ts';
import { poolOfLpToken } from '../core/accounts.ts';
import type { TokenAddress } from '../core/amount.ts';
import { refused } from './venue.ts';

/** Adds the cursor of the next page to the items of a page; null if the page is not full, since it is then the last. */
export function page<Item>(items: readonly Item[], limit: number, cursorOf: (item: Item) => string) {
  const last = items.at(-1);
  return { items, nextCursor: last !== undefined && items.length === limit ? cursorOf(last) : null };
}

/** Parses a cursor of a list sorted by number. */
export function numberFrom(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  return refused({ code: 'bad_cursor' });
}

/** Parses a cursor of a list sorted by account. */
export const accountFrom = (cursor: string): string =>
  accountName(cursor) === cursor ? cursor : refused({ code: 'bad_cursor' });

/** Parses a cursor of a list sorted by token. */
export function tokenFrom(cursor: string): string {
  const address = poolOfLpToken(cursor as TokenAddress) ?? cursor;
  if (canonicalAddress(address) === address) return cursor;
  return refused({ code: 'bad_cursor' });
}
