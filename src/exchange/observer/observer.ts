// The observer: follows the journal with a book of it, and counts it from where the stored rows end.
import { setImmediate as turn } from 'node:timers/promises';
import type { Posted } from '../../core/settle.ts';
import { Book } from '../follower/book.ts';
import { CatchingUp } from '../market.ts';
import type { Projection } from '../projection.ts';
import type { Mark } from '../store.ts';
import type { Next, Tail } from '../tail.ts';
import { RecentEvents } from './events.ts';
import { MarketFold } from './market-fold.ts';

export type ObserverLimits = {
  /** Transactions that are read at once. */
  readonly page: number;
  /** Transactions that a question waits for. */
  readonly wait: number;
  /** Transactions that are counted in memory alone; more are left to the one who stores what is counted. */
  readonly history: number;
};
const LIMITS: ObserverLimits = { page: 500, wait: 5000, history: 50_000 };

const NOTHING_COUNTED: Mark = { sequence: 0, id: null };
/** Something may be stored, or forgotten, while a question is answered; hardly three times in a row. */
const MOST_TRIES = 3;

export class Observer {
  readonly tail: Tail;
  readonly projection: Projection;
  readonly #limits: ObserverLimits;
  recent = new RecentEvents();
  /** Whether what is counted is stored here, so that a history of any length may be counted. */
  stores = false;
  #book: Book | undefined;
  /** What the book has taken. */
  #bookAt = 0;
  /** How far the journal was followed; unknown until everything was read. */
  #mark: Mark | undefined;
  #head = 0;
  #rewinds = 0;
  #fold: MarketFold | undefined;
  #counted = NOTHING_COUNTED;
  /** Under which the stored rows stood that the fold began with. */
  #fence = 0;
  #isStale = true;
  /** Where what is stored was last seen to end. */
  #stored = 0;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(tail: Tail, projection: Projection, limits: Partial<ObserverLimits> = {}) {
    this.tail = tail;
    this.projection = projection;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** How far it has counted. */
  get sequence(): number {
    return this.#counted.sequence;
  }

  /** Where the journal was last seen. */
  get head(): number {
    return this.#head;
  }

  /** How often the journal was found to have gone back. */
  get rewinds(): number {
    return this.#rewinds;
  }

