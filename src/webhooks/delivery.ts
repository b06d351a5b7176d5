// Delivers webhooks: one process at a time, by a lease; one request per hook at a time, in order, for many hooks in parallel.

import type { Leases } from '../ports/lease.ts';
import type { JournalMark } from '../ports/records.ts';
import { type DeliveryEntry, type HookProgress, type HookRecord, type HookStore, isDue } from '../ports/webhooks.ts';
import { type HeldLease, LeaseHolder } from '../thread/lease-holder.ts';
import { type EventReader, type EventsRead, type HookEvent, messageOf, readBatch } from './batch.ts';
import { Owners } from './owners.ts';
import type { Post, PostOutcome } from './post.ts';
import { afterAttempt, progressOf } from './schedule.ts';
import { signedHeaders } from './signature.ts';

export type DeliveryOptions = {
  readonly store: HookStore & Leases;
  readonly events: EventReader;
  readonly post: (asked: Post) => Promise<PostOutcome>;
  /** Identifies this process as the holder of the lease; unique for every run. */
  readonly holder: string;
  /** True if a hook is delivered only while its owner has a key. */
  readonly needsKeys?: boolean;
  readonly now?: () => number;
  readonly chance?: () => number;
  readonly onAttempt?: (attempt: Attempted) => void;
  readonly onTrouble?: (error: unknown) => void;
};
export type Attempted = {
  readonly hook: HookRecord;
  /** `none` if the hook was paused before anything was sent. */
  readonly outcome: 'delivered' | 'failed' | 'none';
  readonly after: HookProgress;
  /** The request that was sent, if any. */
  readonly sent?: DeliveryEntry;
};

/** Limits: hooks read from the store at a time, requests at once, and requests of one account at once. */
const [MAX_HOOKS, MAX_REQUESTS, MAX_OF_ACCOUNT] = [10_000, 64, 4];
/** A hook's progress through events that its filter excludes is stored after this many events, or after this time. */
const [NOTED_EVERY, NOTED_EVERY_MS] = [1000, 60_000];
/** Interval between checks for changed hooks, and the shortest delay after new events, so that they are sent together. */
const [LOOK_EVERY_MS, LOOK_AGAIN_MS] = [1000, 50];

type Passed = { readonly last: number; readonly id: string | undefined; readonly sinceMs: number };

export class Delivery {
  readonly #options: Required<Omit<DeliveryOptions, 'onAttempt' | 'onTrouble'>> & DeliveryOptions;
  readonly #leaseHolder: LeaseHolder;
  readonly #owners: Owners;
  #head = Number.POSITIVE_INFINITY;
  #rewinds = 0;
  /** By hook: the event up to which its filter has excluded everything, while that is not stored yet. */
  readonly #passed = new Map<string, Passed>();
  readonly #queue = new Map<string, HookRecord['account']>();
  readonly #running = new Map<string, { readonly account: HookRecord['account']; readonly done: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isWoken = false;
  #restMs = LOOK_AGAIN_MS;
  #isClosed = false;

