// The model's orders: the offer is set aside, and swapped for no less than the limit, or returned.
import { expect } from 'vitest';
import type { Receipt } from '../../src/core/commands/command.ts';
import { type Fraction, largest, millionths, smallest, whole } from './fraction.ts';
import type { Model, Of, RefusalCode } from './model.ts';
import { LARGEST } from './model-pool.ts';
import { type Trade, tradeOf } from './model-route.ts';
import { LONG_AGO_MS, passThrough } from './model-trades.ts';

export type ModelOrder = {
  readonly account: string;
  readonly tokenA: string;
  readonly tokenB: string;
  readonly total: bigint;
  readonly asked: bigint;
  readonly inParts: boolean;
  /** The amount due: of a schedule only the first part, since the others are due in the distant future. */
  readonly due: bigint;
  readonly trigger?: Of<'placeOrder'>['trigger'];
  /** True if its fills need an average price, which the model does not have. */
  readonly isGuarded: boolean;
  /** True for a stop that was not triggered. */
  isWaiting: boolean;
  left: bigint;
  readonly clientId?: string;
  /** It buys exactly `asked`, for at most `total`. */
  readonly isPurchase: boolean;
  received: bigint;
  /** The sequence of the last transaction that filled it. */
  lastFill?: number;
};

/** What is left of an immediate order is returned at once. */
export function placeOrder(model: Model, command: Of<'placeOrder'>, order: number): Receipt | RefusalCode {
  const placed = openOrder(model, command, order);
  if (typeof placed === 'string' || command.placedAs !== 'immediate') return placed;
  const { account, tokenA, tokenB } = command;
  const close = { kind: 'closeOrder', order, account, tokenA, tokenB, reason: 'expired' } as const;
  model.further = [closeOrder(model, close, true) as Receipt];
  return placed;
}

function openOrder(model: Model, command: Of<'placeOrder'>, order: number): Receipt | RefusalCode {
  const { account, tokenA, tokenB, amountA: total, minReceived: asked, inParts, schedule, expiresAtMs = 0 } = command;
  const { trigger, maxSlippagePpm, clientId, isPurchase = false } = command;
  const fault = model.pairFault(command);
  if (fault) return fault;
  if (expiresAtMs < LONG_AGO_MS && command.placedAs !== 'immediate') return 'deadline_passed';
  const least = inParts || schedule ? 1000n : 1n;
  if (isPurchase ? total < least || asked < 1n : asked < least && !(asked === 0n && schedule)) return 'order_too_small';
  const part = total / BigInt(schedule?.times ?? 1);
  if (part * 1000n < total) return 'order_too_small';
  const isOpenUnder = (other: ModelOrder) =>
    other.left > 0n && other.account === account && other.clientId === clientId;
  if (clientId !== undefined && [...model.orders.values()].some(isOpenUnder)) return 'reference_reused';
  if ([tokenA, tokenB].some((token) => model.tokens.get(token)?.status === 'paused')) return 'token_paused';
  if (model.balance(account, tokenA) < total) return 'insufficient_funds';
  if (command.placedAs === 'postOnly') {
    const leastOf = (size: bigint) => (inParts ? (size + 999n) / 1000n : size);
    const exact = isPurchase ? { out: leastOf(asked) } : { in: leastOf(total) };
    const trade = tradeOf(model, { tokenA, tokenB, referred: false, exact });
    if (typeof trade !== 'string' && trade.paid * 100n <= total * 101n && trade.received * total >= asked * trade.paid)
      return 'would_fill';
  }
  model.give(account, tokenA, -total);
  const hasGuard = schedule !== undefined || trigger !== undefined;
  const slippage = maxSlippagePpm ?? (schedule ? 10_000n : 30_000n);
  const isGuarded = hasGuard && slippage < 1_000_000n;
  const terms = {
    account,
    tokenA,
    tokenB,
    total,
    asked,
    inParts,
    due: part,
    left: total,
    isGuarded,
    isPurchase,
    received: 0n,
    ...(clientId && { clientId }),
  };
  model.orders.set(order, { ...terms, ...(trigger && { trigger }), isWaiting: trigger !== undefined });
  // It expires at the time of its commit, which the model does not know.
  const end = command.placedAs === 'immediate' ? expect.any(Number) : expiresAtMs;
  return { ...command, ...(hasGuard && { maxSlippagePpm: slippage }), expiresAtMs: end, order } as Receipt;
}

