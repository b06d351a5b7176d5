// The end of an order that is not filled: whatever is left goes back to its owner.
import { orderAccount } from '../accounts.ts';
import { type Account, type Amount, amount } from '../amount.ts';
import { orderNamed } from '../orders/order.ts';
import type { Pair } from '../pool.ts';
import { refuse } from '../refusal.ts';
import { type CommandKind, key } from './kind.ts';

/** The pair and the account are those of the order. */
export type CloseOrderCommand = Pair & {
  readonly kind: 'closeOrder';
  readonly order: number;
  readonly account: Account;
  readonly reason: 'cancelled' | 'expired';
};

export type CloseOrderReceipt = CloseOrderCommand & { readonly amountA: Amount };

export const closeOrder: CommandKind<CloseOrderCommand, CloseOrderReceipt> = {
  tokens: () => [],
  pairs: () => [],
  orders: ({ order }) => [order],
  balances: ({ order, account, tokenA }) => [key(orderAccount(order), tokenA), key(account, tokenA)],

  /** Nothing that is paused keeps an order from being given back. */
  decide(command, state) {
    const { order, reason } = command;
    const placed = orderNamed(command, state.order(order));
    if (!placed) return refuse({ code: 'unknown_order', order });
    const left = amount(state.balanceOf(orderAccount(order), placed.tokenA));
    if (left === 0n) return refuse({ code: 'order_closed', order });
    if (reason === 'expired' && state.nowMs < placed.expiresAtMs) return refuse({ code: 'order_moved', order });
    return { receipt: { ...command, amountA: left } };
  },

  transfers: ({ order, account, tokenA, amountA }) => [
    { from: orderAccount(order), to: account, token: tokenA, amount: amountA },
  ],

  parties: ({ account }) => [account],
};
