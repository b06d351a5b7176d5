// What would become of an order at once.
import type { Amount } from '../core/amount.ts';
import type { PlaceOrderCommand } from '../core/commands/place-order.ts';
import type { OrderTerms } from '../core/orders/order.ts';
import type { RouteHop } from '../core/route/shape.ts';

/** An order as far as it matters to what is filled of it at once. */
export type NewOrder = Omit<OrderTerms, 'expiresAtMs'>;

export type Exchanged = {
  readonly amountA: Amount;
  readonly amountB: Amount;
  /** Without one, over the pool of the pair. */
  readonly route?: readonly RouteHop[];
};

/** What pools would do about an order if it were placed now. */
export type OrderQuote = {
  /** What the smallest fill would be paid, whether that is enough or not; null where nothing would be, or nobody asked. */
  readonly least: Exchanged | null;
  /** What would be filled; null for nothing. */
  readonly fill: Exchanged | null;
  readonly sequence: number;
};

/** As the command that places the order asks for it. */
export const asFill = ({ amountA, amountB: expected, route }: Exchanged): NonNullable<PlaceOrderCommand['fill']> => ({
  ...{ amountA, expected, ...(route && { route }) },
});
