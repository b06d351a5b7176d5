// Fills an order: a swap paid from the order's own account, never below the order's limit.
import { feeAccount, orderAccount, reserveAccount } from '../accounts.ts';
import { type Account, type Amount, amount, ZERO } from '../amount.ts';
import type { GuardEvidence } from '../orders/guard.ts';
import {
  fillableAt,
  isFill,
  isPurchaseFill,
  limitFor,
  orderNamed,
  type PlacedOrder,
  partFrom,
} from '../orders/order.ts';
import type { Evidence } from '../orders/trigger.ts';
import type { Pair } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { endsOf } from '../route/plan.ts';
import type { RouteHop } from '../route/shape.ts';
import { checkGuard, isStillTriggered } from './check-guard.ts';
import { checkMinimum } from './checks.ts';
import { type Accepted, both, type CommandKind, type CommandState, key } from './kind.ts';
import { afterPurchase, receivedBy } from './purchase.ts';
import { checkImpact, pairsOfRoute, planSwap, tokensOfRoute } from './swap.ts';
import { type SwapReceipt, swapReceipt } from './swap-receipt.ts';
import { transfersOf } from './swap-transfers.ts';
import { pairsOnWay } from './way.ts';

/** The pair and the account must be those of the order. */
export type FillOrderCommand = Pair & {
  readonly kind: 'fillOrder';
  readonly order: number;
  readonly account: Account;
  /** What is sold. Of a purchase: its cost when the fill was computed; the fill is refused if it now costs over 1 % more. */
  readonly amountA: Amount;
  /** What a purchase buys, exactly. */
  readonly amountB?: Amount;
  /** The last transaction that filled a purchase, if it was filled before. */
  readonly lastFill?: number;
  /** With the last fill: what the owner gets back, since the pools would pay no more if it were sold, too. */
  readonly returned?: Amount;
  /** The unfilled rest of the order when the fill was computed. It only ever falls, so the same fill cannot be made twice. */
  readonly left: Amount;
  /** When the order was last filled; needed for the second and later parts of a recurring order, and slices of a stop. */
  readonly filledAtMs?: number;
  /** If absent, the swap goes through the pair's own pool. */
  readonly route?: readonly RouteHop[];
  /** The reference of the last minute for `amountA`, for an order with a guard. */
  readonly guard?: GuardEvidence;
  /** For a stop: that its trigger still holds, by the reference for all that is left. */
  readonly trigger?: Evidence;
  /** The output when the fill was computed; the fill is refused if it now pays over 1 % less. */
  readonly expected?: Amount;
};

export const fillOrder: CommandKind<FillOrderCommand, SwapReceipt> = {
  tokens: (command) => [...tokensOfRoute(command), ...evidenceOf(command).flatMap(({ via }) => via)],
  pairs: (command) => [
    ...pairsOfRoute(command),
    ...evidenceOf(command).flatMap((evidence) => pairsOnWay(command, evidence)),
  ],
  orders: ({ order, lastFill }) => (lastFill === undefined ? [order] : [order, lastFill]),

  balances(command, { poolAddress }) {
    const { order, account, tokenA, tokenB } = command;
    const keys = [key(orderAccount(order), tokenA), key(account, tokenB)];
    if (command.returned !== undefined || command.amountB !== undefined) keys.push(key(account, tokenA));
    for (const pair of pairsOfRoute(command)) {
      const address = poolAddress(pair.tokenA, pair.tokenB);
      keys.push(...both(reserveAccount(address), pair), key(feeAccount(address), pair.tokenB));
    }
    return keys;
  },

  decide(command, state) {
    const { order, account, tokenA, tokenB, amountA, returned = ZERO, route } = command;
    const placed = orderNamed(command, state.order(order));
    if (!placed) return refuse({ code: 'not_found', what: 'order', order });
    if (placed.isPurchase) return decidePurchase(command, placed, state);
    if (command.amountB !== undefined) return refuse({ code: 'order_moved', order });
    const left = amount(state.balanceOf(orderAccount(order), tokenA));
    const used = amount(amountA + returned);
    const isDue = partFrom(placed, command) <= state.nowMs && isFill(placed, command, used, state.nowMs);
    if (left !== command.left || !isDue || !isStillTriggered(command, placed, state)) {
      return refuse({ code: 'order_moved', order });
    }
    const planOf = (units: Amount) => planSwap({ tokenA, tokenB, referred: false, exact: { in: units } }, state, route);
    const plan = planOf(amountA);
    if (plan instanceof Refused) return plan;
    if (plan.amountOut * 100n < (command.expected ?? 0n) * 99n) return refuse({ code: 'order_moved', order });
    if (returned > 0n) {
      const all = planOf(used);
      const isWorthless = used === left && !(all instanceof Refused) && all.amountOut === plan.amountOut;
      if (!isWorthless) return refuse({ code: 'order_moved', order });
    }
    const refusal =
      placed.minReceived === 0n
        ? checkImpact(plan.priceImpact, state.policy.maxPriceImpactPpm)
        : checkMinimum(plan.amountOut, limitFor(placed, amountA), endsOf(plan).tokenOut);
    if (refusal) return refusal;
    const due = fillableAt(placed, command, state.nowMs);
    const unguarded = checkGuard({ ...command, amountB: plan.amountOut, by: { due } }, placed, state);
    if (unguarded) return unguarded;
    const fill = { order, left: amount(left - used), ...(returned > 0n && { returned }) };
    const { guard, trigger } = command;
    const evidence = { ...(guard && { guard }), ...(trigger && { trigger }) };
    return { receipt: swapReceipt({ account, tokenA, tokenB, fill, ...evidence }, plan) };
  },

  transfers: transfersOf,
  parties: ({ account }) => [account],
};

/** Buys exactly `amountB`. The last fill returns what is left of the most that the owner pays. */
function decidePurchase(
  command: FillOrderCommand,
  placed: PlacedOrder,
  state: CommandState,
): Accepted<SwapReceipt> | Refused {
  const { order, account, tokenA, tokenB, amountB, route } = command;
  const receivedB = receivedBy(command, placed, state);
  const isDue =
    amountB !== undefined &&
    receivedB !== undefined &&
    isPurchaseFill(placed, { left: command.left, receivedB }, amountB, state.nowMs);
  if (!isDue || command.returned !== undefined) return refuse({ code: 'order_moved', order });
  const plan = planSwap({ tokenA, tokenB, referred: false, exact: { out: amountB } }, state, route);
  if (plan instanceof Refused) return plan;
  if (plan.amountIn * 100n > command.amountA * 101n) return refuse({ code: 'order_moved', order });
  const refusal = checkMinimum(plan.amountOut, limitFor(placed, plan.amountIn), endsOf(plan).tokenOut);
  if (refusal) return refusal;
  const fill = { order, ...afterPurchase(placed, { ...command, receivedB }, { paid: plan.amountIn, amountB }) };
  return { receipt: swapReceipt({ account, tokenA, tokenB, fill }, plan) };
}

const evidenceOf = ({ guard, trigger }: FillOrderCommand): readonly Evidence[] =>
  [guard, trigger].filter((evidence) => evidence !== undefined);
