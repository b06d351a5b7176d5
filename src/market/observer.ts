// The observer: computes market data from transactions that are not stored yet (counts them), and answers queries from consistent data.
import { setImmediate as turn } from 'node:timers/promises';
import type { Posted } from '../core/settle/instruction.ts';
import type { Book } from '../journal/book.ts';
import { type Fold, Follower } from '../journal/follower.ts';
import { Landmarks } from '../journal/landmarks.ts';
import { PriceWindows } from '../journal/price-windows.ts';
import { RecentEvents } from '../journal/recent-events.ts';
import { CatchingUp, type Forks } from '../ports/market.ts';
import type { Projection, Standing } from '../ports/projection.ts';
import type { JournalMark } from '../ports/records.ts';
import { StoreUnavailable } from '../ports/store.ts';
import type { Tail } from '../ports/tail.ts';
import { MarketFold } from './fold.ts';

export type ObserverLimits = {
  /** The transactions read at once. */
  readonly page: number;
  /** The most transactions that a query waits for. */
  readonly wait: number;
  /** The most transactions counted without storing them; more are left to the process that stores. */
  readonly history: number;
};
const LIMITS: ObserverLimits = { page: 500, wait: 5000, history: 50_000 };

const NOTHING_COUNTED: JournalMark = { sequence: 0, id: null };
/** How often a query is tried: rows may be stored or dropped while it is answered, but hardly this often in a row. */
const MOST_TRIES = 20;
/** Averages are kept up to date for this long after the last query for them. */
const AVERAGES_KEPT_MS = 600_000;

/** The data read is not consistent: the query has to be repeated. */
export class DataMoved extends Error {}

export class Observer {
  readonly tail: Tail;
  readonly projection: Projection;
  /** True if this process stores what it counts, so that a history of any length may be counted. */
  stores = false;
  readonly recent = new RecentEvents();
  readonly #limits: ObserverLimits;
  readonly #follower: Follower;
  /** Only kept up to date while averages are queried. */
  readonly #windows = new PriceWindows();
  #averagesAskedMs = 0;
  #fold: MarketFold | undefined;
  #counted = NOTHING_COUNTED;
  /** The fence of the last lease (a number that grows with every new holder) when the stored rows were loaded. */
  #fence = 0;
  #isStale = true;
  /** True if everything followed is counted, so that the next page is counted while it is followed. */
  #isAbreast = false;
  /** The stored cursor when it was last read. */
  #stored = 0;
  #last: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<(posted: Posted) => void>();
  #next: Promise<void> | undefined;