export function fillOrder(model: Model, command: Of<'fillOrder'>, sequence: number): Receipt | RefusalCode {
  const { order: number, account, tokenA, tokenB, amountA, returned = 0n, route, trigger } = command;
  const order = ownOrder(model, command);
  if (!order) return 'not_found';
  if (order.isPurchase) return buy(model, command, order, sequence);
  if (command.amountB !== undefined) return 'order_moved';
  if (order.isWaiting || command.left !== order.left || !mayTake(order, amountA + returned)) return 'order_moved';
  // The commands do not say when a stop was last filled, so pools fill each only once.
  if (order.trigger && order.left < order.total) return 'order_moved';
  if (!hasTrigger(model, order, { number, trigger, sequence })) return 'order_moved';
  const sell = (units: bigint) =>
    tradeOf(model, { tokenA, tokenB, referred: false, exact: { in: units }, ...(route && { route }) });
  const trade = sell(amountA);
  if (typeof trade === 'string') return trade;
  const { received } = trade;
  if (received * 100n < (command.expected ?? 0n) * 99n) return 'order_moved';
  if (returned > 0n) {
    const all = sell(order.left);
    const isWorthless = amountA + returned === order.left && typeof all !== 'string' && all.received === received;
    if (!isWorthless) return 'order_moved';
  }
  if (order.asked === 0n && trade.impactExceeds(model.policy.maxImpact)) return 'price_impact_too_high';
  if (received * order.total < order.asked * amountA) return 'below_minimum';
  if (order.isGuarded) return 'order_moved';
  order.left -= amountA + returned;
  model.give(account, tokenB, received);
  model.give(account, tokenA, returned);
  const said = { kind: 'swap', account, tokenA, tokenB, amountA, amountB: received };
  const filled = { order: number, left: order.left, ...(returned > 0n && { returned }) };
  const fill = { fill: filled, ...(trigger && { trigger }) };
  return { ...said, ...passThrough(trade), ...fill } as Receipt;
}

/** A fill of an order for an exact amount. It names the fill before it, of which the core reads how much was received. */
function buy(model: Model, command: Of<'fillOrder'>, order: ModelOrder, sequence: number): Receipt | RefusalCode {
  const { account, tokenA, tokenB, amountB: wanted, route } = command;
  if (!isKnown(order, command) || wanted === undefined || !mayBuy(order, wanted)) return 'order_moved';
  if (command.returned !== undefined) return 'order_moved';
  const trade = tradeOf(model, { tokenA, tokenB, referred: false, exact: { out: wanted }, ...(route && { route }) });
  if (typeof trade === 'string') return trade;
  const { paid, received } = trade;
  if (paid * 100n > command.amountA * 101n) return 'order_moved';
  if (received * order.total < order.asked * paid) return 'below_minimum';
  const fill = { order: command.order, ...spend(model, order, paid, received, sequence) };
  model.give(account, tokenB, received);
  const said = { kind: 'swap', account, tokenA, tokenB, amountA: paid, amountB: received };
  return { ...said, ...passThrough(trade), fill } as Receipt;
}

/** True if a command found an order as it is, and names the last fill of one for an exact amount. */
const isKnown = (
  order: ModelOrder,
  { left, lastFill }: { readonly left: bigint; readonly lastFill?: number },
): boolean =>
  left > 0n && left === order.left && (!order.isPurchase || left === order.total || lastFill === order.lastFill);

/** Takes what an order gives for what it gets; one for an exact amount returns the rest once it has everything. */
function spend(model: Model, order: ModelOrder, given: bigint, got: bigint, sequence: number) {
  order.left -= given;
  if (!order.isPurchase) return { left: order.left };
  order.received += got;
  order.lastFill = sequence;
  const said = { receivedB: order.received };
  if (order.received < order.asked || order.left === 0n) return { left: order.left, ...said };
  const returned = order.left;
  order.left = 0n;
  model.give(order.account, order.tokenA, returned);
  return { left: 0n, ...said, returned };
}

/** The rules of `mayTake`, counted in what an order for an exact amount buys. */
const mayBuy = ({ asked, received, inParts }: ModelOrder, amount: bigint): boolean =>
  mayTake({ total: asked, left: asked - received, due: asked, inParts }, amount);

const mayTrade = (order: ModelOrder, gives: bigint, gets: bigint): boolean =>
  order.isPurchase ? mayBuy(order, gets) : mayTake(order, gives);

type Evidenced = {
  readonly number: number;
  readonly trigger: Of<'triggerOrder'>['evidence'] | undefined;
  readonly sequence: number;
};

