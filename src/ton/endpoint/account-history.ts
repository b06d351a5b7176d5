// Searches an account's transactions page by page, newest first, and indexes them by search keys. A search that is too long for
// one call continues in the next call, so that no amount of traffic can hide a transaction.
import type { Transaction } from '@ton/core';
import { Semaphore } from '../../thread/semaphore.ts';

export type Position = { readonly lt: bigint; readonly hash: Buffer };

/** Search limit: transactions before either bound are not needed. */
export type Limit = { readonly lt?: bigint; readonly timeS?: number };

type Options = {
  /** A page of transactions, newest first, from a position down to `toLt` exclusive. */
  page(from: Position, toLt: bigint): Promise<readonly Transaction[]>;
  /** The keys under which a transaction is indexed. */
  namesOf(transaction: Transaction): Iterable<string>;
};

export type SearchResult = {
  readonly at: Position | undefined;
  /** The transaction itself, if this call has just read it. */
  readonly transaction: Transaction | undefined;
  /** True if everything from the newest transaction down to the limit was searched. */
  readonly isWhole: boolean;
};

export class AccountHistory {
  readonly #options: Options;
  readonly #noted = new Map<string, Position>();
  readonly #turn = new Semaphore(1);
  /** Everything between `#top` and `#next` is indexed; `#next` is null once the account's first transaction is indexed. */
  #top = 0n;
  #next: Position | null | undefined;
  #oldestS = Number.POSITIVE_INFINITY;
  /** Transactions newer than `#top`, while they are indexed: from `top` down to `next` it is done. */
  #newer: { readonly top: bigint; readonly next: Position } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Number of index entries, to bound the memory. */
  get size(): number {
    return this.#noted.size;
  }

  /** Finds the transaction indexed under `name`; `newest` is the account's last. Reads at most `pages` pages in one call. */
  find(name: string, newest: Position | null, limit: Limit, pages: number): Promise<SearchResult> {
    return this.#turn.run(() => this.#find(name, newest, limit, pages));
  }

  async #find(name: string, newest: Position | null, limit: Limit, pages: number): Promise<SearchResult> {
    if (!newest) return { at: undefined, transaction: undefined, isWhole: true };
    if (this.#next === undefined) [this.#top, this.#next] = [newest.lt, newest];
    let page: readonly Transaction[] = [];
    for (let left = pages; left > 0 && !this.#noted.has(name); left--) {
      // The older part first: new transactions, however many, must not keep the search from finishing.
      if (!this.#reaches(limit)) page = await this.#readOlder(limit.lt ?? 0n);
      else if (newest.lt > this.#top) page = await this.#readNewer(newest);
      else break;
    }
    const at = this.#noted.get(name);
    const transaction = at && page.find(({ lt }) => lt === at.lt);
    return { at, transaction, isWhole: this.#reaches(limit) && newest.lt <= this.#top };
  }

  #reaches({ lt = 0n, timeS = 0 }: Limit): boolean {
    return this.#next == null || this.#next.lt <= lt || this.#oldestS < timeS;
  }

  async #readOlder(toLt: bigint): Promise<readonly Transaction[]> {
    const page = await this.#read(this.#next as Position, toLt);
    const oldest = page.at(-1) as Transaction;
    [this.#next, this.#oldestS] = [before(oldest), oldest.now];
    return page;
  }

  async #readNewer(newest: Position): Promise<readonly Transaction[]> {
    const { top, next } = this.#newer ?? { top: newest.lt, next: newest };
    const page = await this.#read(next, this.#top);
    const older = before(page.at(-1) as Transaction);
    if (older && older.lt > this.#top) this.#newer = { top, next: older };
    else [this.#newer, this.#top] = [undefined, top];
    return page;
  }

  async #read(from: Position, toLt: bigint): Promise<readonly Transaction[]> {
    const page = await this.#options.page(from, toLt);
    for (const transaction of page) {
      const at = { lt: transaction.lt, hash: transaction.hash() };
      for (const name of this.#options.namesOf(transaction)) this.#noted.set(name, at);
    }
    return page;
  }
}

function before({ prevTransactionLt: lt, prevTransactionHash: hash }: Transaction): Position | null {
  return lt === 0n ? null : { lt, hash: bytesOf(hash) };
}

export const bytesOf = (hash: bigint): Buffer => Buffer.from(hash.toString(16).padStart(64, '0'), 'hex');

/** Each account counts as this many entries, so that the number of accounts is bounded too. */
const NOTES_OF_ACCOUNT = 100;

/** Histories of the accounts searched most recently, with a bound on their total entries. */
export class Histories {
  readonly #open: (account: string) => AccountHistory;
  readonly #most: number;
  readonly #histories = new Map<string, AccountHistory>();

  constructor(open: (account: string) => AccountHistory, most: number) {
    this.#open = open;
    this.#most = most;
  }

  of(account: string): AccountHistory {
    const history = this.#histories.get(account) ?? this.#open(account);
    this.#histories.delete(account);
    this.#histories.set(account, history);
    this.#forget();
    return history;
  }

  /** Evicts the histories searched longest ago; the one in use is kept even if it is large. */
  #forget(): void {
    let noted = 0;
    for (const { size } of this.#histories.values()) noted += size + NOTES_OF_ACCOUNT;
    for (const [account, { size }] of this.#histories) {
      if (noted <= this.#most || this.#histories.size === 1) return;
      this.#histories.delete(account);
      noted -= size + NOTES_OF_ACCOUNT;
    }
  }
}
