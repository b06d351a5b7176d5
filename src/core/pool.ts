// Tokens and pools as records; a pool's reserves, fees and LP supply are balances of the ledger.
import { ISSUER, lpToken, reserveAccount } from './accounts.ts';
import { type Account, type Amount, amount, type PoolAddress, PPM, type Ppm, type TokenAddress } from './amount.ts';
import type { Shape } from './curves/curves.ts';
import type { PoolState } from './maths/liquidity.ts';

/** The properties of a token that never change. */
export type Token = { readonly address: TokenAddress; readonly symbol: string; readonly decimals: number };

/** `hidden`: left out of lists. `paused`: in lists, but swaps and new liquidity are refused. Funds can be withdrawn in every status. */
export type ListingStatus = 'listed' | 'hidden' | 'paused';

/** The fields of a token that decisions depend on. */
export type ListedToken = Token & { readonly status: ListingStatus };

/** How a token is displayed; an empty text if there is no name or logo. */
export type TokenLooks = { readonly name: string; readonly logo: string };

/** A token's whole record. */
export type TokenEntry = ListedToken & TokenLooks;

/** A token with its place in the order of registration, from 1; later ones may leave gaps. */
export type NumberedToken = TokenEntry & { readonly number: number };

/** A change of a token's record; absent fields stay as they are. */
export type TokenChange = Partial<TokenLooks> & { readonly address: TokenAddress; readonly status?: ListingStatus };

/** Equal for two symbols that differ only in case, character width or font style. */
export const symbolKey = (symbol: string): string =>
  symbol.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');

/** Two tokens by their addresses, as commands name them. */
export type Pair = { readonly tokenA: TokenAddress; readonly tokenB: TokenAddress };
/** Two tokens by their records. */
export type TokenPair = { readonly tokenA: Token; readonly tokenB: Token };
export type ListedPair = { readonly tokenA: ListedToken; readonly tokenB: ListedToken };

export type Rates = { readonly lpFeePpm: Ppm; readonly protocolFeePpm: Ppm; readonly refFeePpm: Ppm };

/** A pool's fees, which operators can change. */
export type PoolTerms = Rates & {
  /** Receives the collected protocol fees; null for a pool that never charged any. */
  readonly protocolFeeAddress: Account | null;
};

export type Pool = PoolTerms &
  Shape & {
    /** The journal sequence of the transaction that created the pool. */
    readonly number: number;
    readonly address: PoolAddress;
    readonly token0: TokenAddress;
    readonly token1: TokenAddress;
    readonly status: ListingStatus;
  };

export const termsOf = ({ lpFeePpm, protocolFeePpm, refFeePpm, protocolFeeAddress }: PoolTerms): PoolTerms => ({
  lpFeePpm,
  protocolFeePpm,
  refFeePpm,
  protocolFeeAddress,
});

/** Reads one balance; decisions see the ledger only through this. */
export type BalanceOf = (account: Account, token: TokenAddress) => bigint;

/** The pair in the order its pool stores it: a pair has one pool for both directions. */
export const orderPair = (a: TokenAddress, b: TokenAddress): readonly [TokenAddress, TokenAddress] =>
  a < b ? [a, b] : [b, a];

export const pairKey = (a: TokenAddress, b: TokenAddress): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Puts two values from the order (tokenA, tokenB) of a command into the order (token0, token1) of the pool, or back. */
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

/** False if the LP fee is 100 % or the other fees exceed half: rounding could consume a small swap, and an exact output need a search. */
export const ratesAreSound = (rates: Rates): boolean =>
  rates.lpFeePpm < PPM && rates.protocolFeePpm + rates.refFeePpm <= PPM / 2n;
