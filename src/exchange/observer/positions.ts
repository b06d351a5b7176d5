// Positions as of the head: what is stored of them, and over it what was counted since.
import type { PoolAddress } from '../../core/amount.ts';
import { NO_POSITION, type PositionKey, type PositionRecord, worthNow } from '../../core/market/position.ts';
import type { BookPool } from '../follower/book.ts';
import type { PositionAsked, PositionFound, PositionsAsked } from '../market.ts';
import { page, tokenFrom } from '../paging.ts';
import type { StoredPosition } from '../projection.ts';
import type { Page } from '../venue.ts';
import { countedOf } from './market-fold.ts';
import type { Observer } from './observer.ts';
import { findPool, steadily } from './rows.ts';

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

export async function readPositions(observer: Observer, asked: PositionsAsked): Promise<Page<PositionFound>> {
  const { account, limit } = asked;
  const after = asked.cursor === undefined ? '' : tokenFrom(asked.cursor);
  await observer.catchUp();
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
