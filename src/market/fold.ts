// The fold: what the journal comes to, pool by pool, kept up to date with it; of what is not stored yet, the rows to store.
import type { Account, PoolAddress } from '../core/amount.ts';
import { assert } from '../core/assert.ts';
import { type CandleRow, foldCandle, KEPT_INTERVALS_MS, stepOf } from '../core/market/candle.ts';
import {
  advance,
  type Counted,
  changesOf,
  type Handover,
  type PoolChange,
  type PoolFigures,
} from '../core/market/figures.ts';
import { handedOver, type PositionKey, type PositionRecord, positionAfter } from '../core/market/position.ts';
import type { Price } from '../core/market/price.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Book } from '../journal/book.ts';
import type { PoolRows, Stored, StoredPosition } from '../ports/projection.ts';
import { OrdersFold } from './orders-fold.ts';

type Kept = {
  /** Unknown until a change falls into it. */
  counted: Counted | undefined;
  figures: PoolFigures | undefined;
  /** As of the figures; unknown of what was stored. */
  price: Price | undefined;
  /** Those of the intervals that the last change fell into, in the order of the intervals. */
  open: readonly (CandleRow | undefined)[];
  unstored: Unstored | undefined;
};

/** What was changed after the cursor. */
type Unstored = {
  /** By where they begin, those of each interval apart. */
  readonly candles: Map<number, CandleRow>;
  readonly positions: Map<Account, PositionRecord>;
  swaps: number[];
};

/** Rows to store that are remembered of a long history: of all pools, and of one, which is written at once. */
const [MOST_ROWS, MOST_ROWS_A_POOL] = [20_000, 500];

export class MarketFold {
  readonly #pools = new Map<PoolAddress, Kept>();
  /** Those whose figures are others than when this was last emptied. */
  readonly changed = new Set<PoolAddress>();
  /** Of those whom the next transactions concern; undefined for one that has no position yet. */
  readonly #positions = new Map<string, PositionRecord | undefined>();
  readonly orders: OrdersFold;
  #cursor: number;
  #rows = 0;
  #rowsOfLargest = 0;

  constructor({ cursor, pools, openOrders }: Stored) {
    this.#cursor = cursor;
    this.orders = new OrdersFold(openOrders);
    for (const { pool, figures, open: rows } of pools) {
      const open = KEPT_INTERVALS_MS.map((interval) => rows.find(({ intervalMs }) => intervalMs === interval));
      this.#pools.set(pool, { counted: undefined, figures, price: undefined, open, unstored: undefined });
    }
  }

  /** What is stored up to here is not remembered any more. */
  get cursor(): number {
    return this.#cursor;
  }

  /** So much is not stored that it should be before more is counted. */
  get isFull(): boolean {
    return this.#rows + this.orders.size >= MOST_ROWS || this.#rowsOfLargest >= MOST_ROWS_A_POOL;
  }

  figures(pool: PoolAddress): PoolFigures | undefined {
    return this.#pools.get(pool)?.figures;
  }

