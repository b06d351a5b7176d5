// Tokens and pools as records; a pool's reserves, fees and LP supply are balances of the ledger.
import { ISSUER, lpToken, reserveAccount } from './accounts.ts';
import { type Account, type Amount, amount, type PoolAddress, PPM, type Ppm, type TokenAddress } from './amount.ts';
import type { Shape } from './curves/curves.ts';
import type { PoolState } from './maths/liquidity.ts';

/** What never changes about a token. */
export type Token = { readonly address: TokenAddress; readonly symbol: string; readonly decimals: number };

/** `hidden` is left out of lists, `paused` takes no swap and no liquidity; funds can leave either. */
export type Status = 'listed' | 'hidden' | 'paused';

/** What a decision sees of a token. */
export type ListedToken = Token & { readonly status: Status };

/** What is shown of a token; empty where there is none. */
export type TokenLooks = { readonly name: string; readonly logo: string };

/** All that is kept of a token. */
export type TokenEntry = ListedToken & TokenLooks;

/** What is to be changed about a token; what is not named stays. */
export type TokenChange = Partial<TokenLooks> & { readonly address: TokenAddress; readonly status?: Status };

/** A symbol without what only dresses its letters: case, width and style. */
export const symbolKey = (symbol: string): string =>
  symbol.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');

/** Two tokens by their addresses: what a command names. */
export type Pair = { readonly tokenA: TokenAddress; readonly tokenB: TokenAddress };
/** Two tokens by their records. */
export type TokenPair = { readonly tokenA: Token; readonly tokenB: Token };
export type ListedPair = { readonly tokenA: ListedToken; readonly tokenB: ListedToken };

export type Rates = { readonly lpFeePpm: Ppm; readonly protocolFeePpm: Ppm; readonly refFeePpm: Ppm };

/** What can be changed about a pool's fees. */
export type PoolTerms = Rates & {
  /** Where collected protocol fees go; null for a pool that never took any. */
  readonly protocolFeeAddress: Account | null;
};

export type Pool = PoolTerms &
  Shape & {
    /** The journal sequence that created it. */
    readonly number: number;
    readonly address: PoolAddress;
    readonly token0: TokenAddress;
    readonly token1: TokenAddress;
    readonly status: Status;
  };

export const termsOf = ({ lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress }: PoolTerms): PoolTerms => ({
  lpFeePpm,
  protocolFeePpm,
  refFeePpm,
  protocolFeeAddress,
});

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

const lpSupply = (pool: Pool, balanceOf: BalanceOf): Amount => amount(-balanceOf(ISSUER, lpToken(pool.address)));

/** Above half, rounding could eat a small swap whole and exact-out would have to search for it. */
export const ratesAreSound = (rates: Rates): boolean =>
  rates.lpFeePpm < PPM && rates.protocolFeePpm + rates.refFeePpm <= PPM / 2n;
