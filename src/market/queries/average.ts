// The average price between two tokens, as a stop order uses it.
import { type Link, Ways } from '../../core/orders/reference.ts';
import { defaultWindow } from '../../core/orders/trigger.ts';
import type { Pair } from '../../core/pool.ts';
import type { Book } from '../../journal/book.ts';
import type { AverageFound, AverageQuery } from '../../ports/orders.ts';
import type { Observer } from '../observer.ts';

export async function readAverage(observer: Observer, asked: AverageQuery, nowMs: number): Promise<AverageFound> {
  const { amountA, when } = asked;
  if (!hasWay(observer.book, asked)) return { hasWay: false, isLarge: false, evidence: null };
  const now = await observer.windowsOf(0, nowMs);
  const isLarge = now.isLarge(asked, amountA, nowMs);
  const overMs = asked.overMs ?? defaultWindow(isLarge);
  const windows = await observer.windowsOf(overMs, nowMs);
  return { hasWay: true, isLarge, evidence: windows.average(asked, { when, overMs }, amountA, nowMs) ?? null };
}

/** True if pools connect the two tokens. Paused pools count too: a pool that has a price keeps it. */
const hasWay = (book: Book, pair: Pair): boolean =>
  new Ways(pair, {
    between: (one, other) => ((book.pool(one, other)?.reserve0 ?? 0n) > 0n ? SOME : undefined),
    neighbours: (token) => book.poolsOf(token),
  }).all.length > 0;

/** Stands for any pool that holds something: it only matters whether pools connect the tokens, not how deep they are. */
const SOME: Link = { heldIn: 1n, heldOut: 1n, price: 1n, lpFeePpm: 0n, protocolFeePpm: 0n };
