// The follower: goes where the journal has gone and takes along what is kept up to date with it.
import type { Posted } from '../core/settle/instruction.ts';
import type { Mark } from '../ports/records.ts';
import { UnreadableTransaction } from '../ports/store.ts';
import type { Missed, News, Tail } from '../ports/tail.ts';
import { Book, type BookPool } from './book.ts';

/** Something that is kept up to date with the journal. */
export interface Fold {
  /** Everything anew, of another book or of the same, of which these pools may be others than before. */
  restart(book: Book, changed: readonly BookPool[]): void;
  /** What was posted next, and the pools that it has made or changed. */
  take(posted: Posted, pools: readonly BookPool[]): void;
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

export class Follower {
  readonly #tail: Tail;
  readonly #folds: readonly Fold[];
  readonly #onRestart: (restarted: Restarted) => void;
  #book: Book | undefined;
  /** Unknown until everything was read, and after what could not be taken along. */
  #mark: Mark | undefined;
  #rewinds = 0;

  constructor(tail: Tail, folds: readonly Fold[], onRestart: (restarted: Restarted) => void = () => {}) {
    this.#tail = tail;
    this.#folds = folds;
    this.#onRestart = onRestart;
  }

  /** How far it has come. */
  get sequence(): number {
    return this.#mark?.sequence ?? 0;
  }

  get pools(): number {
    return this.#book?.pools.length ?? 0;
  }

  /** How often the journal was found to have gone back. */
  get rewinds(): number {
    return this.#rewinds;
  }

  /** Asks how far the journal has come, and goes there; what is asked of the folds afterwards is as new as that. */
  async catchUp(): Promise<void> {
    const asked = this.#mark;
    if (asked === undefined || this.#book === undefined) return this.#restart('start');
    const news = await this.#since(asked, this.#book);
    if (typeof news === 'string') return this.#restart(news);
    if (news.posted.length === 0 && news.listingSequence === this.#book.listingSequence) return;
    // Until all of it is taken, nobody may go on from here.
    this.#mark = undefined;
    if (!this.#takeAll(this.#book, news.posted) || this.#book.listingSequence !== news.listingSequence)
      return this.#restart('not_told');
    this.#mark = news.mark;
  }

  close(): Promise<void> {
    return this.#tail.close();
  }

  /** What a damaged row told, the balances tell as well: routes go on. */
  #since(asked: Mark, { tokens, pools }: Book): Promise<News | Why> {
    const most = mostTransactions(this.#tail, { tokens: tokens.size, pools: pools.length });
    return this.#tail.since(asked, most).catch((error) => {
      if (error instanceof UnreadableTransaction) return 'unreadable' as const;
      throw error;
    });
  }

  #takeAll(book: Book, posted: readonly Posted[]): boolean {
    for (const one of posted) {
      const pools = book.take(one);
      if (!pools) return false;
      for (const fold of this.#folds) fold.take(one, pools);
    }
    return true;
  }

  async #restart(why: Why): Promise<void> {
    const everything = await this.#tail.everything();
    // Where the mark was lost, nobody can tell whether the journal went back as well.
    if (why === 'went_back' || (why === 'start' && this.#book)) this.#rewinds += 1;
    this.#mark = undefined;
    const changed = this.#book?.renew(everything);
    const book = this.#book && changed ? this.#book : new Book(everything);
    // Where it was not merely late, it may hold what no fold was told of.
    for (const fold of this.#folds) fold.restart(book, why === 'too_many' && changed ? changed : book.pools);
    [this.#book, this.#mark] = [book, everything.mark];
    this.#onRestart({ why, sequence: everything.mark.sequence, tokens: book.tokens.size, pools: book.pools.length });
  }
}
