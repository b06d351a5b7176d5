// cancelAfter, the dead man's switch of an API key: if it is not renewed in time, the open orders that the key placed are cancelled.
import { setTimeout as sleep } from 'node:timers/promises';
import { KEEPER } from '../core/accounts.ts';
import type { Account } from '../core/amount.ts';
import type { CloseOrdersCommand } from '../core/commands/close-orders.ts';
import type { Market } from '../ports/market.ts';
import type { SideRecords } from '../ports/side-records.ts';
import type { Store } from '../ports/store.ts';
import { RefusedError, type Venue } from '../ports/venue.ts';
import type { Caller } from './keys.ts';
import { SideKind, type StoredRecord } from './side-kind.ts';
import { type DecidedChanges, update } from './update.ts';

/** A switch that is on. All times are by the store's clock, which all nodes share. */
type Switch = {
  readonly account: Account;
  readonly afterMs: number;
  readonly cancelsAtMs: number;
  /** Set once it has gone off: the last transaction of the orders that it cancels. It is removed when all of them are over. */
  readonly upTo?: number;
};
type StoredSwitch = StoredRecord<Switch>;

type Options = {
  readonly store: { readonly sideRecords: SideRecords } & Pick<Store, 'clock' | 'head'>;
  readonly venue: Pick<Venue, 'execute'>;
  /** Called for each commit that cancels orders. */
  onCancelled?(cancelled: { readonly keyId: string; readonly account: Account; readonly orders: number }): void;
  onTrouble?(error: unknown): void;
};

type OpenOrders = Pick<Market, 'orders'>;

/** A renewal that would move the time by less than this writes nothing: the answer tells the stored time. */
const SHARED_MS = 500;
/** How often each node reads the switches; it wakes up earlier for those that are due earlier. */
const LOOK_EVERY_MS = 1000;
/** How soon a node looks again while another one cancels, or after an error. */
const LOOK_SOON_MS = 250;
/** A node that cancels changes the record after each commit; if it does not for so long, others take over, which does no harm. */
const TAKE_OVER_MS = 1000;
/** If a switch is further ahead than it can be set by more than this, the clock was set back. */
const CLOCK_SLACK_MS = 1000;
/** As many as are closed in one commit. */
const MOST_CLOSED = 500;
const PAGE = 1000;
/** Switches that are looked at, and may cancel, at the same time. */
const AT_ONCE = 8;

/**
 * Correct on any number of nodes, however long one of them is paused: that a switch goes off is one change of its record, based on the
 * version that was due, and says up to which transaction orders are cancelled. Until these are over, it cannot be renewed: whoever tries
 * cancels them first. So a node that goes on late finds none of them open, and leaves orders that were placed later alone.
 */
