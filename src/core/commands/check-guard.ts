// Checks the guard of a recurring order or stop: the evidence for the average price, and that the fill pays enough.
import { type Amount, amount, MAX_AMOUNT } from '../amount.ts';
import { type GuardEvidence, guardedMinimum, guardOf, isGuardEvidence } from '../orders/guard.ts';
import type { PlacedOrder } from '../orders/order.ts';
import type { Pair, Token } from '../pool.ts';
import { type Refused, refuse } from '../refusal.ts';
import { checkMinimum } from './checks.ts';
import type { State } from './kind.ts';
import { poolsOnWay } from './way.ts';

type Traded = Pair & {
  readonly order: number;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly guard?: GuardEvidence;
};

/** Refuses a trade for an order with a guard, unless the guard's evidence is valid and the trade pays enough. */
export function checkGuard(
  { order, tokenA, tokenB, amountA, amountB, guard }: Traded,
  placed: PlacedOrder,
  state: State,
): Refused | undefined {
  const slippagePpm = guardOf(placed);
  if (slippagePpm === undefined) return undefined;
  const pools = guard && isGuardEvidence(guard, state) && poolsOnWay({ tokenA, tokenB }, guard, state);
  if (!pools) return refuse({ code: 'order_moved', order });
  const least = guardedMinimum(amountA, guard, pools, slippagePpm);
  if (least > MAX_AMOUNT) return refuse({ code: 'order_moved', order });
  return checkMinimum(amountB, amount(least), state.token(tokenB) as Token);
}
