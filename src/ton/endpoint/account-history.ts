// What an account has done, read page by page from the newest transaction back and noted by what it is looked for by. A search that is
// too long for one call goes on with the next one where it stopped, so that no traffic can hide a transaction.
import type { Transaction } from '@ton/core';
import { Semaphore } from '../../thread/semaphore.ts';

export type Position = { readonly lt: bigint; readonly hash: Buffer };

/** What lies before either was searched in vain. */
export type Limit = { readonly lt?: bigint; readonly timeS?: number };

type Options = {
  /** Newest first from a position on, down to but without `toLt`. */
  page(from: Position, toLt: bigint): Promise<readonly Transaction[]>;
  /** What a transaction may be looked for by. */
  namesOf(transaction: Transaction): Iterable<string>;
};

export type Found = {
  readonly at: Position | undefined;
  /** If it was read just now. */
  readonly transaction: Transaction | undefined;
  /** All from the newest transaction down to the limit was searched. */
  readonly isWhole: boolean;
};

export class AccountHistory {
  readonly #options: Options;
  readonly #noted = new Map<string, Position>();
  readonly #turn = new Semaphore(1);
  /** All between the two was noted; `next` is where it goes on, null once the account's first transaction was noted. */
  #top = 0n;
  #next: Position | null | undefined;
  #oldestS = Number.POSITIVE_INFINITY;
  /** What came since, as far as it was not noted yet. */
  #newer: { readonly top: bigint; readonly next: Position } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Of noted transactions, for a bound of what is remembered. */
  get size(): number {
    return this.#noted.size;
  }

  /** Reads at most so many pages. */
  find(name: string, newest: Position | null, limit: Limit, pages: number): Promise<Found> {
    return this.#turn.run(() => this.#find(name, newest, limit, pages));
  }

  async #find(name: string, newest: Position | null, limit: Limit, pages: number): Promise<Found> {
    if (!newest) return { at: undefined, transaction: undefined, isWhole: true };
    if (this.#next === undefined) [this.#top, this.#next] = [newest.lt, newest];
    let page: readonly Transaction[] = [];
    for (let left = pages; left > 0 && !this.#noted.has(name); left--) {
      // The older part first: new transactions, however many, must not keep the search from its end.
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

/** An account counts as so many notes, so that their number is bounded too. */
const NOTES_OF_ACCOUNT = 100;

/** Histories of the accounts that were searched last, with a bound for what all of them note. */
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

  /** Those that were searched longest ago; the last one is kept, however long. */
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
