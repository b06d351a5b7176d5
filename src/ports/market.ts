// The market's history and current figures, as the API sees them: all derived from the journal, as fresh as its head.
import type { Account, Amount, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { HopReceipt } from '../core/commands/swap-receipt.ts';
import type { Candle, KeptInterval } from '../core/market/candle.ts';
import type { Price } from '../core/market/price.ts';
import type { Pair } from '../core/pool.ts';
import type { InQuoteToken, OverviewFound, OverviewQuery, PairPrice, PoolStats } from './market-figures.ts';
import type { AverageFound, AverageQuery, OpenOrdersFound, OrderFound, OrdersFound, OrdersQuery } from './orders.ts';
import type { Page, PageRequest } from './page.ts';
import type {
  PortfolioFound,
  PortfolioQuery,
  PositionFound,
  PositionQuery,
  PositionsFound,
  PositionsInPoolsQuery,
  PositionsQuery,
} from './portfolio.ts';
import type { Mark } from './records.ts';

/** Every method may throw `CatchingUp`, `MarketUnavailable`, `MarketOff`, `RefusedError` or an error of the store. */
export interface Market {
  /** Oldest first. */
  candles(asked: CandlesQuery): Promise<CandlesFound>;
  /** The time of a pool's first change, or now if it had none. */
  beganAt(asked: Pair): Promise<number>;
  /** Newest first. */
  trades(asked: TradesQuery): Promise<TradesFound>;
  price(asked: PriceQuery): Promise<PriceFound>;
  position(asked: PositionQuery): Promise<PositionFound>;
  /** Sorted by pool. */
  positions(asked: PositionsQuery): Promise<PositionsFound>;
  /** Positions in these pools, empty ones included, in the order asked for; unknown pools are left out. */
  positionsIn(asked: PositionsInPoolsQuery): Promise<readonly PositionFound[]>;
  /** One order by its number; null if there is none. */
  order(number: number): Promise<OrderFound>;
  /** Open ones first, then newest first. */
  orders(asked: OrdersQuery): Promise<OrdersFound>;
  openOrders(account: Account): Promise<OpenOrdersFound>;
  /** The average price that stop orders of a pair are compared with, as of now. */
  average(asked: AverageQuery): Promise<AverageFound>;
  /** The holdings of an account and their value. */
  portfolio(asked: PortfolioQuery): Promise<PortfolioFound>;
  /** Every pool or token with its figures, one page at a time. */
  overview(asked: OverviewQuery): Promise<OverviewFound>;
  poolStats(asked: Pair & InQuoteToken): Promise<PoolStats>;
  /** Over the deepest path between two tokens, whether or not they have a pool of their own. */
  pairPrice(asked: Pair): Promise<PairPrice>;
  /** How a transaction changed the pools whose reserves it moved; null if that cannot be derived. */
  poolSteps(transaction: Mark): Promise<readonly PoolStep[] | null>;
  /** Events after a sequence that match the filter, printed as server-sent events. */
  events(asked: EventsQuery): Promise<EventsFound>;
  /** Calls the listener with the new head whenever the journal has moved. */
  onHead(listener: (sequence: number) => void): void;
  close(): Promise<void>;
}

/** The market's figures do not cover the whole journal yet. */
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

/** No process follows the journal at the moment; nothing was changed. */
export class MarketUnavailable extends Error {
  override name = 'MarketUnavailable';
}

/** This server does not follow the journal at all. */
export class MarketOff extends Error {
  override name = 'MarketOff';
}

/** The intervals that begin in [fromMs, toMs), each in full; prices are of tokenA in tokenB. */
export type CandlesQuery = Pair & {
  readonly intervalMs: number;
  /** The interval of the stored rows that the candles are put together from. */
  readonly keptMs: KeptInterval;
  readonly fromMs: number;
  readonly toMs: number;
  /** Returns only the last `last` candles; all if absent. */
  readonly last?: number;
};
export type CandlesFound = { readonly candles: readonly Candle[]; readonly sequence: number };

export type TradesQuery = Pair & PageRequest & { readonly fromMs?: number; readonly toMs?: number };
/** A swap as seen by one of its pools. */
export type Trade = Omit<HopReceipt, 'pool'> & { readonly sequence: number; readonly createdAtMs: number };

export type TradesFound = Page<Trade> & { readonly sequence: number };

export type PriceQuery = Pair & { readonly windowMs: number };
/** Prices are of tokenA in tokenB, without fees. */
export type PriceFound = {
  readonly price: Price;
  /** Time-weighted average over the window; null if it is shorter than a whole minute, which anybody could manipulate. */
  readonly mean: Price | null;
  /** Start of the window: a whole minute, and not before the pool's first price. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Number of swaps in the window. */
  readonly swaps: number;
  readonly sequence: number;
};

/** A pool before and after a transaction; token0 and token1 as in the pool. */
export type PoolStep = {
  readonly pool: PoolAddress;
  readonly token0: TokenAddress;
  readonly token1: TokenAddress;
  readonly before: PoolReserves;
  readonly after: PoolReserves;
};
/** The price is of token0 in token1, without fees; null if the pool is empty. */
export type PoolReserves = { readonly reserve0: Amount; readonly reserve1: Amount; readonly price: Price | null };

export type EventsQuery = {
  readonly after: number;
  /** The most events to read; those that the filter leaves out count too. */
  readonly limit: number;
  readonly filter: EventFilter;
};
export type EventFilter = {
  readonly kinds?: readonly string[];
  readonly pools?: readonly PoolAddress[];
  /** Adds the account's own events in full (an operator's: everybody's) to the public ones; with `alone`, only those. */
  readonly own?: { readonly account: Account; readonly isOperator: boolean; readonly alone: boolean };
};
export type EventsFound = {
  /** As sent over the wire; empty if nothing matched. */
  readonly text: string;
  /** Number of events in `text`. */
  readonly count: number;
  /** How far the journal was read; if the caller is beyond its head, the caller's own position. */
  readonly last: number;
  /** The journal's head, read anew if the question is beyond the known one. */
  readonly head: number;
  /** How often the journal was found to have been rewound. */
  readonly rewinds: number;
  readonly forks: Forks;
};

/**
 * The sequence up to which the histories before and after a rewind are certain to be equal: of the last rewind, and the lowest
 * of all. 0 if none was seen, since a history that ended before this process started may have differed anywhere.
 */
export type Forks = { readonly last: number; readonly lowest: number };
