// Follows the journal page by page, and applies every transaction to the book and to all attached folds.
import type { Posted } from '../core/settle/instruction.ts';
import type { Forks } from '../ports/market.ts';
import type { JournalMark } from '../ports/records.ts';
import { UnreadableTransaction } from '../ports/store.ts';
import type { KnownTransactions, Missed, Next, Tail } from '../ports/tail.ts';
import { Book, type BookPool } from './book.ts';
import type { Landmarks } from './landmarks.ts';

/** Data derived from the journal, which the follower keeps up to date by passing on every transaction. */
export interface Fold {
  /** Called after all tokens and pools were read again, into a new book or the same; `changed` lists the pools that may differ. */
  restart?(book: Book, changed: readonly BookPool[]): void;
  /** Called before `take` with the next transactions, which follow `after`, to load data that the fold needs for them. */
  prepare?(posted: readonly Posted[], after: JournalMark): Promise<void>;
  /** Called with each next transaction and the pools that it created or changed. */
  take(posted: Posted, pools: readonly BookPool[]): void;
  /** Called if the journal was rolled back or a transaction was only partly applied: the fold's data is then invalid. */
  lose?(): void;
}

/** If a follower is more transactions behind than this, reading all tokens and pools is cheaper than applying them. */
export const mostTransactions = (
  { snapshotCost }: Pick<Tail, 'snapshotCost'>,
  { tokens, pools }: Pick<Restarted, 'tokens' | 'pools'>,
): number => Math.min(5000, Math.max(snapshotCost, pools + Math.ceil(tokens / 10)));

/** Why all tokens and pools were read (again). `not_told`: a receipt did not contain enough to apply it, or a change was missed. */
type Why = Missed | 'start' | 'not_told' | 'unreadable';
export type Restarted = {
  readonly why: Why;
  readonly sequence: number;
  readonly tokens: number;
  readonly pools: number;
};

export type FollowerOptions = {
  /** Most transactions applied per call of `follow`, and the distance behind the head beyond which everything is read instead. */
  readonly page?: number;
  readonly most?: number | ((byDefault: number) => number);
  /** After a rollback of the journal, finds the last common transaction; only for users that report it (`forks`). */
  readonly landmarks?: Landmarks;
  readonly known?: KnownTransactions | undefined;
  readonly onRestart?: ((restarted: Restarted) => void) | undefined;
};

export class Follower {
  readonly #tail: Tail;
  readonly #folds: readonly Fold[];
  readonly #options: FollowerOptions;
  #book: Book | undefined;
  /** The last transaction applied. Undefined until everything was read, while a page is applied, and after a page failed. */
  #mark: JournalMark | undefined;
  #sequence = 0;
  #head = 0;
  #rewinds = 0;
  #forks: Forks = { last: 0, lowest: 0 };

  constructor(tail: Tail, folds: readonly Fold[], options: FollowerOptions = {}) {
    this.#tail = tail;
    this.#folds = folds;
    this.#options = options;
  }

  get book(): Book | undefined {
    return this.#book;
  }

  /** Sequence of the last transaction applied. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The id of the last transaction applied; null if there is none or it is unknown. */
  get lastId(): string | null {
    return this.#mark?.id ?? null;
  }

  /** Sequence of the journal's last transaction, when the head was last read. */
  get head(): number {
    return this.#head;
  }

  /** The number of rollbacks of the journal that were detected or suspected. */
  get rewinds(): number {
    return this.#rewinds;
  }

  get forks(): Forks {
    return this.#forks;
  }

  /**
   * Reads the head and applies the next page (all new transactions, if no page size is set). True if all transactions up to that head
   * are then applied: queries of the folds afterwards are as new as this call.
   */
  async follow(): Promise<boolean> {
    const [asked, book] = [this.#mark, this.#book];
    if (!asked || !book) return this.#restart('start');
    const next = await this.#next(asked, book);
    if (typeof next === 'string') return this.#restart(next);
    const { posted, mark, head, listingSequence } = next;
    this.#head = head.sequence;
    for (const fold of this.#folds) await fold.prepare?.(posted, asked);
    // Undefined until the whole page is applied: if this fails half-way, the next call reads everything again.
    this.#mark = undefined;
    const isAll = mark.sequence === head.sequence;
    const isTold = this.#takeAll(book, posted) && !(isAll && book.listingSequence !== listingSequence);
    if (!isTold) return this.#restart('not_told');
    [this.#mark, this.#sequence] = [mark, mark.sequence];
    return isAll;
  }

  close(): Promise<void> {
    return this.#tail.close();
  }

  /** If a row of the journal is damaged, `follow` reads the balances instead; users that must not skip the row find it themselves. */
  #next(asked: JournalMark, { tokens, pools }: Book): Promise<Next | Why> {
    const size = { tokens: tokens.size, pools: pools.length };
    const { page, most: given = (byDefault) => byDefault, known } = this.#options;
    const most = typeof given === 'number' ? given : given(mostTransactions(this.#tail, size));
    return this.#tail.next(asked, page ?? most, most, known).catch((error) => {
      if (error instanceof UnreadableTransaction) return 'unreadable' as const;
      throw error;
    });
  }

  #takeAll(book: Book, posted: readonly Posted[]): boolean {
    try {
      for (const one of posted) {
        const pools = book.take(one);
        if (!pools) return false;
        this.#options.landmarks?.pass(one);
        for (const fold of this.#folds) fold.take(one, pools);
      }
      return true;
    } catch (error) {
      this.#lose();
      throw error;
    }
  }

  #lose(): void {
    for (const fold of this.#folds) fold.lose?.();
  }

  async #restart(why: Why): Promise<true> {
    const { landmarks, onRestart } = this.#options;
    // If the mark was lost because a page failed, the journal may have been rolled back as well.
    const hasGoneBack = why === 'went_back' || (why === 'start' && this.#book !== undefined);
    if (hasGoneBack) this.#lose();
    const everything = await this.#tail.everything();
    const { mark } = everything;
    const fork = (hasGoneBack && (await landmarks?.fork(this.#tail))) || 0;
    // No `await` from here to the new position, so that a reader that sees the rollback also sees the new position.
    if (hasGoneBack) this.#rewind(Math.min(fork, mark.sequence));
    const changed = this.#book?.renew(everything);
    const book = this.#book && changed ? this.#book : new Book(everything);
    // Unless the follower was only too far behind, the old book may contain changes that no fold has seen: then all pools may differ.
    for (const fold of this.#folds) fold.restart?.(book, why === 'too_many' && changed ? changed : book.pools);
    [this.#book, this.#mark, this.#sequence, this.#head] = [book, mark, mark.sequence, mark.sequence];
    onRestart?.({ why, sequence: mark.sequence, tokens: book.tokens.size, pools: book.pools.length });
    await landmarks?.lookBack(this.#tail, mark);
    return true;
  }

  #rewind(fork: number): void {
    this.#options.landmarks?.forgetAfter(fork);
    this.#forks = { last: fork, lowest: this.#rewinds > 0 ? Math.min(fork, this.#forks.lowest) : fork };
    this.#rewinds += 1;
  }
}
