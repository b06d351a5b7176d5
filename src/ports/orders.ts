// Orders that wait, as they are asked for and told.
import type { Account, TokenAddress } from '../core/amount.ts';
import type { OrderKind } from '../core/orders/order.ts';
import type { OrderRecord } from '../core/orders/record.ts';
import type { Evidence, Trigger } from '../core/orders/trigger.ts';
import type { Pair } from '../core/pool.ts';
import type { Page, PageRequest } from './venue.ts';

export type OrdersAsked = PageRequest & {
  /** Without one, of all accounts. */
  readonly account?: Account;
  readonly state?: 'open' | 'closed';
  /** Of open ones alone, of which there are only so many to look through. */
  readonly token?: TokenAddress;
  readonly kind?: OrderKind;
};

export type OrdersFound = Page<OrderRecord> & { readonly sequence: number };
export type OrderFound = { readonly order: OrderRecord | null; readonly sequence: number };

/** How many are open: of an account, and of all. */
export type OpenOrdersFound = { readonly own: number; readonly all: number };

/** What the process that fills the orders tells everybody of its work. */
export type KeeperNote = {
  readonly open: number;
  /** While it reads the open orders, none is filled. */
  readonly isLoading: boolean;
  /** The order that could have been filled for longest and was not. */
  readonly reachable: { readonly order: number; readonly forMs: number } | null;
  /** Orders that are refused over and over. */
  readonly putOff: number;
};

export type AverageAsked = Pair & Pick<Trigger, 'when' | 'overMs'>;
/** No evidence where no way had a price during the whole window; no way where no pools ever joined the tokens. */
export type AverageFound = { readonly hasWay: boolean; readonly evidence: Evidence | null };
