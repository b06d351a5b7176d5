// Data derived from the journal and stored beside it, as the observer needs it. The exchange owns this interface.
import type { Account, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { CandleRow, KeptInterval } from '../core/market/candle.ts';
import type { PoolFigures } from '../core/market/figures.ts';
import type { PositionKey, PositionRecord } from '../core/market/position.ts';
import type { OrderKind } from '../core/orders/order.ts';
import type { OrderRecord } from '../core/orders/record.ts';
import type { Leases } from './lease.ts';
import type { Items, Mark } from './records.ts';
import type { TailPlace } from './tail.ts';
import type { HookStore } from './webhook-store.ts';

/** Raised with every change to the meaning of the rows; rows of another version are ignored. */
export const PROJECTION_VERSION = 3;

/** Opens the projection of a store, from its module like the tail. */
export async function openProjection({ module, options }: TailPlace): Promise<Projection> {
  const { openProjection }: { openProjection(options: object): Projection } = await import(module);
  return openProjection(options);
}

/** Methods may throw `StoreUnavailable`; callers ask one question at a time. */
export interface Projection extends MarketQuestions, MarketChanges, Leases, HookStore {
  close(): Promise<void>;
}

/** Rows of another version are treated as missing. */
export interface MarketQuestions {
  standing(): Promise<Standing>;
  /** As of one moment: the figures of every pool, the rows of the intervals in which each pool last changed, and the open orders. */
  everything(): Promise<Stored>;
  /** As of one moment. */
  positions(keys: readonly PositionKey[]): Promise<readonly StoredPosition[]>;
  /** Sorted by pool. */
  positionsOf(page: {
    readonly account: Account;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly StoredPosition[]>;
  /** The stored orders among these numbers. */
  orders(numbers: readonly number[]): Promise<readonly OrderRecord[]>;
  /** Open orders first, then newest first; of all accounts if none is given. */
  ordersOf(page: OrdersPage): Promise<readonly OrderRecord[]>;
  /** Rows of a pool that begin in [fromMs, toMs), oldest first. */
  candles(page: CandlesPage): Promise<readonly CandleRow[]>;
  /** Start times of the pool's rows that contain a swap, newest first, within the page's bounds. */
  swappedStarts(page: CandlesPage): Promise<readonly number[]>;
  /** For each pool, the figures of its last row of an interval that begins before `ms`; undefined if there is none. */
  figuresBefore(
    pools: readonly PoolAddress[],
    intervalMs: KeptInterval,
    ms: number,
  ): Promise<readonly (PoolFigures | undefined)[]>;
  /** The sequences of a pool's swaps before a sequence, newest first. */
  swapsOf(page: {
    readonly pool: PoolAddress;
    readonly before: number;
    readonly limit: number;
  }): Promise<readonly number[]>;
}

/** Only for the holder of the lease `market`, under its fence. */
export interface MarketChanges {
  /**
   * Writes the rows of some pools, each pool completely. Writes nothing and returns false if the fence is outdated, the
   * journal was rewound, the stored rows end before those that these continue, or rows of another version must be cleared
   * first. Stored rows with a later sequence are kept.
   */
  save(pools: readonly PoolRows[], claim: Claim): Promise<boolean>;
  /** The same for orders. */
  saveOrders(orders: readonly OrderRecord[], claim: Claim): Promise<boolean>;
  /** Records that everything up to the claim's mark is stored. Returns false as `save` does. */
  advance(claim: Claim): Promise<boolean>;
  /** Deletes some of the rows; true when none are left and the cursor is 0. Throws if the fence is outdated. */
  clear(fence: number): Promise<boolean>;
  /** Invalidates all stored rows and frees the lease for the next process that takes it. Needs no lease. */
  discard(): Promise<void>;
}

export type Standing = {
  /** Sequence up to which the stored rows are complete; null if they are of another version or were discarded. */
  readonly cursor: number | null;
  /** Fence of the last lease: rows are cleared only under a newer fence than their own. */
  readonly fence: number;
};

/**
 * The right to write rows: the holder's fence, the last transaction that the rows include, which must be in the journal, and
 * the sequence up to which everything must be stored already, since the writer no longer has it in memory.
 */
export type Claim = { readonly fence: number; readonly mark: Mark; readonly from: number };

export type CandlesPage = {
  readonly pool: PoolAddress;
  readonly intervalMs: KeptInterval;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
};

/** Position of an order in a list. */
export type OrderPlace = { readonly isOpen: boolean; readonly order: number };

export type OrdersPage = {
  readonly account?: Account;
  /** Orders after this position. */
  readonly after: OrderPlace;
  /** Leaves out closed orders. */
  readonly onlyOpen?: boolean;
  /** Orders that sell or buy this token. */
  readonly token?: TokenAddress;
  readonly kind?: OrderKind;
  readonly limit: number;
};

export type OpenOrder = { readonly order: number; readonly account: Account };

export type Stored = {
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

/** The stored market rows as of one moment, for the audit; pools by number, without rows of another version. */
export type CountedMarket = {
  readonly cursor: number;
  /** Number of cursor rows; the audit expects one. */
  countCursors(): Promise<number>;
  figures(): Items<{ readonly pool: number; readonly figures: PoolFigures }>;
  /** In the order of the keys; undefined if there is no such row. */
  candles(keys: readonly CandleKey[]): Promise<readonly (CandleRow | undefined)[]>;
  countCandles(): Promise<number>;
  positions(): Items<StoredPosition>;
  orders(): Items<OrderRecord>;
  /** Pool by pool, the newest piece first; ascending within a piece. */
  swaps(): Items<SwapsPiece>;
};

type SwapsPiece = {
  readonly pool: number;
  /** The first sequence as indexed. */
  readonly first: number;
  readonly last: number;
  readonly sequences: readonly number[];
};

type CandleKey = Pick<CandleRow, 'intervalMs' | 'startMs'> & { readonly pool: number };
