// The average price between two tokens, as a stop order uses it.
import { deepestWay, type Link } from '../../core/market/average.ts';
import type { Pair } from '../../core/pool.ts';
import type { Book } from '../../journal/book.ts';
import type { AverageFound, AverageQuery } from '../../ports/orders.ts';
import type { Observer } from '../observer.ts';

export async function readAverage(observer: Observer, asked: AverageQuery, nowMs: number): Promise<AverageFound> {
  const { book } = observer;
  if (!hasWay(book, asked)) return { hasWay: false, evidence: null };
  const windows = await observer.windowsOf(asked.overMs, nowMs);
  return { hasWay: true, evidence: windows.average(asked, asked, nowMs) ?? null };
}

/** True if pools connect the two tokens. Paused pools count too: a pool that has a price keeps it. */
const hasWay = (book: Book, pair: Pair): boolean =>
  deepestWay(pair, {
    between: (one, other) => ((book.pool(one, other)?.reserve0 ?? 0n) > 0n ? SOME : undefined),
    neighbours: (token) => book.poolsOf(token),
  }) !== undefined;

/** Stands for any pool that holds something: it only matters whether pools connect the tokens, not how deep they are. */
const SOME: Link = { heldIn: 1n, heldOut: 1n, price: 1n, inverse: 1n };
