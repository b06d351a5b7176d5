// The exchange's own accounts and tokens. Their names have a space, which a user's never has.
import type { Account, PoolAddress, TokenAddress } from './amount.ts';

/** Owes every token in circulation: the only account whose balances go below zero. */
export const ISSUER = 'the issuer' as Account;
/** Stands in a quote for whoever would swap. */
export const SWAPPER = 'the swapper' as Account;
/** Gives the commands that are nobody's in particular. */
export const KEEPER = 'the keeper' as Account;
/** Holds the first LP tokens of every pool for ever. */
export const LOCK = 'the lock' as Account;

/** A pool's accounts go by its address, which names the same pair in every history that a journal may have. */
export const reserveAccount = (pool: PoolAddress): Account => accountsOf(pool).reserve;
export const feeAccount = (pool: PoolAddress): Account => accountsOf(pool).fees;

type PoolAccounts = { readonly reserve: Account; readonly fees: Account };

// A swap names them a dozen times, and to look a name up in a map, a new text is hashed first.
const known = new Map<PoolAddress, PoolAccounts>();
const MAX_KNOWN = 10_000;

function accountsOf(pool: PoolAddress): PoolAccounts {
  const found = known.get(pool);
  if (found) return found;
  const accounts = { reserve: `pool ${pool}` as Account, fees: `pool ${pool} fees` as Account };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(pool, accounts);
  return accounts;
}

/** Whether it is one of the exchange's own, which no user is named like. */
export const isOfExchange = (account: Account): boolean => account.includes(' ');

/** Whether it is of one of the two. */
export const isOfPool = (account: Account): boolean => account.startsWith('pool ');

/** Holds what is left of an order, which goes by the sequence that placed it. */
export const orderAccount = (order: number): Account => `order ${order}` as Account;
/** Holds what a stop offers until it is set off. */
export const stopAccount = (order: number): Account => `order ${order} stop` as Account;

/** The ledger's name of a pool's LP token. */
export const lpToken = (pool: PoolAddress): TokenAddress => `LP ${pool}` as TokenAddress;
/** The pool whose LP token this is; undefined for every other token. */
export const poolOfLpToken = (token: TokenAddress): PoolAddress | undefined =>
  token.startsWith('LP ') ? (token.slice(3) as PoolAddress) : undefined;
