// Queries of limit, stop and other orders, and their results.
import type { Account, TokenAddress } from '../core/amount.ts';
import type { OrderKind } from '../core/orders/order.ts';
import type { OrderRecord } from '../core/orders/record.ts';
import type { Evidence, Trigger } from '../core/orders/trigger.ts';
import type { Pair } from '../core/pool.ts';
import type { Page, PageRequest } from './page.ts';

export type OrdersQuery = PageRequest & {
  /** All accounts if absent. */
  readonly account?: Account;
  readonly state?: 'open' | 'closed';
  /**
   * Selects orders that sell or buy this token. Applies to open orders only: their number is limited, so they can be filtered
   * one by one.
   */
  readonly token?: TokenAddress;
  readonly kind?: OrderKind;
};

export type OrdersFound = Page<OrderRecord> & { readonly sequence: number };
export type OrderFound = { readonly order: OrderRecord | null; readonly sequence: number };

/** Number of open orders: of an account, and of all accounts. */
export type OpenOrdersFound = { readonly own: number; readonly all: number };

/**
 * What an account's open orders still hold, by token; tokens of which they hold nothing are left out. If `changedAt` is the same later,
 * no order of the account has changed in between; the reverse need not be true.
 */
export type InOrders = { readonly left: ReadonlyMap<TokenAddress, bigint>; readonly changedAt: number };

/** Public status of the keeper, the process that fills the open orders. */
export type KeeperNote = {
  readonly open: number;
  /** True while the keeper loads the open orders; until all are loaded, it fills none. */
  readonly isLoading: boolean;
  /** Among the orders that the pools could fill and that are not filled yet, the one that has waited longest; null if there is none. */
  readonly reachable: { readonly order: number; readonly forMs: number } | null;
  /** Number of orders that the pools could fill, but whose fill was refused more than once. */
  readonly putOff: number;
};

/** The average that a stop of `amountA` would be compared with; without `overMs`, over the window that it would get. */
export type AverageQuery = Pair & Pick<Trigger, 'when'> & { readonly overMs?: number; readonly amountA: bigint };
/**
 * `evidence` is null if no path between the tokens was usable during the whole window; `hasWay` is false if no pools with liquidity
 * connect them. `isLarge` if the amount is so large that holding a false price to set the stop off may pay.
 */
export type AverageFound = { readonly hasWay: boolean; readonly isLarge: boolean; readonly evidence: Evidence | null };