  constructor(options: DeliveryOptions) {
    this.#options = { now: Date.now, chance: Math.random, needsKeys: true, ...options };
    this.#leaseHolder = new LeaseHolder(options.store, {
      name: 'webhooks',
      holder: options.holder,
      now: this.#options.now,
    });
    this.#owners = new Owners(options.store, this.#options.now);
  }

  /** Starts to check for due hooks at intervals. */
  start(): void {
    this.#lookIn(0);
  }

  /** Checks for due hooks soon, since the journal's last event is now `head`. */
  wake(head: number): void {
    this.#head = head;
    if (!this.#timer || this.#isWoken || this.#isClosed) return;
    this.#isWoken = true;
    if (!this.#looking) this.#lookIn(this.#restMs);
  }

  /** Stops at once: running requests are aborted, and repeated by the next holder of the lease. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    this.#queue.clear();
    await this.#leaseHolder.release();
    await this.settled();
  }

  /** Starts a delivery for each due hook that has something to send, if this process holds the lease. */
  async look(): Promise<void> {
    try {
      const due = await this.#options.store.dueHooks(this.#options.now(), MAX_HOOKS);
      // Taking the lease writes to the database: it is not taken while no hook is due or running.
      if (due.length + this.#running.size > 0) await this.#leaseHolder.hold();
      if (!this.#leaseHolder.held) return this.#forget();
      for (const hook of due) if (this.#isWaiting(hook)) this.#queue.set(hook.id, hook.account);
      this.#forgetAllBut(due);
      this.#begin();
    } catch (error) {
      this.#options.onTrouble?.(error);
    }
  }

  /** Resolves when no request is running. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      this.#isWoken = false;
      const startedMs = performance.now();
      this.#looking = this.look();
      await this.#looking;
      this.#looking = undefined;
      // With ten thousand hooks a check takes a while, so the pause grows with it: the thread has other work.
      this.#restMs = Math.min(LOOK_EVERY_MS, LOOK_AGAIN_MS + 10 * (performance.now() - startedMs));
      if (!this.#isClosed) this.#lookIn(this.#isWoken ? this.#restMs : LOOK_EVERY_MS);
    }, ms);
  }

  /** Drops the progress in memory: another process may get further before this one holds the lease again. */
  #forget(): void {
    this.#queue.clear();
    this.#passed.clear();
  }

  #isWaiting(hook: HookRecord): boolean {
    if (this.#running.has(hook.id)) return false;
    const passed = this.#passed.get(hook.id);
    if (passed && this.#options.now() - passed.sinceMs >= NOTED_EVERY_MS) return true;
    return hook.pendingTo !== null || Math.max(hook.cursor, passed?.last ?? 0) < this.#head;
  }

  #forgetAllBut(due: readonly HookRecord[]): void {
    const kept = new Set(due.map(({ id }) => id));
    for (const id of this.#passed.keys()) if (!kept.has(id)) this.#passed.delete(id);
  }

  #begin(): void {
    for (const [id, account] of this.#queue) {
      if (this.#running.size >= MAX_REQUESTS) return;
      if (this.#requestsOf(account) >= MAX_OF_ACCOUNT) continue;
      this.#queue.delete(id);
      const done = this.#step(id)
        .catch((error: unknown) => {
          this.#options.onTrouble?.(error);
          return false;
        })
        .then((hasMore) => {
          this.#running.delete(id);
          if (hasMore && this.#leaseHolder.held) this.#queue.set(id, account);
          this.#begin();
        });
      this.#running.set(id, { account, done });
    }
  }

  #requestsOf(of: HookRecord['account']): number {
    let requests = 0;
    for (const { account } of this.#running.values()) if (account === of) requests++;
    return requests;
  }

  /** Sends one batch of one hook; returns true if there may be another right away. */
  async #step(id: string): Promise<boolean> {
    const { store, events, now } = this.#options;
    const lease = this.#leaseHolder.held;
    const hook = await store.hook(id);
    if (!lease || !hook || hook.state !== 'active' || !isDue(hook, now())) return false;
    if (await this.#isPausedForKey(hook, lease)) return false;
    const from = hook.pendingTo === null ? Math.max(hook.cursor, this.#passed.get(id)?.last ?? 0) : hook.cursor;
    const batch = await readBatch(events, hook, from);
    if (this.#isRewound(batch, from > hook.cursor ? from : 0)) return true;
    this.#head = Number.isFinite(this.#head) ? Math.max(this.#head, batch.head) : batch.head;
    // The events that this node has read do not reach the end of the batch yet.
    if (batch.last < (hook.pendingTo ?? 0)) return false;
    const last = batch.events.at(-1);
    if (!last) {
      await this.#pass(hook, batch, lease);
      return batch.last > from && batch.last < batch.head;
    }
    const fixed = { ...hook, cursor: from, pendingTo: last.sequence };
    if (hook.pendingTo === null && !(await this.#note(fixed, progressOf(fixed), lease, last))) return false;
    this.#passed.delete(id);
    return (await this.#attempt(fixed, batch.events, lease)) && last.sequence < this.#head;
  }

  async #isPausedForKey(hook: HookRecord, lease: HeldLease): Promise<boolean> {
    const reason = this.#options.needsKeys ? await this.#owners.objection(hook) : '';
    if (reason === '') return false;
    const after = { ...progressOf(hook), state: 'paused', reason } as const;
    if (await this.#note(hook, after, lease, undefined)) this.#options.onAttempt?.({ hook, outcome: 'none', after });
    return true;
  }

  /** True if the journal went back: then drops the progress in memory, since other events have these numbers now. */
  #isRewound({ head, rewinds }: EventsRead, passedTo: number): boolean {
    if (rewinds === this.#rewinds && head >= passedTo) return false;
    this.#rewinds = rewinds;
    this.#head = head;
    this.#passed.clear();
    return true;
  }

  async #attempt(hook: HookRecord, events: readonly HookEvent[], lease: HeldLease): Promise<boolean> {
    const { post, now, chance, onAttempt } = this.#options;
    const message = messageOf(hook, events);
    const startMs = now();
    const headers = signedHeaders(message, hook, startMs);
    const outcome = await post({ url: hook.url, headers, body: message.body, signal: lease.lost });
    if (outcome.kind === 'aborted') return false;
    const after = afterAttempt(hook, outcome, { nowMs: now(), chance: chance() });
    if (!(await this.#note(hook, after, lease, events.at(-1)))) return false;
    const sent = {
      atMs: startMs,
      messageId: message.id,
      after: hook.cursor,
      first: events[0]?.sequence ?? 0,
      last: events.at(-1)?.sequence ?? 0,
      events: events.length,
      status: outcome.status,
      ms: now() - startMs,
      failure: outcome.kind === 'failed' ? outcome.reason : '',
      isAgain: false,
    };
    onAttempt?.({ hook, outcome: outcome.kind, after, sent });
    return outcome.kind === 'delivered';
  }

  /** Records up to which event the filter has excluded everything: in memory, and in the store only at intervals. */
  async #pass(hook: HookRecord, { last, lastId }: EventsRead, lease: HeldLease): Promise<void> {
    const nowMs = this.#options.now();
    const before = this.#passed.get(hook.id);
    const { sinceMs, id } = { sinceMs: nowMs, ...before, ...(lastId !== undefined && { id: lastId }) };
    const isLong = last - hook.cursor >= NOTED_EVERY || nowMs - sinceMs >= NOTED_EVERY_MS;
    if (last > hook.cursor && (isLong || hook.pendingTo !== null)) {
      this.#passed.delete(hook.id);
      await this.#note(
        hook,
        { ...progressOf(hook), cursor: last, pendingTo: null },
        lease,
        id === undefined ? undefined : { sequence: last, id },
      );
    } else if (last > hook.cursor) this.#passed.set(hook.id, { last, id, sinceMs });
    else this.#passed.delete(hook.id);
  }

  /**
   * Stores a hook's progress. False if the hook is no longer active; also if another process took over the lease or the journal
   * went back, and then this process drops the lease and aborts its requests.
   */
  async #note(
    hook: HookRecord,
    progress: HookProgress,
    lease: HeldLease,
    last: JournalMark | undefined,
  ): Promise<boolean> {
    const { store } = this.#options;
    const isNoted = await store.noteDelivery(hook.id, progress, lease.fence, last);
    if (!isNoted && (await store.hook(hook.id))?.state === 'active' && lease === this.#leaseHolder.held) {
      this.#leaseHolder.lose();
      this.#forget();
    }
    return isNoted;
  }
}
