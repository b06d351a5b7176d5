// The projection: market data (figures, candles, positions, orders) and the public log, computed from the journal and stored in the
// same database. This is the interface that the market code needs; stores implement it.
import type { Account, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { CandleRow, KeptInterval, Prices } from '../core/market/candle.ts';
import type { PoolFigures } from '../core/market/figures.ts';
import type { PositionKey, PositionRecord } from '../core/market/position.ts';
import type { Price } from '../core/market/price.ts';
import type { OrderKind } from '../core/orders/order.ts';
import type { OrderRecord } from '../core/orders/record.ts';
import type { Leases } from './lease.ts';
import type { LiabilitiesStore } from './liabilities.ts';
import type { LogStore } from './public-log.ts';
import type { Items, JournalMark } from './records.ts';
import type { StoreModule } from './tail.ts';
import type { HookStore } from './webhooks.ts';

/** Version of the stored rows, to be raised with every change to their meaning; rows of another version are ignored. */
export const PROJECTION_VERSION = 1;

/** Opens the projection of a store from any thread: imports the store's module and passes it the options. */
export async function openProjection({ module, options }: StoreModule): Promise<Projection> {
  const { openProjection }: { openProjection(options: object): Projection } = await import(module);
  return openProjection(options);
}

/** Methods may throw `StoreUnavailable`. A caller must await each call before the next one. */
export interface Projection extends MarketQuestions, MarketChanges, Leases, HookStore, LogStore, LiabilitiesStore {
  close(): Promise<void>;
}

/** Queries of the stored market data; rows of another version are treated as missing. */
export interface MarketQuestions {
  standing(): Promise<Standing>;
  /** Read in one transaction: the figures of every pool, the candle rows of the intervals in which it last changed, and the open orders. */
  everything(): Promise<StoredMarket>;
  /** The stored positions among these, read in one transaction. */
  positions(keys: readonly PositionKey[]): Promise<readonly StoredPosition[]>;
  /** An account's positions, sorted by pool. */
  positionsOf(page: {
    readonly account: Account;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly StoredPosition[]>;
  /** The stored orders among these numbers. */
  orders(numbers: readonly number[]): Promise<readonly OrderRecord[]>;
  /** Open orders first, then newest first; of all accounts if none is given. */
  ordersOf(page: OrdersPage): Promise<readonly OrderRecord[]>;
  /** Candle rows of a pool whose intervals begin in [fromMs, toMs), oldest first. */
  candles(page: CandlesPage): Promise<readonly CandleRow[]>;
  /** Start times of the candle rows of a pool that contain a swap, newest first, within the page's bounds. */
  swappedStarts(page: CandlesPage): Promise<readonly number[]>;
  /** For each pool, the figures of its last candle row (of this interval) that begins before `ms`; undefined if there is none. */
  figuresBefore(
    pools: readonly PoolAddress[],
    intervalMs: KeptInterval,
    ms: number,
  ): Promise<readonly (PoolFigures | undefined)[]>;
  /** The prices of the candle rows of some pools that begin in [fromMs, toMs) and contain a swap, in no particular order. */
  pricesOf(
    pools: readonly PoolAddress[],
    span: { readonly intervalMs: KeptInterval; readonly fromMs: number; readonly toMs: number },
  ): Promise<readonly PricedRow[]>;
  /** The last swap of each of these pools that has any, in no particular order. */
  lastSwaps(pools: readonly PoolAddress[]): Promise<readonly LastSwap[]>;
  /** The sequences of a pool's swaps before a sequence, newest first. */
  swapsOf(page: {
    readonly pool: PoolAddress;
    readonly before: number;
    readonly limit: number;
  }): Promise<readonly number[]>;
  /** The sequences of a pool's swaps after a sequence, oldest first. */
  nextSwapsOf(page: {
    readonly pool: PoolAddress;
    readonly after: number;
    readonly limit: number;
  }): Promise<readonly number[]>;
}

/** Writes of the stored market data. Only the process that holds the lease `market` may call them, with the fence of its lease. */
export interface MarketChanges {
  /**
   * Writes the changed rows of some pools, all rows of a pool together. Writes nothing and returns false if the fence is
   * outdated, if the journal was rewound, if rows before `claim.from` are missing, or if rows of another version must be
   * cleared first. Stored rows with a later sequence are kept.
   */
  save(pools: readonly PoolRows[], claim: Claim): Promise<boolean>;
  /** Writes orders, under the same conditions as `save`. */
  saveOrders(orders: readonly OrderRecord[], claim: Claim): Promise<boolean>;
  /** Records that everything up to the claim's mark is stored. Returns false under the same conditions as `save`. */
  advance(claim: Claim): Promise<boolean>;
  /**
   * Deletes a part of the rows, and from where the next audit would start; true when none are left and the cursor is 0, otherwise call
   * it again. Throws if the fence is outdated.
   */
  clear(fence: number): Promise<boolean>;
  /** Invalidates all stored rows and releases the lease, so that the next process that takes it computes them again. Needs no lease. */
  discard(): Promise<void>;
}

export type Standing = {
  /** Sequence up to which the stored rows are complete; null if they are of another version or were discarded. */
  readonly cursor: number | null;
  /** Fence of the last lease; rows are cleared only under a newer fence than the one they were written under. */
  readonly fence: number;
};

/**
 * The conditions of a write: `fence` must be that of the current lease; `mark`, the last transaction that the rows include,
 * must be in the journal; and everything up to the sequence `from` must already be stored, since the writer no longer has it in
 * memory.
 */
export type Claim = { readonly fence: number; readonly mark: JournalMark; readonly from: number };

export type CandlesPage = {
  readonly pool: PoolAddress;
  readonly intervalMs: KeptInterval;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
};

/** The prices of a candle row; `sequence` is that of the last transaction that the row includes. */
export type PricedRow = {
  readonly pool: PoolAddress;
  readonly startMs: number;
  readonly sequence: number;
  readonly prices: Prices;
};
/** The transaction of a pool's last swap, and the price after it. */
export type LastSwap = { readonly pool: PoolAddress; readonly sequence: number; readonly price: Price };

/** Position of an order in a list. */
export type OrderPlace = { readonly isOpen: boolean; readonly order: number };

export type OrdersPage = {
  readonly account?: Account;
  /** Returns orders after this position. */
  readonly after: OrderPlace;
  /** Leaves out closed orders. */
  readonly onlyOpen?: boolean;
  /** Orders that sell or buy this token. */
  readonly token?: TokenAddress;
  readonly kind?: OrderKind;
  readonly limit: number;
};

export type OpenOrder = Pick<OrderRecord, 'order' | 'account' | 'tokenA' | 'sequence'> & {
  /** What it still holds of tokenA. */
  readonly left: bigint;
};

export type StoredMarket = {
  readonly cursor: number;
  readonly pools: readonly StoredPool[];
  readonly openOrders: readonly OpenOrder[];
};
type StoredPool = {
  readonly pool: PoolAddress;
  readonly figures: PoolFigures;
  readonly open: readonly CandleRow[];
};
export type StoredPosition = PositionKey & { readonly record: PositionRecord };

/** Changes to write for a pool: its figures, and every row changed since the last write. */
export type PoolRows = {
  readonly pool: PoolAddress;
  readonly figures: PoolFigures;
  readonly candles: readonly CandleRow[];
  readonly positions: readonly StoredPosition[];
  /** Sequences of the swaps that are not stored yet, ascending. */
  readonly swaps: readonly number[];
};

/** The stored market data, read in one transaction, for the audit. Pools are identified by number; rows of another version are left out. */
export type CountedMarket = {
  readonly cursor: number;
  /** Number of cursor rows; the audit expects one. */
  countCursors(): Promise<number>;
  figures(): Items<{ readonly pool: number; readonly figures: PoolFigures }>;
  /** In the order of the keys; undefined if there is no such row. */
  candles(keys: readonly CandleKey[]): Promise<readonly (CandleRow | undefined)[]>;
  countCandles(): Promise<number>;
  positions(): Items<StoredPosition>;
  /** All, or those with higher numbers than `after`. */
  orders(after?: number): Items<OrderRecord>;
  /** The existing orders among these, in no particular order. */
  ordersNumbered(numbers: readonly number[]): Promise<readonly OrderRecord[]>;
  /** Lists of swaps, sorted by pool, then newest first; the sequences within a list ascend. */
  swaps(): Items<SwapsPiece>;
  /** The lists of a pool that contain later swaps than this, newest first. */
  swapsAfter(pool: number, sequence: number): Promise<readonly SwapsPiece[]>;
};

export type SwapsPiece = {
  readonly pool: number;
  /** The first sequence of the list, as its index column says; the audit compares it with `sequences`. */
  readonly first: number;
  readonly last: number;
  readonly sequences: readonly number[];
};

type CandleKey = Pick<CandleRow, 'intervalMs' | 'startMs'> & { readonly pool: number };
