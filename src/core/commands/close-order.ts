// Closes an order that is not completely filled: the order's owner gets the unfilled rest back.
import { orderAccount, stopAccount } from '../accounts.ts';
import { type Account, type Amount, amount } from '../amount.ts';
import { orderNamed } from '../orders/order.ts';
import type { Pair } from '../pool.ts';
import { refuse } from '../refusal.ts';
import { type CommandKind, key } from './kind.ts';

/** The pair and the account must be those of the order. */
export type CloseOrderCommand = Pair & {
  readonly kind: 'closeOrder';
  readonly order: number;
  readonly account: Account;
  readonly reason: 'cancelled' | 'expired';
  /** What must be left of the order: it is not closed if it was filled since its owner looked. */
  readonly left?: Amount;
  /** The reason that the person who cancelled the order gave. */
  readonly memo?: string;
  /** The order was named by this, so which one it is is no part of the request. */
  readonly clientId?: string;
  /** Of several orders that one command closes: the one that it closed first, in the receipts of all others. */
  readonly first?: number;
};

/** `untriggered` marks a stop that was never triggered; `clientId` is that of the order. */
export type CloseOrderReceipt = Omit<CloseOrderCommand, 'left'> & {
  readonly amountA: Amount;
  readonly untriggered?: true;
};

export const closeOrder: CommandKind<CloseOrderCommand, CloseOrderReceipt> = {
  tokens: () => [],
  pairs: () => [],
  orders: ({ order }) => [order],
  balances: ({ order, account, tokenA }) =>
    [orderAccount(order), stopAccount(order), account].map((each) => key(each, tokenA)),

  /** A pause never prevents an order from being closed. */
  decide(command, state) {
    const { left: expected, ...closed } = command;
    const { order, reason } = closed;
    const placed = orderNamed(command, state.order(order));
    if (!placed) return refuse({ code: 'not_found', what: 'order', order });
    const waiting = placed.trigger ? state.balanceOf(stopAccount(order), placed.tokenA) : 0n;
    const left = amount(waiting + state.balanceOf(orderAccount(order), placed.tokenA));
    if (left === 0n) return refuse({ code: 'order_closed', order });
    if (reason === 'expired' && state.nowMs < placed.expiresAtMs) return refuse({ code: 'order_moved', order });
    if (expected !== undefined && left !== expected) return refuse({ code: 'order_moved', order });
    const { clientId } = placed;
    const named = clientId === undefined ? {} : { clientId };
    return { receipt: { ...closed, ...named, amountA: left, ...(waiting > 0n && { untriggered: true }) } };
  },

  transfers: ({ order, account, tokenA, amountA, untriggered }) => [
    { from: untriggered ? stopAccount(order) : orderAccount(order), to: account, token: tokenA, amount: amountA },
  ],

  parties: ({ account }) => [account],
};
