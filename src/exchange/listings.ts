// Tokens and pools of the ledger, remembered: they never change once listed, unless the journal goes back.
import { feeAccount, lpToken, poolOfLpToken, reserveAccount } from '../core/accounts.ts';
import type { PoolAddress, TokenAddress } from '../core/amount.ts';
import { LP_DECIMALS } from '../core/liquidity.ts';
import { type Pool, pairKey, type Token, type TokenPair } from '../core/pool.ts';
import type { BalanceKey } from '../core/transfer.ts';
import type { Store } from './store.ts';
import { type Holding, type Listing, refused } from './venue.ts';

/** A pool as the ledger keeps it, and with the names of its balances. */
export type Listed = {
  readonly pool: Pool;
  readonly listing: Listing;
  readonly lpToken: TokenAddress;
  /** Of token0 and token1. */
  readonly reserves: readonly BalanceKey[];
  /** The reserves, then the collected fees of token0 and token1. */
  readonly balances: readonly BalanceKey[];
};

export class Listings {
  readonly #store: Pick<Store, 'token' | 'pool'>;
  readonly #walletOf: (pool: PoolAddress, token: TokenAddress) => string;
  // New ones when they are forgotten, so that what is still being looked up then is remembered nowhere.
  #tokens = new Map<TokenAddress, Token>();
  #pools = new Map<string, Listed>();

  constructor(store: Pick<Store, 'token' | 'pool'>, walletOf: (pool: PoolAddress, token: TokenAddress) => string) {
    this.#store = store;
    this.#walletOf = walletOf;
  }

  async token(address: TokenAddress): Promise<Token> {
    const tokens = this.#tokens;
    const token = tokens.get(address) ?? (await this.#store.token(address));
    if (!token) return refused({ code: 'unknown_token', token: address });
    tokens.set(address, token);
    return token;
  }

  async pair(a: TokenAddress, b: TokenAddress): Promise<TokenPair> {
    const tokenA = this.#tokens.get(a) ?? (await this.token(a));
    const tokenB = this.#tokens.get(b) ?? (await this.token(b));
    if (a === b) return refused({ code: 'same_token', token: tokenA.symbol });
    return { tokenA, tokenB };
  }

  async find(a: TokenAddress, b: TokenAddress): Promise<Listed> {
    const pools = this.#pools;
    const known = pools.get(pairKey(a, b));
    if (known) return known;
    const { tokenA, tokenB } = await this.pair(a, b);
    const pool = await this.#store.pool(a, b);
    return pool
      ? this.list(pool, pools)
      : refused({ code: 'unknown_pool', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
  }

  async list(pool: Pool, pools = this.#pools): Promise<Listed> {
    const key = pairKey(pool.token0, pool.token1);
    const known = pools.get(key);
    if (known) return known;
    const { address, lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress } = pool;
    const listing: Listing = {
      address,
      lpFeePpm,
      protocolFeePpm,
      refFeePpm,
      protocolFeeAddress,
      token0: await this.token(pool.token0),
      token1: await this.token(pool.token1),
      wallet0: this.#walletOf(address, pool.token0),
      wallet1: this.#walletOf(address, pool.token1),
    };
    const tokens = [pool.token0, pool.token1];
    const reserves = tokens.map((token) => ({ account: reserveAccount(pool.address), token }));
    const balances = [...reserves, ...tokens.map((token) => ({ account: feeAccount(pool.address), token }))];
    const listed = { pool, listing, lpToken: lpToken(pool.address), reserves, balances };
    pools.set(key, listed);
    return listed;
  }

  forget(): void {
    this.#tokens = new Map();
    this.#pools = new Map();
  }

  /** Outside the ledger, an LP token goes by the address of its pool. */
  async tokenOrLp(token: TokenAddress): Promise<Holding['token']> {
    const address = poolOfLpToken(token);
    return address === undefined ? this.token(token) : { address, symbol: 'LP', decimals: LP_DECIMALS };
  }
}