/** True if a stop comes with evidence that its trigger has passed, and any other order without. */
function hasTrigger(model: Model, order: ModelOrder, { number, trigger, sequence }: Evidenced): boolean {
  if (!order.trigger || !trigger) return !order.trigger && !trigger;
  const { average, fromMs, toMs, asOf, via } = trigger;
  if (fromMs !== toMs || toMs > Date.now() || asOf < number || asOf >= sequence) return false;
  const { when, price } = order.trigger;
  const over = average.numerator * price.denominator - price.numerator * average.denominator;
  if (when === 'below' ? over > 0n : over < 0n) return false;
  const tokens = [order.tokenA, ...via, order.tokenB];
  return tokens.slice(1).every((tokenB, at) => {
    const pair = { tokenA: tokens[at] as string, tokenB };
    return model.pool(pair) !== undefined && model.pauseOf(pair) === undefined;
  });
}

/** Neither a fill nor what it leaves may be below a thousandth, and an order that is not `inParts` is filled whole. */
function mayTake(
  { total, left, due, inParts }: Pick<ModelOrder, 'total' | 'left' | 'due' | 'inParts'>,
  amount: bigint,
): boolean {
  const most = due - (total - left);
  if (amount < 1n || amount > most) return false;
  if (amount === left) return true;
  const isSizeable = (units: bigint) => units * 1000n >= total;
  return isSizeable(amount) && (amount === most || (inParts && isSizeable(left - amount)));
}

export function closeOrder(model: Model, command: Of<'closeOrder'>, isOver = false): Receipt | RefusalCode {
  const order = ownOrder(model, command);
  if (!order) return 'not_found';
  const amountA = order.left;
  if (amountA === 0n) return 'order_closed';
  if (command.reason === 'expired' && !isOver) return 'order_moved';
  order.left = 0n;
  model.give(order.account, order.tokenA, amountA);
  const { clientId } = order;
  return {
    ...command,
    ...(clientId && { clientId }),
    amountA,
    ...(order.isWaiting && { untriggered: true }),
  } as Receipt;
}

/** Each order that is still open is closed by a transaction of its own. */
export function closeOrders(model: Model, { account, orders }: Of<'closeOrders'>): Receipt | RefusalCode {
  const closed = orders
    .map((each) => closeOrder(model, { kind: 'closeOrder', account, reason: 'cancelled', ...each }))
    .filter((answer) => typeof answer !== 'string');
  const [first] = closed as Receipt[];
  const number = first?.kind === 'closeOrder' ? first.order : undefined;
  model.further = closed.slice(1).map((receipt) => ({ ...(receipt as Receipt), first: number }) as Receipt);
  return first ?? 'not_found';
}

/** The average is of a single moment, so that no answer depends on the clock. The audit checks whether it is true. */
export function triggerOrder(model: Model, command: Of<'triggerOrder'>, number: number): Receipt | RefusalCode {
  const order = ownOrder(model, command);
  if (!order) return 'not_found';
  if (!order.isWaiting || order.left === 0n || !order.trigger) return 'order_moved';
  if (!hasTrigger(model, order, { number: command.order, trigger: command.evidence, sequence: number }))
    return 'order_moved';
  order.isWaiting = false;
  return { ...command, amountA: order.left } as Receipt;
}

