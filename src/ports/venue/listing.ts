// The listing of a venue: its tokens and pools.
import type { Account, Amount, PoolAddress, Ppm, TokenAddress } from '../../core/amount.ts';
import type { Shape } from '../../core/curves/curves.ts';
import type { Price } from '../../core/market/price.ts';
import type { ListedToken, ListingStatus, NumberedToken, Rates, Token, TokenPair } from '../../core/pool.ts';
import type { Page, PageRequest } from '../page.ts';
import type { Completed } from './trading.ts';

export type Router = {
  readonly routerAddress: string;
  readonly factoryAddress: string;
  /** The platform fee of pools that set none of their own. */
  readonly platformFeePpm: Ppm;
  /** Estimated gas of a swap through one pool, in the venue's own unit. */
  readonly swapGasEstimate: number;
  /** Tokens that are not hidden, in the order of registration. */
  readonly tokens: readonly Token[];
};

/** A pool without its balances. */
export type Listing = Rates &
  Shape & {
    readonly address: PoolAddress;
    readonly token0: ListedToken;
    readonly token1: ListedToken;
    /** The addresses that hold the reserves. */
    readonly wallet0: string;
    readonly wallet1: string;
    /** Account that collected protocol fees are paid to; null if the pool charges no protocol fee. */
    readonly protocolFeeAddress: Account | null;
    readonly status: ListingStatus;
  };

export type PoolView = Listing & {
  readonly reserve0: Amount;
  readonly reserve1: Amount;
  readonly collected0: Amount;
  readonly collected1: Amount;
};

/** A pool as lists show it; null for what the chain does not tell. */
export type PoolEntry = PoolView & { readonly supply: Amount | null; readonly createdAtMs: number | null };

/** A pool as of one transaction of the venue. */
export type PoolState = PoolView & { readonly sequence: number };

/** The quote token: this one or, if it is not registered and `orFirst` is set, the first token registered. */
export type QuoteChoice = { readonly token: TokenAddress; readonly orFirst: boolean };

/** Prices of tokens in the quote token; null if a token has no price. */
export type FairPrices = {
  readonly quoteToken: Token | null;
  readonly tokens: readonly (Token & { readonly price: Price | null })[];
};

/** Asks for entries with this status, or for all that are not hidden if no status is given. */
export type ListRequest = PageRequest & { readonly status?: ListingStatus };

export interface VenueListing {
  /** Prices of listed tokens; absent if `Market` provides them. */
  fairPrices?(tokens: readonly TokenAddress[]): Promise<FairPrices>;
  router(): Promise<Router>;
  token(address: TokenAddress): Promise<Token>;
  /** True if the address is one that the venue itself creates (pools, wallets, router), as far as the venue can enumerate them. */
  makes(address: string): Promise<boolean>;
  /** Looks up two tokens; refuses if they are the same. */
  pair(a: TokenAddress, b: TokenAddress): Promise<TokenPair>;
  pool(a: TokenAddress, b: TokenAddress): Promise<PoolState>;
  /** Tokens sorted by address. */
  tokens(page: ListRequest): Promise<Page<NumberedToken>>;
  /** The existing tokens among these, whatever their status, in the order asked for. */
  tokensNamed(addresses: readonly TokenAddress[]): Promise<readonly NumberedToken[]>;
  /** The last transaction that registered or changed a token. */
  lastTokenChange(): Promise<Completed | undefined>;
  /** Pools, oldest first. */
  pools(page: ListRequest): Promise<Page<PoolEntry>>;
  /** The existing pools among these, whatever their status, in the order asked for. */
  poolsNamed(addresses: readonly PoolAddress[]): Promise<readonly PoolEntry[]>;
}