  constructor(tail: Tail, projection: Projection, limits: Partial<ObserverLimits> = {}) {
    this.tail = tail;
    this.projection = projection;
    this.#limits = { ...LIMITS, ...limits };
    const { page, wait: most } = this.#limits;
    const counting: Fold = {
      prepare: (posted, after) => this.#prepare(posted, after),
      take: (posted) => this.#isAbreast && this.#countOne(posted),
      lose: () => this.restart(),
    };
    this.#follower = new Follower(tail, [this.recent, this.#windows, counting], {
      page,
      most,
      landmarks: new Landmarks(),
    });
  }

  /** The last transaction counted. */
  get sequence(): number {
    return this.#counted.sequence;
  }

  /** The journal's head when it was last read. */
  get head(): number {
    return this.#follower.head;
  }

  /** The number of rollbacks detected. */
  get rewinds(): number {
    return this.#follower.rewinds;
  }

  get forks(): Forks {
    return this.#follower.forks;
  }

  get book(): Book {
    if (!this.#follower.book) throw this.#behind();
    return this.#follower.book;
  }

  get fold(): MarketFold {
    if (!this.#fold) throw this.#behind();
    return this.#fold;
  }

  /** The fold and its mark; undefined if they are outdated. */
  get counted(): { readonly fold: MarketFold; readonly mark: JournalMark } | undefined {
    return this.#isStale || !this.#fold ? undefined : { fold: this.#fold, mark: this.#counted };
  }

  /** The last transaction known, whether it is counted or not. */
  async known(): Promise<number> {
    if (!this.#follower.book) await this.#queue(() => this.#follower.follow());
    return this.#follower.sequence;
  }

  /**
   * Catches up with the journal; callers that arrive meanwhile share the next read. Throws `CatchingUp` if more is missing than a query
   * may wait for: the next call continues from there.
   */
  catchUp(): Promise<void> {
    this.#next ??= this.#queue(() => {
      this.#next = undefined;
      return this.#walk();
    });
    return this.#next;
  }

  /** Answers from stored and counted data that belong together, as of a time after the call. */
  async answer<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const [caughtUp] = await Promise.allSettled([this.catchUp()]);
      if (caughtUp.status === 'rejected') {
        if (await this.#mayTryAgain(caughtUp.reason)) continue;
        throw caughtUp.reason;
      }
      const { fold } = this;
      const { cursor } = fold;
      const [answer] = await Promise.allSettled([question()]);
      if (this.#isLost(await this.projection.standing(), cursor)) this.restart();
      if (this.#isStale || fold !== this.#fold || fold.cursor !== cursor) continue;
      if (answer.status === 'fulfilled') return answer.value;
      if (!(answer.reason instanceof DataMoved)) throw answer.reason;
    }
    throw this.#behind();
  }

  /** The data for averages over this long; loaded from the journal when first needed. */
  async windowsOf(overMs: number, nowMs: number): Promise<PriceWindows> {
    this.#averagesAskedMs = nowMs;
    const load = () => this.#windows.load(this.tail, { overMs, sequence: this.#follower.sequence, nowMs });
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (this.#windows.covers(overMs) || (await this.#queue(load))) return this.#windows;
      await turn();
    }
    throw this.#behind();
  }

  /** Checks a stored row against what is counted: another node may have stored rows that are not counted here yet. */
  mustReach(sequence: number): void {
    if (sequence > this.sequence) throw new DataMoved();
  }

  /** Calls the listener with each transaction when it is counted; returns a function to unsubscribe. */
  onCounted(listener: (posted: Posted) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reloads the stored rows: another node may be further, or everything has to be counted again. */
  restart(): void {
    this.#isStale = true;
  }

  /** Drops what another process has stored meanwhile, and returns the stored cursor. */
  async dropStored(): Promise<number> {
    const forgotten = this.#fold?.cursor ?? 0;
    const standing = await this.projection.standing();
    this.#stored = standing.cursor ?? 0;
    if (this.#isLost(standing, forgotten) || this.#isOvertaken()) this.restart();
    else if (standing.cursor !== null) this.counted?.fold.forget(standing.cursor);
    return this.#stored;
  }

  async close(): Promise<void> {
    await this.#last.catch(() => {});
    await this.tail.close();
    await this.projection.close();
  }

  /** True if rows may have been replaced since they were loaded, or if rows are missing that the fold has dropped, as after a failover. */
  #isLost({ cursor, fence }: Standing, forgotten: number): boolean {
    return fence !== this.#fence || (cursor ?? 0) < forgotten;
  }

  /** True if counting failed because the stored rows were replaced meanwhile. */
  async #mayTryAgain(error: unknown): Promise<boolean> {
    if (!this.#isStale || error instanceof StoreUnavailable) return false;
    return error instanceof CatchingUp || this.#isLost(await this.projection.standing(), this.#fold?.cursor ?? 0);
  }

  /** True if another process has stored so much that it is faster to continue from there. */
  #isOvertaken(): boolean {
    const { wait, history } = this.#limits;
    const isFar = this.head - this.sequence > wait && this.head - this.#stored <= history;
    return isFar && this.#stored > this.sequence;
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done;
    return done;
  }

  async #walk(): Promise<void> {
    while (!(await this.#follower.follow())) await turn();
    if (Date.now() - this.#averagesAskedMs > AVERAGES_KEPT_MS) this.#windows.stop();
    if (this.#isStale) await this.#start();
    for (let counted = 0; this.#missing > 0; counted += this.#limits.page) {
      if (counted >= this.#limits.wait || !this.#mayCount()) throw this.#behind();
      await this.#count();
      await turn();
    }
    if (this.#isStale) throw this.#behind();
  }

  async #start(): Promise<void> {
    this.#isStale = false;
    try {
      const { fence } = await this.projection.standing();
      const stored = await this.projection.everything();
      const [last] = stored.cursor > 0 ? await this.tail.pick([stored.cursor]) : [];
      // Rows that count transactions missing from the journal are ignored.
      this.#fold = new MarketFold(last || stored.cursor === 0 ? stored : { cursor: 0, pools: [], openOrders: [] });
      this.#counted = last ? { sequence: last.sequence, id: last.id } : NOTHING_COUNTED;
      this.#fence = fence;
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }

  /** The transactions followed but not counted yet. */
  get #missing(): number {
    return this.#isStale ? 0 : this.#follower.sequence - this.sequence;
  }

  #mayCount(): boolean {
    if (this.#missing <= this.#limits.wait) return true;
    return (this.stores || this.#missing <= this.#limits.history) && !this.fold.isFull;
  }

  async #count(): Promise<void> {
    const next = await this.tail.next(this.#counted, Math.min(this.#limits.page, this.#missing));
    // The journal was rolled back; the follower detects that as well.
    if (typeof next === 'string') return this.restart();
    await this.#know(next.posted);
    try {
      for (const one of next.posted) this.#countOne(one);
    } catch (error) {
      this.restart();
      throw error;
    }
  }

  /** If counting has caught up, the new page is counted while it is followed. */
  async #prepare(posted: readonly Posted[], { sequence }: JournalMark): Promise<void> {
    this.#isAbreast = !this.#isStale && this.sequence === sequence;
    if (this.#isAbreast) await this.#know(posted);
  }

  async #know(posted: readonly Posted[]): Promise<void> {
    const { fold, projection } = this;
    const positions = fold.missing(posted);
    if (positions.length > 0) fold.know(positions, await projection.positions(positions));
    const orders = fold.orders.missing(posted, fold.cursor);
    if (orders.length > 0) fold.orders.know(orders, await projection.orders(orders));
  }

  #countOne(posted: Posted): void {
    this.fold.take(posted, this.book);
    this.#counted = { sequence: posted.sequence, id: posted.id };
    for (const listener of this.#listeners) listener(posted);
  }

  #behind(): CatchingUp {
    return new CatchingUp(Math.max(this.sequence, this.#stored), this.head);
  }
}
