// The market fold: figures, candles, positions and orders computed from the journal, with the rows that are not stored yet.
import type { Account, PoolAddress } from '../core/amount.ts';
import { assert } from '../core/assert.ts';
import { type CandleRow, foldCandle, KEPT_INTERVALS_MS, stepOf } from '../core/market/candle.ts';
import {
  advance,
  changesOf,
  type Handover,
  type PoolChange,
  type PoolFigures,
  type PriceTerms,
} from '../core/market/figures.ts';
import { handedOver, type PositionKey, type PositionRecord, positionAfter } from '../core/market/position.ts';
import type { Price } from '../core/market/price.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Book } from '../journal/book.ts';
import type { PoolRows, StoredMarket, StoredPosition } from '../ports/projection.ts';
import { OrdersFold } from './orders-fold.ts';

type Kept = {
  /** The pool's curve and decimals; unknown until its first change. */
  counted: PriceTerms | undefined;
  figures: PoolFigures | undefined;
  /** The price after the last change; unknown if the figures were loaded from the store. */
  price: Price | undefined;
  /** The candles that contain the last change, one for each of KEPT_INTERVALS_MS. */
  open: readonly (CandleRow | undefined)[];
  unstored: Unstored | undefined;
};

/** Rows of a pool that changed after the cursor, up to which everything is stored. */
type Unstored = {
  /** By start time plus the index of the interval, which makes keys unique. */
  readonly candles: Map<number, CandleRow>;
  readonly positions: Map<Account, PositionRecord>;
  swaps: number[];
};

/** The most unstored rows kept while a long history is counted: of all pools, and of one pool, whose rows are written together. */
const [MOST_ROWS, MOST_ROWS_A_POOL] = [20_000, 500];

export class MarketFold {
  readonly #pools = new Map<PoolAddress, Kept>();
  /** Pools whose figures changed since this was last cleared. */
  readonly changed = new Set<PoolAddress>();
  /** Positions that the next transactions change; undefined for a new one. */
  readonly #positions = new Map<string, PositionRecord | undefined>();
  readonly orders: OrdersFold;
  #cursor: number;
  #rows = 0;
  #rowsOfLargest = 0;

  constructor({ cursor, pools, openOrders }: StoredMarket) {
    this.#cursor = cursor;
    this.orders = new OrdersFold(openOrders);
    for (const { pool, figures, open: rows } of pools) {
      const open = KEPT_INTERVALS_MS.map((interval) => rows.find(({ intervalMs }) => intervalMs === interval));
      this.#pools.set(pool, { counted: undefined, figures, price: undefined, open, unstored: undefined });
    }
  }

  /** Everything up to here is stored and no longer kept in memory. */
  get cursor(): number {
    return this.#cursor;
  }

  /** True if rows should be stored before more is counted. */
  get isFull(): boolean {
    return this.#rows + this.orders.size >= MOST_ROWS || this.#rowsOfLargest >= MOST_ROWS_A_POOL;
  }

  figures(pool: PoolAddress): PoolFigures | undefined {
    return this.#pools.get(pool)?.figures;
  }

  /** A pool's rows that are not stored yet, or newer than the stored ones. */
  candles(pool: PoolAddress): readonly CandleRow[] {
    return [...(this.#pools.get(pool)?.unstored?.candles.values() ?? [])];
  }

  /** The sequences of a pool's swaps that are not stored yet, in ascending order. */
  swaps(pool: PoolAddress): readonly number[] {
    return this.#pools.get(pool)?.unstored?.swaps ?? [];
  }

  position({ account, pool }: PositionKey): PositionRecord | undefined {
    return this.#pools.get(pool)?.unstored?.positions.get(account);
  }

  /** An account's positions that are not stored yet, or newer than the stored ones. */
  *positionsOf(account: Account): Generator<readonly [PoolAddress, PositionRecord]> {
    for (const [pool, { unstored }] of this.#pools) {
      const record = unstored?.positions.get(account);
      if (record) yield [pool, record];
    }
  }

  /** The positions that must be loaded before these transactions are taken. */
  missing(posted: readonly Posted[]): readonly PositionKey[] {
    // Drops stored records only here: they must stay while the transactions they were loaded for are taken.
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
        // Both are loaded together: if the sender's record is ahead of this transaction, the recipient's must be too.
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

  /** Drops everything up to a sequence, because this node or another has stored it. */
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

  /** All rows to be stored, pool by pool. */
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
    // The stored figures of a pool may be ahead of the cursor, and then already include this change.
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
      // A stored position may be ahead of the cursor as well, if another node stored it meanwhile.
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
    assert(sender !== undefined, 'sent LP tokens were provided before');
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

/** About the number of rows written for a pool. */
const rowsIn = ({ candles, positions, swaps }: Unstored): number => candles.size + positions.size + (swaps.length >> 8);

/** The properties that a pool's figures depend on, which never change. */
export function countedOf(address: PoolAddress, book: Book): PriceTerms {
  const pool = book.poolAt(address);
  if (!pool) throw new Error(`the pool ${address} is in the journal but not in the book`);
  const { curve, amplification } = pool.record;
  return { curve, amplification, decimals0: pool.token0.record.decimals, decimals1: pool.token1.record.decimals };
}

const nameOf = ({ account, pool }: PositionKey): string => `${account}\n${pool}`;
