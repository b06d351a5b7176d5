// The reserves of a transaction's pools before and after it, computed from the end of the minute before it and the transactions since.
import { setImmediate as turn } from 'node:timers/promises';
import { amount, type PoolAddress } from '../../core/amount.ts';
import { startOf } from '../../core/market/candle.ts';
import { changesOf, type PoolChange } from '../../core/market/figures.ts';
import { poolPrice } from '../../core/market/pool-price.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { BookPool } from '../../journal/book.ts';
import type { PoolReserves, PoolStep } from '../../ports/market.ts';
import type { JournalMark } from '../../ports/records.ts';
import type { Observer } from '../observer.ts';
import { figuresAt, inMemory, MINUTE_MS } from '../overview/window.ts';

/** The most transactions read for one; if more are needed, the result is null. */
const MOST = 5000;
/** The transactions read in one turn of the event loop. */
const PAGE = 500;

type Reserves = { reserve0: bigint; reserve1: bigint; sequence: number };

/** Null if the transaction is unknown, or if the reserves cannot be computed, or only by reading too many transactions. */
export async function readPoolSteps(
  observer: Observer,
  { sequence, id }: JournalMark,
  most = MOST,
): Promise<readonly PoolStep[] | null> {
  const [posted] = await observer.tail.pick([sequence]);
  if (posted?.id !== id || observer.sequence < sequence) return null;
  const changes = changesOf(posted.receipt).filter(({ delta0, delta1 }) => delta0 !== 0n || delta1 !== 0n);
  if (changes.length === 0) return [];
  const held = await reservesAt(observer, changes, startOf(posted.createdAtMs, MINUTE_MS));
  const after = await whereToBegin(observer, posted, { held, most });
  // If the time of a damaged row goes backwards, figures found by time may already include the transaction.
  if (after === null || [...held.values()].some((reserves) => reserves.sequence >= sequence)) return null;
  for (let at = after; at < sequence - 1; await turn()) {
    const page = await observer.tail.page(at, Math.min(PAGE, sequence - 1 - at));
    for (const one of page) apply(one, held);
    at = page.at(-1)?.sequence ?? sequence;
  }
  return changes.map((change) => stepOf(observer, change, held.get(change.pool) as Reserves));
}

async function reservesAt(
  observer: Observer,
  changes: readonly PoolChange[],
  ms: number,
): Promise<Map<PoolAddress, Reserves>> {
  const query = changes.map(({ pool }) => ({ pool, ...inMemory(observer, pool) }));
  const found = await figuresAt(observer, query, ms);
  return new Map(
    query.map(({ pool }, at) => {
      const { reserve0 = 0n, reserve1 = 0n, sequence = 0 } = found[at] ?? {};
      return [pool, { reserve0, reserve1, sequence }];
    }),
  );
}

/** A sequence before everything that may have changed the pools since the minute began; null if that is too much. */
async function whereToBegin(
  { tail }: Observer,
  { sequence, createdAtMs }: Posted,
  { held, most }: { readonly held: ReadonlyMap<PoolAddress, Reserves>; readonly most: number },
): Promise<number | null> {
  const last = Math.min(...[...held.values()].map((reserves) => reserves.sequence));
  if (sequence - last <= most) return last;
  const minuteMs = startOf(createdAtMs, MINUTE_MS);
  // By binary search: times in the journal never go backwards.
  let [low, high] = [Math.max(last, sequence - most), sequence];
  const [first] = await tail.pick([low]);
  if (!first || first.createdAtMs >= minuteMs) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const [found] = await tail.pick([middle]);
    if (found && found.createdAtMs < minuteMs) low = middle;
    else high = middle;
  }
  return low;
}

function apply({ sequence, receipt }: Posted, held: ReadonlyMap<PoolAddress, Reserves>): void {
  for (const { pool, delta0, delta1 } of changesOf(receipt)) {
    const reserves = held.get(pool);
    if (!reserves || sequence <= reserves.sequence) continue;
    reserves.reserve0 += delta0;
    reserves.reserve1 += delta1;
    reserves.sequence = sequence;
  }
}

function stepOf({ book }: Observer, { pool, delta0, delta1 }: PoolChange, { reserve0, reserve1 }: Reserves): PoolStep {
  const found = book.poolAt(pool);
  if (!found) throw new Error(`the pool ${pool} is in the journal but not in the book`);
  const { token0, token1 } = found.record;
  const before = heldBy(found, reserve0, reserve1);
  return { pool, token0, token1, before, after: heldBy(found, reserve0 + delta0, reserve1 + delta1) };
}

function heldBy({ record, token0, token1 }: BookPool, units0: bigint, units1: bigint): PoolReserves {
  const [reserve0, reserve1] = [amount(units0), amount(units1)];
  const seen = { tokenIn: token0.record, tokenOut: token1.record, pool: record };
  const isEmpty = reserve0 === 0n || reserve1 === 0n;
  return { reserve0, reserve1, price: isEmpty ? null : poolPrice(seen, { reserveIn: reserve0, reserveOut: reserve1 }) };
}
