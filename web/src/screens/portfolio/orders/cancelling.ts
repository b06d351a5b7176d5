// Cancelling many orders: which ones, and what became of them.
import type { Order } from '../../../data/orders.ts';

/** As many as one request takes. */
export const MOST_CANCELLED = 1000;

/** In either direction. */
export const isOfPair = (
  { tokenA, tokenB }: Pick<Order, 'tokenA' | 'tokenB'>,
  pair: readonly [string, string],
): boolean => pair.includes(tokenA) && pair.includes(tokenB);

/** `over`: orders that were filled, cancelled or expired before. */
export function cancelledOf(items: readonly { readonly status: unknown }[]): { cancelled: number; over: number } {
  const cancelled = items.filter(({ status }) => Number(status) === 200).length;
  return { cancelled, over: items.length - cancelled };
}
