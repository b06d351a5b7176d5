// The average price between two tokens, as a stop waits for it.
import type { TokenAddress } from '../../core/amount.ts';
import { deepestWay, type Link } from '../../core/market/average.ts';
import type { Pair } from '../../core/pool.ts';
import type { Book } from '../../journal/book.ts';
import type { AverageAsked, AverageFound } from '../../ports/orders.ts';
import type { Observer } from '../observer.ts';

export async function readAverage(observer: Observer, asked: AverageAsked, nowMs: number): Promise<AverageFound> {
  const { book } = observer;
  if (!hasWay(book, asked)) return { hasWay: false, evidence: null };
  const windows = await observer.windowsOf(asked.overMs, nowMs);
  return { hasWay: true, evidence: windows.average(asked, asked, nowMs) ?? null };
}

const ANY: Link = { heldIn: 1n, heldOut: 1n, price: 1n, inverse: 1n };

/** Whether paused or not: what has a price once has one for ever. */
function hasWay(book: Book, pair: Pair): boolean {
  const between = (sold: TokenAddress, bought: TokenAddress) =>
    (book.pool(sold, bought)?.reserve0 ?? 0n) > 0n ? ANY : undefined;
  return deepestWay(pair, { between, beside: (token) => book.tokens.get(token)?.pools.keys() ?? [] }) !== undefined;
}
