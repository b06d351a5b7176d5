// An order that waits: what it offers goes to an account of its own, from which it is filled or given back.
import { orderAccount } from '../accounts.ts';
import { LEAST_LIMIT, leastFill, type OrderTerms, partOf } from '../orders/order.ts';
import { Refused, refuse } from '../refusal.ts';
import { checkFunds, checkOpen, findPair, whole } from './checks.ts';
import { type CommandKind, key } from './kind.ts';

export type PlaceOrderCommand = OrderTerms & { readonly kind: 'placeOrder' };

/** `order` is the sequence that it took. */
export type PlaceOrderReceipt = PlaceOrderCommand & { readonly order: number };

export const placeOrder: CommandKind<PlaceOrderCommand, PlaceOrderReceipt> = {
  tokens: ({ tokenA, tokenB }) => [tokenA, tokenB],
  pairs: () => [],
  // The account of the order is new, whatever number it takes.
  balances: ({ account, tokenA }) => [key(account, tokenA)],

  decide(command, state) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    const { account, amountA, minReceived, expiresAtMs } = command;
    const { tokenA, tokenB } = found;
    if (expiresAtMs <= state.nowMs) {
      return refuse({ code: 'deadline_passed', deadlineMs: expiresAtMs, nowMs: state.nowMs });
    }
    const hasLimit = minReceived >= LEAST_LIMIT || (minReceived === 0n && command.schedule !== undefined);
    if (!hasLimit) return refuse({ code: 'order_too_small', least: whole(LEAST_LIMIT, tokenB), symbol: tokenB.symbol });
    const least = leastFill(command);
    if (partOf(command) < least) return refuse({ code: 'order_too_small', maxTimes: Number(amountA / least) });
    const refusal = checkOpen({ ...found, pool: undefined }) ?? checkFunds(account, tokenA, amountA, state);
    if (refusal) return refusal;
    const order = state.sequence;
    return { receipt: { ...command, order }, newBalance: key(orderAccount(order), command.tokenA) };
  },

  transfers: ({ order, account, tokenA, amountA }) => [
    { from: account, to: orderAccount(order), token: tokenA, amount: amountA },
  ],

  parties: ({ account }) => [account],
};
