// The tail of a journal, for threads that follow it: they read all tokens, pools and reserves once, then each later transaction.
// Stores implement this interface.
import type { Account } from '../core/amount.ts';
import type { ListedToken, Pool, TokenEntry } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Balance, JournalMark } from './records.ts';

/** Methods may throw `StoreUnavailable`. A caller must await each call before the next one. */
export interface Tail {
  /**
   * Number of transactions that take as long to read as `everything` does in a small market: if more are missing, a follower
   * reads everything.
   */
  readonly snapshotCost: number;
  everything(): Promise<Everything>;
  /**
   * Reads up to `page` transactions after a mark. Returns `went_back` if the journal no longer contains the mark, or `too_many`
   * if more than `most` transactions follow it. If `known` has all of them, they need not be read
   * from the database, and may be more than that.
   */
  next(mark: JournalMark, page: number, most?: number, known?: KnownTransactions): Promise<Next | Missed>;
  /** The next transactions after a sequence, ascending. */
  page(after: number, atMost: number): Promise<readonly Posted[]>;
  /** The transactions with these sequences, in the order asked for; missing ones are left out. */
  pick(sequences: readonly number[]): Promise<readonly Posted[]>;
  /** An account's transactions before a sequence, newest first. */
  activity(page: OwnActivityPage): Promise<readonly Posted[]>;
  /** Every token with its name and logo, which `everything` leaves out. */
  tokens(): Promise<readonly TokenEntry[]>;
  /** A page of the account's non-zero balances, sorted by token address, with the last transaction that it includes. */
  holdings(page: HoldingsPage): Promise<{ readonly mark: JournalMark; readonly balances: readonly Balance[] }>;
  /**
   * A page of the amounts left in open orders: balances of the orders' own accounts, by account name, with the last transaction
   * included.
   */
  orders(page: OrdersPage): Promise<{ readonly mark: JournalMark; readonly balances: readonly Balance[] }>;
  /**
   * The time of the clock that timestamps transactions. Like a commit, it throws while that clock has jumped ahead and is not
   * trusted yet.
   */
  clock(): Promise<number>;
  close(): Promise<void>;
}

/** Transactions that the follower has in memory, since its own process committed them. */
export interface KnownTransactions {
  /** All transactions after a mark up to and including the head; undefined if one of them is not in memory. */
  between(mark: JournalMark, head: JournalMark): readonly Posted[] | undefined;
}

export type OwnActivityPage = { readonly account: Account; readonly before: number; readonly limit: number };
export type OrdersPage = { readonly after: string; readonly limit: number };
export type HoldingsPage = { readonly account: Account; readonly after: string; readonly limit: number };

/** The state of the market, read in one transaction. */
export type Everything = {
  readonly mark: JournalMark;
  /** As in a `Snapshot`. */
  readonly listingSequence: number;
  /** In the order of registration. */
  readonly tokens: readonly ListedToken[];
  /** Oldest first. */
  readonly pools: readonly Pool[];
  /** Balances of the pools' own accounts; zero balances may be missing. */
  readonly balances: readonly Balance[];
};

/** Transactions after a mark, read together with the journal's head. */
export type Next = {
  /** Transactions in ascending order. */
  readonly posted: readonly Posted[];
  /** Position of the last of these transactions, or the given mark if there are none. */
  readonly mark: JournalMark;
  /** The last transaction of the journal. */
  readonly head: JournalMark;
  readonly listingSequence: number;
};

/** `went_back`: the journal no longer contains the mark. `too_many`: more transactions follow than were asked for. */
export type Missed = 'went_back' | 'too_many';

/** Tells another thread how to open a part of a store: the module that exports the function (such as `openTail`), and its options. */
export type StoreModule = { readonly module: string; readonly options: object };

export async function openTail({ module, options }: StoreModule): Promise<Tail> {
  const { openTail }: { openTail(options: object): Tail } = await import(module);
  return openTail(options);
}
