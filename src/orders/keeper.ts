// The keeper: finds orders that can be filled, matched or triggered or have expired, and returns the commands for them.
import { type Amount, amount, type Ppm, ppm } from '../core/amount.ts';
import { leastFill } from '../core/orders/order.ts';
import type { Pair } from '../core/pool.ts';
import type { Fold } from '../journal/follower.ts';
import type { RouteLimits } from '../router/limit.ts';
import { fillFor, type PoolsNow } from '../routes/fill-for.ts';
import { RouteFinder } from '../routes/finder.ts';
import { type OrderCommand, ordersOf } from './command.ts';
import { DueTimes } from './due-times.ts';
import { Gains } from './gains.ts';
import { evidenceOf, Guards } from './guards.ts';
import { MatchTurns } from './match-candidates.ts';
import { type MatchOptions, matchSides } from './match-sides.ts';
import { type OpenOrder, OpenOrders, type OrderSide, placeOf, timesOf } from './open-orders.ts';
import { Rehearsal } from './rehearsal.ts';
import { Stops } from './stops.ts';
import { Turns } from './turns.ts';

export type KeeperOptions = RouteLimits & {
  readonly maxPriceImpactPpm: Ppm;
  readonly matchFeePpm?: Ppm;
  /** The most commands returned at once. */
  readonly most?: number;
  /** True if a look (one pass over the open orders) has taken long enough; the next one continues from there. */
  readonly isLong?: () => boolean;
};

/** The commands that a look has found, in the order to execute them; `isAll` if there is nothing else to do. */
export type FoundCommands = { readonly commands: readonly OrderCommand[]; readonly isAll: boolean };

/** The keeper's knowledge of a side (all orders that sell one token for another) since its last look at it. */
type Watch = {
  /** True if its orders have changed, or may be due. */
  isDue: boolean;
  /** Pools can fill none of its orders while `Gains.top` is below this. */
  quietUntil: number;
  /** `Gains.top` when it was last looked at. */
  lookedAt: number;
  /** The smallest allowed fill of its orders; undefined if it has to be computed. */
  least: Amount | undefined;
  /** The order at which a long look was cut off: the next look begins there, so that every order gets its turn. */
  cutAt?: OpenOrder | undefined;
  /** The changes since `least` was computed, which may have removed the smallest order. */
  changes: number;
  readonly turns: Turns;
  readonly matchTurns: MatchTurns;
};

const MOST = 500;
/** The fraction of the best price that a search in floats may miss. */
const MISSED = 1e-4;
/** An order that was searched in vain is near its limit if prices are within this fraction of it. */
const NEAR = 2e-3;
/** How many sides, and orders of each, a look searches in turn even without a change, because a bound in floats is not a proof. */
const [SWEPT_SIDES, SWEPT_ORDERS] = [1, 2];
/** After this long without a refusal, the count of refusals restarts. */
const SETTLED_MS = 1000;
/** If the clock goes back by more, it was wrong before, and all orders are reloaded. If by less, it may only have been read slowly. */
const BACK_MS = 5000;
/** Delays after repeated refusals: the base, doubled by each refusal, and the longest with and without others' transactions in between. */
const [BASE_DELAY_MS, LONGEST_RACED_MS, LONGEST_WAIT_MS] = [100, 400, 60_000];

export class Keeper {
  readonly orders: OpenOrders;
  readonly stops = new Stops();
  readonly folds: readonly Fold[];
  readonly #finder: RouteFinder;
  readonly #gains: Gains;
  readonly #dueTimes = new DueTimes(() => timesOf(this.orders, ({ dueMs }) => dueMs));
  readonly #guards: Guards;
  readonly #options: Required<Pick<KeeperOptions, 'most' | 'isLong' | 'maxPriceImpactPpm' | 'matchFeePpm'>>;
  #watches = new WeakMap<OrderSide, Watch>();
  #from = 0;
  /** The latest time that due times were computed with. */
  #latestMs = 0;
  #swept = 0;
  /** By order: since when looks have found a command to fill, match or trigger it that is not executed yet. */
  #reachable = new Map<number, number>();
  /** The rehearsal of the current look. */
  #rehearsal: Rehearsal;

