// The exchange's own accounts and tokens. Their names contain a space; a user's name never does.
import type { Account, PoolAddress, TokenAddress } from './amount.ts';

/** Owes every token in circulation: the only account that may have negative balances. */
export const ISSUER = 'the issuer' as Account;
/** Stands for the swapper in a quote, which belongs to no real account. */
export const SWAPPER = 'the swapper' as Account;
/** The actor of commands that the exchange sends by itself, such as those that fill open orders. */
export const KEEPER = 'the keeper' as Account;
/** Holds the LP tokens that the first mint of every pool locks for ever. */
export const LOCK = 'the lock' as Account;

/** Contains the pool's address, which depends only on the pair: the name is the same if the pool is created again after a rollback. */
export const reserveAccount = (pool: PoolAddress): Account => accountsOf(pool).reserve;
export const feeAccount = (pool: PoolAddress): Account => accountsOf(pool).fees;

type PoolAccounts = { readonly reserve: Account; readonly fees: Account };

// Caches the names, because a swap uses them a dozen times and the runtime would have to hash every newly built string again.
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

/** True for the exchange's own accounts; users' names contain no space. */
export const isOfExchange = (account: Account): boolean => account.includes(' ');

/** True for a pool's reserve account and its fee account. */
export const isOfPool = (account: Account): boolean => account.startsWith('pool ');

/** Holds the unfilled rest of an order. An order's number is the sequence of the transaction that placed it. */
export const orderAccount = (order: number): Account => `order ${order}` as Account;
/** Holds the tokens that a stop order sells until the order is triggered. */
export const stopAccount = (order: number): Account => `order ${order} stop` as Account;

/** The number of the order that an account belongs to; undefined for every other account. */
export function orderOf(account: Account): number | undefined {
  const [, order] = /^order ([1-9]\d{0,14})(?: stop)?$/.exec(account) ?? [];
  return order === undefined ? undefined : Number(order);
}

/** The ledger's name of a pool's LP token. */
export const lpToken = (pool: PoolAddress): TokenAddress => `LP ${pool}` as TokenAddress;
/** The pool whose LP token this is; undefined for every other token. */
export const poolOfLpToken = (token: TokenAddress): PoolAddress | undefined =>
  token.startsWith('LP ') ? (token.slice(3) as PoolAddress) : undefined;
