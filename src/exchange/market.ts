// What the market has done and does, as the API sees it: everything follows from the journal and is as new as its head.
import type { Account, Amount, PoolAddress } from '../core/amount.ts';
import type { Candle } from '../core/market/candle.ts';
import type { PositionRecord } from '../core/market/position.ts';
import type { Price } from '../core/market/price.ts';
import type { Pair } from '../core/pool.ts';
import type { Posted } from '../core/settle.ts';
import type { Page, PageRequest } from './venue.ts';

/** Every method throws `CatchingUp`, `MarketUnavailable`, `RefusedError` or an error of the store. */
export interface Market {
  /** Oldest first, of the intervals that begin in [fromMs, toMs). */
  candles(asked: CandlesAsked): Promise<CandlesFound>;
  /** Newest first. */
  trades(asked: Pair & PageRequest): Promise<Page<Posted>>;
  price(asked: Pair & { readonly windowMs: number }): Promise<PriceFound>;
  position(asked: Pair & { readonly account: Account }): Promise<PositionFound>;
  positions(asked: PageRequest & { readonly account: Account }): Promise<Page<PositionFound>>;
  /** What came after a sequence and passes the filter, printed as server-sent events. */
  events(asked: EventsAsked): Promise<EventsFound>;
  /** Tells whenever the journal was seen to have moved, and where to. */
  onHead(listener: (sequence: number) => void): void;
  close(): Promise<void>;
}

/** The history is not counted to its end yet. */
export class CatchingUp extends Error {
  override name = 'CatchingUp';
  readonly done: number;
  readonly total: number;
  constructor(done: number, total: number) {
    super(`${done} of ${total} transactions are counted`);
    this.done = done;
    this.total = total;
  }
}

/** Nobody observes the journal right now; nothing was changed. */
export class MarketUnavailable extends Error {
  override name = 'MarketUnavailable';
}

export type CandlesAsked = Pair & {
  readonly intervalMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
};
export type CandlesFound = { readonly candles: readonly Candle[]; readonly sequence: number };

/** How a list of the market is asked for. */
export type MarketAsked = {
  readonly search?: string;
  readonly sort: MarketOrder;
  readonly cursor?: string;
  readonly limit: number;
};
export type MarketOrder = 'tvl' | 'volume' | 'fees' | 'swaps' | 'change' | 'apr' | 'age' | 'name';

export type PriceFound = {
  /** The price of tokenA in tokenB now, without fees. */
  readonly price: Price;
  /** Its mean over the window, weighed by time. */
  readonly mean: Price;
  /** Where the window begins: at a whole minute, or where the pool's first price was. */
  readonly fromMs: number;
  readonly toMs: number;
  /** In the window. */
  readonly swaps: number;
  readonly sequence: number;
};

export type PositionFound = Pair & {
  readonly pool: PoolAddress;
  readonly record: PositionRecord;
  /** What a refund of all would return. */
  readonly now0: Amount;
  readonly now1: Amount;
  /** Of that, what fees have brought. */
  readonly fees0: Amount;
  readonly fees1: Amount;
  readonly sequence: number;
};

export type EventsAsked = {
  readonly after: number;
  /** Events that are looked at, at most; those that the filter leaves out count too. */
  readonly limit: number;
  readonly filter: EventFilter;
};
export type EventFilter = {
  readonly kinds?: readonly string[];
  readonly pools?: readonly PoolAddress[];
  /** Those of an account alone, in full; an operator's are everybody's. */
  readonly own?: { readonly account: Account; readonly isOperator: boolean };
};
export type EventsFound = {
  /** As they go over the wire; empty where none passed. */
  readonly text: string;
  /** How far the journal was looked through. */
  readonly last: number;
  readonly head: number;
};