  constructor({ most = MOST, isLong = () => false, matchFeePpm = ppm(0n), ...options }: KeeperOptions) {
    const { maxPriceImpactPpm, ...limits } = options;
    this.#options = { most, isLong, maxPriceImpactPpm, matchFeePpm };
    this.#finder = new RouteFinder(limits);
    this.#gains = new Gains(limits);
    this.#rehearsal = new Rehearsal(this.#finder, this.#gains);
    this.#guards = new Guards(
      this.stops.windows,
      () => this.#finder.book,
      () => this.orders,
    );
    this.orders = new OpenOrders({
      onChange: (side, placed) => {
        const watch = this.#watch(side);
        watch.isDue = true;
        if (placed) {
          if (watch.least !== undefined) watch.least = amount(smaller(watch.least, leastFill(placed)));
          this.#schedule(placed, placed.placedAtMs);
        } else if (++watch.changes > side.orders.length) watch.least = undefined;
      },
      onStop: (order) => {
        this.stops.note(order);
        if (order.isWaiting) this.#schedule(order, order.placedAtMs);
      },
      onOpen: (order, isOpen) => this.stops.noteOpen(order, isOpen),
      onLose: () => {
        this.stops.clear();
        this.#forget();
      },
    });
    const rest: Fold = {
      restart: () => this.#forget(),
      // A token that is no longer paused changes what can be matched, even without pools.
      take: ({ receipt }) => receipt.kind === 'updateToken' && this.#lookAtAll(),
      lose: () => this.#forget(),
    };
    this.folds = [this.#finder, this.#gains, this.stops.windows, this.orders, rest];
  }

  /** The next time at which something is due, even if the journal does not change. */
  get nextMs(): number | undefined {
    const [due, guarded] = [this.#dueTimes.next, this.#guards.nextMs];
    return due === undefined || guarded === undefined ? (due ?? guarded) : Math.min(due, guarded);
  }

  /** The number of stored due times. */
  get dueTimes(): number {
    return this.#dueTimes.size + this.#guards.size;
  }

  /** The order that could have been filled for the longest time, and since when. */
  get oldestReachable(): { readonly order: number; readonly sinceMs: number } | undefined {
    let oldest: { order: number; sinceMs: number } | undefined;
    for (const [order, sinceMs] of this.#reachable)
      if (!oldest || sinceMs < oldest.sinceMs) oldest = { order, sinceMs };
    return oldest;
  }

  /**
   * Returns the commands to execute now; the book's reserves are the same afterwards. If the clock went back, every due time may be
   * wrong: then all orders are dropped, and have to be loaded again first.
   */
  look(nowMs: number): FoundCommands {
    const isBack = nowMs < this.#latestMs - BACK_MS;
    this.#latestMs = isBack ? nowMs : Math.max(this.#latestMs, nowMs);
    if (isBack) {
      this.orders.lose();
      return { commands: [], isAll: false };
    }
    this.#rehearsal = new Rehearsal(this.#finder, this.#gains);
    const { commands } = this.#rehearsal;
    try {
      this.#handleDue(nowMs);
      for (const number of this.#guards.begin(nowMs)) this.#wake(number);
      commands.push(...this.stops.look(nowMs, () => this.#isEnough()));
      const isAll = this.#lookAtSides(nowMs);
      this.#lookAgainAt(commands);
      this.#noteReachable(nowMs);
      return { commands, isAll };
    } finally {
      this.#rehearsal.undo();
    }
  }

  /**
   * Retries refused orders, with a growing delay from the second refusal on. `isRaced` if there were transactions of others meanwhile:
   * they explain a refusal, so the delay stays short.
   */
  refused(commands: readonly OrderCommand[], nowMs: number, isRaced = false): void {
    this.#latestMs = Math.max(this.#latestMs, nowMs);
    for (const number of new Set(commands.flatMap(ordersOf))) {
      const order = this.orders.get(number);
      if (!order) continue;
      // The count restarts if the order was then not refused for longer than its last delay.
      const { attempts: before } = order;
      const isSettled = nowMs - before.notBeforeMs > Math.max(SETTLED_MS, waitAfter(before.refusals));
      const refusals = isSettled ? 1 : before.refusals + 1;
      const waitMs = waitAfter(refusals);
      const notBeforeMs = nowMs + (isRaced ? Math.min(waitMs, LONGEST_RACED_MS) : waitMs);
      order.attempts = { ...before, refusals, notBeforeMs };
      this.#schedule(order, nowMs);
    }
  }

  /** The number of reachable orders that are refused repeatedly. */
  get putOff(): number {
    let count = 0;
    for (const number of this.#reachable.keys()) if ((this.orders.get(number)?.attempts.refusals ?? 0) > 1) count += 1;
    return count;
  }

  /** Commands may fail or remain unanswered: their orders are looked at again, even if the journal does not change. */
  #lookAgainAt(commands: readonly OrderCommand[]): void {
    for (const number of commands.flatMap(ordersOf)) {
      const order = this.orders.get(number);
      if (order && !order.isWaiting) this.#watch(this.orders.sideOf(order)).isDue = true;
    }
  }

  #lookAtAll(): void {
    for (const side of this.orders.sides) this.#watch(side).isDue = true;
  }

  /** Looks at an order again, regardless of earlier results. */
  #wake(number: number): void {
    const order = this.orders.get(number);
    if (!order || order.isWaiting) return;
    this.#watch(this.orders.sideOf(order)).isDue = true;
    order.wake();
  }

  #forget(): void {
    this.#dueTimes.clear();
    this.#guards.clear();
    this.#watches = new WeakMap();
    this.#reachable.clear();
  }

  #watch(side: OrderSide): Watch {
    let watch = this.#watches.get(side);
    if (!watch) {
      const turns = { turns: new Turns(), matchTurns: new MatchTurns() };
      watch = { isDue: true, quietUntil: 0, lookedAt: -1, least: undefined, changes: 0, ...turns };
      this.#watches.set(side, watch);
    }
    return watch;
  }

  /** Sets the next due time of an order; entries of earlier times are skipped when they come up. */
  #schedule(order: OpenOrder, nowMs: number): void {
    const { notBeforeMs } = order.attempts;
    const dueMs = notBeforeMs > nowMs ? notBeforeMs : nextPartOrEnd(order, nowMs);
    if (order.dueMs === dueMs) return;
    order.dueMs = dueMs;
    this.#dueTimes.add(dueMs, order.number);
  }

