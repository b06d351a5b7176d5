// What an account's portfolio is asked for and told: totals of all that it holds, and its holdings a page at a time.
import type { Account, Amount, PoolAddress } from '../core/amount.ts';
import type { Price } from '../core/market/price.ts';
import type { Token } from '../core/pool.ts';
import type { PositionFound } from './market.ts';
import type { MarketMoment } from './market-figures.ts';
import type { PageRequest } from './venue.ts';

export type PortfolioAsked = PageRequest & { readonly account: Account; readonly list: 'tokens' | 'positions' };

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
