// What an account's portfolio is asked for and told: totals of all that it holds, and its holdings a page at a time.
import type { Account, Amount, PoolAddress, TokenAddress } from '../core/amount.ts';
import type { PositionRecord, PositionWorth } from '../core/market/position.ts';
import type { Price } from '../core/market/price.ts';
import type { Pair, Token } from '../core/pool.ts';
import type { MarketMoment, ToldIn } from './market-figures.ts';
import type { Page, PageRequest } from './venue.ts';

export type PortfolioAsked = PageRequest &
  ToldIn & { readonly account: Account; readonly list: 'tokens' | 'positions' };

/** Worth is in base units of the quote token; null where there is none, or nothing of it has a price. */
export type Total = {
  readonly count: number;
  /** How many of them have no price, and are left out of the worth. */
  readonly unpriced: number;
  readonly worth: bigint | null;
};

export type PortfolioFound = MarketMoment & {
  readonly worth: bigint | null;
  readonly ofTokens: Total;
  readonly ofPositions: Total;
  /** What open orders hold. */
  readonly ofOrders: Total;
  /** False where more is held than is looked at: what comes after that, by address, is counted nowhere. */
  readonly isWhole: boolean;
  /** The dearest first, what has no price last, of equals the one that was registered first. */
  readonly tokens?: readonly TokenHeld[];
  readonly positions?: readonly PositionHeld[];
  readonly nextCursor: string | null;
  /** Holdings that were read and valued for it; of what was read before, the half. */
  readonly looked: number;
};

export type TokenHeld = {
  readonly token: Token;
  readonly balance: Amount;
  /** What open orders hold of it, beside the balance. */
  readonly inOrders: Amount;
  readonly price: Price | null;
  readonly worth: bigint | null;
};

/** As of its own sequence, which may be later than that of the totals. */
export type PositionHeld = PositionFound & {
  readonly pool: PoolAddress;
  /** LP tokens of all who hold any. */
  readonly supply: Amount;
  /** Of each of its tokens in the quote token. */
  readonly price0: Price | null;
  readonly price1: Price | null;
  /** Null where not all of it has a price. */
  readonly value: bigint | null;
};

export type PositionAsked = Pair & { readonly account: Account };

export type PositionsAsked = PageRequest & {
  readonly account: Account;
  /** Those that hold LP tokens, or those that hold none any more; without it, both. */
  readonly state?: 'open' | 'closed';
};

/** `lookedAt`: positions that were looked at, also those that are not wanted. */
export type PositionsFound = Page<PositionFound> & { readonly lookedAt: number };

export type PositionsInAsked = { readonly account: Account; readonly pools: readonly PoolAddress[] };

export type PositionFound = {
  readonly pool: PoolAddress;
  readonly token0: TokenAddress;
  readonly token1: TokenAddress;
  readonly record: PositionRecord;
  /** None in a pool that holds nothing. */
  readonly worth?: PositionWorth;
  readonly sequence: number;
};