  #handleDue(nowMs: number): void {
    const { most } = this.#options;
    while (this.#rehearsal.commands.length < most) {
      const due = this.#dueTimes.pass(nowMs);
      if (!due) return;
      const order = this.orders.get(due.of);
      if (!order || order.dueMs !== due.atMs) continue;
      if (nowMs >= order.expiresAtMs) {
        this.#rehearsal.expire(order);
        // If the order is still open after this delay, closing it is tried again.
        order.attempts = { ...order.attempts, notBeforeMs: nowMs + BASE_DELAY_MS };
      } else {
        if (!order.isWaiting) this.#watch(this.orders.sideOf(order)).isDue = true;
        order.wake();
      }
      this.#schedule(order, nowMs);
    }
  }

  /** Looks at sides whose orders have changed or may be reachable by now, and at some more in turn; false if some are left for the next look. */
  #lookAtSides(nowMs: number): boolean {
    const { top } = this.#gains;
    const sides = [...this.orders.sides];
    // Starts where the last look had to stop, so that every side gets its turn.
    const from = this.#from;
    for (let at = from; at < from + sides.length; at++) {
      const side = sides[at % sides.length] as OrderSide;
      const watch = this.#watch(side);
      if (!watch.isDue && top < watch.quietUntil) continue;
      this.#trade(side, top, nowMs);
      if (!this.#isEnough()) continue;
      this.#from = (at + 1) % sides.length;
      return false;
    }
    for (let count = 0; count < Math.min(SWEPT_SIDES, sides.length) && !this.#isEnough(); count++) {
      const side = sides[this.#swept++ % sides.length] as OrderSide;
      if (this.#watch(side).lookedAt !== top) this.#trade(side, top, nowMs, SWEPT_ORDERS);
    }
    return true;
  }

  #isEnough(): boolean {
    return this.#rehearsal.commands.length >= this.#options.most || this.#options.isLong();
  }

  /** Matches a side with the opposite one, and fills both from pools. */
  #trade(side: OrderSide, top: number, nowMs: number, sweep = 0): void {
    const opposite = this.orders.opposite(side);
    const isLeftOut = opposite ? this.#match(side, opposite, nowMs) : false;
    for (const each of opposite ? [side, opposite] : [side]) {
      const watch = this.#watch(each);
      watch.quietUntil = this.#fillAll(each, top, nowMs, sweep);
      watch.lookedAt = top;
      watch.isDue = isLeftOut;
    }
  }

  /** Always passes the two sides in the same order, since their orders take turns. */
  #match(side: OrderSide, opposite: OrderSide, nowMs: number): boolean {
    const [one, other] = side.tokenA < side.tokenB ? [side, opposite] : [opposite, side];
    return matchSides([one, other], this.#rehearsal, this.#matching, nowMs, this.#watch(one).matchTurns);
  }

  get #matching(): MatchOptions {
    const { most, matchFeePpm } = this.#options;
    const poolsOf = (pair: Pair) => this.#poolsOf(pair);
    return { finder: this.#finder, poolsOf, guards: this.#guards, most, matchFeePpm };
  }

  /** Fills what pools can fill, and searches `sweep` more orders in turn; returns the `Gains.top` below which nothing more can be filled. */
  #fillAll(side: OrderSide, top: number, nowMs: number, sweep: number): number {
    const watch = this.#watch(side);
    const pools = this.#poolsOf(side);
    const { base } = this.#gains;
    const ofLeast = this.#probe(side, pools);
    const most = ofLeast * (1 + MISSED);
    const isTurn = watch.turns.next(sweep);
    let quiet = Number.POSITIVE_INFINITY;
    const from = watch.cutAt ? placeOf(side.orders, watch.cutAt) : 0;
    watch.cutAt = undefined;
    for (const order of inTurn(side.orders, from, most)) {
      const { limit } = order;
      if (limit > most) {
        quiet = Math.min(quiet, base + Math.log(limit / most));
        continue;
      }
      const { attempts } = order;
      if (attempts.notBeforeMs > nowMs) continue;
      const isNear = attempts.isNear && limit > ofLeast * (1 - NEAR);
      if (!isTurn(isNear, top >= attempts.quietUntil)) {
        quiet = Math.min(quiet, attempts.quietUntil);
        continue;
      }
      // Dust pools can make all orders look reachable: if this look was too long, the next one begins with this order.
      if (this.#isEnough()) {
        if (this.#options.isLong()) watch.cutAt = order;
        return top;
      }
      const sought = this.#guards.fillInputFor(order, this.#rehearsal, nowMs, 'pools');
      if (!sought) continue;
      const found = fillFor(sought, pools);
      if ('way' in found) this.#rehearsal.fill(order, found, evidenceOf(sought, found));
      else {
        // It is not known which price would satisfy a guard, or an order without a limit: such an order is retried after a while.
        const isTimed = found.isGuarded || limit === 0;
        if (isTimed) this.#guards.wait(order, nowMs);
        // `base` is read again, since prices may have fallen by the fills that were rehearsed before this search.
        const quietUntil = isTimed ? Number.POSITIVE_INFINITY : this.#gains.base + found.short;
        order.attempts = { ...order.attempts, quietUntil, isNear: !isTimed && found.short < NEAR };
        quiet = Math.min(quiet, quietUntil);
      }
    }
    return quiet;
  }

  /** The price per unit of a side's smallest allowed fill, without rounding: no larger fill is paid more. */
  #probe(side: OrderSide, pools: PoolsNow): number {
    const watch = this.#watch(side);
    if (watch.least === undefined) {
      watch.least = amount(side.orders.reduce((least, order) => smaller(least, leastFill(order)), 1n << 119n));
      watch.changes = 0;
    }
    return pools.estimate(watch.least);
  }

  #poolsOf(pair: Pair): PoolsNow {
    return this.#finder.poolsOf(pair, this.#options);
  }

  #noteReachable(nowMs: number): void {
    const before = this.#reachable;
    this.#reachable = new Map();
    for (const command of this.#rehearsal.commands) {
      if (command.kind === 'closeOrder') continue;
      for (const number of ordersOf(command)) this.#reachable.set(number, before.get(number) ?? nowMs);
    }
    for (const [number, sinceMs] of before) {
      if ((this.orders.get(number)?.attempts.notBeforeMs ?? 0) > nowMs) this.#reachable.set(number, sinceMs);
    }
  }
}

/** The orders from an index on, then those before it. Both parts end with the first limit above `most`: no price reaches higher limits. */
function* inTurn(orders: readonly OpenOrder[], from: number, most: number): Generator<OpenOrder> {
  for (const [at, end] of [
    [from, orders.length],
    [0, from],
  ] as const) {
    for (let index = at; index < end; index++) {
      const order = orders[index] as OpenOrder;
      yield order;
      if (order.limit > most) break;
    }
  }
}

/** No delay after the first refusal, since the pools may have moved just then; then a growing one. */
const waitAfter = (refusals: number): number =>
  refusals < 2 ? 0 : Math.min(LONGEST_WAIT_MS, BASE_DELAY_MS * 2 ** Math.min(refusals, 20));

/** When the next part of an order is due, or when it expires. */
function nextPartOrEnd({ expiresAtMs, schedule, placedAtMs }: OpenOrder, nowMs: number): number {
  if (!schedule) return expiresAtMs;
  const parts = Math.floor(Math.max(0, nowMs - placedAtMs) / schedule.everyMs) + 1;
  return parts < schedule.times ? Math.min(expiresAtMs, placedAtMs + parts * schedule.everyMs) : expiresAtMs;
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
