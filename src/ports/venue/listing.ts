// The listing of a venue: its tokens and pools.
import type { Account, Amount, PoolAddress, Ppm, TokenAddress } from '../../core/amount.ts';
import type { Shape } from '../../core/curves/curves.ts';
import type { Price } from '../../core/market/price.ts';
import type { ListedToken, Rates, Status, Token, TokenEntry, TokenPair } from '../../core/pool.ts';
import type { Page, PageRequest } from '../page.ts';
import type { Completed } from './trading.ts';

export type Router = {
  readonly routerAddress: string;
  readonly factoryAddress: string;
  /** The platform fee of pools that set none of their own. */
  readonly platformFeePpm: Ppm;
  /** The gas of a direct swap, in the venue's own unit. */
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
    /** Account that collected protocol fees are paid to; null for a pool that takes none. */
    readonly protocolFeeAddress: Account | null;
    readonly status: Status;
  };

export type PoolView = Listing & {
  readonly reserve0: Amount;
  readonly reserve1: Amount;
  readonly collected0: Amount;
  readonly collected1: Amount;
};

/** Prices are in the quote token; null if there is none. */
export type FairPrices = {
  readonly quoteToken: Token | null;
  readonly tokens: readonly (Token & { readonly price: Price | null })[];
};

/** Entries of one status, or all that are not hidden if none is named. */
export type ListRequest = PageRequest & { readonly status?: Status };

export interface VenueListing {
  /** Prices of listed tokens; absent if the market provides them. */
  fairPrices?(tokens: readonly TokenAddress[]): Promise<FairPrices>;
  router(): Promise<Router>;
  token(address: TokenAddress): Promise<Token>;
  /** True if the address is one that the venue itself creates, as far as it can tell. */
  makes(address: string): Promise<boolean>;
  /** Two tokens, which must differ. */
  pair(a: TokenAddress, b: TokenAddress): Promise<TokenPair>;
  pool(a: TokenAddress, b: TokenAddress): Promise<PoolView>;
  /** Sorted by address. */
  tokens(page: ListRequest): Promise<Page<TokenEntry>>;
  /** The existing ones of these, in the order asked for and whatever their status. */
  tokensNamed(addresses: readonly TokenAddress[]): Promise<readonly TokenEntry[]>;
  /** The last transaction that registered or changed a token. */
  lastTokenChange(): Promise<Completed | undefined>;
  /** Oldest first. */
  pools(page: ListRequest): Promise<Page<PoolView>>;
  /** The existing ones of these, in the order asked for and whatever their status. */
  poolsNamed(addresses: readonly PoolAddress[]): Promise<readonly PoolView[]>;
}
