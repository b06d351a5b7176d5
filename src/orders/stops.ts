// Stop orders that wait: each is triggered when the average price of its pair has passed its trigger.
import type { Account, TokenAddress } from '../core/amount.ts';
import type { TriggerOrderCommand } from '../core/commands/trigger-order.ts';
import { GUARD_WINDOW_MS } from '../core/orders/guard.ts';
import { hasPassed, type Trigger } from '../core/orders/trigger.ts';
import { PriceWindows } from '../journal/price-windows.ts';
import type { OpenOrder } from './open-orders.ts';

/** Stops of one pair that wait for the same average, sorted by which trigger a moving average passes first. */
type Group = Pick<Trigger, 'when' | 'overMs'> & {
  readonly tokenA: TokenAddress;
  readonly tokenB: TokenAddress;
  readonly orders: Stop[];
  /** The number of stops per account. */
  readonly owners: Map<Account, number>;
  nextMs: number;
};
type Stop = OpenOrder & { readonly trigger: Trigger };

/** How often an average is computed: a sixtieth of its window, within these bounds. */
const [SOONEST_MS, LATEST_MS] = [100, 1000];
/** The most stops triggered at once. */
const MOST = 200;

export class Stops {
  readonly windows = new PriceWindows();
  readonly #groups = new Map<string, Group>();
  /** The groups of each account. Accounts served last are at the end, and so are the groups of each. */
  readonly #accounts = new Map<Account, Set<Group>>();
  /** The number of open orders that need a window, by its length: stops for their triggers, and orders with a guard. */
  readonly #needed = new Map<number, number>();

  /** The longest window needed; undefined if none is. */
  get longestMs(): number | undefined {
    return this.#needed.size === 0 ? undefined : Math.max(...this.#needed.keys());
  }

  clear(): void {
    this.#groups.clear();
    this.#accounts.clear();
    this.#needed.clear();
    this.windows.stop();
  }

  /** Notes the windows that an order needs from its placing to its end, or no longer needs. */
  noteOpen({ slippagePpm, trigger }: OpenOrder, isOpen: boolean): void {
    for (const overMs of [slippagePpm === undefined ? undefined : GUARD_WINDOW_MS, trigger?.overMs]) {
      if (overMs === undefined) continue;
      const count = (this.#needed.get(overMs) ?? 0) + (isOpen ? 1 : -1);
      if (count > 0) this.#needed.set(overMs, count);
      else this.#needed.delete(overMs);
    }
    if (this.#needed.size === 0) this.windows.stop();
  }

  /** Adds a stop that now waits, or removes one that no longer does. */
  note(order: OpenOrder): void {
    const stop = order as Stop;
    const key = keyOf(stop);
    const group = this.#groups.get(key) ?? groupOf(stop);
    const at = placeOf(group.orders, stop);
    if (stop.isWaiting) {
      group.orders.splice(at, 0, stop);
      this.#own(group, stop.account, 1);
    } else if (group.orders[at] === stop) {
      group.orders.splice(at, 1);
      this.#own(group, stop.account, -1);
    }
    if (group.orders.length > 0) this.#groups.set(key, group);
    else this.#groups.delete(key);
  }

  /** The stops to trigger now. Accounts are served in turn, one group each; if there are too many, the next look continues from there. */
  look(nowMs: number, isEnough: () => boolean): readonly TriggerOrderCommand[] {
    const commands: TriggerOrderCommand[] = [];
    const isDue = ({ nextMs, overMs }: Group) => nowMs >= nextMs && this.windows.covers(overMs);
    const turns = new Map<Account, Group[]>();
    for (const [account, groups] of this.#accounts) {
      const due = [...groups].filter(isDue);
      if (due.length > 0) turns.set(account, due.reverse());
    }
    for (; turns.size > 0; ) {
      for (const [account, due] of turns) {
        const group = due.pop();
        if (!group) turns.delete(account);
        // The group may already have been looked at for another account.
        if (!group || !isDue(group)) continue;
        if (commands.length >= MOST || isEnough()) return commands;
        this.#moveBack(account, group);
        this.#look(group, nowMs, commands);
      }
    }
    return commands;
  }

  #look(group: Group, nowMs: number, commands: TriggerOrderCommand[]): void {
    group.nextMs = nowMs + Math.min(LATEST_MS, Math.max(SOONEST_MS, group.overMs / 60));
    const furthest = this.windows.furthest(group, group, nowMs);
    if (!furthest) return;
    for (const { number: order, account, tokenA, tokenB, left, trigger, attempts, expiresAtMs } of group.orders) {
      if (!hasPassed(trigger, furthest)) break;
      if (attempts.notBeforeMs > nowMs || expiresAtMs <= nowMs) continue;
      const evidence = this.windows.average(group, group, left, nowMs);
      if (!evidence || !hasPassed(trigger, evidence.average)) continue;
      if (commands.length >= MOST) {
        // The next look continues with the rest of the group.
        group.nextMs = nowMs;
        return;
      }
      commands.push({ kind: 'triggerOrder', order, account, tokenA, tokenB, evidence });
    }
  }

  #own(group: Group, account: Account, more: number): void {
    const count = (group.owners.get(account) ?? 0) + more;
    const groups = this.#accounts.get(account) ?? new Set();
    if (count > 0) {
      group.owners.set(account, count);
      this.#accounts.set(account, groups.add(group));
    } else {
      group.owners.delete(account);
      groups.delete(group);
      if (groups.size === 0) this.#accounts.delete(account);
    }
  }

  #moveBack(account: Account, group: Group): void {
    const groups = this.#accounts.get(account) as Set<Group>;
    groups.delete(group);
    groups.add(group);
    this.#accounts.delete(account);
    this.#accounts.set(account, groups);
  }
}

const keyOf = ({ tokenA, tokenB, trigger: { when, overMs } }: Stop): string => `${tokenA} ${tokenB} ${when} ${overMs}`;

const groupOf = ({ tokenA, tokenB, trigger: { when, overMs } }: Stop): Group => ({
  tokenA,
  tokenB,
  when,
  overMs,
  orders: [],
  owners: new Map(),
  nextMs: 0,
});

/** Negative if a moving average passes the first before the other. */
function byTrigger(one: Stop, other: Stop): number {
  const [a, b] = [one.trigger.price, other.trigger.price];
  const [ofOne, ofOther] = [a.numerator * b.denominator, b.numerator * a.denominator];
  if (ofOne === ofOther) return one.number - other.number;
  return ofOne > ofOther === (one.trigger.when === 'below') ? -1 : 1;
}

/** The index at which the stop is, or has to be inserted. */
function placeOf(orders: readonly Stop[], stop: Stop): number {
  let [low, high] = [0, orders.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byTrigger(orders[middle] as Stop, stop) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
