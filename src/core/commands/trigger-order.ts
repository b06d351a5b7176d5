// Triggers a stop order: the tokens it sells move to the order's account, from which fills can take them.
import { orderAccount, stopAccount } from '../accounts.ts';
import { type Account, type Amount, amount } from '../amount.ts';
import { orderNamed } from '../orders/order.ts';
import { type Evidence, isEvidence } from '../orders/trigger.ts';
import type { Pair } from '../pool.ts';
import { refuse } from '../refusal.ts';
import { type CommandKind, key } from './kind.ts';
import { pairsOnWay, poolsOnWay } from './way.ts';

/** The pair and the account must be those of the order. */
export type TriggerOrderCommand = Pair & {
  readonly kind: 'triggerOrder';
  readonly order: number;
  readonly account: Account;
  readonly evidence: Evidence;
};

export type TriggerOrderReceipt = TriggerOrderCommand & { readonly amountA: Amount };

/** The decision trusts the average in the evidence; the audit recomputes it from the journal. */
export const triggerOrder: CommandKind<TriggerOrderCommand, TriggerOrderReceipt> = {
  tokens: ({ tokenA, tokenB, evidence }) => [tokenA, ...evidence.via, tokenB],
  pairs: (command) => pairsOnWay(command, command.evidence),
  orders: ({ order }) => [order],
  balances: ({ order, tokenA }) => [key(stopAccount(order), tokenA), key(orderAccount(order), tokenA)],

  decide(command, state) {
    const { order, tokenA, evidence } = command;
    const placed = orderNamed(command, state.order(order));
    if (!placed) return refuse({ code: 'not_found', what: 'order', order });
    const left = amount(state.balanceOf(stopAccount(order), tokenA));
    const isDue =
      left > 0n &&
      state.nowMs < placed.expiresAtMs &&
      placed.trigger !== undefined &&
      isEvidence(placed.trigger, evidence, { ...state, order, placedAtMs: placed.placedAtMs }) &&
      poolsOnWay(command, evidence, state) !== undefined;
    return isDue ? { receipt: { ...command, amountA: left } } : refuse({ code: 'order_moved', order });
  },

  transfers: ({ order, tokenA, amountA }) => [
    { from: stopAccount(order), to: orderAccount(order), token: tokenA, amount: amountA },
  ],

  parties: ({ account }) => [account],
};
