// Decides whether recurring orders and triggered stops have to wait: until a part is due, or until the average price for a guard is known.
// A guard is the least payment for a fill, computed from that average.
import { pairsOnWay } from '../core/commands/way.ts';
import { type GuardEvidence, guardedMinimum } from '../core/orders/guard.ts';
import { partFrom } from '../core/orders/order.ts';
import type { Pair } from '../core/pool.ts';
import type { Book } from '../journal/book.ts';
import type { PriceWindows } from '../journal/price-windows.ts';
import type { Sought } from '../routes/fill-for.ts';
import { DueTimes } from './due-times.ts';
import { type OpenOrder, type OpenOrders, timesOf } from './open-orders.ts';
import type { Rehearsal } from './rehearsal.ts';

/** An order that waits for its guard is looked at again after this time, in which averages move little. */
const LOOK_AGAIN_MS = 1000;

export type Guarded = Sought & { readonly guard?: Sought['guard'] & { readonly evidence: GuardEvidence } };

export class Guards {
  readonly #windows: Pick<PriceWindows, 'guard'>;
  readonly #book: () => Book;
  readonly #looks: DueTimes;
  /** By pair: the averages for guards in the current look (one pass of the keeper over the open orders). */
  readonly #evidence = new Map<string, GuardEvidence | undefined>();

  constructor(windows: Pick<PriceWindows, 'guard'>, book: () => Book, orders: () => OpenOrders) {
    this.#windows = windows;
    this.#book = book;
    this.#looks = new DueTimes(() => timesOf(orders(), ({ attempts }) => attempts.lookAtMs));
  }

  clear(): void {
    this.#looks.clear();
    this.#evidence.clear();
  }

  /** The number of stored times at which orders are looked at again. */
  get size(): number {
    return this.#looks.size;
  }

  /** The next time at which a waiting order is looked at again. */
  get nextMs(): number | undefined {
    return this.#looks.next;
  }

  /** Starts a look; yields the numbers of the orders whose wait is over. */
  *begin(nowMs: number): Generator<number> {
    this.#evidence.clear();
    for (let due = this.#looks.pass(nowMs); due; due = this.#looks.pass(nowMs)) yield due.of;
  }

  /** The input of `fillFor` for an order; undefined if the order has to wait. A look fills a part only once, so that pools can recover. */
  fillInputFor(order: OpenOrder, rehearsal: Rehearsal, nowMs: number): Guarded | undefined {
    if (order.attempts.lookAtMs > nowMs) return undefined;
    const progress = rehearsal.progressOf(order);
    const { slippagePpm, schedule } = order;
    if (slippagePpm === undefined && !schedule) return { order, ...progress, nowMs };
    if (rehearsal.hasTraded(order)) return undefined;
    const fromMs = partFrom(order, progress);
    if (fromMs > nowMs) return this.#wait(order, fromMs, nowMs);
    if (slippagePpm === undefined) return { order, ...progress, nowMs };
    const evidence = this.#evidenceOf(order, nowMs);
    if (!evidence) return this.#wait(order, nowMs + LOOK_AGAIN_MS, nowMs);
    const pools = pairsOnWay(order, evidence).flatMap(({ tokenA, tokenB }) => {
      const pool = this.#book().pool(tokenA, tokenB);
      return pool ? [pool.record] : [];
    });
    const leastFor = (units: bigint) => guardedMinimum(units, evidence, pools, slippagePpm);
    return { order, ...progress, nowMs, guard: { leastFor, evidence } };
  }

  /** Lets an order wait for which pools pay less than its guard requires, because the average or the pools may move. */
  wait(order: OpenOrder, nowMs: number): void {
    this.#wait(order, nowMs + LOOK_AGAIN_MS, nowMs);
  }

  #wait(order: OpenOrder, untilMs: number, nowMs: number): undefined {
    const { lookAtMs } = order.attempts;
    if (lookAtMs > nowMs && lookAtMs <= untilMs) return;
    order.attempts = { ...order.attempts, lookAtMs: untilMs };
    this.#looks.add(untilMs, order.number);
  }

  #evidenceOf({ tokenA, tokenB }: Pair, nowMs: number): GuardEvidence | undefined {
    const key = `${tokenA} ${tokenB}`;
    if (!this.#evidence.has(key)) this.#evidence.set(key, this.#windows.guard({ tokenA, tokenB }, nowMs));
    return this.#evidence.get(key);
  }
}
