// The observer: walks the journal from where the stored rows end, and takes along what is asked about the market.
import type { Posted } from '../../core/settle.ts';
import { Book } from '../follower/book.ts';
import { CatchingUp } from '../market.ts';
import type { Projection } from '../projection.ts';
import type { Mark } from '../store.ts';
import type { Next, Tail } from '../tail.ts';
import { RecentEvents } from './events.ts';
import { MarketFold } from './market-fold.ts';

/** Transactions that are read at once, and pages that a question waits for. */
const PAGE = 500;
const MOST_PAGES = 10;

export class Observer {
  readonly tail: Tail;
  readonly projection: Projection;
  recent = new RecentEvents();
  #book: Book | undefined;
  /** What the book has taken. */
  #bookAt = 0;
  #fold: MarketFold | undefined;
  /** Unknown until everything was read, and while something is being taken along. */
  #mark: Mark | undefined;
  #sequence = 0;
  #head = 0;
  #rewinds = 0;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(tail: Tail, projection: Projection) {
    this.tail = tail;
    this.projection = projection;
  }

  /** How far it has counted. */
  get sequence(): number {
    return this.#sequence;
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
    if (!this.#book) throw new CatchingUp(0, this.#head);
    return this.#book;
  }

  /** How far what happened can be told, whether it is counted or not. */
  async known(): Promise<number> {
    if (!this.#book) await this.catchUp();
    return this.#bookAt;
  }

  get fold(): MarketFold {
    if (!this.#fold) throw new CatchingUp(0, this.#head);
    return this.#fold;
  }

  /**
   * Goes to where the journal is by now; those who ask while it is under way share the next look. Throws `CatchingUp`
   * where more is missing than a question may wait for: asking again goes on from there.
   */
  catchUp(): Promise<void> {
    this.#next ??= (this.#running ?? Promise.resolve()).then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  /** Starts from what is stored: somebody else may have gone further, or everything was counted anew. */
  restart(): void {
    this.#mark = undefined;
  }

  async close(): Promise<void> {
    await this.#running?.catch(() => {});
    await this.tail.close();
    await this.projection.close();
  }

  #begin(): Promise<void> {
    this.#running = this.#next;
    this.#next = undefined;
    return this.#walk();
  }

  async #walk(): Promise<void> {
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const mark = this.#mark ?? (await this.#start());
      const next = await this.tail.next(mark, PAGE);
      if (next === 'went_back') {
        this.#rewinds += 1;
        this.#mark = undefined;
        continue;
      }
      this.#head = next.head.sequence;
      await this.#take(next);
      if (next.mark.sequence === next.head.sequence) return;
    }
    throw new CatchingUp(this.#sequence, this.#head);
  }

  async #start(): Promise<Mark> {
    const stored = await this.projection.everything();
    await this.#read();
    // Rows that count what is not in the journal are of no use.
    const isOfThis = stored.cursor <= this.#bookAt;
    const [last] = isOfThis && stored.cursor > 0 ? await this.tail.pick([stored.cursor]) : [];
    this.#fold = new MarketFold(last ? stored : { cursor: 0, pools: [] });
    this.recent = new RecentEvents();
    this.#sequence = last?.sequence ?? 0;
    return { sequence: this.#sequence, id: last?.id ?? null };
  }

  async #read(): Promise<void> {
    const everything = await this.tail.everything();
    this.#book = new Book(everything);
    this.#bookAt = everything.mark.sequence;
    this.#head = everything.mark.sequence;
  }

  async #take({ posted, mark, head, listed }: Next): Promise<void> {
    const { fold } = this;
    const missing = fold.missing(posted);
    if (missing.length > 0) fold.know(missing, await this.projection.positions(missing));
    // Until all of it is taken, nobody may go on from here.
    this.#mark = undefined;
    for (const one of posted) {
      if (one.sequence > this.#bookAt && !this.#list(one)) await this.#read();
      fold.take(one, this.book);
      this.recent.take(one, this.book);
      this.#sequence = one.sequence;
    }
    if (mark.sequence === head.sequence && this.book.listed !== listed) await this.#read();
    this.#mark = mark;
  }

  /** False where a receipt does not tell enough to go on from. */
  #list(posted: Posted): boolean {
    this.#bookAt = posted.sequence;
    return this.book.take(posted) !== undefined;
  }
}