  /** Rows of a pool that are not stored yet, or newer than what is. */
  candles(pool: PoolAddress): readonly CandleRow[] {
    return [...(this.#pools.get(pool)?.unstored?.candles.values() ?? [])];
  }

  /** In order. */
  swaps(pool: PoolAddress): readonly number[] {
    return this.#pools.get(pool)?.unstored?.swaps ?? [];
  }

  position({ account, pool }: PositionKey): PositionRecord | undefined {
    return this.#pools.get(pool)?.unstored?.positions.get(account);
  }

  /** Those of an account that are not stored yet, or newer than what is. */
  *positionsOf(account: Account): Generator<readonly [PoolAddress, PositionRecord]> {
    for (const [pool, { unstored }] of this.#pools) {
      const record = unstored?.positions.get(account);
      if (record) yield [pool, record];
    }
  }

  /** The positions that must be known before these are taken. */
  missing(posted: readonly Posted[]): readonly PositionKey[] {
    // Not earlier: what is known for those that are being taken must not be forgotten under way.
    for (const [name, record] of this.#positions) {
      if (!record || record.sequence <= this.#cursor) this.#positions.delete(name);
    }
    const keys = new Map<string, PositionKey>();
    for (const { receipt } of posted) {
      if (receipt.kind === 'provide' || receipt.kind === 'refund') {
        const { account, pool } = receipt;
        const name = nameOf({ account, pool });
        if (!this.#positions.has(name)) keys.set(name, { account, pool });
      } else if (receipt.kind === 'transfer' && 'pool' in receipt) {
        // Both anew, of one moment: where the sender's is stored beyond it, the recipient's must be too.
        for (const account of [receipt.account, receipt.to]) {
          const key = { account, pool: receipt.pool };
          keys.set(nameOf(key), key);
        }
      }
    }
    return [...keys.values()];
  }

  know(keys: readonly PositionKey[], stored: readonly StoredPosition[]): void {
    for (const key of keys) this.#positions.set(nameOf(key), this.#positions.get(nameOf(key)));
    for (const each of stored) {
      const known = this.#positions.get(nameOf(each));
      if (!known || known.sequence < each.record.sequence) this.#positions.set(nameOf(each), each.record);
    }
  }

  take(posted: Posted, book: Book): void {
    this.orders.take(posted);
    for (const change of changesOf(posted.receipt)) this.#change(posted, change, book);
  }

  /** Everything up to a sequence is stored by now, here or on another node. */
  forget(cursor: number): void {
    this.#cursor = cursor;
    this.orders.forget(cursor);
    [this.#rows, this.#rowsOfLargest] = [0, 0];
    for (const kept of this.#pools.values()) {
      const { unstored } = kept;
      if (!unstored) continue;
      if (!kept.figures || kept.figures.sequence <= cursor) {
        kept.unstored = undefined;
        continue;
      }
      for (const [key, { end }] of unstored.candles) if (end.sequence <= cursor) unstored.candles.delete(key);
      for (const [account, { sequence }] of unstored.positions)
        if (sequence <= cursor) unstored.positions.delete(account);
      unstored.swaps = unstored.swaps.filter((sequence) => sequence > cursor);
      this.#grew(0, unstored);
    }
  }

  /** All that is to be stored, in whole pools. */
  *unstored(): Generator<PoolRows> {
    for (const [pool, { figures, unstored }] of this.#pools) {
      if (!figures || !unstored) continue;
      const positions = Array.from(unstored.positions, ([account, record]) => ({ account, pool, record }));
      yield { pool, figures, candles: [...unstored.candles.values()], positions, swaps: [...unstored.swaps] };
    }
  }

  #change({ sequence, createdAtMs }: Posted, change: PoolChange, book: Book): void {
    const { pool, liquidity, handover } = change;
    const kept = this.#keep(pool);
    const before = kept.figures;
    // What is stored of a pool may have come further than the cursor.
    if (before && before.sequence >= sequence) return;
    kept.counted ??= countedOf(pool, book);
    const after = advance(before, change, { sequence, createdAtMs }, kept.counted);
    const step = stepOf(before, after, kept.counted, kept.price);
    const open = KEPT_INTERVALS_MS.map((interval, at) => foldCandle(kept.open[at], interval, step));
    kept.figures = after;
    this.changed.add(pool);
    kept.price = step.price;
    kept.open = open;
    kept.unstored ??= { candles: new Map(), positions: new Map(), swaps: [] };
    const { unstored, counted } = kept;
    const rows = rowsIn(unstored);
    for (const [at, row] of open.entries()) unstored.candles.set(row.startMs + at, row);
    if (change.swaps > 0) unstored.swaps.push(sequence);
    if (liquidity) {
      const name = nameOf({ account: liquidity.account, pool });
      const known = this.#positions.get(name);
      // So may what is stored of a position, by another node, since this one began.
      if (!known || known.sequence < sequence) {
        this.#put(pool, liquidity.account, positionAfter(known, liquidity, { before, after }, counted), unstored);
      }
    }
    if (handover) this.#handOver(pool, handover, sequence, unstored);
    this.#grew(rows, unstored);
  }

  #handOver(pool: PoolAddress, { from, to, lpTokens }: Handover, sequence: number, unstored: Unstored): void {
    const known = (account: Account) => this.#positions.get(nameOf({ account, pool }));
    const [sender, recipient] = [known(from), known(to)];
    assert(sender !== undefined, 'what is sent was provided');
    if (sender.sequence >= sequence) return;
    const after = handedOver(sender, recipient, { lpTokens, sequence });
    this.#put(pool, from, after.from, unstored);
    if (!recipient || recipient.sequence < sequence) this.#put(pool, to, after.to, unstored);
  }

  #put(pool: PoolAddress, account: Account, position: PositionRecord, unstored: Unstored): void {
    this.#positions.set(nameOf({ account, pool }), position);
    unstored.positions.set(account, position);
  }

  #grew(before: number, unstored: Unstored): void {
    const rows = rowsIn(unstored);
    this.#rows += rows - before;
    this.#rowsOfLargest = Math.max(this.#rowsOfLargest, rows);
  }

  #keep(pool: PoolAddress): Kept {
    const known = this.#pools.get(pool);
    if (known) return known;
    const kept = { counted: undefined, figures: undefined, price: undefined, open: [], unstored: undefined };
    this.#pools.set(pool, kept);
    return kept;
  }
}

/** About as many as are written of a pool. */
const rowsIn = ({ candles, positions, swaps }: Unstored): number => candles.size + positions.size + (swaps.length >> 8);

/** What a pool's figures are counted by, which never changes. */
export function countedOf(address: PoolAddress, book: Book): Counted {
  const pool = book.poolAt(address);
  if (!pool) throw new Error(`the pool ${address} is in the journal but not in the book`);
  const { curve, amplification } = pool.record;
  return { curve, amplification, decimals0: pool.token0.record.decimals, decimals1: pool.token1.record.decimals };
}

const nameOf = ({ account, pool }: PositionKey): string => `${account}\n${pool}`;
