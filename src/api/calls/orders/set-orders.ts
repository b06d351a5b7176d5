// POST /setOrders
import * as declared from '../../../contract/orders.ts';
import { questionOf } from '../../call.ts';

export const setOrders = questionOf(declared.setOrders, async ({ venue, ordersPause, caller, input }) => {
  await ordersPause.set(input.orders === 'off', caller.account);
  return { orders: input.orders === 'off' ? ('off' as const) : venue.orderPlacement };
});
