// The swaps of a pool, newest or oldest first, without accounts.
import type { PoolAddress } from '../../core/amount.ts';
import { swapIn } from '../../core/commands/swap-in.ts';
import { type HopReceipt, hopsOf } from '../../core/commands/swap-receipt.ts';
import { KEPT_INTERVALS_MS, startOf } from '../../core/market/candle.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { Trade, TradesFound, TradesQuery } from '../../ports/market.ts';
import { numberFrom } from '../../ports/paging.ts';
import type { Observer } from '../observer.ts';
import { figuresBefore, findPool } from '../rows.ts';

const [MINUTE] = KEPT_INTERVALS_MS;

/** The swaps read at once, and at most for one page: a page with few matches is short and has a cursor. */
const SLICE = 200;
const MAX_EXAMINED = 2000;

export async function readTrades(observer: Observer, query: TradesQuery): Promise<TradesFound> {
  const { tokenA, tokenB, fromMs = 0, toMs = Number.POSITIVE_INFINITY, order = 'desc', cursor, limit } = query;
  const { address } = await findPool(observer, tokenA, tokenB);
  const { sequence } = observer;
  const items: Trade[] = [];
  const isForward = order === 'asc';
  // Swaps before `fromMs`, or after `toMs`, are skipped, even if the cursor is on their other side.
  const first = await (isForward
    ? lastBefore(observer, address, startOf(fromMs, MINUTE))
    : firstAfter(observer, address, toMs));
  const slice = fromMs === 0 && toMs === Number.POSITIVE_INFINITY ? limit : SLICE;
  const asked = cursor === undefined ? first : numberFrom(cursor);
  let from = isForward ? Math.max(first, asked) : Math.min(first, asked);
  for (let examined = 0; examined < MAX_EXAMINED; examined += slice) {
    const sequences = await (isForward
      ? swapsAfter(observer, address, { after: from, limit: slice })
      : swapsBefore(observer, address, { before: from, limit: slice }));
    for (const posted of await observer.tail.pick(sequences)) {
      const trade = tradeOf(posted, address);
      const { createdAtMs } = trade;
      if (isForward ? createdAtMs >= toMs : createdAtMs < fromMs) return { items, nextCursor: null, sequence };
      if (createdAtMs >= fromMs && createdAtMs < toMs) items.push(trade);
      from = trade.sequence;
      if (items.length === limit) return { items, nextCursor: String(from), sequence };
    }
    if (sequences.length < slice) return { items, nextCursor: null, sequence };
  }
  return { items, nextCursor: String(from), sequence };
}

/** A sequence above all swaps before a time, and above few swaps after it: those in the rest of its minute. */
async function firstAfter(observer: Observer, pool: PoolAddress, ms: number): Promise<number> {
  if (ms === Number.POSITIVE_INFINITY) return observer.sequence + 1;
  return (await lastBefore(observer, pool, ms)) + 1;
}

/** The last change of the pool in the minutes that start before a time. */
async function lastBefore(observer: Observer, pool: PoolAddress, ms: number): Promise<number> {
  const figuresIn = await figuresBefore(observer, pool, { intervalMs: MINUTE, ms });
  const last = figuresIn(observer.fold)?.sequence ?? 0;
  observer.mustReach(last);
  return last;
}

async function swapsBefore(
  observer: Observer,
  pool: PoolAddress,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly number[]> {
  const stored = await observer.projection.swapsOf({ pool, before, limit });
  observer.mustReach(stored[0] ?? 0);
  const remembered = observer.fold.swaps(pool).filter((sequence) => sequence < before);
  return [...new Set([...remembered, ...stored])].sort((one, other) => other - one).slice(0, limit);
}

async function swapsAfter(
  observer: Observer,
  pool: PoolAddress,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const stored = await observer.projection.nextSwapsOf({ pool, after, limit });
  observer.mustReach(stored.at(-1) ?? 0);
  const remembered = observer.fold.swaps(pool).filter((sequence) => sequence > after);
  return [...new Set([...stored, ...remembered])].sort((one, other) => one - other).slice(0, limit);
}

function tradeOf({ sequence, createdAtMs, receipt }: Posted, address: PoolAddress): Trade {
  const swap = swapIn(receipt);
  const hop = swap && hopsOf(swap).find(({ pool }) => pool === address);
  if (!hop) throw new Error(`transaction ${sequence} is listed as a swap of the pool ${address}`);
  const { tokenIn, tokenOut, amountIn, amountOut, fees }: HopReceipt = hop;
  return { sequence, createdAtMs, tokenIn, tokenOut, amountIn, amountOut, fees };
}
