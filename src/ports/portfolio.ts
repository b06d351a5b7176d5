// An account's portfolio: totals of all its holdings, and the holdings one page at a time.
import type { Account, Amount, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { PositionRecord, PositionWorth } from '../core/market/position.ts';
import type { Price } from '../core/market/price.ts';
import type { Pair, Token } from '../core/pool.ts';
import type { InQuoteToken, MarketMoment } from './market-figures.ts';
import type { Page, PageRequest } from './page.ts';

export type PortfolioQuery = PageRequest &
  InQuoteToken & { readonly account: Account; readonly list: 'tokens' | 'positions' };

/** `worth` is in base units of the quote token; null if there is no quote token or nothing has a price. */
export type Total = {
  readonly count: number;
  /** How many of them have no price and are not part of `worth`. */
  readonly unpriced: number;
  readonly worth: bigint | null;
};

export type PortfolioFound = MarketMoment & {
  readonly worth: bigint | null;
  readonly ofTokens: Total;
  readonly ofPositions: Total;
  /** Tokens that open orders hold. */
  readonly ofOrders: Total;
  /** False if the account holds more than is read: holdings beyond the limit, by address, are in no total. */
  readonly isWhole: boolean;
  /** Most valuable first, unpriced last; among equals, the one registered first. */
  readonly tokens?: readonly TokenHeld[];
  readonly positions?: readonly PositionHeld[];
  readonly nextCursor: string | null;
  /** Cost of the request: holdings read and valued, where those from the cache count half. */
  readonly looked: number;
};

export type TokenHeld = {
  readonly token: Token;
  readonly balance: Amount;
  /** Amount in open orders, not part of the balance. */
  readonly inOrders: Amount;
  readonly price: Price | null;
  readonly worth: bigint | null;
};

/** As of its own sequence, which may be later than that of the totals. */
export type PositionHeld = PositionFound & {
  readonly pool: PoolAddress;
  /** LP tokens of all holders. */
  readonly supply: Amount;
  /** Prices of its tokens in the quote token. */
  readonly price0: Price | null;
  readonly price1: Price | null;
  /** Null if a part of it has no price. */
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
  /** Absent if the pool is empty. */
  readonly worth?: PositionWorth;
  readonly sequence: number;
};
