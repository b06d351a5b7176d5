// The store as followers of the journal need it: everything as of one moment, then each transaction after it. The exchange owns this interface.
import type { Account } from '../core/amount.ts';
import type { ListedToken, Pool, TokenEntry } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Balance, Mark } from './records.ts';

/** Methods may throw `StoreUnavailable`; callers ask one question at a time. */
export interface Tail {
  /** Number of transactions that take as long to read as everything of a small market does. */
  readonly everythingCosts: number;
  everything(): Promise<Everything>;
  /**
   * A page of transactions after a mark, or why they cannot be read one by one: with `most`, also if there are more than that. If
   * `known` has all up to the head, the tail may take them from there.
   */
  next(mark: Mark, page: number, most?: number, known?: KnownTransactions): Promise<Next | Missed>;
  /** The next transactions after a sequence, ascending. */
  page(after: number, atMost: number): Promise<readonly Posted[]>;
  /** The existing ones of these, in the order asked for. */
  pick(sequences: readonly number[]): Promise<readonly Posted[]>;
  /** Every token with its name and logo, which only lists need. */
  tokens(): Promise<readonly TokenEntry[]>;
  /** A page of the account's non-zero balances by token address, with the mark it is as of. */
  holdings(page: HoldingsPage): Promise<{ readonly mark: Mark; readonly balances: readonly Balance[] }>;
  /** A page of the remaining amounts of open orders, by account name, with the mark it is as of. */
  orders(page: OrdersPage): Promise<{ readonly mark: Mark; readonly balances: readonly Balance[] }>;
  /** The clock that timestamps transactions; like a commit, it throws while the clock is ahead for an unknown reason. */
  clock(): Promise<number>;
  close(): Promise<void>;
}

/** Transactions that need not be read. */
export interface KnownTransactions {
  /** All transactions after a mark up to and including the head; undefined if one of them is unknown. */
  between(mark: Mark, head: Mark): readonly Posted[] | undefined;
}

export type OrdersPage = { readonly after: string; readonly limit: number };
export type HoldingsPage = { readonly account: Account; readonly after: string; readonly limit: number };

/** As of one moment. */
export type Everything = {
  readonly mark: Mark;
  /** As in a `Snapshot`. */
  readonly listingSequence: number;
  /** In the order of registration. */
  readonly tokens: readonly ListedToken[];
  /** Oldest first. */
  readonly pools: readonly Pool[];
  /** Balances of the pools' own accounts; zero balances may be missing. */
  readonly balances: readonly Balance[];
};

/** As of one moment. */
export type Next = {
  /** Ascending. */
  readonly posted: readonly Posted[];
  /** The mark of the last of them, or the given one if there are none. */
  readonly mark: Mark;
  /** The last transaction of the journal. */
  readonly head: Mark;
  readonly listingSequence: number;
};

/** `went_back`: the journal no longer contains the mark. `too_many`: more transactions follow than were asked for. */
export type Missed = 'went_back' | 'too_many';

/** Tells another thread how to open the tail of a store: the module that exports `openTail`, and its options. */
export type TailPlace = { readonly module: string; readonly options: object };

export async function openTail({ module, options }: TailPlace): Promise<Tail> {
  const { openTail }: { openTail(options: object): Tail } = await import(module);
  return openTail(options);
}
