// The keeper's service: follows the journal while it holds the lease, and returns commands as soon as there are any.
import { setTimeout as sleep } from 'node:timers/promises';
import { nextTimeMs } from '../core/settle/transaction-id.ts';
import { Follower } from '../journal/follower.ts';
import { StoreClock } from '../journal/store-clock.ts';
import type { Leases } from '../ports/lease.ts';
import type { KeeperNote } from '../ports/orders.ts';
import type { Tail } from '../ports/tail.ts';
import { type HeldLease, LeaseHolder } from '../thread/lease-holder.ts';
import type { OrderCommand } from './command.ts';
import { Keeper, type KeeperOptions } from './keeper.ts';
import type { OrderRecords } from './open-orders.ts';

export type KeeperServiceOptions = Omit<KeeperOptions, 'isLong'> & {
  /** Unique for every process. */
  readonly holder: string;
  /** This machine's time of day. Orders use the journal's clock; this one is only compared with it. */
  readonly now?: () => number;
  /** How long a caller waits for commands before it gets an empty answer. */
  readonly patienceMs?: number;
  /** A look that takes longer is continued by the next one, so that others get their turn. */
  readonly longMs?: number;
  /** Reading, or looking without a result, is interrupted after this, to renew the lease and follow the journal. */
  readonly readMs?: number;
  /** Called with the last transaction up to which there is nothing to do. */
  readonly onQuiet?: (sequence: number) => void;
};

/** The outcome of a command; if it is unknown, the journal will show it. */
export type CommandOutcome = 'done' | 'refused' | 'unknown';

export type Work = {
  readonly commands: readonly OrderCommand[];
  /** True if there is nothing else to do. */
  readonly isAll: boolean;
  /** True while the open orders, or the journal, are still being read. */
  readonly isLoading: boolean;
  /** True if this process holds the lease. */
  readonly holds: boolean;
  readonly open: number;
  /** For how long the order that has waited longest could have been filled; 0 if none can be filled. */
  readonly reachableMs: number;
  /** The number of orders that are refused repeatedly. */
  readonly putOff: number;
  /** How far this machine's clock is ahead of the journal's; negative if it is behind. */
  readonly clockAheadMs: number;
  /** The last transaction followed. */
  readonly sequence: number;
};

const PATIENCE_MS = 10_000;
/** The transactions taken at once. */
const PAGE = 500;
/** How often the journal is read, and how often while it grows. It is polled, since notifications would slow down commits. */
const [EVERY_MS, SOON_MS] = [50, 20];
/** Short, because if the holder dies, no order is filled until the lease expires. Correctness does not depend on it. */
const LEASE_MS = 3000;
/** How often a standby checks the lease. */
const STANDBY_MS = 500;
const LONG_MS = 20;
/** After reading, or looking without a result, for this long, the lease is renewed and the journal followed. */
const READ_MS = 500;
/** How often records are read that were older than the balances of their orders. */
const LEARN_MS = 200;

