// What is told of a market as a whole: every pool and token with its figures of the last day, and one pool in full.
import type { PoolAddress, TokenAddress } from '../core/amount.ts';
import type { Shape } from '../core/curves/curves.ts';
import type { Price } from '../core/market/price.ts';
import type { Fill } from '../core/maths/fill.ts';
import type { ListedToken, Rates, Status, TokenEntry } from '../core/pool.ts';
import type { PageRequest } from './venue.ts';

const POOL_SORTS = ['tvl', 'volume', 'fees', 'swaps', 'change', 'apr', 'age', 'name'] as const;
export const TOKEN_SORTS = ['tvl', 'volume', 'change', 'age', 'name'] as const;

/** The token that values are told in, where it is not the exchange's own quote token. */
export type ToldIn = { readonly quote?: TokenAddress };

/** These tokens, in their order. */
export type NamedAsked = { readonly list: 'named'; readonly tokens: readonly TokenAddress[] };

export type OverviewAsked = ToldIn &
  (
    | NamedAsked
    | (PageRequest &
        (
          | { readonly list: 'pools'; readonly sort: (typeof POOL_SORTS)[number] }
          | { readonly list: 'tokens'; readonly sort: (typeof TOKEN_SORTS)[number] }
        ) & {
          readonly order: 'asc' | 'desc';
          /** A part of a symbol or a name, or a whole address. */
          readonly search?: string;
        })
  );

/** As of a sequence and a whole minute, from which everything that is told follows. */
export type MarketMoment = {
  readonly sequence: number;
  readonly asOfMs: number;
  /** Where the last day begins: 24 hours before the whole minute that prices in the quote token are taken at. */
  readonly fromMs: number;
  /** What values are in; null where there is none. */
  readonly quoteToken: ListedToken | null;
};

export type OverviewFound = MarketMoment & {
  readonly pools?: readonly PoolSummary[];
  readonly tokens?: readonly TokenSummary[];
  /** Of all pages. */
  readonly count: number;
  readonly nextCursor: string | null;
};

/** Amounts in base units of a pool's tokens, and their worth in those of the quote token; null where it has none. */
export type Valued = { readonly amount0: bigint; readonly amount1: bigint; readonly quote: bigint | null };

/** Parts, such as a change, are in units of their last digit (`PART_DIGITS`). */
export type PoolSummary = Shape & {
  readonly address: PoolAddress;
  readonly status: Status;
  readonly createdAtMs: number;
  readonly token0: ListedToken;
  readonly token1: ListedToken;
  /** Of token0 in token1; null where the pool holds nothing. */
  readonly price: Price | null;
  /** Null where it had no price then. */
  readonly change: bigint | null;
  readonly volume: Valued;
  readonly fees: Valued;
  readonly swaps: number;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly tvl: bigint | null;
  readonly apr: bigint | null;
  /** Of token0 in token1 over the deepest way between them, often the pool itself; null where none is known. */
  readonly marketPrice: Price | null;
  /** That way is more than ten times as deep. */
  readonly isThin: boolean;
};

/** The price of two tokens over the deepest way between them, now; null where none is known. */
export type PairPrice = {
  readonly price: Price | null;
  /** The tokens between. */
  readonly via: readonly TokenAddress[];
  readonly sequence: number;
};

export type TokenSummary = TokenEntry & {
  readonly price: Price | null;
  readonly change: bigint | null;
  readonly volume: bigint | null;
  readonly tvl: bigint | null;
  readonly pools: number;
};

/** In the order in which the tokens were named. */
export type PoolStats = MarketMoment &
  PoolSummary & {
    readonly rates: Rates;
    readonly supply: bigint;
    readonly windows: Readonly<Record<WindowName, PoolWindow>>;
    readonly moves: readonly PriceMove[];
    /** Null of a pool that never held anything. */
    readonly levels: Levels | null;
  };

/** Between what its reserves were in the last 30 days: where those begin, at the end of each hour since, and now. */
export type Levels = {
  readonly fromMs: number;
  readonly low0: bigint;
  readonly high0: bigint;
  readonly low1: bigint;
  readonly high1: bigint;
};

/** In milliseconds before the minute that the last day ends with. */
export const WINDOWS = { '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000, all: null } as const;
export type WindowName = keyof typeof WINDOWS;

export type PoolWindow = {
  /** Null for all of its time. */
  readonly fromMs: number | null;
  readonly change: bigint | null;
  readonly volume: Valued;
  readonly fees: Valued;
  readonly swaps: number;
  /** What fees have added to each LP token, as a part of it; null where there was none then. */
  readonly growth: bigint | null;
};

/** In millionths of the price. */
export const MOVES_PPM = [1000n, 10_000n, 50_000n] as const;
export type PriceMove = { readonly partPpm: bigint; readonly up: Fill | null; readonly down: Fill | null };
