// The stops that wait: each is set off when the average of its pair has passed its trigger.
import type { TokenAddress } from '../core/amount.ts';
import type { TriggerOrderCommand } from '../core/commands/trigger-order.ts';
import { hasPassed, type Trigger } from '../core/orders/trigger.ts';
import { PriceWindows } from '../journal/price-windows.ts';
import type { OpenOrder } from './open-orders.ts';

/** Stops of one pair that wait for the same average, those that it passes first in front. */
type Group = Pick<Trigger, 'when' | 'overMs'> & {
  readonly tokenA: TokenAddress;
  readonly tokenB: TokenAddress;
  readonly orders: Stop[];
  nextMs: number;
};
type Stop = OpenOrder & { readonly trigger: Trigger };

/** How often an average is looked at: a sixtieth of its window, within these bounds. */
const [SOONEST_MS, LATEST_MS] = [100, 1000];
/** So many are set off at once. */
const MOST = 200;

export class Stops {
  readonly windows = new PriceWindows();
  readonly #groups = new Map<string, Group>();

  /** The longest window that is waited for; undefined where nobody waits. */
  get longestMs(): number | undefined {
    if (this.#groups.size === 0) return undefined;
    let longest = 0;
    for (const { overMs } of this.#groups.values()) longest = Math.max(longest, overMs);
    return longest;
  }

  clear(): void {
    this.#groups.clear();
    this.windows.stop();
  }

  /** A stop waits, or does so no more. */
  note(order: OpenOrder): void {
    const stop = order as Stop;
    const key = keyOf(stop);
    const group = this.#groups.get(key) ?? groupOf(stop);
    const at = placeOf(group.orders, stop);
    if (stop.isWaiting) group.orders.splice(at, 0, stop);
    else if (group.orders[at] === stop) group.orders.splice(at, 1);
    if (group.orders.length > 0) this.#groups.set(key, group);
    else this.#groups.delete(key);
    if (this.#groups.size === 0) this.windows.stop();
  }

  /** Those that are to be set off by now; whoever has no turn any more has one at the next look. */
  look(nowMs: number, isEnough: () => boolean): readonly TriggerOrderCommand[] {
    const commands: TriggerOrderCommand[] = [];
    for (const group of this.#groups.values()) {
      if (nowMs < group.nextMs || !this.windows.covers(group.overMs)) continue;
      if (commands.length >= MOST || isEnough()) break;
      group.nextMs = nowMs + Math.min(LATEST_MS, Math.max(SOONEST_MS, group.overMs / 60));
      const evidence = this.windows.average(group, group, nowMs);
      if (!evidence) continue;
      for (const { number: order, account, tokenA, tokenB, trigger, notBeforeMs, expiresAtMs } of group.orders) {
        if (!hasPassed(trigger, evidence.average)) break;
        if (notBeforeMs > nowMs || expiresAtMs <= nowMs) continue;
        // The rest of the group has to be looked at again soon.
        if (commands.length >= MOST) group.nextMs = nowMs;
        else commands.push({ kind: 'triggerOrder', order, account, tokenA, tokenB, evidence });
      }
    }
    return commands;
  }
}

const keyOf = ({ tokenA, tokenB, trigger: { when, overMs } }: Stop): string => `${tokenA} ${tokenB} ${when} ${overMs}`;

const groupOf = ({ tokenA, tokenB, trigger: { when, overMs } }: Stop): Group => ({
  tokenA,
  tokenB,
  when,
  overMs,
  orders: [],
  nextMs: 0,
});

/** Below zero where an average on its way passes the first before the other. */
function byTrigger(one: Stop, other: Stop): number {
  const [a, b] = [one.trigger.price, other.trigger.price];
  const [ofOne, ofOther] = [a.numerator * b.denominator, b.numerator * a.denominator];
  if (ofOne === ofOther) return one.number - other.number;
  return ofOne > ofOther === (one.trigger.when === 'below') ? -1 : 1;
}

/** Where it is, or belongs. */
function placeOf(orders: readonly Stop[], stop: Stop): number {
  let [low, high] = [0, orders.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byTrigger(orders[middle] as Stop, stop) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
