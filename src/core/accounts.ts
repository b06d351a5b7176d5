// The exchange's own accounts and tokens. Their names have a space, which a user's never has.
import type { Account, PoolAddress, TokenAddress } from './amount.ts';

/** Owes every token in circulation: the only account whose balances go below zero. */
export const ISSUER = 'the issuer' as Account;
/** Stands in a quote for whoever would swap. */
export const SWAPPER = 'the swapper' as Account;
/** Holds the first LP tokens of every pool for ever. */
export const LOCK = 'the lock' as Account;

/** A pool's accounts go by its address, which names the same pair in every history that a journal may have. */
export const reserveAccount = (pool: PoolAddress): Account => `pool ${pool}` as Account;
export const feeAccount = (pool: PoolAddress): Account => `pool ${pool} fees` as Account;

/** Whether it is of one of the two. */
export const isOfPool = (account: Account): boolean => account.startsWith('pool ');

/** The ledger's name of a pool's LP token. */
export const lpToken = (pool: PoolAddress): TokenAddress => `LP ${pool}` as TokenAddress;
/** The pool whose LP token this is; undefined for every other token. */
export const poolOfLpToken = (token: TokenAddress): PoolAddress | undefined =>
  token.startsWith('LP ') ? (token.slice(3) as PoolAddress) : undefined;