export class KeeperService {
  readonly #tail: Tail;
  readonly #keeper: Keeper;
  readonly #follower: Follower;
  readonly #lease: LeaseHolder;
  readonly #records: OrderRecords;
  readonly #clock: StoreClock;
  readonly #patienceMs: number;
  readonly #readMs: number;
  readonly #onQuiet: (sequence: number) => void;
  #quiet = 0;
  #isAll = true;
  #isLoading = false;
  /** True if the last answer said that this process holds the lease. */
  #toldHeld = false;
  #held: HeldLease | undefined;
  #given: readonly OrderCommand[] = [];
  /** The commands of the last answer that were refused. */
  #refused: readonly OrderCommand[] = [];
  #done = 0;
  #lookedMs = 0;
  #beganMs = 0;
  #learnMs = 0;
  #hasGrown = true;
  readonly #closed = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    tail: Tail,
    leases: Leases & OrderRecords,
    {
      holder,
      now = Date.now,
      patienceMs = PATIENCE_MS,
      onQuiet = () => {},
      longMs = LONG_MS,
      readMs = READ_MS,
      ...options
    }: KeeperServiceOptions,
  ) {
    this.#tail = tail;
    this.#records = leases;
    this.#clock = new StoreClock(tail, { hereMs: now });
    this.#patienceMs = patienceMs;
    this.#readMs = readMs;
    this.#onQuiet = onQuiet;
    this.#keeper = new Keeper({ ...options, isLong: () => performance.now() - this.#beganMs > longMs });
    this.#follower = new Follower(tail, this.#keeper.folds, {
      page: PAGE,
      // With few orders, reading all of them with the pools costs less than following every swap. Many orders are read only once, since
      // reading them again would make the keeper late again. And averages need every swap.
      most: (byDefault) => (this.#isCheapToRead(byDefault) ? byDefault : Number.MAX_SAFE_INTEGER),
    });
    this.#lease = new LeaseHolder(leases, {
      name: 'orders',
      holder,
      now: () => performance.now(),
      leaseMs: LEASE_MS,
      note: () => JSON.stringify(this.#note),
    });
  }

  #isCheapToRead(most: number): boolean {
    const { orders, stops } = this.#keeper;
    return orders.isKnown && orders.size <= most && stops.longestMs === undefined;
  }

  /** Takes the outcomes of the last commands, and returns when there are more commands, or after a timeout. */
  next(answers: readonly CommandOutcome[] = []): Promise<Work> {
    const work = this.#next(answers);
    this.#last = work.catch(() => {});
    return work;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#last;
    await this.#lease.release();
    await this.#tail.close();
  }

  async #next(answers: readonly CommandOutcome[]): Promise<Work> {
    this.#refused = this.#given.filter((_, index) => answers[index] === 'refused');
    this.#done = answers.filter((answer) => answer === 'done').length;
    this.#given = [];
    // Has the clock read again: the commands may have been refused because it was wrong.
    if (this.#refused.length > 0) this.#clock.doubt();
    const endMs = performance.now() + this.#patienceMs;
    for (;;) {
      await this.#renew();
      if (this.#held) await this.#look();
      const isNews = this.#given.length > 0 || (this.#held !== undefined) !== this.#toldHeld;
      if (isNews || performance.now() >= endMs || this.#closed.signal.aborted) return this.#work();
      if (!this.#isLoading && (this.#isAll || !this.#held)) await this.#pause();
    }
  }

  get #nowMs(): number {
    return nextTimeMs(this.#clock.nowMs(), this.#follower.lastId);
  }

  async #renew(): Promise<void> {
    await this.#lease.hold().finally(() => {
      if (this.#held === this.#lease.held) return;
      this.#held = this.#lease.held;
      // After a lease is gained, the orders are outdated, since the journal was not followed; after one is lost, they need no memory.
      this.#keeper.orders.lose();
      this.#isLoading = false;
    });
  }

  async #look(): Promise<void> {
    const { sequence } = this.#follower;
    await this.#clock.read();
    this.#isLoading = !(await this.#read());
    this.#hasGrown = this.#follower.sequence !== sequence;
    if (this.#refused.length > 0) {
      const isRaced = this.#follower.sequence - sequence > this.#done;
      this.#keeper.refused(this.#refused, this.#nowMs, isRaced);
      this.#refused = [];
    }
    if (this.#isLoading) return;
    await this.#readWindows();
    this.#lookedMs = performance.now();
    const endMs = this.#lookedMs + this.#readMs;
    do {
      this.#beganMs = performance.now();
      const { commands, isAll } = this.#keeper.look(this.#nowMs);
      this.#given = commands;
      this.#isAll = isAll;
      this.#isLoading = !this.#keeper.orders.isKnown;
      if (this.#isLoading) return;
      await sleep(0);
    } while (!this.#isAll && this.#given.length === 0 && !this.#closed.signal.aborted && performance.now() < endMs);
    if (
      !this.#isAll ||
      this.#given.length > 0 ||
      this.#closed.signal.aborted ||
      this.#quiet === this.#follower.sequence
    )
      return;
    this.#quiet = this.#follower.sequence;
    this.#onQuiet(this.#quiet);
  }

  /** Follows the journal and loads the open orders; false if that takes longer: the next look then continues. */
  async #read(): Promise<boolean> {
    const endMs = performance.now() + this.#readMs;
    const isLong = () => performance.now() >= endMs || this.#closed.signal.aborted;
    while (!(await this.#follower.follow())) if (isLong()) return false;
    const { orders } = this.#keeper;
    if (!orders.isKnown && !(await orders.load(this.#tail, isLong))) return false;
    await this.#learn();
    return true;
  }

  /** Looks up what partly filled purchases have received; the records may lag behind the journal, so it asks again after a while. */
  async #learn(): Promise<void> {
    const { orders } = this.#keeper;
    if (orders.unknown === 0 || performance.now() < this.#learnMs) return;
    await orders.learn(this.#records);
    this.#learnMs = performance.now() + LEARN_MS;
  }

  /** Loads the averages that stops and guards need; other orders are looked at meanwhile. */
  async #readWindows(): Promise<void> {
    const { windows, longestMs } = this.#keeper.stops;
    if (longestMs === undefined || windows.covers(longestMs)) return;
    await windows.load(this.#tail, { overMs: longestMs, sequence: this.#follower.sequence, nowMs: this.#nowMs });
  }

  /** Pauses until the journal is read again, or until something is due, but never without a minimum pause. */
  async #pause(): Promise<void> {
    const { nextMs } = this.#keeper;
    const dueMs = this.#held && nextMs !== undefined ? nextMs - this.#nowMs : Number.POSITIVE_INFINITY;
    const tooSoonMs = SOON_MS - (performance.now() - this.#lookedMs);
    const waitMs = Math.max(1, tooSoonMs, Math.min(this.#hasGrown ? SOON_MS : EVERY_MS, dueMs));
    await sleep(this.#held ? waitMs : STANDBY_MS, undefined, { signal: this.#closed.signal }).catch(() => {});
  }

  get #note(): KeeperNote {
    const { oldestReachable, putOff, orders } = this.#keeper;
    const { order, sinceMs } = oldestReachable ?? {};
    const reachable =
      order === undefined || sinceMs === undefined ? null : { order, forMs: Math.max(0, this.#nowMs - sinceMs) };
    return { open: orders.size + orders.unknown, isLoading: !orders.isKnown, reachable, putOff };
  }

  #work(): Work {
    const holds = this.#held !== undefined;
    this.#toldHeld = holds;
    const { open, reachable, putOff } = this.#note;
    return {
      commands: this.#given,
      isAll: this.#isAll && !this.#isLoading,
      isLoading: this.#isLoading,
      holds,
      open,
      reachableMs: holds && reachable ? reachable.forMs : 0,
      putOff,
      clockAheadMs: this.#clock.aheadMs,
      sequence: this.#follower.sequence,
    };
  }
}
