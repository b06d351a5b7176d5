// Market rows: as stored, and recomputed from the first transaction.
import type { PoolAddress } from '../src/core/amount.ts';
import { KEPT_INTERVALS_MS } from '../src/core/market/candle.ts';
import type { OrderRecord } from '../src/core/orders/record.ts';
import type { MarketFold } from '../src/market/fold.ts';
import { Observer } from '../src/market/observer.ts';
import { openProjection, type PoolRows, type Projection } from '../src/ports/projection.ts';
import type { Store } from '../src/ports/store.ts';
import { openTail } from '../src/ports/tail.ts';

export type Places = Pick<Store, 'tail' | 'projection'>;

const ALL = Number.MAX_SAFE_INTEGER;

/** The rows of all pools, recomputed, in the order of their addresses. */
export const countedRows = (places: Places): Promise<readonly PoolRows[]> =>
  countedBy(places, (fold) => sorted([...fold.unstored()]));

/** All orders, recomputed, newest first. */
export const countedOrders = (places: Places): Promise<readonly OrderRecord[]> =>
  countedBy(places, (fold) => byNumber([...fold.orders.unstored()]));

async function countedBy<Answer>({ tail }: Places, tell: (fold: MarketFold) => Answer): Promise<Answer> {
  const observer = new Observer(await openTail(tail), NOTHING_STORED, { wait: ALL });
  try {
    await observer.catchUp();
    return tell(observer.fold);
  } finally {
    await observer.close();
  }
}

export async function storedOrders({ projection }: Places): Promise<readonly OrderRecord[]> {
  const kept = await openProjection(projection);
  try {
    return byNumber(await kept.ordersOf({ after: { isOpen: true, order: ALL }, limit: 1_000_000 }));
  } finally {
    await kept.close();
  }
}

const byNumber = (orders: readonly OrderRecord[]) => orders.toSorted((one, other) => other.order - one.order);

/** A projection that stores nothing. */
const NOTHING_STORED = {
  standing: async () => ({ cursor: 0, fence: 0 }),
  everything: async () => ({ cursor: 0, pools: [], openOrders: [] }),
  positions: async () => [],
  orders: async () => [],
  close: async () => {},
} as unknown as Projection;

/** The stored rows of the same pools, with positions of the same accounts. */
export async function storedRows({ projection }: Places, like: readonly PoolRows[]): Promise<readonly PoolRows[]> {
  const kept = await openProjection(projection);
  const accounts = [...new Set(like.flatMap(({ positions }) => positions.map(({ account }) => account)))];
  try {
    const positions = [];
    for (const account of accounts)
      positions.push(...(await kept.positionsOf({ account, after: '', limit: 1_000_000 })));
    const rows: PoolRows[] = [];
    for (const { pool, figures } of (await kept.everything()).pools) {
      const swaps = (await kept.swapsOf({ pool, before: ALL, limit: 10_000_000 })).toReversed();
      const own = positions.filter((position) => position.pool === pool);
      rows.push({ pool, figures, candles: await candlesOf(kept, pool), positions: own, swaps });
    }
    return sorted(rows);
  } finally {
    await kept.close();
  }
}

async function candlesOf(kept: Projection, pool: PoolAddress) {
  const rows = [];
  for (const intervalMs of KEPT_INTERVALS_MS) {
    rows.push(...(await kept.candles({ pool, intervalMs, fromMs: 0, toMs: ALL, limit: 10_000_000 })));
  }
  return rows;
}

const sorted = (rows: readonly PoolRows[]): readonly PoolRows[] =>
  rows
    .map(({ candles, positions, ...rest }) => ({
      ...rest,
      candles: candles.toSorted((a, b) => a.intervalMs - b.intervalMs || a.startMs - b.startMs),
      positions: positions.toSorted((a, b) => (a.account < b.account ? -1 : 1)),
    }))
    .sort((a, b) => (a.pool < b.pool ? -1 : 1));
