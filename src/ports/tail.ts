// What a follower asks of a store: everything as of one moment, and then what came after it. The exchange owns this interface.
import type { Account } from '../core/amount.ts';
import type { ListedToken, Pool, TokenEntry } from '../core/pool.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { Balance, Mark } from './records.ts';

/** Questions throw `StoreUnavailable`; one is asked at a time. */
export interface Tail {
  /** Reading everything of a small market takes as long as being told so many transactions. */
  readonly everythingCosts: number;
  everything(): Promise<Everything>;
  /** A page of what came after a mark, of any number or at most so many, or why it cannot be told transaction by transaction. */
  next(mark: Mark, page: number, most?: number): Promise<Next | Missed>;
  /** The next after a sequence, in order. */
  page(after: number, atMost: number): Promise<readonly Posted[]>;
  /** Those that there are of these, in the order in which they are asked for. */
  pick(sequences: readonly number[]): Promise<readonly Posted[]>;
  /** Every token with its name and logo, which nobody but a reader of lists needs. */
  tokens(): Promise<readonly TokenEntry[]>;
  /** What an account holds, by token address and nothing that is zero: a page, and the moment that it is of. */
  holdings(page: HoldingsPage): Promise<{ readonly mark: Mark; readonly balances: readonly Balance[] }>;
  /** What is left of the orders that are open, by the names of their accounts: a page, and the moment that it is of. */
  orders(page: OrdersPage): Promise<{ readonly mark: Mark; readonly balances: readonly Balance[] }>;
  /** The clock by which transactions get their time; like a commit, it throws while the clock is ahead for no known reason. */
  clock(): Promise<number>;
  close(): Promise<void>;
}

export type OrdersPage = { readonly after: string; readonly limit: number };
export type HoldingsPage = { readonly account: Account; readonly after: string; readonly limit: number };

/** Of one moment. */
export type Everything = {
  readonly mark: Mark;
  /** As in a `Snapshot`. */
  readonly listingSequence: number;
  /** In the order of registration. */
  readonly tokens: readonly ListedToken[];
  /** Oldest first. */
  readonly pools: readonly Pool[];
  /** Of the pools' own accounts; what there is none of may be missing. */
  readonly balances: readonly Balance[];
};

/** Of one moment as well. */
export type Next = {
  /** In order. */
  readonly posted: readonly Posted[];
  /** That of the last of them, or the one that was asked about. */
  readonly mark: Mark;
  /** Where the journal ends. */
  readonly head: Mark;
  readonly listingSequence: number;
};

/** The journal does not go on from the mark, or has gone further than was asked for. */
export type Missed = 'went_back' | 'too_many';

/** Where another thread finds the tail of a store: the module that exports it as `openTail`, and what that is given. */
export type TailPlace = { readonly module: string; readonly options: object };

export async function openTail({ module, options }: TailPlace): Promise<Tail> {
  const { openTail }: { openTail(options: object): Tail } = await import(module);
  return openTail(options);
}
