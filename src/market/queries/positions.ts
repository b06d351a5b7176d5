// Positions as of the head: stored records overlaid with newer ones.
import type { Account, PoolAddress } from '../../core/amount.ts';
import { NO_POSITION, type PositionKey, type PositionRecord, worthNow } from '../../core/market/position.ts';
import type { BookPool } from '../../journal/book.ts';
import type { Page } from '../../ports/page.ts';
import { page, tokenFrom } from '../../ports/paging.ts';
import type { PositionFound, PositionQuery, PositionsFound, PositionsQuery } from '../../ports/portfolio.ts';
import type { StoredPosition } from '../../ports/projection.ts';
import { countedOf } from '../fold.ts';
import type { Observer } from '../observer.ts';
import { findPool } from '../rows.ts';

export async function readPosition(observer: Observer, { account, tokenA, tokenB }: PositionQuery) {
  const { address } = await findPool(observer, tokenA, tokenB);
  const [found] = await readPositionsAt(observer, [{ account, pool: address }]);
  return found as PositionFound;
}

/** Several at once, in the requested order. */
export async function readPositionsAt(
  observer: Observer,
  keys: readonly PositionKey[],
): Promise<readonly PositionFound[]> {
  const records = recordsIn(await observer.projection.positions(keys), observer);
  return keys.map((key) => foundOf(observer, key, observer.fold.position(key) ?? records.get(key.pool) ?? NO_POSITION));
}

/** The positions read at once, and the most examined for one page: a page with few matches is short and has a cursor. */
const [SLICE, MAX_EXAMINED] = [200, 2000];

export async function readPositions(observer: Observer, query: PositionsQuery): Promise<PositionsFound> {
  const { state, cursor, limit, account } = query;
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

async function readPage(
  observer: Observer,
  account: Account,
  after: string,
  limit: number,
): Promise<Page<PositionFound>> {
  const records = recordsIn(await observer.projection.positionsOf({ account, after, limit }), observer);
  for (const [pool, record] of observer.fold.positionsOf(account)) if (pool > after) records.set(pool, record);
  // `records` has the first stored positions and all newer ones, so the first of them are the first of all.
  const first = [...records].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, limit);
  const items = first.map(([pool, record]) => foundOf(observer, { account, pool }, record));
  return page(items, limit, ({ pool }) => pool);
}

function recordsIn(stored: readonly StoredPosition[], observer: Observer): Map<PoolAddress, PositionRecord> {
  observer.mustReach(Math.max(0, ...stored.map(({ record }) => record.sequence)));
  return new Map(stored.map(({ pool, record }) => [pool, record]));
}

function foundOf({ fold, book, sequence }: Observer, { pool }: PositionKey, record: PositionRecord): PositionFound {
  const { token0, token1 } = (book.poolAt(pool) as BookPool).record;
  const figures = fold.figures(pool);
  const worth = figures && worthNow(record, figures, countedOf(pool, book));
  return { pool, token0, token1, record, ...(worth && { worth }), sequence };
}
