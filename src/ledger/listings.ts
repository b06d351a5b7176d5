// Caches tokens and pools of the ledger until one of them changes or the journal is rolled back.
import { feeAccount, lpToken, poolOfLpToken, reserveAccount } from '../core/accounts.ts';
import type { PoolAddress, TokenAddress } from '../core/amount.ts';
import { LP_DECIMALS } from '../core/maths/liquidity.ts';
import { type ListedPair, type ListedToken, type Pool, pairKey } from '../core/pool.ts';
import type { BalanceKey } from '../core/settle/transfer.ts';
import type { Snapshot, Store } from '../ports/store.ts';
import type { Holding } from '../ports/venue/accounts.ts';
import type { Listing } from '../ports/venue/listing.ts';
import { refused } from '../ports/venue.ts';
import { Symbols } from './symbols.ts';

/** A pool's record, with the names of its balances. */
export type PoolListing = {
  readonly pool: Pool;
  readonly listing: Listing;
  readonly lpToken: TokenAddress;
  /** The reserves of token0 and token1. */
  readonly reserves: readonly BalanceKey[];
  /** The reserves, then the collected fees of token0 and token1. */
  readonly balances: readonly BalanceKey[];
  /** The `Snapshot.listingSequence` known before this was read: if a snapshot still has it, this is still valid. */
  readonly asOf: number;
};

/** Everything cached since a token or pool changed. The next change starts a new edition, which lookups still under way do not fill. */
type Edition = {
  readonly asOf: number;
  readonly tokens: Map<TokenAddress, ListedToken>;
  /** Lookups under way, so that a page of pools with a common token looks it up once. */
  readonly asked: Map<TokenAddress, Promise<ListedToken | undefined>>;
  readonly pools: Map<string, PoolListing>;
};

const editionOf = (asOf: number): Edition => ({
  asOf,
  tokens: new Map(),
  asked: new Map(),
  pools: new Map(),
});
/** Before anything was read. */
const UNKNOWN = -1;

export class Listings {
  readonly #store: Pick<Store, 'token' | 'pool'>;
  readonly #walletOf: (pool: PoolAddress, token: TokenAddress) => string;
  readonly #symbols: Symbols;
  #edition = editionOf(UNKNOWN);

  constructor(
    store: Pick<Store, 'token' | 'pool' | 'tokens'>,
    walletOf: (pool: PoolAddress, token: TokenAddress) => string,
  ) {
    this.#store = store;
    this.#symbols = new Symbols(store);
    this.#walletOf = walletOf;
  }

  /** The current edition; to be taken before the records are read that `list` adds to it. */
  get edition(): Edition {
    return this.#edition;
  }

  /** The immutable fields are certain; the others only if `isAsOf` confirms them with a snapshot read later. */
  async token(address: TokenAddress, edition = this.#edition): Promise<ListedToken> {
    const token = edition.tokens.get(address) ?? (await this.#lookUp(address, edition));
    if (token) return token;
    const listed = await this.#symbols.addressOf(address);
    return refused({ code: 'unknown_token', token: address, ...(listed !== undefined && { listed }) });
  }

  #lookUp(address: TokenAddress, { tokens, asked }: Edition): Promise<ListedToken | undefined> {
    const underWay = asked.get(address);
    if (underWay) return underWay;
    const found = this.#store.token(address).then((token) => {
      if (token) tokens.set(address, token);
      return token;
    });
    asked.set(address, found);
    const over = () => asked.delete(address);
    found.then(over, over);
    return found;
  }

  /** The result of `pair`, if no lookup is needed. */
  knownPair(a: TokenAddress, b: TokenAddress): ListedPair | undefined {
    const [tokenA, tokenB] = [this.#edition.tokens.get(a), this.#edition.tokens.get(b)];
    return tokenA && tokenB && a !== b ? { tokenA, tokenB } : undefined;
  }

  async pair(a: TokenAddress, b: TokenAddress, edition = this.#edition): Promise<ListedPair> {
    const tokenA = edition.tokens.get(a) ?? (await this.token(a, edition));
    const tokenB = edition.tokens.get(b) ?? (await this.token(b, edition));
    if (a === b) return refused({ code: 'same_token', token: tokenA.symbol });
    return { tokenA, tokenB };
  }

  async find(a: TokenAddress, b: TokenAddress): Promise<PoolListing> {
    const edition = this.#edition;
    const known = edition.pools.get(pairKey(a, b));
    if (known) return known;
    const { tokenA, tokenB } = await this.pair(a, b, edition);
    const pool = await this.#store.pool(a, b);
    return pool
      ? this.list(pool, edition)
      : refused({ code: 'unknown_pool', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
  }

  async list(pool: Pool, edition: Edition): Promise<PoolListing> {
    const key = pairKey(pool.token0, pool.token1);
    const known = edition.pools.get(key);
    if (known) return known;
    const { address, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress, status, curve, amplification } = pool;
    const listing: Listing = {
      address,
      lpFeePpm,
      protocolFeePpm,
      refFeePpm,
      protocolFeeAddress: protocolFeePpm === 0n ? null : protocolFeeAddress,
      status,
      curve,
      amplification,
      token0: await this.token(pool.token0, edition),
      token1: await this.token(pool.token1, edition),
      wallet0: this.#walletOf(address, pool.token0),
      wallet1: this.#walletOf(address, pool.token1),
    };
    const tokens = [pool.token0, pool.token1];
    const reserves = tokens.map((token) => ({ account: reserveAccount(pool.address), token }));
    const balances = [...reserves, ...tokens.map((token) => ({ account: feeAccount(pool.address), token }))];
    const listed = { pool, listing, lpToken: lpToken(pool.address), reserves, balances, asOf: edition.asOf };
    edition.pools.set(key, listed);
    return listed;
  }

  /** True if a record is still valid at a later snapshot; otherwise the cache is dropped and everything has to be found again. */
  isAsOf({ listingSequence }: Snapshot, { asOf }: PoolListing): boolean {
    if (asOf === listingSequence) return true;
    if (this.#edition.asOf !== listingSequence) this.#edition = editionOf(listingSequence);
    return false;
  }

  forget(): void {
    this.#edition = editionOf(UNKNOWN);
  }

  /** Outside the ledger, an LP token is named by the address of its pool. */
  async tokenOrLp(token: TokenAddress): Promise<Holding['token']> {
    const address = poolOfLpToken(token);
    return address === undefined ? this.token(token) : { address, symbol: 'LP', decimals: LP_DECIMALS };
  }
}