export function matchOrders(model: Model, command: Of<'matchOrders'>, sequence: number): Receipt | RefusalCode {
  const { tokenA, tokenB, maker, taker, amountA } = command;
  const fault = model.pairFault(command);
  if (fault) return fault;
  if ([tokenA, tokenB].some((token) => model.tokens.get(token)?.status === 'paused')) return 'token_paused';
  const [older, newer] = [
    ownOrder(model, { ...maker, tokenA, tokenB }),
    ownOrder(model, { ...taker, tokenA: tokenB, tokenB: tokenA }),
  ];
  if (!older || !newer) return 'not_found';
  if (!isKnown(older, maker) || !isKnown(newer, taker) || maker.order >= taker.order) return 'order_moved';
  if (older.asked === 0n || newer.asked === 0n || older.isWaiting || newer.isWaiting) return 'order_moved';
  if (!older.isPurchase && (command.amountB !== undefined || !mayTake(older, amountA))) return 'order_moved';
  const pool = model.pool({ tokenA, tokenB });
  const feePpm = pool && pool.feesGoTo !== null ? model.policy.matchFee : 0n;
  let fee = (amountA * feePpm) / 1_000_000n;
  if (fee * 1_000_000n < amountA * feePpm) fee += 1n;
  const taken = amountA - fee;
  const isWithin = (paid: bigint) =>
    paid * older.total >= older.asked * amountA && taken * newer.total >= newer.asked * paid;
  // The lowest whole amount that the older order accepts.
  const lowest = whole(older.asked * amountA)
    .over(whole(older.total))
    .ceil();
  if (!isWithin(lowest)) return 'below_minimum';
  const highest = lowest + largest(LARGEST - lowest, (more) => isWithin(lowest + more));
  const compared = poolsCompared(model, command);
  if (compared === undefined) return 'order_moved';
  const isAbove = (paid: bigint) => compared.isAboveMid?.(paid) ?? 2n * paid > lowest + highest;
  const rounded = lowest + largest(highest - lowest, (more) => !isAbove(lowest + more));
  const amountB = command.amountB ?? rounded;
  const terms = { older, newer, feePpm, ratio: compared.ratio };
  if (command.amountB !== undefined && paymentFor(command.amountB, terms) !== amountA) return 'order_moved';
  if (!mayTrade(older, amountA, amountB) || !mayTrade(newer, amountB, taken)) return 'order_moved';
  if (compared.sold > amountB || compared.boughtFor(amountB) > taken) return 'order_moved';
  if (!hasTrigger(model, older, { number: maker.order, trigger: maker.trigger, sequence })) return 'order_moved';
  if (!hasTrigger(model, newer, { number: taker.order, trigger: taker.trigger, sequence })) return 'order_moved';
  if (older.isGuarded || newer.isGuarded) return 'order_moved';
  if (pool && fee > 0n) pool.fees.set(tokenA, (pool.fees.get(tokenA) ?? 0n) + fee);
  const { lastFill: _, ...ofMaker } = maker;
  const { lastFill: __, ...ofTaker } = taker;
  const rest = {
    maker: { ...ofMaker, ...spend(model, older, amountA, amountB, sequence) },
    taker: { ...ofTaker, ...spend(model, newer, amountB, taken, sequence) },
  };
  model.give(newer.account, tokenA, amountA - fee);
  model.give(older.account, tokenB, amountB);
  const told = pool && fee > 0n ? { fee: { ppm: feePpm, amount: fee, pool: pool.address } } : {};
  return { ...command, pools: command.pools ?? {}, ...rest, amountB, ...told } as Receipt;
}

type Priced = {
  readonly older: ModelOrder;
  readonly newer: ModelOrder;
  readonly feePpm: bigint;
  /** The square of the mid price; undefined without pools. */
  readonly ratio: Fraction | undefined;
};

/** The older order's payment for an exact amount: the largest at or below the mid price, within both limits; undefined if there is none. */
export function paymentFor(bought: bigint, { older, newer, feePpm, ratio }: Priced): bigint | undefined {
  const most = whole(bought * older.total)
    .over(whole(older.asked))
    .floor();
  const after = (paid: bigint) => paid - millionths(paid * feePpm).ceil();
  const isEnough = (paid: bigint) => after(paid) * newer.total >= newer.asked * bought;
  const least = smallest(most, isEnough);
  if (least === null) return undefined;
  const isAbove = (paid: bigint) =>
    ratio ? !whole(bought * bought).isAtLeast(ratio.times(whole(paid * paid))) : 2n * paid > least + most;
  return least + largest(most - least, (more) => !isAbove(least + more));
}

/** The pools' payment for the matched amounts, and whether a price is above their mid price; undefined if a route is invalid. */
export function poolsCompared(model: Model, { tokenA, tokenB, amountA, pools = {} }: Of<'matchOrders'>) {
  const payFor = (units: bigint, isBack: boolean): Trade | undefined => {
    const route = isBack ? pools.bought : pools.sold;
    const pair = isBack ? { tokenA: tokenB, tokenB: tokenA } : { tokenA, tokenB };
    const trade = tradeOf(model, { ...pair, referred: false, exact: { in: units }, ...(route && { route }) });
    return typeof trade === 'string' ? undefined : trade;
  };
  const sold = payFor(amountA, false);
  const bought = sold && payFor(sold.received, true);
  if ((pools.sold && !sold) || (pools.bought && !bought)) return undefined;
  // The mid price squared is the price of selling over that of buying.
  const ratio = sold && bought && sold.before.over(bought.before);
  const mid = ratio?.times(whole(amountA * amountA));
  return {
    ratio,
    sold: sold?.received ?? 0n,
    boughtFor: (units: bigint) => payFor(units, true)?.received ?? 0n,
    ...(mid && { isAboveMid: (paid: bigint) => !mid.isAtLeast(whole(paid * paid)) }),
  };
}

type Named = { readonly order: number; readonly account: string; readonly tokenA: string; readonly tokenB: string };

function ownOrder(model: Model, { order, account, tokenA, tokenB }: Named) {
  const found = model.orders.get(order);
  return found?.account === account && found.tokenA === tokenA && found.tokenB === tokenB ? found : undefined;
}