export class CancelAfter {
  readonly #options: Options;
  readonly #switches: SideKind<Switch>;
  /** By key: the version of a switch that went off elsewhere, and since when this node has known. */
  #elsewhere = new Map<string, Noticed>();
  readonly #closed = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#switches = new SideKind(options.store.sideRecords, 'cancel after');
  }

  /** Renews the switch of the caller's key, or switches it off; returns when it cancels, or null. */
  set(caller: Pick<Caller, 'keyId' | 'account'>, afterMs: number, market: OpenOrders): Promise<number | null> {
    return update(this.#options.store.sideRecords, 0, () => this.#renewal(caller, afterMs, market));
  }

  async #renewal(
    caller: Pick<Caller, 'keyId' | 'account'>,
    afterMs: number,
    market: OpenOrders,
  ): Promise<DecidedChanges<number | null>> {
    const { keyId: id, account } = caller;
    const found = await this.#switches.find(id);
    const nowMs = await this.#options.store.clock();
    if (found && (isOff(found) || found.body.cancelsAtMs <= nowMs)) {
      const off = await this.#goOff(found);
      if (off) await this.#finish(off, market);
      return this.#renewal(caller, afterMs, market);
    }
    if (afterMs === 0) return { changes: found ? [this.#put(found, null)] : [], result: null };
    const cancelsAtMs = nowMs + afterMs;
    const body = { account, afterMs, cancelsAtMs };
    // Versions begin with the time, so that no later switch has that of one that a paused node has read.
    if (!found) return { changes: [this.#switches.put({ id, version: 0, first: nowMs, body })], result: cancelsAtMs };
    const isShared = found.body.afterMs === afterMs && cancelsAtMs - found.body.cancelsAtMs < SHARED_MS;
    return isShared
      ? { changes: [], result: found.body.cancelsAtMs }
      : { changes: [this.#put(found, body)], result: cancelsAtMs };
  }

  /** When the orders of a key are cancelled unless it renews; undefined if its switch is not on. */
  async cancelsAtMs(keyId: string): Promise<number | undefined> {
    return (await this.#switches.find(keyId))?.body.cancelsAtMs;
  }

  /** Starts to watch the switches of all keys. */
  start(market: OpenOrders): void {
    this.#running = this.#run(market);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#running;
  }

  async #run(market: OpenOrders): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const waitMs = await this.look(market).catch((error: unknown) => {
        this.#options.onTrouble?.(error);
        return LOOK_SOON_MS;
      });
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Cancels what is due; returns after how many milliseconds to look again. */
  async look(market: OpenOrders): Promise<number> {
    const elsewhere = new Map<string, Noticed>();
    let waitMs = LOOK_EVERY_MS;
    let failure: { readonly error: unknown } | undefined;
    for (let after = ''; ; ) {
      const page = await this.#switches.list({ after, limit: PAGE });
      const nowMs = page.length > 0 ? await this.#options.store.clock() : 0;
      const tend = (found: StoredSwitch) =>
        this.#tend(found, { nowMs, market, elsewhere }).catch((error: unknown) => {
          // A switch whose orders cannot be cancelled now must not hold up the others.
          failure = { error };
          return LOOK_SOON_MS;
        });
      for (let at = 0; at < page.length; at += AT_ONCE)
        waitMs = Math.min(waitMs, ...(await Promise.all(page.slice(at, at + AT_ONCE).map(tend))));
      if (page.length < PAGE || this.#closed.signal.aborted) break;
      after = (page.at(-1) as StoredSwitch).id;
    }
    this.#elsewhere = elsewhere;
    if (failure) this.#options.onTrouble?.(failure.error);
    return Math.max(1, waitMs);
  }

  /** Does what is due for one switch; returns after how many milliseconds to look at it again. */
  async #tend(
    found: StoredSwitch,
    { nowMs, market, elsewhere }: { nowMs: number; market: OpenOrders; elsewhere: Map<string, Noticed> },
  ): Promise<number> {
    const { id, version, body } = found;
    const leftMs = body.cancelsAtMs - nowMs;
    if (isOff(found)) {
      const noticed = this.#elsewhere.get(id);
      const sinceMs = noticed?.version === version ? noticed.sinceMs : performance.now();
      if (performance.now() - sinceMs >= TAKE_OVER_MS) await this.#finish(found, market);
      else elsewhere.set(id, { version, sinceMs });
      return LOOK_SOON_MS;
    }
    if (leftMs > body.afterMs + CLOCK_SLACK_MS) {
      const again = { ...body, cancelsAtMs: nowMs + body.afterMs };
      await this.#change(this.#put(found, again));
      return LOOK_SOON_MS;
    }
    if (leftMs > 0) return leftMs;
    const off = await this.#goOff(found);
    if (off) await this.#finish(off, market);
    return LOOK_SOON_MS;
  }

  /** Lets a switch go off, unless it was renewed meanwhile. */
  async #goOff(found: StoredSwitch): Promise<StoredSwitch | undefined> {
    if (isOff(found)) return found;
    const body = { ...found.body, upTo: await this.#options.store.head() };
    const isDone = await this.#change(this.#put(found, body));
    return isDone ? { ...found, version: found.version + 1, body } : undefined;
  }

  /** Cancels the orders of a switch that went off, and removes it; ends early if another node took over. */
  async #finish(off: StoredSwitch, market: OpenOrders): Promise<void> {
    let last = off;
    for await (const _ of this.#cancel(off, market)) {
      // Tells the others that this node goes on.
      if (!(await this.#change(this.#put(last, last.body)))) return;
      last = { ...last, version: last.version + 1 };
    }
    await this.#change(this.#put(last, null));
  }

  #put({ id, version }: StoredSwitch, body: Switch | null) {
    return this.#switches.put({ id, version, body });
  }

  #change(change: ReturnType<SideKind<Switch>['put']>): Promise<boolean> {
    return this.#options.store.sideRecords.change([change], { nowMs: 0 });
  }

  /** Yields after each commit. */
  async *#cancel({ id: keyId, body: { account, upTo = 0 } }: StoredSwitch, market: OpenOrders): AsyncGenerator<void> {
    // The journal may have been rolled back since.
    const asOf = Math.min(upTo, await this.#options.store.head());
    const pageFrom = (from: { readonly cursor?: string }) =>
      market.orders({ account, state: 'open', limit: MOST_CLOSED, ...from });
    for (let page = await pageFrom({}); ; ) {
      if (page.sequence < asOf) throw new Error('market data is behind the orders to cancel');
      const orders = page.items.filter((order) => order.keyId === keyId && order.order <= upTo);
      const { nextCursor: cursor } = page;
      // The next page is read while these orders are closed.
      const [next] = await Promise.all([
        cursor === null ? undefined : pageFrom({ cursor }),
        orders.length > 0 ? this.#close({ account, keyId, orders }) : undefined,
      ]);
      if (!next) return;
      if (orders.length > 0) yield;
      page = next;
    }
  }

  async #close({ account, keyId, orders }: Pick<CloseOrdersCommand, 'account' | 'orders'> & { keyId: string }) {
    const named = orders.map(({ order, tokenA, tokenB }) => ({ order, tokenA, tokenB }));
    const memo = `cancelAfter of the key ${keyId}`;
    try {
      await this.#options.venue.execute(KEEPER, { kind: 'closeOrders', account, memo, orders: named });
      this.#options.onCancelled?.({ keyId, account, orders: orders.length });
    } catch (error) {
      // All were over already.
      if (!(error instanceof RefusedError && error.refusal.code === 'not_found')) throw error;
    }
  }
}

type Noticed = { readonly version: number; readonly sinceMs: number };

const isOff = ({ body }: StoredSwitch): boolean => body.upTo !== undefined;
