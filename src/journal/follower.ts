// The follower: goes where the journal has gone and takes along what is kept up to date with it.
import type { Posted } from '../core/settle/instruction.ts';
import type { Forks } from '../ports/market.ts';
import type { Mark } from '../ports/records.ts';
import { UnreadableTransaction } from '../ports/store.ts';
import type { Missed, Next, Tail } from '../ports/tail.ts';
import { Book, type BookPool } from './book.ts';
import type { Landmarks } from './landmarks.ts';

/** Something that is kept up to date with the journal. */
export interface Fold {
  /** Everything anew, of another book or of the same, of which these pools may be others than before. */
  restart?(book: Book, changed: readonly BookPool[]): void;
  /** Looks up what it needs before it takes what comes after a mark. */
  prepare?(posted: readonly Posted[], after: Mark): Promise<void>;
  /** What was posted next, and the pools that it has made or changed. */
  take(posted: Posted, pools: readonly BookPool[]): void;
  /** The journal went back, or something was taken in part: nobody may go on from there. */
  lose?(): void;
}

/** Beyond so many transactions, reading all of so many tokens and pools costs less than counting them up. */
export const mostTransactions = (
  { everythingCosts }: Pick<Tail, 'everythingCosts'>,
  { tokens, pools }: Pick<Restarted, 'tokens' | 'pools'>,
): number => Math.min(5000, Math.max(everythingCosts, pools + Math.ceil(tokens / 10)));

/** Why everything was read. */
type Why = Missed | 'start' | 'not_told' | 'unreadable';
export type Restarted = {
  readonly why: Why;
  readonly sequence: number;
  readonly tokens: number;
  readonly pools: number;
};

export type FollowerOptions = {
  /** Transactions that are taken at once, and those beyond which everything is read instead. */
  readonly page?: number;
  readonly most?: number | ((byDefault: number) => number);
  /** By which it is found where histories part, for whoever tells of it. */
  readonly landmarks?: Landmarks;
  readonly onRestart?: ((restarted: Restarted) => void) | undefined;
};

export class Follower {
  readonly #tail: Tail;
  readonly #folds: readonly Fold[];
  readonly #options: FollowerOptions;
  #book: Book | undefined;
  /** Unknown until everything was read, and after what could not be taken along. */
  #mark: Mark | undefined;
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

  /** How far it has come. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The last transaction that it has come to; null where there is none, or none is known. */
  get lastId(): string | null {
    return this.#mark?.id ?? null;
  }

  /** Where the journal was last seen. */
  get head(): number {
    return this.#head;
  }

  /** How often the journal was found to have gone back, or may have. */
  get rewinds(): number {
    return this.#rewinds;
  }

  get forks(): Forks {
    return this.#forks;
  }

  /**
   * Asks how far the journal has come, and takes the next page, which is all of it where none is chosen. True where that was all: what
   * is asked of the folds afterwards is as new as the question.
   */
  async follow(): Promise<boolean> {
    const [asked, book] = [this.#mark, this.#book];
    if (!asked || !book) return this.#restart('start');
    const next = await this.#next(asked, book);
    if (typeof next === 'string') return this.#restart(next);
    const { posted, mark, head, listingSequence } = next;
    this.#head = head.sequence;
    for (const fold of this.#folds) await fold.prepare?.(posted, asked);
    // Until all of it is taken, nobody may go on from here.
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

  /** What a damaged row told, the balances tell as well; who must not leave it out meets it by itself. */
  #next(asked: Mark, { tokens, pools }: Book): Promise<Next | Why> {
    const size = { tokens: tokens.size, pools: pools.length };
    const { page, most: given = (byDefault) => byDefault } = this.#options;
    const most = typeof given === 'number' ? given : given(mostTransactions(this.#tail, size));
    return this.#tail.next(asked, page ?? most, most).catch((error) => {
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
    // Where the mark was lost, nobody can tell whether the journal went back as well.
    const hasGoneBack = why === 'went_back' || (why === 'start' && this.#book !== undefined);
    if (hasGoneBack) this.#lose();
    const everything = await this.#tail.everything();
    const { mark } = everything;
    const fork = (hasGoneBack && (await landmarks?.fork(this.#tail))) || 0;
    // In one step, so that whoever sees that the journal went back sees where it is now.
    if (hasGoneBack) this.#rewind(Math.min(fork, mark.sequence));
    const changed = this.#book?.renew(everything);
    const book = this.#book && changed ? this.#book : new Book(everything);
    // Where it was not merely late, it may hold what no fold was told of.
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
