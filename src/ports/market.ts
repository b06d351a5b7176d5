// What the market has done and does, as the API sees it: everything follows from the journal and is as new as its head.
import type { Account, Amount, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { HopReceipt } from '../core/commands/swap-receipt.ts';
import type { Candle, KeptInterval } from '../core/market/candle.ts';
import type { Price } from '../core/market/price.ts';
import type { Pair } from '../core/pool.ts';
import type { OverviewAsked, OverviewFound, PairPrice, PoolStats, ToldIn } from './market-figures.ts';
import type { AverageAsked, AverageFound, OpenOrdersFound, OrderFound, OrdersAsked, OrdersFound } from './orders.ts';
import type {
  PortfolioAsked,
  PortfolioFound,
  PositionAsked,
  PositionFound,
  PositionsAsked,
  PositionsFound,
  PositionsInAsked,
} from './portfolio.ts';
import type { Mark } from './records.ts';
import type { Page, PageRequest } from './venue.ts';

/** Every method throws `CatchingUp`, `MarketUnavailable`, `MarketOff`, `RefusedError` or an error of the store. */
export interface Market {
  /** Oldest first. */
  candles(asked: CandlesAsked): Promise<CandlesFound>;
  /** The moment of a pool's first change, or now where it had none. */
  beganAt(asked: Pair): Promise<number>;
  /** Newest first. */
  trades(asked: TradesAsked): Promise<TradesFound>;
  price(asked: PriceAsked): Promise<PriceFound>;
  position(asked: PositionAsked): Promise<PositionFound>;
  /** By pool. */
  positions(asked: PositionsAsked): Promise<PositionsFound>;
  /** In these pools, also where there is none, in the order asked for; nothing in what is no pool. */
  positionsIn(asked: PositionsInAsked): Promise<readonly PositionFound[]>;
  /** One by its number; null where there is none. */
  order(number: number): Promise<OrderFound>;
  /** Open ones first, then newest first. */
  orders(asked: OrdersAsked): Promise<OrdersFound>;
  openOrders(account: Account): Promise<OpenOrdersFound>;
  /** What stops of a pair wait for, by now. */
  average(asked: AverageAsked): Promise<AverageFound>;
  /** What an account holds, and what that comes to. */
  portfolio(asked: PortfolioAsked): Promise<PortfolioFound>;
  /** Every pool or token with its figures, a page at a time. */
  overview(asked: OverviewAsked): Promise<OverviewFound>;
  poolStats(asked: Pair & ToldIn): Promise<PoolStats>;
  /** Over the deepest way between two tokens, whether or not they have a pool of their own. */
  pairPrice(asked: Pair): Promise<PairPrice>;
  /** What a transaction did to the pools whose reserves it moved; null where that cannot be told. */
  poolSteps(transaction: Mark): Promise<readonly PoolStep[] | null>;
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

/** Nobody observes the journal here, nor ever will. */
export class MarketOff extends Error {
  override name = 'MarketOff';
}

/** The intervals that begin in [fromMs, toMs), each to its end; prices are of tokenA in tokenB. */
export type CandlesAsked = Pair & {
  readonly intervalMs: number;
  /** The rows that it is put together from. */
  readonly keptMs: KeptInterval;
  readonly fromMs: number;
  readonly toMs: number;
  /** The last so many of them; without it, all. */
  readonly last?: number;
};
export type CandlesFound = { readonly candles: readonly Candle[]; readonly sequence: number };

export type TradesAsked = Pair & PageRequest & { readonly fromMs?: number; readonly toMs?: number };
/** A swap as one of its pools saw it. */
export type Trade = Omit<HopReceipt, 'pool'> & { readonly sequence: number; readonly createdAtMs: number };

export type TradesFound = Page<Trade> & { readonly sequence: number };

export type PriceAsked = Pair & { readonly windowMs: number };
/** Of tokenA in tokenB, without fees. */
export type PriceFound = {
  readonly price: Price;
  /** Over the window, weighed by time; null until it has a whole minute, since less is what anybody can move. */
  readonly mean: Price | null;
  /** Where the window begins: at a whole minute, and not before the first that the pool had a price at. */
  readonly fromMs: number;
  readonly toMs: number;
  /** In the window. */
  readonly swaps: number;
  readonly sequence: number;
};

/** A pool before and after a transaction, in its own order of tokens. */
export type PoolStep = {
  readonly pool: PoolAddress;
  readonly token0: TokenAddress;
  readonly token1: TokenAddress;
  readonly before: PoolHeld;
  readonly after: PoolHeld;
};
/** The price is of token0 in token1, without fees; null of an empty pool. */
export type PoolHeld = { readonly reserve0: Amount; readonly reserve1: Amount; readonly price: Price | null };

export type EventsAsked = {
  readonly after: number;
  /** Events that are looked at, at most; those that the filter leaves out count too. */
  readonly limit: number;
  readonly filter: EventFilter;
};
export type EventFilter = {
  readonly kinds?: readonly string[];
  readonly pools?: readonly PoolAddress[];
  /** Whoever asks is told in full what concerns the account, an operator all, and beside that what everybody is told, unless `alone`. */
  readonly own?: { readonly account: Account; readonly isOperator: boolean; readonly alone: boolean };
};
export type EventsFound = {
  /** As they go over the wire; empty where none passed. */
  readonly text: string;
  /** How many they are. */
  readonly count: number;
  /** How far the journal was looked through; where somebody stands beyond its head, as far as that. */
  readonly last: number;
  /** Where the journal ends: looked at after the question came in, where that is beyond what was known. */
  readonly head: number;
  /** How often the journal was found to have gone back. */
  readonly rewinds: number;
  readonly forks: Forks;
};

/**
 * Up to where the histories before and after a rewind are certain to be the same: of the last rewind, and of all that were found;
 * 0 where none was, since a history that was over before anybody looked may have parted anywhere.
 */
export type Forks = { readonly last: number; readonly lowest: number };
