// Figures of the market: those of the last day for every pool and token, and all figures of one pool.
import type { PoolAddress, TokenAddress } from '../core/amount.ts';
import type { Shape } from '../core/curves/curves.ts';
import type { Price } from '../core/market/price.ts';
import type { Fill } from '../core/maths/fill.ts';
import type { ListedToken, ListingStatus, Rates, TokenEntry } from '../core/pool.ts';
import type { PageRequest } from './page.ts';

const POOL_SORTS = ['tvl', 'volume', 'fees', 'swaps', 'change', 'apr', 'age', 'name'] as const;
export const TOKEN_SORTS = ['tvl', 'volume', 'change', 'age', 'name'] as const;

/** The token that values are expressed in; the exchange's own quote token if absent. */
export type InQuoteToken = { readonly quote?: TokenAddress };

/** Asks for the figures of these tokens, in this order. */
export type NamedTokensQuery = { readonly list: 'named'; readonly tokens: readonly TokenAddress[] };

export type OverviewQuery = InQuoteToken &
  (
    | NamedTokensQuery
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

/** The moment that all figures of an answer refer to: the last transaction that they include, and the time. */
export type MarketMoment = {
  readonly sequence: number;
  readonly asOfMs: number;
  /** Start of the last day: 24 hours before the whole minute at which prices in the quote token are taken. */
  readonly fromMs: number;
  /** The token that values are expressed in; null if the exchange has no quote token. */
  readonly quoteToken: ListedToken | null;
};

export type OverviewFound = MarketMoment & {
  readonly pools?: readonly PoolSummary[];
  readonly tokens?: readonly TokenSummary[];
  /** Number of matches on all pages together. */
  readonly count: number;
  readonly nextCursor: string | null;
};

/** Amounts in base units of a pool's tokens, and their value in base units of the quote token; null if they have no price. */
export type Valued = { readonly amount0: bigint; readonly amount1: bigint; readonly quote: bigint | null };

/** Ratios, such as a change, are integers scaled by `PART_DIGITS`. */
export type PoolSummary = Shape & {
  readonly address: PoolAddress;
  readonly status: ListingStatus;
  readonly createdAtMs: number;
  readonly token0: ListedToken;
  readonly token1: ListedToken;
  /** The price of token0 in token1; null if the pool is empty. */
  readonly price: Price | null;
  /** Change of the price in the last day; null if the pool had no price at its start. */
  readonly change: bigint | null;
  readonly volume: Valued;
  readonly fees: Valued;
  readonly swaps: number;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly tvl: bigint | null;
  readonly apr: bigint | null;
  /** The price of token0 in token1 over the deepest path between them, often the pool itself; null if there is none. */
  readonly marketPrice: Price | null;
  /** True if the deepest path does not use this pool and is more than ten times as deep: then the pool's own price says little. */
  readonly isThin: boolean;
  /** The prices of the last day as one candle has them; null if nobody swapped. */
  readonly open: Price | null;
  readonly high: Price | null;
  readonly low: Price | null;
  /** The price after the last swap, and its time; null before the first. */
  readonly lastTrade: { readonly price: Price; readonly atMs: number } | null;
};

/** The current price between two tokens over the deepest path; null if there is none. */
export type PairPrice = {
  readonly price: Price | null;
  /** The tokens on the path between the two. */
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

/** token0 and token1, and all figures of them, are in the order in which the caller named the tokens, which may not be the pool's. */
export type PoolStats = MarketMoment &
  PoolSummary & {
    readonly rates: Rates;
    readonly supply: bigint;
    readonly windows: Readonly<Record<WindowName, PoolWindow>>;
    readonly moves: readonly PriceMove[];
    /** Lowest and highest reserves; null if the pool never held anything. */
    readonly levels: Levels | null;
  };

/** Lowest and highest reserves of the last 30 days, sampled at their start, at the end of each hour, and now. */
export type Levels = {
  readonly fromMs: number;
  readonly low0: bigint;
  readonly high0: bigint;
  readonly low1: bigint;
  readonly high1: bigint;
};

/** Lengths of the windows in milliseconds, counted back from the same whole minute as the last day; null for the pool's whole lifetime. */
export const WINDOWS = { '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000, all: null } as const;
export type WindowName = keyof typeof WINDOWS;

export type PoolWindow = {
  /** Null for the pool's whole lifetime. */
  readonly fromMs: number | null;
  readonly change: bigint | null;
  readonly volume: Valued;
  readonly fees: Valued;
  readonly swaps: number;
  /** Growth of the value of one LP token by fees, as a ratio; null if there were no LP tokens at the start of the window. */
  readonly growth: bigint | null;
};

/** Price moves, in millionths: for each, pool statistics show the trade that would move the price that far up or down. */
export const MOVES_PPM = [1000n, 10_000n, 50_000n] as const;
export type PriceMove = { readonly partPpm: bigint; readonly up: Fill | null; readonly down: Fill | null };
