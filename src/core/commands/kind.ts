// What the ledger must know of a kind of command, and what a decision may look at.
import type { Account, PoolAddress, Ppm, TokenAddress } from '../amount.ts';
import type { PlacedOrder } from '../orders/order.ts';
import type { BalanceOf, ListedToken, Pair, Pool, Rates, TokenChange, TokenEntry } from '../pool.ts';
import type { Refused } from '../refusal.ts';
import type { BalanceKey, Transfer } from '../settle/transfer.ts';

/** What applies when a command does not say otherwise. */
export type Policy = {
  readonly maxPriceImpactPpm: Ppm;
  readonly rates: Rates;
  readonly treasury: Account;
  /** How long a refusal under an idempotency key is remembered. */
  readonly refusalRetentionMs: number;
  /** Who creates a pool by providing liquidity. */
  readonly poolCreation: 'anyone' | 'operators';
  /** Whether accounts may send tokens to each other. */
  readonly transfers: 'on' | 'off';
  /** Whether new orders may be placed; those that wait go on. */
  readonly orders: 'on' | 'off';
  /** What the newer of two orders that fill each other pays, of what it gets. */
  readonly matchFeePpm: Ppm;
};

/** The pools that a command may name, also those that are yet to be. */
export type Market = {
  readonly pool: (a: TokenAddress, b: TokenAddress) => Pool | undefined;
  /** The address that the pool of a pair has, or would take. */
  readonly poolAddress: (a: TokenAddress, b: TokenAddress) => PoolAddress;
  readonly policy: Policy;
};

/** What symbols are compared by. */
export type Symbolled = Pick<ListedToken, 'address' | 'symbol'>;

/** All that a decision may look at. */
export type State = Market & {
  readonly token: (address: TokenAddress) => ListedToken | undefined;
  /** The tokens that are not hidden and have a symbol; only for kinds that compare symbols. */
  readonly namesakes: (symbol: string) => readonly Symbolled[];
  /** An order by the sequence that placed it; only those that the batch names or places. */
  readonly order: (sequence: number) => PlacedOrder | undefined;
  readonly balanceOf: BalanceOf;
  readonly nowMs: number;
  /** The journal sequence that this command takes if it is accepted. */
  readonly sequence: number;
};

/** A yes: the receipt, which says what is to be moved, and what is newly listed or from now on another. */
export type Accepted<Receipt> = {
  readonly receipt: Receipt;
  readonly newToken?: TokenEntry;
  readonly newPool?: Pool;
  readonly tokenChange?: TokenChange;
  readonly changedPool?: Pool;
  /** A balance of an account that is new, so that it was not loaded. */
  readonly newBalance?: BalanceKey;
};

export type CommandKind<Command, Receipt> = {
  /** The tokens whose records it needs. */
  tokens(command: Command): readonly TokenAddress[];
  /** The pairs whose pools it needs. */
  pairs(command: Command): readonly Pair[];
  /** Every balance that deciding it may read or write. */
  balances(command: Command, market: Market): readonly BalanceKey[];
  /** The orders that it needs. */
  orders?(command: Command): readonly number[];
  /** Whether it asks for namesakes. */
  readonly comparesSymbols?: true;
  decide(command: Command, state: State): Accepted<Receipt> | Refused;
  /** What a receipt says was moved, and no more: the ledger posts these, and the audit compares them. */
  transfers(receipt: Receipt): readonly Transfer[];
  /** The accounts that a receipt concerns: whoever of them did not give the command finds it by this. */
  parties(receipt: Receipt): readonly Account[];
};

export const key = (account: Account, token: TokenAddress): BalanceKey => ({ account, token });

/** An account's balances of both tokens of a pair. */
export const both = (account: Account, { tokenA, tokenB }: Pair): readonly BalanceKey[] => [
  key(account, tokenA),
  key(account, tokenB),
];
