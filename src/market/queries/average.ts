// The average price between two tokens, as a stop order uses it.
import type { Links, Rough } from '../../core/orders/link.ts';
import { Ways } from '../../core/orders/reference.ts';
import { defaultWindow } from '../../core/orders/trigger.ts';
import type { Pair } from '../../core/pool.ts';
import type { Book, BookPool } from '../../journal/book.ts';
import type { AverageFound, AverageQuery } from '../../ports/orders.ts';
import type { Observer } from '../observer.ts';

export async function readAverage(observer: Observer, query: AverageQuery, nowMs: number): Promise<AverageFound> {
  const { amountA, when } = query;
  if (!hasWay(observer.book, query)) return { hasWay: false, isLarge: false, evidence: null };
  const now = await observer.windowsOf(0, nowMs);
  const isLarge = now.isLarge(query, amountA, nowMs);
  const overMs = query.overMs ?? defaultWindow(isLarge);
  const windows = await observer.windowsOf(overMs, nowMs);
  return { hasWay: true, isLarge, evidence: windows.average(query, { when, overMs }, amountA, nowMs) ?? null };
}

/** True if pools connect the two tokens. Paused pools count too: a pool that has a price keeps it. */
function hasWay(book: Book, pair: Pair): boolean {
  const links: Links<BookPool> = {
    poolsOf: (token) => book.poolsOf(token),
    rough: ({ reserve0 }) => (reserve0 > 0n ? SOME : undefined),
    link: () => undefined,
  };
  return !new Ways(pair, links).isEmpty;
}

/** Stands for any pool that holds something: it only matters whether pools connect the tokens, not how deep they are. */
const SOME: Rough = { heldIn: 1, heldOut: 1, keptIn: 1, keptOut: 1, lowest: 1, isClose: true };
