// Quotes of orders: how much the pools would fill immediately.
import type { Amount } from '../core/amount.ts';
import type { PlaceOrderCommand } from '../core/commands/place-order.ts';
import type { OrderTerms } from '../core/orders/order.ts';
import type { RouteHop } from '../core/route/shape.ts';

/** The terms of an order that decide how much is filled immediately. */
export type NewOrder = Omit<OrderTerms, 'expiresAtMs' | 'trigger'>;

export type Exchanged = {
  readonly amountA: Amount;
  readonly amountB: Amount;
  /** If absent, the fill uses only the pool of the pair. */
  readonly route?: readonly RouteHop[];
};

/** How the pools would fill an order if it were placed now. */
export type OrderQuote = {
  /**
   * The pools' payment for the smallest allowed fill, even if that is below the order's limit; null if they cannot fill
   * it, or if it was not asked for.
   */
  readonly least: Exchanged | null;
  /** The immediate fill; null if there is none. */
  readonly fill: Exchanged | null;
  readonly sequence: number;
};

/** The fill by which a `postOnly` order is judged: what the pools would fill, or else the smallest they could. */
export function asProbe(
  order: Pick<NewOrder, 'isPurchase'>,
  { fill, least }: Pick<OrderQuote, 'fill' | 'least'>,
): PlaceOrderCommand['fill'] {
  const tried = fill ?? least;
  return tried ? asFill(order, tried) : undefined;
}

/** Converts a quoted fill of an order into the `fill` of its `placeOrder` command. */
export const asFill = (
  { isPurchase }: Pick<NewOrder, 'isPurchase'>,
  { amountA, amountB, route }: Exchanged,
): NonNullable<PlaceOrderCommand['fill']> => ({
  ...{ amountA, ...(isPurchase ? { amountB } : { expected: amountB }), ...(route && { route }) },
});
