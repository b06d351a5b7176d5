// An order that waits: what it offers goes to an account of its own, from which it is filled or given back.
import { orderAccount, stopAccount } from '../accounts.ts';
import { DEFAULT_SLIPPAGE, guardOf } from '../orders/guard.ts';
import { defaultEnd, leastFill, leastLimit, type OrderTerms, partOf } from '../orders/order.ts';
import type { Pair } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { checkFunds, checkOpen, findPair, whole } from './checks.ts';
import { type FillOrderCommand, fillOrder } from './fill-order.ts';
import { type CommandKind, key } from './kind.ts';
import { pairsOfRoute, tokensOfRoute } from './swap.ts';

/** One that does not say when it ends is given an end when it is placed, so that it is the same whenever it is sent again. */
export type PlaceOrderCommand = Omit<OrderTerms, 'expiresAtMs'> & {
  readonly kind: 'placeOrder';
  readonly expiresAtMs?: number;
  /** Placing was paused when it was asked for; only a repetition gets its first answer. */
  readonly isPaused?: true;
  /** What the pools were found to fill of it: done right after it, so that nobody comes between; where that fails, it waits. */
  readonly fill?: Omit<FillOrderCommand, keyof Pair | 'kind' | 'order' | 'account' | 'left'>;
};

/** `order` is the sequence that it took. */
export type PlaceOrderReceipt = OrderTerms & { readonly kind: 'placeOrder'; readonly order: number };

/** Whether pools may fill an order in the commit that places it. A stop waits for its trigger, and a guard needs the averages that the keeper knows. */
export const isFilledAtOnce = (order: Pick<OrderTerms, 'schedule' | 'trigger' | 'maxSlippagePpm'>): boolean =>
  !order.trigger && guardOf(order) === undefined;

/** The fill that a command asks for at once, of the order that took a number. */
export function fillAtOnce(command: PlaceOrderCommand, order: number): FillOrderCommand | undefined {
  const { account, tokenA, tokenB, amountA: left, fill } = command;
  return fill && isFilledAtOnce(command)
    ? { kind: 'fillOrder', order, account, tokenA, tokenB, left, ...fill }
    : undefined;
}

/** It names the same whatever number the order takes, but for the order's own account, which is new. */
const named = (command: PlaceOrderCommand) => fillAtOnce(command, 0);

export const placeOrder: CommandKind<PlaceOrderCommand, PlaceOrderReceipt> = {
  tokens: (command) => tokensOfRoute(named(command) ?? command),
  pairs(command) {
    const fill = named(command);
    return fill ? pairsOfRoute(fill) : [];
  },
  balances(command, market) {
    const own = key(command.account, command.tokenA);
    const fill = named(command);
    return fill ? [own, ...fillOrder.balances(fill, market)] : [own];
  },

  decide(command, state) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    if (state.policy.orders === 'off' || command.isPaused) return refuse({ code: 'orders_off' });
    const { fill: _, isPaused: __, ...terms } = command;
    const { account, amountA, minReceived, expiresAtMs = defaultEnd(command, state.nowMs) } = terms;
    const { tokenA, tokenB } = found;
    if (expiresAtMs <= state.nowMs) {
      return refuse({ code: 'deadline_passed', deadlineMs: expiresAtMs, nowMs: state.nowMs });
    }
    const limit = leastLimit(command);
    const hasLimit = minReceived >= limit || (minReceived === 0n && command.schedule !== undefined);
    if (!hasLimit) return refuse({ code: 'order_too_small', least: whole(limit, tokenB), symbol: tokenB.symbol });
    const least = leastFill(command);
    if (partOf(command) < least) return refuse({ code: 'order_too_small', maxTimes: Number(amountA / least) });
    const refusal = checkOpen({ ...found, pool: undefined }) ?? checkFunds(account, tokenA, amountA, state);
    if (refusal) return refusal;
    const order = state.sequence;
    const receipt = { ...terms, ...slippageOf(terms), expiresAtMs, order };
    return { receipt, newBalance: key(escrowOf(receipt), command.tokenA) };
  },

  transfers: (receipt) => [
    { from: receipt.account, to: escrowOf(receipt), token: receipt.tokenA, amount: receipt.amountA },
  ],

  parties: ({ account }) => [account],
};

/** Told also where the default applies, so that every order says what does. */
const slippageOf = ({ schedule, trigger, maxSlippagePpm }: Omit<OrderTerms, 'expiresAtMs'>) => {
  if (!schedule && !trigger) return {};
  return { maxSlippagePpm: maxSlippagePpm ?? (schedule ? DEFAULT_SLIPPAGE.recurring : DEFAULT_SLIPPAGE.stop) };
};

/** A stop waits elsewhere, so that nothing can fill it before it is set off. */
const escrowOf = ({ order, trigger }: Pick<PlaceOrderReceipt, 'order' | 'trigger'>) =>
  trigger ? stopAccount(order) : orderAccount(order);
