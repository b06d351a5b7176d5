// Positions as of the head: what is stored of them, and over it what was counted since.
import type { PoolAddress } from '../../core/amount.ts';
import { NO_POSITION, type PositionKey, type PositionRecord, worthNow } from '../../core/market/position.ts';
import type { BookPool } from '../follower/book.ts';
import type { PositionAsked, PositionFound, PositionsAsked } from '../market.ts';
import { page, tokenFrom } from '../paging.ts';
import type { StoredPosition } from '../projection.ts';
import { type Page, refused } from '../venue.ts';
import { countedOf } from './market-fold.ts';
import type { Observer } from './observer.ts';

export async function readPosition(observer: Observer, asked: PositionAsked): Promise<PositionFound> {
  await observer.catchUp();
  const key = { account: asked.account, pool: poolOf(observer, asked).record.address };
  const [stored] = await storedOf(observer, () => observer.projection.positions([key]));
  return found(observer, key, observer.fold.position(key) ?? stored?.record ?? NO_POSITION);
}

export async function readPositions(observer: Observer, asked: PositionsAsked): Promise<Page<PositionFound>> {
  const { account, limit } = asked;
  const after = asked.cursor === undefined ? '' : tokenFrom(asked.cursor);
  await observer.catchUp();
  const stored = await storedOf(observer, () => observer.projection.positionsOf({ account, after, limit }));
  const records = new Map<PoolAddress, PositionRecord>(stored.map(({ pool, record }) => [pool, record]));
  for (const [pool, record] of observer.fold.positionsOf(account)) if (pool > after) records.set(pool, record);
  // The stored ones are the first that there are, so that the first of both are the first of all.
  const first = [...records].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, limit);
  const items = first.map(([pool, record]) => found(observer, { account, pool }, record));
  return page(items, limit, ({ pool }) => pool);
}

/**
 * What is stored and the fold has counted. Another node may have stored what was not in the journal yet when this one
 * looked; what the fold takes meanwhile stays in it until a later question has told that it is stored.
 */
async function storedOf(observer: Observer, ask: () => Promise<readonly StoredPosition[]>) {
  const isCounted = ({ record }: StoredPosition) => record.sequence <= observer.sequence;
  for (;;) {
    const stored = await ask();
    if (stored.every(isCounted)) return stored;
    await observer.catchUp();
    // What is not there even now is of another history.
    if (!stored.every(isCounted)) return stored.filter(isCounted);
  }
}

function poolOf({ book }: Observer, { tokenA, tokenB }: PositionAsked): BookPool {
  const [a, b] = [book.tokens.get(tokenA), book.tokens.get(tokenB)];
  if (!a || !b) return refused({ code: 'unknown_token', token: a ? tokenB : tokenA });
  return a.pools.get(tokenB) ?? refused({ code: 'unknown_pool', tokenA: a.record.symbol, tokenB: b.record.symbol });
}

function found({ fold, book, sequence }: Observer, { pool }: PositionKey, record: PositionRecord): PositionFound {
  const { token0, token1 } = (book.poolAt(pool) as BookPool).record;
  const figures = fold.figures(pool);
  const worth = figures && worthNow(record, figures, countedOf(pool, book));
  return { pool, token0, token1, record, ...(worth && { worth }), sequence };
}
