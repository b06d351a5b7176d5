// Orders that wait, as they are asked for and told.
import type { Account } from '../core/amount.ts';
import type { OrderRecord } from '../core/orders/record.ts';
import type { Evidence, Trigger } from '../core/orders/trigger.ts';
import type { Pair } from '../core/pool.ts';
import type { Page, PageRequest } from './venue.ts';

export type OrdersAsked = PageRequest & {
  /** Without one, of all accounts. */
  readonly account?: Account;
  readonly state?: 'open' | 'closed';
};

export type OrdersFound = Page<OrderRecord> & { readonly sequence: number };
export type OrderFound = { readonly order: OrderRecord | null; readonly sequence: number };

/** How many are open: of an account, and of all. */
export type OpenOrdersFound = { readonly own: number; readonly all: number };

export type AverageAsked = Pair & Pick<Trigger, 'when' | 'overMs'>;
/** No evidence where no way had a price during the whole window; no way where no pools ever joined the tokens. */
export type AverageFound = { readonly hasWay: boolean; readonly evidence: Evidence | null };
