// An order as the server returns it, and the open orders of the account.
import type { GetOrdersOutput } from '#client';
import { useCall } from './use.ts';

export type Order = GetOrdersOutput['orders'][number];

/** The most open orders that an account may have, unless an operator allows more. */
const MOST = 200;

/** Null while they are loading, or if nobody is signed in. */
export const useOpenOrders = (enabled: boolean): readonly Order[] | null =>
  useCall('getOrders', { state: 'open', limit: MOST }, { enabled }).data?.orders ?? null;
