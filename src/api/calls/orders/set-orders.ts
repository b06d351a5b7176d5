// POST /setOrders
import * as declared from '../../../contract/orders.ts';
import { NotOnThisVenue } from '../../../ports/venue.ts';
import { questionOf } from '../../call.ts';

export const setOrders = questionOf(declared.setOrders, async ({ venue, ordersPause, caller, input }) => {
  if (venue.wallets) throw new NotOnThisVenue('On TON no orders wait, so there are none to pause.');
  await ordersPause.set(input.orders === 'off', caller.account);
  return { orders: input.orders === 'off' ? ('off' as const) : venue.orderPlacement };
});
