// Places an order: the offered tokens move to the order's own account, from which they are filled or returned.
import { orderAccount, stopAccount } from '../accounts.ts';
import { amount, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import { mulDivUp } from '../maths/rounding.ts';
import { DEFAULT_SLIPPAGE, guardOf } from '../orders/guard.ts';
import { defaultEnd, leastFill, leastLimit, leastPurchase, type OrderTerms, partOf } from '../orders/order.ts';
import { defaultWindow, type TriggerTerms } from '../orders/trigger.ts';
import type { Pair } from '../pool.ts';
import { Refused, refuse } from '../refusal.ts';
import { checkFunds, checkOpen, findPair, whole } from './checks.ts';
import type { CloseOrderCommand } from './close-order.ts';
import { type FillOrderCommand, fillOrder } from './fill-order.ts';
import { type CommandKind, type CommandState, key } from './kind.ts';
import { pairsOfRoute, planSwap, tokensOfRoute } from './swap.ts';

/** If `expiresAtMs` or the trigger's window is absent, `decide` adds the default: so a repeated request has an identical command. */
export type PlaceOrderCommand = Omit<OrderTerms, 'expiresAtMs' | 'trigger'> & {
  readonly kind: 'placeOrder';
  readonly expiresAtMs?: number;
  readonly trigger?: TriggerTerms;
  /** The amount was large when the request arrived, which decides the default window of a stop. */
  readonly isLarge?: true;
  /** Placing orders was paused when the request arrived: a new order is refused, but a repeated request still gets its first answer. */
  readonly isPaused?: true;
  /**
   * A fill by the pools, made right after the order is placed, in the same batch. If the fill is refused, the order stays open. Of a
   * `postOnly` order it is not made: the order is refused if the pools would accept it, or the smallest fill on the same route. An
   * immediate order is refused if this fill is, to find another one.
   */
  readonly fill?: Omit<FillOrderCommand, keyof Pair | 'kind' | 'order' | 'account' | 'left'>;
};

/** `order` is the number of the order, which is the sequence of this transaction. */
export type PlaceOrderReceipt = OrderTerms & { readonly kind: 'placeOrder'; readonly order: number };

/**
 * True if pools may fill the order in the commit that places it. A stop waits for its trigger, and a guard needs an average price, which
 * only the keeper (which fills open orders) has.
 */
export const isFilledAtOnce = (order: Pick<PlaceOrderCommand, 'schedule' | 'trigger' | 'maxSlippagePpm'>): boolean =>
  !order.trigger && guardOf(order) === undefined;

/** The command for the immediate fill of a new order with the given number; undefined if it has none. */
export function fillAtOnce(command: PlaceOrderCommand, order: number): FillOrderCommand | undefined {
  if (command.placedAs === 'postOnly') return undefined;
  const { account, tokenA, tokenB, amountA: left, fill } = command;
  return fill && isFilledAtOnce(command)
    ? { kind: 'fillOrder', order, account, tokenA, tokenB, left, ...fill }
    : undefined;
}

/** The fills to list what they need before the order has a number: only the order's account depends on that. */
function namedFills(command: PlaceOrderCommand): readonly FillOrderCommand[] {
  if (command.placedAs !== 'postOnly') return [fillAtOnce(command, 0) ?? []].flat();
  const { account, tokenA, tokenB, amountA: left } = command;
  return triedFills(command).map((fill) => ({ kind: 'fillOrder', order: 0, account, tokenA, tokenB, left, ...fill }));
}

export const placeOrder: CommandKind<PlaceOrderCommand, PlaceOrderReceipt> = {
  tokens: (command) => [command, ...namedFills(command)].flatMap(tokensOfRoute),
  pairs: (command) => namedFills(command).flatMap(pairsOfRoute),
  balances: (command, market) => [
    key(command.account, command.tokenA),
    ...namedFills(command).flatMap((fill) => fillOrder.balances(fill, market)),
  ],

  decide(command, state) {
    const found = findPair(command, state);
    if (found instanceof Refused) return found;
    if (state.policy.orders === 'off' || command.isPaused) return refuse({ code: 'not_on_this_venue', what: 'orders' });
    const { fill: _, isPaused: __, isLarge, trigger, ...terms } = command;
    const { account, amountA, minReceived, clientId, isPurchase } = terms;
    const { tokenA, tokenB } = found;
    const isImmediate = command.placedAs === 'immediate';
    const expiresAtMs = isImmediate ? state.nowMs : (command.expiresAtMs ?? defaultEnd(command, state.nowMs));
    if (expiresAtMs <= state.nowMs && !isImmediate) {
      return refuse({ code: 'deadline_passed', deadlineMs: expiresAtMs, nowMs: state.nowMs });
    }
    assert(!isPurchase || !(command.schedule || command.trigger), 'only a limit order is a purchase');
    const limit = leastLimit(command);
    // The limit of a purchase is the most that it pays.
    const [limited, token] = isPurchase ? [amountA, tokenA] : [minReceived, tokenB];
    const isLimited = minReceived > 0n || isPurchase;
    const hasLimit = isLimited ? limited >= limit && minReceived > 0n : command.schedule !== undefined;
    if (!hasLimit) return refuse({ code: 'order_too_small', least: whole(limit, token), symbol: token.symbol });
    const least = leastFill(command);
    if (partOf(command) < least) return refuse({ code: 'order_too_small', maxTimes: Number(amountA / least) });
    const taken = clientId === undefined ? undefined : state.openOrder(account, clientId);
    if (clientId !== undefined && taken !== undefined) {
      return refuse({ code: 'reference_reused', clientId, order: taken });
    }
    const refusal = checkOpen({ ...found, pool: undefined }) ?? checkFunds(account, tokenA, amountA, state);
    if (refusal) return refusal;
    if (command.placedAs === 'postOnly' && triedFills(command).some((fill) => isPaid(command, fill, state))) {
      return refuse({ code: 'would_fill' });
    }
    if (isImmediate && command.fill && !isPaid(command, command.fill, state)) return refuse({ code: 'route_moved' });
    const order = state.sequence;
    const overMs = trigger?.overMs ?? defaultWindow(isLarge === true);
    const stop = trigger && { trigger: { ...trigger, overMs } };
    const receipt = { ...terms, ...stop, ...slippageOf(command), expiresAtMs, order };
    return { receipt, newBalance: key(escrowOf(receipt), command.tokenA) };
  },

  transfers: (receipt) => [
    { from: receipt.account, to: escrowOf(receipt), token: receipt.tokenA, amount: receipt.amountA },
  ],

  parties: ({ account }) => [account],
};

/** The command that returns what is left of an immediate order, which is refused if nothing is. */
export const closeAtOnce = ({ account, tokenA, tokenB }: PlaceOrderCommand, order: number): CloseOrderCommand => {
  return { kind: 'closeOrder', order, account, tokenA, tokenB, reason: 'expired' };
};

type Tried = Pick<FillOrderCommand, 'amountA' | 'amountB' | 'route' | 'expected'>;

/** The fills by which a `postOnly` order is judged: that of the request, and the smallest one, on its route and by the pair's own pool. */
function triedFills({ fill, ...order }: PlaceOrderCommand): readonly Tried[] {
  const least = leastTried(order);
  if (!fill) return [least];
  const { amountA, amountB, route } = fill;
  const asked = { amountA, ...(amountB !== undefined && { amountB }) };
  return route ? [{ ...asked, route }, { ...least, route }, least] : [asked, least];
}

/** The smallest fill of a new order. */
function leastTried(order: Omit<PlaceOrderCommand, 'fill'>): Tried {
  const { amountA, minReceived, inParts, isPurchase } = order;
  if (isPurchase) return { amountA, amountB: inParts ? amount(leastPurchase(order)) : minReceived };
  return { amountA: inParts ? amount(leastFill(order)) : amountA };
}

/** True if the pools pay the order's limit for a fill now, and no more than 1 % less than when it was found. */
function isPaid(order: PlaceOrderCommand, tried: Tried, state: CommandState): boolean {
  const { tokenA, tokenB } = order;
  const { amountA, amountB, route, expected = ZERO } = tried;
  const exact = amountB === undefined ? { in: amountA } : { out: amountB };
  const plan = planSwap({ tokenA, tokenB, referred: false, exact }, state, route);
  if (plan instanceof Refused || plan.amountOut * 100n < expected * 99n) return false;
  if (plan.amountIn * 100n > amountA * 101n) return false;
  return plan.amountOut >= mulDivUp(order.minReceived, plan.amountIn, order.amountA);
}

/** The allowed slippage is stored even if it is the default, so that the order keeps it when the defaults change. */
const slippageOf = ({ schedule, trigger, maxSlippagePpm }: PlaceOrderCommand) => {
  if (!schedule && !trigger) return {};
  return { maxSlippagePpm: maxSlippagePpm ?? (schedule ? DEFAULT_SLIPPAGE.recurring : DEFAULT_SLIPPAGE.stop) };
};

/** The account that holds the offered tokens. An untriggered stop uses a separate account, from which no fill can take them. */
const escrowOf = ({ order, trigger }: Pick<PlaceOrderReceipt, 'order' | 'trigger'>) =>
  trigger ? stopAccount(order) : orderAccount(order);
