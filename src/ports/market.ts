// History and current figures of the market, as the API uses them. All are derived from the journal and include its last transaction.
import type { Account, Amount, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { HopReceipt } from '../core/commands/swap-receipt.ts';
import type { Candle, KeptInterval } from '../core/market/candle.ts';
import type { Price } from '../core/market/price.ts';
import type { Pair } from '../core/pool.ts';
import type { InQuoteToken, OverviewFound, OverviewQuery, PairPrice, PoolStats } from './market-figures.ts';
import type {
  AverageFound,
  AverageQuery,
  InOrders,
  OpenOrdersFound,
  OrderFound,
  OrdersFound,
  OrdersQuery,
} from './orders.ts';
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
import type { JournalMark } from './records.ts';

/** Every method may throw `CatchingUp`, `MarketUnavailable`, `RefusedError` or an error of the store. */
export interface Market {
  /** Candles of a pool, oldest first. */
  candles(asked: CandlesQuery): Promise<CandlesFound>;
  /** The time of a pool's first change, or now if it had none. */
  beganAt(asked: Pair): Promise<number>;
  /** Swaps through a pool, newest first, or oldest first. */
  trades(asked: TradesQuery): Promise<TradesFound>;
  price(asked: PriceQuery): Promise<PriceFound>;
  position(asked: PositionQuery): Promise<PositionFound>;
  /** Liquidity positions of an account, sorted by pool. */
  positions(asked: PositionsQuery): Promise<PositionsFound>;
  /** The account's positions in these pools, empty positions included, in the order of the pools; unknown pools are left out. */
  positionsIn(asked: PositionsInPoolsQuery): Promise<readonly PositionFound[]>;
  /** One order by its number; null if there is none. */
  order(number: number): Promise<OrderFound>;
  /** Open orders first, then closed ones; the newest of each first. */
  orders(asked: OrdersQuery): Promise<OrdersFound>;
  openOrders(account: Account): Promise<OpenOrdersFound>;
  inOrders(account: Account): Promise<InOrders>;
  /** The current average price of a pair that triggers its stop orders. */
  average(asked: AverageQuery): Promise<AverageFound>;
  /** The holdings of an account and their value. */
  portfolio(asked: PortfolioQuery): Promise<PortfolioFound>;
  /** Every pool or token with its figures, one page at a time. */
  overview(asked: OverviewQuery): Promise<OverviewFound>;
  poolStats(asked: Pair & InQuoteToken): Promise<PoolStats>;
  /** The price between two tokens over the deepest path, whether or not they have a pool of their own. */
  pairPrice(asked: Pair): Promise<PairPrice>;
  /** How a transaction changed the pools whose reserves it moved; null if that cannot be derived. */
  poolSteps(transaction: JournalMark): Promise<readonly PoolStep[] | null>;
  /** Events after a sequence that match the filter, formatted as server-sent events. */
  events(asked: EventsQuery): Promise<EventsFound>;
  /** Public events as a page, with the reserves after each. */
  eventPage(asked: EventPageQuery): Promise<EventPage>;
  /** Calls the listener with the sequence of the last transaction whenever the journal has changed. */
  onHead(listener: (sequence: number) => void): void;
  close(): Promise<void>;
}

/** Thrown while market data is being computed from the journal: `done` of `total` transactions are included. */
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

/** Thrown if the thread that computes market data does not answer at the moment; nothing was changed. */
export class MarketUnavailable extends Error {
  override name = 'MarketUnavailable';
}

/** Asks for the candles whose intervals begin in [fromMs, toMs), each complete even if it ends later; prices are of tokenA in tokenB. */
export type CandlesQuery = Pair & {
  readonly intervalMs: number;
  /** The interval of the stored rows that are merged into the candles. */
  readonly keptMs: KeptInterval;
  readonly fromMs: number;
  readonly toMs: number;
  /** Returns only the last `last` candles; all if absent. */
  readonly last?: number;
};
export type CandlesFound = { readonly candles: readonly Candle[]; readonly sequence: number };

export type TradesQuery = Pair &
  PageRequest & {
    readonly fromMs?: number;
    readonly toMs?: number;
    /** `desc`, newest first, if absent. The cursor is the sequence of the last trade in either order. */
    readonly order?: 'asc' | 'desc';
  };
/** The part of a swap that went through one pool. */
export type Trade = Omit<HopReceipt, 'pool'> & { readonly sequence: number; readonly createdAtMs: number };

export type TradesFound = Page<Trade> & { readonly sequence: number };

export type PriceQuery = Pair & { readonly windowMs: number };
/** Prices are of tokenA in tokenB, without fees. */
export type PriceFound = {
  readonly price: Price;
  /** Time-weighted average over the window; null if the window is shorter than a whole minute, since that would be easy to manipulate. */
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
/** Asks for public events in (after, to]; `to` is the head if absent. */
export type EventPageQuery = {
  readonly after: number;
  readonly to?: number;
  readonly limit: number;
  readonly filter: Pick<EventFilter, 'kinds' | 'pools'>;
};
export type EventPage = {
  /** A list as JSON. */
  readonly events: string;
  /** Everything up to here was read. */
  readonly nextAfter: number;
  readonly head: number;
  /** The time of the journal's last transaction; null if there is none. */
  readonly headAtMs: number | null;
  /** Number of transactions read, those included that the filter left out. */
  readonly looked: number;
};
export type EventFilter = {
  readonly kinds?: readonly string[];
  readonly pools?: readonly PoolAddress[];
  /**
   * Adds the account's own events in full to the public ones (for an operator, those of all accounts). With `alone`, returns
   * only these.
   */
  readonly own?: { readonly account: Account; readonly isOperator: boolean; readonly alone: boolean };
};
export type EventsFound = {
  /** As sent over the wire; empty if nothing matched. */
  readonly text: string;
  /** Number of events in `text`. */
  readonly count: number;
  /** Sequence up to which the journal was read; if `after` is beyond the journal's head, `after` itself. */
  readonly last: number;
  /** Sequence of the journal's last transaction; read again from the store if `after` is beyond the last known one. */
  readonly head: number;
  /** How often this process found that the journal was rewound (it lost transactions, as after a restored backup). */
  readonly rewinds: number;
  readonly forks: Forks;
};

/**
 * The sequence up to which the journals before and after a rewind are certain to be equal: for the last rewind, and the lowest
 * of all rewinds. 0 if this process saw no rewind, since one before its start may have changed anything.
 */
export type Forks = { readonly last: number; readonly lowest: number };
