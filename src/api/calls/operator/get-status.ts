// GET /getStatus
import * as declared from '../../../contract/status.ts';
import { questionOf } from '../../call.ts';

export const getStatus = questionOf(declared.getStatus, async ({ status, venue, ordersPause }) => {
  const { orders, ...rest } = await status();
  if (venue.wallets) return { ...rest, orders: null };
  const placing = (await ordersPause.isPaused()) ? ('paused' as const) : venue.orderPlacement;
  return { ...rest, orders: { placing, ...orders } };
});
