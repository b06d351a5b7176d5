// The projector: stores what the observer has counted if this process holds the lease; otherwise it follows what the holder stores.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { OrderRecord } from '../core/orders/record.ts';
import { LONGEST_LEASE_MS } from '../ports/lease.ts';
import { CatchingUp } from '../ports/market.ts';
import type { Claim, PoolRows } from '../ports/projection.ts';
import { type HeldLease, LeaseHolder, type LeaseHolderOptions } from '../thread/lease-holder.ts';
import type { Observer } from './observer.ts';

/** Status messages of a projector. */
export type ProjectorNotice =
  | { readonly holds: boolean }
  /** How far everything was stored when this process took over, and the journal's length. */
  | { readonly storesFrom: number; readonly of: number }
  | { readonly catchingUp: number }
  | { readonly caughtUp: number; readonly tookMs: number }
  | { readonly stored: number; readonly tookMs: number }
  | { readonly counted: number; readonly cursor: number; readonly openOrders: number }
  | { readonly failed: string };

export type ProjectorOptions = Pick<LeaseHolderOptions, 'leaseMs' | 'renewEveryMs'> & {
  readonly storeEveryMs: number;
  /** The longest time that closing waits for unstored rows. */
  readonly closeMs?: number;
  readonly onNotice?: (notice: ProjectorNotice) => void;
};
/** Long enough to be renewed in time even if much is stored or the machine is busy. */
const SHORTEST_LEASE_MS = 3000;

/** Pauses: while storing, while another process stores, while the other is still catching up, and after a failure. */
const PAUSE_MS = { storing: 250, standby: 3000, missing: 1000, failed: 1000 };
/** Rows passed to the store at once; in between, the lease is renewed and others get their turn. */
const ROWS_A_SLICE = 1000;
const CLOSE_MS = 5000;

export class Projector {
  readonly #observer: Observer;
  readonly #storeEveryMs: number;
  readonly #closeMs: number;
  readonly #notify: (notice: ProjectorNotice) => void;
  readonly #leaseHolder: LeaseHolder;
  readonly #stop = new AbortController();
  /** The lease when it was last checked. */
  #held: HeldLease | undefined;
  #storedMs = Number.NEGATIVE_INFINITY;
  #cursor = 0;
  #catchingUp: { readonly sinceMs: number; readonly from: number } | undefined;
  /** True if the stored rows are known to count only transactions of this journal. */
  #isSound = false;
  #hasFailed = false;
  #hasBegun = false;
  #reported = { counted: -1, cursor: -1 };
  #running: Promise<void> = Promise.resolve();

