// The book of the journal: its tokens, pools and last transactions as of its head, which it follows ahead of all that is counted.
import type { Posted } from '../core/settle/instruction.ts';
import type { Forks } from '../ports/market.ts';
import type { Mark } from '../ports/records.ts';
import { UnreadableTransaction } from '../ports/store.ts';
import type { Everything, Next, Tail } from '../ports/tail.ts';
import { Book } from './book.ts';
import { Landmarks } from './landmarks.ts';
import { RecentEvents } from './recent-events.ts';

/** Somebody who takes along what is followed. */
interface Companion {
  /** Told what comes next, after which mark; true where it is to be given that. */
  prepare(posted: readonly Posted[], after: Mark): Promise<boolean>;
  take(posted: Posted): void;
  /** The journal went back, or something was taken in part. */
  lose(): void;
}

export class JournalBook {
  readonly #tail: Tail;
  readonly #companion: Companion;
  readonly #limits: { readonly page: number; readonly wait: number };
  recent = new RecentEvents();
  #book: Book | undefined;
  /** What the book has taken. */
  #at = 0;
  /** How far the journal was followed; unknown until everything was read. */
  #mark: Mark | undefined;
  #head = 0;
  #rewinds = 0;
  readonly #landmarks = new Landmarks();
  #forks: Forks = { last: 0, lowest: 0 };
  #hasGoneBack = false;

  constructor(tail: Tail, limits: { readonly page: number; readonly wait: number }, companion: Companion) {
    this.#tail = tail;
    this.#limits = limits;
    this.#companion = companion;
  }

  get book(): Book | undefined {
    return this.#book;
  }

  get at(): number {
    return this.#at;
  }

  get mark(): Mark | undefined {
    return this.#mark;
  }

  get head(): number {
    return this.#head;
  }

  get rewinds(): number {
    return this.#rewinds;
  }

  get forks(): Forks {
    return this.#forks;
  }

  /** Takes the next page; true where that was all. */
  async follow(): Promise<boolean> {
    const mark = this.#mark ?? (await this.#open());
    const next = await this.#next(mark);
    if (next === 'unreadable') {
      await this.#open();
      return false;
    }
    if (next === 'went_back') {
      this.goBack();
      return false;
    }
    this.#head = next.head.sequence;
    // Beyond so many transactions, reading everything costs less than taking them along.
    if (this.#head - mark.sequence > this.#limits.wait) {
      await this.#open();
      return false;
    }
    const isAbreast = await this.#companion.prepare(next.posted, mark);
    await this.whole(() => this.#take(next, isAbreast));
    return next.mark.sequence === this.#head;
  }

  /** A damaged row stops whoever counts the market, but neither the book, which the balances tell, nor later events. */
  #next(mark: Mark): Promise<Next | 'went_back' | 'unreadable'> {
    return this.#tail.next(mark, this.#limits.page).catch((error) => {
      if (error instanceof UnreadableTransaction) return 'unreadable' as const;
      throw error;
    });
  }

  goBack(): void {
    this.#hasGoneBack = true;
    this.#lose();
  }

  /** Where something is taken in part, nobody may go on from there. */
  async whole(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#lose();
      throw error;
    }
  }

  #lose(): void {
    this.#mark = undefined;
    this.#companion.lose();
  }

  /** In one step, so that whoever sees that the journal went back sees where it is now. */
  async #open(): Promise<Mark> {
    const everything = await this.#tail.everything();
    const { mark } = everything;
    if (this.#hasGoneBack) {
      const found = await this.#landmarks.fork(this.#tail, this.recent.marks);
      this.#rewind(Math.min(found, mark.sequence));
    }
    this.#put(everything);
    this.recent = new RecentEvents();
    this.#mark = mark;
    await this.#landmarks.lookBack(this.#tail, mark);
    return mark;
  }

  #rewind(fork: number): void {
    this.#landmarks.forgetAfter(fork);
    this.#forks = { last: fork, lowest: this.#rewinds > 0 ? Math.min(fork, this.#forks.lowest) : fork };
    this.#rewinds += 1;
    this.#hasGoneBack = false;
  }

  #put(everything: Everything): void {
    this.#book = new Book(everything);
    this.#at = everything.mark.sequence;
    this.#head = everything.mark.sequence;
  }

  async #take({ posted, mark, head, listingSequence }: Next, isAbreast: boolean): Promise<void> {
    for (const one of posted) {
      if (one.sequence > this.#at && !this.#list(one)) this.#put(await this.#tail.everything());
      this.recent.take(one, this.#book as Book);
      this.#landmarks.pass({ sequence: one.sequence, id: one.id });
      if (isAbreast) this.#companion.take(one);
    }
    if (mark.sequence === head.sequence && this.#book?.listingSequence !== listingSequence)
      this.#put(await this.#tail.everything());
    this.#mark = mark;
  }

  /** False where a receipt does not tell enough to go on from. */
  #list(posted: Posted): boolean {
    this.#at = posted.sequence;
    return this.#book?.take(posted) !== undefined;
  }
}
