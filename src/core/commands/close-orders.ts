// Cancels several orders of an account in one step: each is closed by a transaction of its own, and those that are over are passed by.
import type { Account } from '../amount.ts';
import type { OrderKind } from '../orders/order.ts';
import type { Pair } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { type CloseOrderCommand, type CloseOrderReceipt, closeOrder } from './close-order.ts';
import type { CommandKind } from './kind.ts';

export type CloseOrdersCommand = {
  readonly kind: 'closeOrders';
  readonly account: Account;
  /** What was asked for: the orders are those that were open then, so they are not part of the request. */
  readonly pair?: Pair;
  readonly orderKind?: OrderKind;
  /** Why, if their owner did not ask for it now. */
  readonly memo?: string;
  readonly orders: readonly (Pair & { readonly order: number })[];
};

/** The command that closes each order. */
const eachOf = ({ account, orders, memo }: CloseOrdersCommand): readonly CloseOrderCommand[] =>
  orders.map(({ order, tokenA, tokenB }) => {
    return {
      kind: 'closeOrder',
      order,
      account,
      tokenA,
      tokenB,
      reason: 'cancelled',
      ...(memo !== undefined && { memo }),
    };
  });

/** The orders after the first that was closed, whose receipt is that of the command. */
export const othersToClose = (command: CloseOrdersCommand, first: number): readonly CloseOrderCommand[] => {
  const each = eachOf(command);
  return each.slice(each.findIndex(({ order }) => order === first) + 1).map((other) => ({ ...other, first }));
};

export const closeOrders: CommandKind<CloseOrdersCommand, CloseOrderReceipt> = {
  tokens: () => [],
  pairs: () => [],
  orders: ({ orders }) => orders.map(({ order }) => order),
  balances: (command, market) => eachOf(command).flatMap((each) => closeOrder.balances(each, market)),

  decide(command, state) {
    for (const each of eachOf(command)) {
      const closed = closeOrder.decide(each, state);
      if (!(closed instanceof Refused)) return closed;
    }
    return refuse({ code: 'not_found', what: 'order', order: 0 });
  },

  transfers: closeOrder.transfers,
  parties: closeOrder.parties,
};
