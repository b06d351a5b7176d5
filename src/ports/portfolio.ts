// An account's portfolio: totals of all its holdings, and the holdings one page at a time.
import type { Account, Amount, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { PositionRecord, PositionWorth } from '../core/market/position.ts';
import type { Price } from '../core/market/price.ts';
import type { Pair, Token } from '../core/pool.ts';
import type { InQuoteToken, MarketMoment } from './market-figures.ts';
import type { Page, PageRequest } from './page.ts';

export type PortfolioQuery = PageRequest &
  InQuoteToken & {
    readonly account: Account;
    readonly list: 'tokens' | 'positions';
    /** Also returns what everything was worth over this period up to now. */
    readonly history?: WorthPeriod;
  };

export type WorthPeriod = 'week' | 'month' | 'year';

/** What an account's holdings were worth, oldest first; the last point is the present. */
type WorthHistory = {
  /** False if the account's history was too long to read: then the first points are missing, or some holdings count as without a price. */
  readonly isWhole: boolean;
  readonly points: readonly WorthPoint[];
};

/** The sum of all holdings with a price; null if none of them has one, or if there is no quote token. */
export type WorthPoint = { readonly atMs: number; readonly worth: bigint | null; readonly unpriced: number };

/** Total of several holdings. `worth` is in base units of the quote token; null if there is no quote token or no holding has a price. */
export type Total = {
  readonly count: number;
  /** Number of holdings that have no price and are not part of `worth`. */
  readonly unpriced: number;
  readonly worth: bigint | null;
};

export type PortfolioFound = MarketMoment & {
  readonly worth: bigint | null;
  readonly ofTokens: Total;
  readonly ofPositions: Total;
  /** The amounts left in the account's open orders. */
  readonly ofOrders: Total;
  /** False if the account has more holdings than one request reads: the totals then leave out the rest, in the order of addresses. */
  readonly isWhole: boolean;
  /** Most valuable first, those without a price last; among equals, the token registered first. */
  readonly tokens?: readonly TokenHeld[];
  readonly positions?: readonly PositionHeld[];
  readonly nextCursor: string | null;
  readonly history?: WorthHistory;
  /** Cost of the request for the rate limit: number of holdings and open orders; cached holdings count half, since they are only valued. */
  readonly looked: number;
};

export type TokenHeld = {
  readonly token: Token;
  readonly balance: Amount;
  /** Amount left in open orders; it is not part of the balance. */
  readonly inOrders: Amount;
  readonly price: Price | null;
  readonly worth: bigint | null;
};

/** A position as of its own `sequence`, which may be later than that of the totals. */
export type PositionHeld = PositionFound & {
  readonly pool: PoolAddress;
  /** LP tokens of all holders. */
  readonly supply: Amount;
  /** Prices of the pool's tokens in the quote token. */
  readonly price0: Price | null;
  readonly price1: Price | null;
  /** Value of the position in the quote token; null if one of its tokens has no price. */
  readonly value: bigint | null;
};

export type PositionQuery = Pair & { readonly account: Account };

export type PositionsQuery = PageRequest & {
  readonly account: Account;
  /** `open`: holds LP tokens; `closed`: no longer holds any. Both if absent. */
  readonly state?: 'open' | 'closed';
};

/** `lookedAt`: number of positions read, including those that were filtered out. */
export type PositionsFound = Page<PositionFound> & { readonly lookedAt: number };

export type PositionsInPoolsQuery = { readonly account: Account; readonly pools: readonly PoolAddress[] };

export type PositionFound = {
  readonly pool: PoolAddress;
  readonly token0: TokenAddress;
  readonly token1: TokenAddress;
  readonly record: PositionRecord;
  /** Current value of the position; absent if the pool is empty. */
  readonly worth?: PositionWorth;
  readonly sequence: number;
};
