// Decides whether recurring orders and triggered stops have to wait: until a part is due, until a trigger holds again, or until the
// reference for a guard is known. A guard is the least payment for a fill, computed from that reference.
import type { Ppm } from '../core/amount.ts';
import { pairsOnWay } from '../core/commands/way.ts';
import { type GuardEvidence, leastForFill, matchedMinimum } from '../core/orders/guard.ts';
import { fillableAt, partFrom } from '../core/orders/order.ts';
import { type Evidence, hasPassed } from '../core/orders/trigger.ts';
import type { Pair, Pool } from '../core/pool.ts';
import type { Book } from '../journal/book.ts';
import type { PriceWindows } from '../journal/price-windows.ts';
import type { NextFill, OrderToFill } from '../routes/fill-for.ts';
import { DueTimes } from './due-times.ts';
import { type OpenOrder, type OpenOrders, timesOf } from './open-orders.ts';
import type { Rehearsal } from './rehearsal.ts';

/** An order that waits for its guard or trigger is looked at again after this time, in which averages move little. */
const LOOK_AGAIN_MS = 1000;

type Guard = NonNullable<OrderToFill['guard']> & {
  /** The least payment of another order for an amount. */
  leastMatched(units: bigint): bigint;
  evidenceFor(units: bigint): GuardEvidence | undefined;
};
/** The input of `fillFor`, with the evidence that the commands for an order need. */
export type FillInput = OrderToFill & { readonly guard?: Guard; readonly trigger?: Evidence };

/** The evidence for a fill that was found. */
export const evidenceOf = ({ guard, trigger }: FillInput, { units }: Pick<NextFill, 'units'>) => ({
  guard: guard?.evidenceFor(units),
  trigger,
});

export class Guards {
  readonly #windows: Pick<PriceWindows, 'guard' | 'average'>;
  readonly #book: () => Book;
  readonly #looks: DueTimes;

  constructor(windows: Pick<PriceWindows, 'guard' | 'average'>, book: () => Book, orders: () => OpenOrders) {
    this.#windows = windows;
    this.#book = book;
    this.#looks = new DueTimes(() => timesOf(orders(), ({ attempts }) => attempts.lookAtMs));
  }

  clear(): void {
    this.#looks.clear();
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
    for (let due = this.#looks.pass(nowMs); due; due = this.#looks.pass(nowMs)) yield due.of;
  }

  /**
   * The input of `fillFor` for an order, which pools or another order may fill; undefined if the order has to wait. A look fills a part
   * only once, so that pools can recover. A stop's slices are paced, but another order may fill it at any time.
   */
  fillInputFor(order: OpenOrder, rehearsal: Rehearsal, nowMs: number, by: 'pools' | 'order'): FillInput | undefined {
    const { slippagePpm, schedule, trigger } = order;
    const isPaced = by === 'pools' || trigger === undefined;
    if (isPaced && order.attempts.lookAtMs > nowMs) return undefined;
    const progress = rehearsal.progressOf(order);
    if (slippagePpm === undefined && !schedule && !trigger) return { order, ...progress, nowMs };
    if (rehearsal.hasTraded(order)) return undefined;
    const fromMs = isPaced ? partFrom(order, progress) : 0;
    if (fromMs > nowMs) return this.#wait(order, fromMs, nowMs);
    const evidence = trigger && this.#windows.average(order, trigger, progress.left, nowMs);
    const isOff = trigger && !(evidence && hasPassed(trigger, evidence.average));
    if (isOff) return this.#wait(order, nowMs + LOOK_AGAIN_MS, nowMs);
    const input = { order, ...progress, nowMs, ...(evidence && { trigger: evidence }) };
    if (slippagePpm === undefined) return input;
    const due = fillableAt(order, progress, nowMs);
    if (!this.#windows.guard(order, due, nowMs)) return this.#wait(order, nowMs + LOOK_AGAIN_MS, nowMs);
    return { ...input, guard: this.#guardOf(order, { slippagePpm, due, nowMs }) };
  }

  /** Lets an order wait for which pools pay less than its guard requires, because the reference or the pools may move. */
  wait(order: OpenOrder, nowMs: number): void {
    this.#wait(order, nowMs + LOOK_AGAIN_MS, nowMs);
  }

  #guardOf(order: OpenOrder, { slippagePpm, due, nowMs }: GuardInput): Guard {
    const evidenceFor = (units: bigint) => this.#windows.guard(order, units, nowMs);
    const leastOf = (units: bigint, minimum: (evidence: GuardEvidence, pools: readonly Pool[]) => bigint) => {
      const evidence = evidenceFor(units);
      return evidence ? minimum(evidence, this.#poolsOn(order, evidence)) : UNPAYABLE;
    };
    return {
      slippage: Number(slippagePpm) / 1e6,
      leastFor: (units) =>
        leastOf(units, (evidence, pools) => leastForFill(units, evidence, pools, { slippagePpm, due })),
      leastMatched: (units) => leastOf(units, (evidence, pools) => matchedMinimum(units, evidence, pools)),
      evidenceFor,
    };
  }

  #poolsOn(pair: Pair, evidence: Evidence): readonly Pool[] {
    return pairsOnWay(pair, evidence).flatMap(({ tokenA, tokenB }) => {
      const pool = this.#book().pool(tokenA, tokenB);
      return pool ? [pool.record] : [];
    });
  }

  #wait(order: OpenOrder, untilMs: number, nowMs: number): undefined {
    const { lookAtMs } = order.attempts;
    if (lookAtMs > nowMs && lookAtMs <= untilMs) return;
    order.attempts = { ...order.attempts, lookAtMs: untilMs };
    this.#looks.add(untilMs, order.number);
  }
}

type GuardInput = { readonly slippagePpm: Ppm; readonly due: bigint; readonly nowMs: number };

/** More than any pool holds. */
const UNPAYABLE = 1n << 128n;
