// What fills and matches of purchases (orders for an exact amount of tokenB) have in common.
import { orderAccount } from '../accounts.ts';
import { type Amount, amount, ZERO } from '../amount.ts';
import { type OrderFill, type PlacedOrder, wantedOf } from '../orders/order.ts';
import type { CommandState } from './kind.ts';

/** An order as a command found it: what was left of it, and the last transaction that filled it. */
type Found = { readonly order: number; readonly left: Amount; readonly lastFill?: number };

/**
 * What a purchase has received before the command, from the receipt of its last fill; undefined if the command was computed with something
 * else left. The receipt is that of the last fill if it left what is left now, and no fill came before if everything is left.
 */
export function receivedBy(
  { order, left, lastFill }: Found,
  { tokenA, amountA }: PlacedOrder,
  { balanceOf, fillOf }: Pick<CommandState, 'balanceOf' | 'fillOf'>,
): Amount | undefined {
  if (left === 0n || left !== balanceOf(orderAccount(order), tokenA)) return undefined;
  if (left === amountA) return ZERO;
  const last = fillOf(order, lastFill);
  return last?.left === left ? last.receivedB : undefined;
}

type Before = { readonly left: Amount; readonly receivedB: Amount };
type Bought = { readonly paid: Amount; readonly amountB: Amount };
type Rest = Required<Pick<OrderFill, 'left' | 'receivedB'>> & Pick<OrderFill, 'returned'>;

/** A purchase after a fill that paid no more than the limit. If it has all that it wanted, the owner gets back what is left. */
export function afterPurchase(placed: PlacedOrder, before: Before, { paid, amountB }: Bought): Rest {
  const [left, receivedB] = [amount(before.left - paid), amount(before.receivedB + amountB)];
  if (wantedOf(placed, { receivedB }) > 0n) return { left, receivedB };
  return { left: ZERO, receivedB, ...(left > 0n && { returned: left }) };
}
