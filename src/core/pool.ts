// A pool is a static record; its reserves, fees and LP supply are balances of the ledger.
import { type Account, type Amount, amount, type PoolAddress, PPM, type Ppm, type TokenAddress } from './amount.ts';
import type { PoolState } from './liquidity.ts';

export type Token = { readonly address: TokenAddress; readonly symbol: string; readonly decimals: number };

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

/** Owes every token in circulation: the only account whose balances go below zero. */
export const ISSUER = 'the issuer' as Account;
/** Holds the first LP tokens of every pool for ever. */
export const LOCK = 'the lock' as Account;
/** The ledger's name of a pool's LP token: no token can be registered under it, because it has a space. */
export const lpToken = (pool: { readonly address: PoolAddress }): TokenAddress => `LP ${pool.address}` as TokenAddress;
/** The pool whose LP token this is; undefined for every other token. */
export const poolOfLpToken = (token: TokenAddress): PoolAddress | undefined =>
  token.startsWith('LP ') ? (token.slice(3) as PoolAddress) : undefined;
export const reserveAccount = (pool: Pool): Account => `pool ${pool.address}` as Account;
export const feeAccount = (pool: Pool): Account => `pool ${pool.address} fees` as Account;

/** Reads one balance; what a decision sees of the ledger. */
export type BalanceOf = (account: Account, token: TokenAddress) => bigint;

/** A pair has one pool, whichever way round it is named. */
export const orderPair = (a: TokenAddress, b: TokenAddress): readonly [TokenAddress, TokenAddress] =>
  a < b ? [a, b] : [b, a];

export const pairKey = (a: TokenAddress, b: TokenAddress): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

export function poolState(pool: Pool, balanceOf: BalanceOf): PoolState {
  const account = reserveAccount(pool);
  return {
    reserve0: amount(balanceOf(account, pool.token0)),
    reserve1: amount(balanceOf(account, pool.token1)),
    supply: lpSupply(pool, balanceOf),
  };
}

export const lpSupply = (pool: Pool, balanceOf: BalanceOf): Amount => amount(-balanceOf(ISSUER, lpToken(pool)));

/** Above half, rounding could eat a small swap whole and exact-out would have to search for it. */
export const ratesAreSound = (rates: Rates): boolean =>
  rates.lpFeePpm < PPM && rates.protocolFeePpm + rates.refFeePpm <= PPM / 2n;
