// A pool is a static record; its reserves, fees and LP supply are balances of the ledger.
import { ISSUER, lpToken, reserveAccount } from './accounts.ts';
import { type Account, type Amount, amount, type PoolAddress, PPM, type Ppm, type TokenAddress } from './amount.ts';
import type { PoolState } from './liquidity.ts';

export type Token = { readonly address: TokenAddress; readonly symbol: string; readonly decimals: number };

/** Two tokens by their addresses: what a command names. */
export type Pair = { readonly tokenA: TokenAddress; readonly tokenB: TokenAddress };
/** Two tokens by their records. */
export type TokenPair = { readonly tokenA: Token; readonly tokenB: Token };

export type Rates = { readonly lpFeePpm: Ppm; readonly protocolFeePpm: Ppm; readonly refFeePpm: Ppm };

export type Pool = Rates & {
  /** The journal sequence that created it. */
  readonly number: number;
  readonly address: PoolAddress;
  readonly token0: TokenAddress;
  readonly token1: TokenAddress;
  /** Where collected protocol fees go; null for a pool that takes none. */
  readonly protocolFeeAddress: Account | null;
};

/** Reads one balance; what a decision sees of the ledger. */
export type BalanceOf = (account: Account, token: TokenAddress) => bigint;

/** A pair has one pool, whichever way round it is named. */
export const orderPair = (a: TokenAddress, b: TokenAddress): readonly [TokenAddress, TokenAddress] =>
  a < b ? [a, b] : [b, a];

export const pairKey = (a: TokenAddress, b: TokenAddress): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Turns (A, B) into the pool's own order, or back: the exchange of places is its own inverse. */
export const inPoolOrder = <T>(pool: Pool, tokenA: TokenAddress, a: T, b: T): readonly [T, T] =>
  tokenA === pool.token0 ? [a, b] : [b, a];

export function poolState(pool: Pool, balanceOf: BalanceOf): PoolState {
  const account = reserveAccount(pool.address);
  return {
    reserve0: amount(balanceOf(account, pool.token0)),
    reserve1: amount(balanceOf(account, pool.token1)),
    supply: lpSupply(pool, balanceOf),
  };
}

export const lpSupply = (pool: Pool, balanceOf: BalanceOf): Amount => amount(-balanceOf(ISSUER, lpToken(pool.address)));

/** Above half, rounding could eat a small swap whole and exact-out would have to search for it. */
export const ratesAreSound = (rates: Rates): boolean =>
  rates.lpFeePpm < PPM && rates.protocolFeePpm + rates.refFeePpm <= PPM / 2n;
