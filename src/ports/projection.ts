// What follows from the journal and is kept beside it, as the observer asks for it. The exchange owns this interface.
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

/** Raised with every change of what the rows hold: those of another version never count. */
export const PROJECTION_VERSION = 3;

/** Opens what a store keeps beside its journal, found like its tail. */
export async function openProjection({ module, options }: TailPlace): Promise<Projection> {
  const { openProjection }: { openProjection(options: object): Projection } = await import(module);
  return openProjection(options);
}

/** Questions throw `StoreUnavailable`; one is asked at a time. */
export interface Projection extends MarketQuestions, MarketChanges, Leases, HookStore {
  close(): Promise<void>;
}

/** Rows that were counted by another version of the rules are as good as none. */
export interface MarketQuestions {
  standing(): Promise<Standing>;
  /** The figures of every pool that has any, its rows of the intervals that its last change fell into, and the open orders, of one moment. */
  everything(): Promise<Stored>;
  /** Of one moment. */
  positions(keys: readonly PositionKey[]): Promise<readonly StoredPosition[]>;
  /** By pool. */
  positionsOf(page: {
    readonly account: Account;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly StoredPosition[]>;
  /** By their numbers, as far as they are stored. */
  orders(numbers: readonly number[]): Promise<readonly OrderRecord[]>;
  /** Open ones first, then newest first; without an account, of all. */
  ordersOf(page: OrdersPage): Promise<readonly OrderRecord[]>;
  /** Rows of a pool that begin in [fromMs, toMs), oldest first. */
  candles(page: CandlesPage): Promise<readonly CandleRow[]>;
  /** Where rows of a pool begin in which something was swapped, newest first; the page bounds them like the rows. */
  swappedStarts(page: CandlesPage): Promise<readonly number[]>;
  /** Of each pool, the figures of its last row of an interval that begins before a moment; undefined where there is none. */
  figuresBefore(
    pools: readonly PoolAddress[],
    intervalMs: KeptInterval,
    ms: number,
  ): Promise<readonly (PoolFigures | undefined)[]>;
  /** The sequences of a pool's swaps before one, newest first. */
  swapsOf(page: {
    readonly pool: PoolAddress;
    readonly before: number;
    readonly limit: number;
  }): Promise<readonly number[]>;
}

/** By the one who holds the lease `market`, under its fence. */
export interface MarketChanges {
  /**
   * Writes what was counted of some pools, each pool's whole: nothing where the fence has passed to another, the journal
   * went back, what is stored ends before that which these rows follow, or rows of another version are to be cleared
   * first, which is answered false. What is stored with a later sequence stays.
   */
  save(pools: readonly PoolRows[], claim: Claim): Promise<boolean>;
  /** The same of orders. */
  saveOrders(orders: readonly OrderRecord[], claim: Claim): Promise<boolean>;
  /** Says that everything up to the claim's mark is stored. False as above. */
  advance(claim: Claim): Promise<boolean>;
  /** Deletes some of the rows; true when there are none left and the cursor is 0. Throws where the fence has passed on. */
  clear(fence: number): Promise<boolean>;
  /** By anyone: what is stored counts no more, and the lease is whose who takes it next. */
  discard(): Promise<void>;
}

export type Standing = {
  /** How far the stored rows have counted; null where they were counted by another version of the rules, or discarded. */
  readonly cursor: number | null;
  /** That of whoever took the lease last: rows are cleared only under one that is newer than they are. */
  readonly fence: number;
};

/**
 * By which rows are written: the holder's fence, the last transaction that they count, which must be in the journal, and
 * up to where everything must be stored already, since it is remembered no more.
 */
export type Claim = { readonly fence: number; readonly mark: Mark; readonly from: number };

export type CandlesPage = {
  readonly pool: PoolAddress;
  readonly intervalMs: KeptInterval;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
};

/** Where an order stands in a list. */
export type OrderPlace = { readonly isOpen: boolean; readonly order: number };

export type OrdersPage = {
  readonly account?: Account;
  /** Those that come after this place. */
  readonly after: OrderPlace;
  /** Without those that are over. */
  readonly onlyOpen?: boolean;
  /** Those that sell or buy it. */
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

/** What is to be written of a pool: its figures, and every row that was changed since it was last written. */
export type PoolRows = {
  readonly pool: PoolAddress;
  readonly figures: PoolFigures;
  readonly candles: readonly CandleRow[];
  readonly positions: readonly StoredPosition[];
  /** The sequences of the swaps that are not stored yet, in order. */
  readonly swaps: readonly number[];
};

/** What is counted of the market, of one moment, for the audit; pools by their numbers, and nothing of another version. */
export type CountedMarket = {
  readonly cursor: number;
  /** How often it is said how far all is counted. */
  countCursors(): Promise<number>;
  figures(): Items<{ readonly pool: number; readonly figures: PoolFigures }>;
  /** In the order of the keys; undefined where there is none. */
  candles(keys: readonly CandleKey[]): Promise<readonly (CandleRow | undefined)[]>;
  countCandles(): Promise<number>;
  positions(): Items<StoredPosition>;
  orders(): Items<OrderRecord>;
  /** Each pool's in turn, the newest piece first; in a piece, the oldest. */
  swaps(): Items<SwapsPiece>;
};

type SwapsPiece = {
  readonly pool: number;
  /** As it is found by. */
  readonly first: number;
  readonly last: number;
  readonly sequences: readonly number[];
};

type CandleKey = Pick<CandleRow, 'intervalMs' | 'startMs'> & { readonly pool: number };
