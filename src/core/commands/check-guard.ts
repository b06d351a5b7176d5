// Checks the guard of a recurring order or stop: the evidence for the reference, that the trade pays enough, and that a stop's trigger
// still holds.
import { type Amount, amount, MAX_AMOUNT } from '../amount.ts';
import { type GuardEvidence, guardOf, isGuardEvidence, leastForFill, matchedMinimum } from '../orders/guard.ts';
import type { PlacedOrder } from '../orders/order.ts';
import { type Evidence, isEvidence } from '../orders/trigger.ts';
import type { Pair, Token } from '../pool.ts';
import { type Refused, refuse } from '../refusal.ts';
import { checkMinimum } from './checks.ts';
import type { CommandState } from './kind.ts';
import { poolsOnWay } from './way.ts';

type Traded = Pair & {
  readonly order: number;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly guard?: GuardEvidence;
  /** Whether another order pays, or pools, and then how much is due. */
  readonly by: 'order' | { readonly due: Amount };
};

/** Refuses a trade for an order with a guard, unless the guard's evidence is valid and the trade pays enough. */
export function checkGuard(
  { order, tokenA, tokenB, amountA, amountB, guard, by }: Traded,
  placed: PlacedOrder,
  state: CommandState,
): Refused | undefined {
  const slippagePpm = guardOf(placed);
  if (slippagePpm === undefined) return undefined;
  const pools = guard && isGuardEvidence(guard, state) && poolsOnWay({ tokenA, tokenB }, guard, state);
  if (!pools) return refuse({ code: 'order_moved', order });
  const least =
    by === 'order'
      ? matchedMinimum(amountA, guard, pools)
      : leastForFill(amountA, guard, pools, { slippagePpm, due: by.due });
  if (least > MAX_AMOUNT) return refuse({ code: 'order_moved', order });
  return checkMinimum(amountB, amount(least), state.token(tokenB) as Token);
}

type Triggered = Pair & { readonly order: number; readonly trigger?: Evidence };

/** True unless the order is a stop whose trigger no longer holds: then its rest waits until it does. */
export function isStillTriggered(
  { trigger, ...command }: Triggered,
  placed: PlacedOrder,
  state: CommandState,
): boolean {
  if (!placed.trigger || !trigger) return !placed.trigger && !trigger;
  const at = { ...state, order: command.order, placedAtMs: placed.placedAtMs };
  return isEvidence(placed.trigger, trigger, at) && poolsOnWay(command, trigger, state) !== undefined;
}