  get book(): Book {
    if (!this.#book) throw this.#behind();
    return this.#book;
  }

  get fold(): MarketFold {
    if (!this.#fold) throw this.#behind();
    return this.#fold;
  }

  /** What is counted by now, and up to where; undefined where that is of no use any more. */
  get counted(): { readonly fold: MarketFold; readonly mark: Mark } | undefined {
    return this.#isStale || !this.#mark || !this.#fold ? undefined : { fold: this.#fold, mark: this.#counted };
  }

  /** How far what happened can be told, whether it is counted or not. */
  async known(): Promise<number> {
    if (!this.#book) await this.#queue(() => this.#follow());
    return this.#bookAt;
  }

  /**
   * Goes to where the journal is by now; those who ask while it is under way share the next look. Throws `CatchingUp`
   * where more is missing than a question may wait for: asking again goes on from there.
   */
  catchUp(): Promise<void> {
    this.#next ??= this.#queue(() => {
      this.#next = undefined;
      return this.#walk();
    });
    return this.#next;
  }

  /** Answers by what is stored and what is counted, as they were together at a moment after the question was asked. */
  async answer<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await this.catchUp();
      const { fold } = this;
      const { cursor } = fold;
      const [answer] = await Promise.allSettled([question()]);
      const { fence } = await this.projection.standing();
      if (fence !== this.#fence) this.restart();
      if (this.#isStale || fold !== this.#fold || fold.cursor !== cursor) continue;
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    }
    throw this.#behind();
  }

  /** Starts from what is stored: somebody else may have gone further, or everything is counted anew. */
  restart(): void {
    this.#isStale = true;
  }

  /** Forgets what another has stored by now. */
  async goAlong(): Promise<number> {
    const { cursor, fence } = await this.projection.standing();
    this.#stored = cursor ?? 0;
    if (fence !== this.#fence || this.#isOvertaken()) this.restart();
    else if (cursor !== null) this.counted?.fold.forget(cursor);
    return this.#stored;
  }

  /** Whether another has stored so much that it is better to begin there. */
  #isOvertaken(): boolean {
    const { wait, history } = this.#limits;
    const isFar = this.#head - this.sequence > wait && this.#head - this.#stored <= history;
    return isFar && this.#stored > this.sequence;
  }

  async close(): Promise<void> {
    await this.#last.catch(() => {});
    await this.tail.close();
    await this.projection.close();
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done;
    return done;
  }

  async #walk(): Promise<void> {
    while (!(await this.#follow())) await turn();
    if (this.#isStale) await this.#start();
    for (let counted = 0; this.#mark && this.sequence < this.#mark.sequence; counted += this.#limits.page) {
      if (counted >= this.#limits.wait || !this.#mayCount(this.#mark)) throw this.#behind();
      await this.#count(this.#mark);
      await turn();
    }
    if (this.#isStale || !this.#mark) throw this.#behind();
  }

  /** Takes along what came next; true where that was all. */
  async #follow(): Promise<boolean> {
    const mark = this.#mark ?? (await this.#open());
    const next = await this.tail.next(mark, this.#limits.page);
    if (next === 'went_back') return this.#wentBack();
    this.#head = next.head.sequence;
    if (this.#head - mark.sequence > this.#limits.wait) {
      await this.#open();
      return false;
    }
    const isAbreast = !this.#isStale && this.sequence === mark.sequence;
    if (isAbreast) await this.#know(next.posted);
    await this.#whole(() => this.#take(next, isAbreast));
    return next.mark.sequence === this.#head;
  }

  #wentBack(): false {
    this.#rewinds += 1;
    this.#mark = undefined;
    this.#isStale = true;
    return false;
  }

  async #open(): Promise<Mark> {
    const mark = await this.#read();
    this.recent = new RecentEvents();
    this.#mark = mark;
    return mark;
  }

  async #read(): Promise<Mark> {
    const everything = await this.tail.everything();
    this.#book = new Book(everything);
    this.#bookAt = everything.mark.sequence;
    this.#head = everything.mark.sequence;
    return everything.mark;
  }

  async #take({ posted, mark, head, listed }: Next, isAbreast: boolean): Promise<void> {
    for (const one of posted) {
      if (one.sequence > this.#bookAt && !this.#list(one)) await this.#read();
      this.recent.take(one, this.book);
      if (isAbreast) this.#countOne(one);
    }
    if (mark.sequence === head.sequence && this.book.listed !== listed) await this.#read();
    this.#mark = mark;
  }

  /** False where a receipt does not tell enough to go on from. */
  #list(posted: Posted): boolean {
    this.#bookAt = posted.sequence;
    return this.book.take(posted) !== undefined;
  }

  async #start(): Promise<void> {
    this.#isStale = false;
    try {
      const { fence } = await this.projection.standing();
      const stored = await this.projection.everything();
      const [last] = stored.cursor > 0 ? await this.tail.pick([stored.cursor]) : [];
      // Rows that count what is not in the journal are of no use.
      this.#fold = new MarketFold(last || stored.cursor === 0 ? stored : { cursor: 0, pools: [] });
      this.#counted = last ? { sequence: last.sequence, id: last.id } : NOTHING_COUNTED;
      this.#fence = fence;
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }

  #mayCount({ sequence }: Mark): boolean {
    const missing = sequence - this.sequence;
    if (missing <= this.#limits.wait) return true;
    return (this.stores || missing <= this.#limits.history) && !this.fold.isFull;
  }

  /** Counts the next of what was followed already. */
  async #count({ sequence }: Mark): Promise<void> {
    const next = await this.tail.next(this.#counted, Math.min(this.#limits.page, sequence - this.sequence));
    if (next === 'went_back') {
      this.#wentBack();
      return;
    }
    await this.#know(next.posted);
    await this.#whole(async () => {
      for (const one of next.posted) this.#countOne(one);
    });
  }

  async #know(posted: readonly Posted[]): Promise<void> {
    const missing = this.fold.missing(posted);
    if (missing.length > 0) this.fold.know(missing, await this.projection.positions(missing));
  }

  #countOne(posted: Posted): void {
    this.fold.take(posted, this.book);
    this.#counted = { sequence: posted.sequence, id: posted.id };
  }

  /** Where something is taken in part, nobody may go on from there. */
  async #whole(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#mark = undefined;
      this.#isStale = true;
      throw error;
    }
  }

  #behind(): CatchingUp {
    return new CatchingUp(Math.max(this.sequence, this.#stored), this.#head);
  }
}
