// Quotes of orders: what would be filled at once.
import type { Amount } from '../core/amount.ts';
import type { PlaceOrderCommand } from '../core/commands/place-order.ts';
import type { OrderTerms } from '../core/orders/order.ts';
import type { RouteHop } from '../core/route/shape.ts';

/** The terms of an order that decide what is filled at once. */
export type NewOrder = Omit<OrderTerms, 'expiresAtMs'>;

export type Exchanged = {
  readonly amountA: Amount;
  readonly amountB: Amount;
  /** The pool of the pair if absent. */
  readonly route?: readonly RouteHop[];
};

/** How the pools would fill an order if it were placed now. */
export type OrderQuote = {
  /** Payment for the smallest fill, whether or not the order accepts it; null if there is none, or it was not asked for. */
  readonly least: Exchanged | null;
  /** The fill at once; null if there is none. */
  readonly fill: Exchanged | null;
  readonly sequence: number;
};

/** Converts a fill to the form that the command which places the order expects. */
export const asFill = ({ amountA, amountB: expected, route }: Exchanged): NonNullable<PlaceOrderCommand['fill']> => ({
  ...{ amountA, expected, ...(route && { route }) },
});
