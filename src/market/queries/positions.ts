// Positions as of the head: what is stored of them, and over it what was counted since.
import type { Account, PoolAddress } from '../../core/amount.ts';
import { NO_POSITION, type PositionKey, type PositionRecord, worthNow } from '../../core/market/position.ts';
import type { BookPool } from '../../journal/book.ts';
import { page, tokenFrom } from '../../ports/paging.ts';
import type { PositionAsked, PositionFound, PositionsAsked, PositionsFound } from '../../ports/portfolio.ts';
import type { StoredPosition } from '../../ports/projection.ts';
import type { Page } from '../../ports/venue.ts';
import { countedOf } from '../fold.ts';
import type { Observer } from '../observer.ts';
import { findPool, steadily } from '../rows.ts';

export async function readPosition(observer: Observer, { account, tokenA, tokenB }: PositionAsked) {
  const { address } = await findPool(observer, tokenA, tokenB);
  const key = { account, pool: address };
  return steadily(observer, async () => {
    const stored = await observer.projection.positions([key]);
    return (now) => {
      const [counted] = countedBy(now, stored);
      const record = now.fold.position(key) ?? counted?.record ?? NO_POSITION;
      return { found: foundOf(now, key, record), newest: newestOf(stored) };
    };
  });
}

/** Several at once, in the order asked for. */
export function readPositionsAt(observer: Observer, keys: readonly PositionKey[]): Promise<readonly PositionFound[]> {
  return steadily(observer, async () => {
    const stored = await observer.projection.positions(keys);
    return (now) => {
      const records = new Map(countedBy(now, stored).map(({ pool, record }) => [pool, record]));
      const found = keys.map((key) =>
        foundOf(now, key, now.fold.position(key) ?? records.get(key.pool) ?? NO_POSITION),
      );
      return { found, newest: newestOf(stored) };
    };
  });
}

/** Positions that are looked at for one page: where few are wanted it is a short one, and says where to go on. */
const [SLICE, MAX_EXAMINED] = [200, 2000];

export async function readPositions(observer: Observer, asked: PositionsAsked): Promise<PositionsFound> {
  const { state, cursor, limit, account } = asked;
  let after = cursor === undefined ? '' : tokenFrom(cursor);
  await observer.catchUp();
  if (state === undefined) return { ...(await readPage(observer, account, after, limit)), lookedAt: limit };
  const items: PositionFound[] = [];
  let lookedAt = 0;
  while (lookedAt < MAX_EXAMINED) {
    const slice = await readPage(observer, account, after, SLICE);
    for (const found of slice.items) {
      after = found.pool;
      lookedAt += 1;
      if (found.record.lpTokens > 0n === (state === 'open')) items.push(found);
      if (items.length === limit) return { items, nextCursor: after, lookedAt };
    }
    if (slice.nextCursor === null) return { items, nextCursor: null, lookedAt };
  }
  return { items, nextCursor: after, lookedAt };
}

function readPage(observer: Observer, account: Account, after: string, limit: number): Promise<Page<PositionFound>> {
  return steadily(observer, async () => {
    const stored = await observer.projection.positionsOf({ account, after, limit });
    return (now) => {
      const counted = countedBy(now, stored);
      const records = new Map<PoolAddress, PositionRecord>(counted.map(({ pool, record }) => [pool, record]));
      for (const [pool, record] of now.fold.positionsOf(account)) if (pool > after) records.set(pool, record);
      // The stored ones are the first that there are, so that the first of both are the first of all.
      const first = [...records].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, limit);
      const items = first.map(([pool, record]) => foundOf(now, { account, pool }, record));
      return { found: page(items, limit, ({ pool }) => pool), newest: newestOf(stored) };
    };
  });
}

/** What another node has stored may not be counted here yet; then all is read again. */
const countedBy = ({ sequence }: Observer, stored: readonly StoredPosition[]) =>
  stored.filter(({ record }) => record.sequence <= sequence);

const newestOf = (stored: readonly StoredPosition[]): number =>
  Math.max(0, ...stored.map(({ record }) => record.sequence));

function foundOf({ fold, book, sequence }: Observer, { pool }: PositionKey, record: PositionRecord): PositionFound {
  const { token0, token1 } = (book.poolAt(pool) as BookPool).record;
  const figures = fold.figures(pool);
  const worth = figures && worthNow(record, figures, countedOf(pool, book));
  return { pool, token0, token1, record, ...(worth && { worth }), sequence };
}
