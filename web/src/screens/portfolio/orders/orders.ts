// An account's open and closed orders, page by page.
import type { Calls } from '#client';
import type { Order } from '../../../data/orders.ts';
import { usePages } from '../../../data/pages.ts';
import { divide } from '../../../exact/figures.ts';
import { relativeDifference } from '../../swap/orders/limit.ts';
import { progressOf } from '../../swap/orders/words.ts';

const PAGE = 20;
/** An account may have thousands of orders. */
const LATER_PAGE = 200;
const idOf = ({ orderId }: Order): string => orderId;

export const useOrders = (state: 'open' | 'closed') =>
  usePages('getOrders', { state }, ({ orders }) => orders, { limit: PAGE, later: LATER_PAGE, idOf });

type Activity = Calls['getActivity']['output']['activity'][number];

const MOST_FILLS = 50;

/** An order's fills, newest first: filtered from the account's activity in the token sold since the order was placed. */
export const useFills = ({ order, tokenA, createdAt, fills }: Order, enabled: boolean) =>
  usePages(
    'getActivity',
    { token: tokenA, from: createdAt },
    ({ activity }) => activity.filter((one) => one.order === order && isFill(one)),
    { enabled, limit: Math.min(fills, MOST_FILLS), idOf: ({ transactionId }) => transactionId },
  );

const isFill = ({ kind }: Activity): boolean => kind === 'swap' || kind === 'matchOrders';

/** How far the limit is above the market price (that of tokenA in tokenB), as a fraction; null if one of them is not known. */
export const distanceOf = (limit: string | null, priceA: string | null, priceB: string | null): string | null =>
  limit === null || priceA === null || priceB === null ? null : relativeDifference(limit, divide(priceA, priceB, 36));

/** The filled fraction, for a progress bar: a float is precise enough. */
export function filledPart(order: Order): number {
  const { filled, amount } = progressOf(order);
  return Number(divide(filled, amount, 4));
}
