// An order as the server returns it, and the open orders of the account.
import type { GetOrdersOutput } from '#client';
import { directed } from './direction.ts';
import { type Pages, usePages } from './pages.ts';
import { useTokens } from './tokens.ts';

export type Order = GetOrdersOutput['orders'][number];

type Pair = { readonly jetton0: string; readonly jetton1: string };

/** The account's open orders of a pair in either direction, newest first, page by page. */
export function useOpenOrders(pair: Pair, enabled: boolean): Pages<Order> {
  // Most pairs have the same quote token, so the server is asked for the orders of the other one.
  const { jetton0: base, jetton1: quote } = directed(pair, useTokens());
  return usePages(
    'getOrders',
    { state: 'open', token: base },
    ({ orders }) => orders.filter((order) => isOfPair(order, [base, quote])),
    { enabled, filter: quote, idOf: ({ orderId }) => orderId },
  );
}

/** In either direction. */
export const isOfPair = (
  { tokenA, tokenB }: Pick<Order, 'tokenA' | 'tokenB'>,
  pair: readonly [string, string],
): boolean => pair.includes(tokenA) && pair.includes(tokenB);