  constructor(observer: Observer, options: ProjectorOptions) {
    const { storeEveryMs, closeMs = CLOSE_MS, onNotice = () => {}, ...lease } = options;
    this.#observer = observer;
    this.#storeEveryMs = storeEveryMs;
    this.#closeMs = closeMs;
    this.#notify = onNotice;
    const leaseMs = Math.max(SHORTEST_LEASE_MS, Math.min(LONGEST_LEASE_MS, storeEveryMs));
    const now = () => performance.now();
    this.#leaseHolder = new LeaseHolder(observer.projection, {
      name: 'market',
      holder: randomUUID(),
      now,
      leaseMs,
      ...lease,
    });
  }

  get isHolder(): boolean {
    return this.#held !== undefined;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Does what is due; returns the pause until the next call. */
  async turn(): Promise<number> {
    await this.#renew();
    const pauseMs = this.#held ? await this.#project(this.#held.fence) : await this.#standBy();
    this.#reportProgress();
    return pauseMs;
  }

  /** Stores what is counted, and releases the lease for another process. */
  async close(): Promise<void> {
    this.#stop.abort();
    const done = this.#running.then(() => this.#end());
    const late = new AbortController();
    await Promise.race([
      done.catch(() => {}),
      sleep(this.#closeMs, undefined, { signal: late.signal }).catch(() => {}),
    ]);
    late.abort();
  }

  async #end(): Promise<void> {
    if (!this.#held) return;
    await this.#observer.catchUp().catch(() => {});
    await this.#store(this.#held.fence);
    await this.#leaseHolder.release();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const pauseMs = await this.turn().then(
        (pauseMs) => this.#succeed(pauseMs),
        (error) => this.#fail(error),
      );
      await (pauseMs === 0 ? turn() : sleep(pauseMs, undefined, { signal }).catch(() => {}));
    }
  }

  #succeed(pauseMs: number): number {
    this.#hasFailed = false;
    return pauseMs;
  }

  /** Everything not stored is retried; a repeated failure is reported once. */
  #fail(error: unknown): number {
    if (!this.#hasFailed) this.#notify({ failed: error instanceof Error ? error.message : String(error) });
    this.#hasFailed = true;
    return PAUSE_MS.failed;
  }

  async #renew(): Promise<void> {
    await this.#leaseHolder.hold().finally(() => this.#see());
  }

  /** Checks whether the lease was gained or lost. The previous holder may have stored pools beyond the cursor, so counting restarts. */
  #see(): void {
    const { held } = this.#leaseHolder;
    if (held === this.#held) return;
    this.#held = held;
    this.#isSound = false;
    this.#hasBegun = false;
    this.#observer.stores = held !== undefined;
    this.#observer.restart();
    this.#notify({ holds: held !== undefined });
  }

  #lose(): void {
    this.#leaseHolder.lose(true);
    this.#see();
  }

  async #standBy(): Promise<number> {
    this.#cursor = await this.#observer.dropStored();
    const { head, sequence } = this.#observer;
    const pauseMs = this.#observer.counted && head === sequence ? PAUSE_MS.standby : PAUSE_MS.missing;
    return Math.min(pauseMs, this.#storeEveryMs);
  }

  async #project(fence: number): Promise<number> {
    const forgotten = this.#observer.counted?.fold.cursor ?? 0;
    const { cursor, fence: latest } = await this.#observer.projection.standing();
    if (latest !== fence) {
      this.#lose();
      return 0;
    }
    this.#cursor = cursor ?? 0;
    if (this.#cursor < forgotten) this.#observer.restart();
    const counts = await this.#counts(cursor);
    if (!counts && !(await this.#clear(fence))) return 0;
    if (!this.#hasBegun) await this.#begin(counts ? this.#cursor : 0);
    const isThere = await this.#count();
    const isDue = performance.now() - this.#storedMs >= this.#storeEveryMs;
    if (isDue || this.#observer.counted?.fold.isFull) await this.#store(fence);
    return isThere ? Math.min(PAUSE_MS.storing, this.#storeEveryMs) : 0;
  }

  async #begin(storesFrom: number): Promise<void> {
    await this.#observer.known();
    this.#hasBegun = true;
    this.#notify({ storesFrom, of: Math.max(this.#observer.head, storesFrom) });
  }

  /** True if the rows stored before this lease can be used. */
  async #counts(cursor: number | null): Promise<boolean> {
    if (cursor === null) return false;
    if (cursor === 0 || this.#isSound) return true;
    const found = await this.#observer.tail.pick([cursor]);
    this.#isSound = found.length > 0;
    return this.#isSound;
  }

  /** Deletes all rows, in pieces with pauses of the same length, since waiting writers do not queue for SQLite's lock. */
  async #clear(fence: number): Promise<boolean> {
    for (let isClear = false; !isClear; ) {
      const beganMs = performance.now();
      isClear = await this.#observer.projection.clear(fence);
      await sleep(performance.now() - beganMs);
      if (!(await this.#stillHolds(fence))) return false;
    }
    this.#observer.restart();
    return true;
  }

  /** False if there is more to count than is done at once. */
  async #count(): Promise<boolean> {
    try {
      await this.#observer.catchUp();
      if (this.#catchingUp) {
        const { sinceMs, from } = this.#catchingUp;
        this.#notify({ caughtUp: this.#observer.sequence - from, tookMs: performance.now() - sinceMs });
      }
      this.#catchingUp = undefined;
      return true;
    } catch (error) {
      if (!(error instanceof CatchingUp)) throw error;
      if (!this.#catchingUp) this.#notify({ catchingUp: error.total - error.done });
      this.#catchingUp ??= { sinceMs: performance.now(), from: error.done };
      return false;
    }
  }

  async #store(fence: number): Promise<void> {
    const { counted } = this.#observer;
    if (!counted) return;
    const { fold, mark } = counted;
    const beganMs = performance.now();
    this.#storedMs = beganMs;
    if (mark.sequence === fold.cursor) return;
    // Copies the rows in one turn, so that they are consistent: the observer continues to count while they are stored.
    const pools = [...fold.unstored()];
    const orders = [...fold.orders.unstored()];
    const claim = { fence, mark, from: fold.cursor };
    if (!(await this.#save(pools, orders, claim))) return;
    if (!(await this.#observer.projection.advance(claim))) return this.#lose();
    if (this.#observer.counted?.fold === fold) fold.forget(mark.sequence);
    this.#cursor = mark.sequence;
    this.#notify({ stored: mark.sequence, tookMs: performance.now() - beganMs });
  }

  async #save(pools: readonly PoolRows[], orders: readonly OrderRecord[], claim: Claim): Promise<boolean> {
    const { projection } = this.#observer;
    for (const slice of slicesOf(pools)) if (!(await this.#saveOne(projection.save(slice, claim), claim))) return false;
    for (let from = 0; from < orders.length; from += ROWS_A_SLICE) {
      const slice = orders.slice(from, from + ROWS_A_SLICE);
      if (!(await this.#saveOne(projection.saveOrders(slice, claim), claim))) return false;
    }
    return true;
  }

  async #saveOne(saved: Promise<boolean>, claim: Claim): Promise<boolean> {
    if (!(await saved)) {
      this.#lose();
      return false;
    }
    await turn();
    return this.#stillHolds(claim.fence);
  }

  async #stillHolds(fence: number): Promise<boolean> {
    await this.#renew();
    return this.#held?.fence === fence;
  }

  #reportProgress(): void {
    const { sequence } = this.#observer;
    if (sequence === this.#reported.counted && this.#cursor === this.#reported.cursor) return;
    this.#reported = { counted: sequence, cursor: this.#cursor };
    this.#notify({ ...this.#reported, openOrders: this.#observer.counted?.fold.orders.openCount ?? 0 });
  }
}

function* slicesOf(pools: readonly PoolRows[]): Generator<readonly PoolRows[]> {
  let [slice, rows]: [PoolRows[], number] = [[], 0];
  for (const pool of pools) {
    slice.push(pool);
    rows += rowsIn(pool);
    if (rows < ROWS_A_SLICE) continue;
    yield slice;
    [slice, rows] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}

const rowsIn = ({ candles, positions }: PoolRows): number => 1 + candles.length + positions.length;
