// Audits orders: no fill is below the limit, too early, too late, too small, or after the order was closed.
import type { Receipt } from '../core/commands/command.ts';
import type { SwapReceipt } from '../core/commands/swap-receipt.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { AveragesCheck } from './averages.ts';
import { faultOfTime, type GuardCheck, isPaidEnough, needsGuard, nextPart } from './guard.ts';
import { buysMore, faultOfMatch, ownPoolPays, type PoolsThen } from './match.ts';

type Placed = Extract<Receipt, { kind: 'placeOrder' }>;
type Matched = Extract<Receipt, { kind: 'matchOrders' }>;
type Closed = Extract<Receipt, { kind: 'closeOrder' }>;
type Owned = Pick<Placed, 'account' | 'tokenA' | 'tokenB'>;
type Traded = Owned & {
  readonly amountA: bigint;
  readonly amountB: bigint;
  readonly guard?: GuardCheck;
  readonly trigger?: Evidence;
  readonly by: 'pools' | 'order';
  /** What the owner got back with the fill. */
  readonly returned: bigint;
  /** By the receipt: the sum of all fills of a purchase so far, this one included. */
  readonly receivedB?: bigint | undefined;
};
type Triggered = Extract<Receipt, { kind: 'triggerOrder' }>;
type Evidence = Triggered['evidence'];
type OpenOrder = {
  readonly terms: Placed;
  readonly placedAtMs: number;
  filledAtMs: number;
  left: bigint;
  isWaiting: boolean;
  /** Of a purchase, if it has received anything. */
  receivedB?: bigint;
};
type At = { readonly sequence: number; readonly nowMs: number };
type Faults = Pick<AveragesCheck, 'fault'>;

export class OrdersCheck {
  /** By number; closed orders are removed. */
  readonly #open = new Map<number, OpenOrder>();
  /** Open orders by `nameOf`. */
  readonly #named = new Map<string, number>();
  /** The last immediate order. */
  #immediate: number | undefined;
  readonly #averages: Faults;
  readonly #pools: PoolsThen;

  constructor(averages: Faults, pools: PoolsThen, open: readonly OpenOrder[] = []) {
    this.#averages = averages;
    this.#pools = pools;
    for (const order of open) {
      this.#open.set(order.terms.order, order);
      this.#name(order.terms);
    }
  }

  save(): Iterable<OpenOrder> {
    return this.#open.values();
  }

  /** Returns what a transaction did wrong, given the orders before it, in words. */
  add(posted: Posted): string | undefined {
    const wrong = this.#add(posted);
    const open = this.#immediate === undefined ? undefined : this.#open.get(this.#immediate);
    // It is filled once at most, right after it is placed, and closed right after that.
    if (open && posted.sequence > open.terms.order + (open.left < open.terms.amountA ? 1 : 0))
      return wrong ?? `leaves the immediate order ${open.terms.order} open`;
    return wrong;
  }

  #add({ sequence, createdAtMs, receipt }: Posted): string | undefined {
    if (receipt.kind === 'triggerOrder') return this.#trigger(receipt, sequence, createdAtMs);
    if (receipt.kind === 'placeOrder') return this.#place(receipt, sequence, createdAtMs);
    if (receipt.kind === 'closeOrder') return this.#close(receipt, createdAtMs);
    const at = { sequence, nowMs: createdAtMs };
    if (receipt.kind === 'matchOrders') return this.#match(receipt, at);
    if (receipt.kind === 'swap' && receipt.fill) return this.#fill(receipt, receipt.fill, at);
    return undefined;
  }

  /** Returns a fault if an order's account does not hold what is left of the order; `balances` are by account and token. */
  finish(balances: ReadonlyMap<string, bigint>): string | undefined {
    for (const [order, { terms, left, isWaiting }] of this.#open) {
      if (terms.placedAs === 'immediate') return `the immediate order ${order} is open`;
      const held = balances.get(`order ${order}${isWaiting ? ' stop' : ''}\n${terms.tokenA}`) ?? 0n;
      if (held !== left) return `the order ${order} has ${left} left, but its account holds ${held}`;
    }
    const isOpen = (key: string) => {
      const [, number, stop] = key.slice(0, key.indexOf('\n')).split(' ');
      return this.#open.get(Number(number))?.isWaiting === (stop === 'stop');
    };
    for (const [key, held] of balances)
      if (key.startsWith('order ') && held !== 0n && !isOpen(key))
        return `the account ${key.replace('\n', ' of ')} holds ${held}, but the order is over`;
    return undefined;
  }

  #place(terms: Placed, sequence: number, placedAtMs: number): string | undefined {
    const { order, amountA, minReceived, inParts, expiresAtMs, schedule, trigger, isPurchase } = terms;
    if (order !== sequence) return `places the order ${order}, which is not its own number`;
    const isImmediate = terms.placedAs === 'immediate';
    if (isImmediate ? expiresAtMs !== placedAtMs : expiresAtMs <= placedAtMs) return 'places an order that is over';
    if (isImmediate && (schedule || trigger)) return `places the order ${order} as immediate, which is no limit order`;
    if (isImmediate) this.#immediate = order;
    const least = schedule ? 0n : inParts ? 1000n : 1n;
    if (isPurchase ? schedule || trigger || minReceived < 1n || amountA < least : minReceived < least)
      return 'places an order without a limit';
    if ((amountA / BigInt(schedule?.times ?? 1)) * 1000n < amountA)
      return 'places an order in parts that are too small';
    if (trigger && (trigger.price.numerator <= 0n || trigger.price.denominator <= 0n))
      return 'places a stop without a price';
    const passive = this.#faultOfPostOnly(terms);
    if (passive !== undefined) return passive;
    const namesake = this.#name(terms);
    if (namesake !== undefined) return `places an order under the clientId of the open order ${namesake}`;
    this.#open.set(order, {
      terms,
      placedAtMs,
      filledAtMs: placedAtMs,
      left: amountA,
      isWaiting: trigger !== undefined,
    });
    return undefined;
  }

  /** A postOnly order may not be placed if the pool of its pair pays the limit for the smallest fill. */
  #faultOfPostOnly(terms: Placed): string | undefined {
    const { order, amountA, minReceived, inParts, schedule, trigger, placedAs, isPurchase } = terms;
    if (placedAs !== 'postOnly') return undefined;
    if (schedule || trigger) return `places the order ${order} as postOnly, which is no limit order`;
    const leastOf = (size: bigint) => (inParts ? (size + 999n) / 1000n : size);
    // Of a purchase: the most that it would pay for the smallest amount.
    const bought = leastOf(minReceived);
    const isReached = isPurchase
      ? ownPoolPays(terms, (bought * amountA) / minReceived, this.#pools, bought)
      : ownPoolPays(terms, leastOf(amountA), this.#pools);
    return isReached ? `places the order ${order} as postOnly, although the pool of its pair would fill it` : undefined;
  }

  /** Notes the name of an order; returns the open order that has it. */
  #name(terms: Placed): number | undefined {
    if (terms.clientId === undefined) return undefined;
    const before = this.#named.get(nameOf(terms));
    this.#named.set(nameOf(terms), terms.order);
    return before;
  }

  #remove(number: number): void {
    const terms = this.#open.get(number)?.terms;
    if (terms?.clientId !== undefined) this.#named.delete(nameOf(terms));
    this.#open.delete(number);
  }

  #trigger(receipt: Triggered, sequence: number, nowMs: number): string | undefined {
    const { order: number, amountA, evidence } = receipt;
    const order = this.#ownOrder(number, receipt);
    const trigger = order?.isWaiting ? order.terms.trigger : undefined;
    if (!order || !trigger) return `sets off the stop ${number}, which does not wait, or not of this account and pair`;
    const untrue = this.#faultOfTrigger(order, evidence, `sets off the stop ${number}`, { sequence, nowMs });
    if (untrue !== undefined) return untrue;
    if (nowMs >= order.terms.expiresAtMs) return `sets off the stop ${number} after it expired`;
    if (amountA !== order.left) return `sets off ${amountA} of the stop ${number}, but ${order.left} is left`;
    order.isWaiting = false;
    return undefined;
  }

  /** A fault in the evidence that the trigger of a stop has passed, by the reference for all that is left of it. */
  #faultOfTrigger({ terms, placedAtMs, left }: OpenOrder, evidence: Evidence, did: string, { sequence, nowMs }: At) {
    const { order: number, tokenA, tokenB, trigger } = terms;
    if (!trigger) return `${did}, which is none`;
    const { average, fromMs, toMs, asOf } = evidence;
    const grid = trigger.overMs > 60_000 ? 60_000 : 1000;
    const isOfWindow =
      trigger.overMs === 0
        ? fromMs === toMs
        : fromMs % grid === 0 && fromMs <= toMs - trigger.overMs && fromMs > toMs - trigger.overMs - grid;
    if (!isOfWindow) return `${did} by an average of another window`;
    if (toMs > nowMs || toMs < nowMs - 60_000 || toMs < placedAtMs || asOf < number || asOf >= sequence)
      return `${did} by an average of another time`;
    const [mean, bound] = [
      average.numerator * trigger.price.denominator,
      trigger.price.numerator * average.denominator,
    ];
    if (trigger.when === 'below' ? mean > bound : mean < bound) return `${did}, whose trigger was not passed`;
    return this.#averages.fault({ did, tokenA, tokenB, evidence, when: trigger.when, units: left });
  }

  #fill(receipt: SwapReceipt, fill: NonNullable<SwapReceipt['fill']>, at: At): string | undefined {
    if (receipt.referrer !== undefined) return `fills the order ${fill.order} for a referrer`;
    const { returned = 0n, receivedB } = fill;
    if (receivedB !== undefined) return this.#take({ ...receipt, by: 'pools', returned, receivedB }, fill, at);
    if (returned !== 0n && (fill.left !== 0n || buysMore(receipt, returned, this.#pools)))
      return `gives ${returned} of the order ${fill.order} back, which could be sold`;
    return this.#take({ ...receipt, by: 'pools', returned }, fill, at);
  }

  /** Each order gets what the other gives, at a price that is compared with that of the named pools. */
  #match(receipt: Matched, at: At): string | undefined {
    const { tokenA, tokenB, amountA, amountB, maker, taker, fee } = receipt;
    // The fee is rounded up to a whole unit.
    if (fee && (fee.amount * 1_000_000n < amountA * fee.ppm || (fee.amount - 1n) * 1_000_000n >= amountA * fee.ppm))
      return `takes another fee of a match than the ${fee.ppm} millionths that it says`;
    const [terms, others] = [this.#open.get(maker.order)?.terms, this.#open.get(taker.order)?.terms];
    if (maker.order >= taker.order) return `matches the order ${maker.order} with an older one as if it were newer`;
    if (!receipt.pools) return 'names no pools that the match was compared with';
    const back = { tokenA: tokenB, tokenB: tokenA, amountA: amountB, amountB: amountA - (fee?.amount ?? 0n) };
    for (const [side, traded] of [
      [maker, receipt],
      [taker, back],
    ] as const) {
      if (this.#open.get(side.order)?.terms.minReceived === 0n)
        return `matches the order ${side.order} without a limit`;
      const { account, guard, trigger, receivedB, returned = 0n } = side;
      if (returned !== 0n && receivedB === undefined) return `gives ${returned} of the order ${side.order} back`;
      const evidence = { ...(guard && { guard }), ...(trigger && { trigger }) };
      const fault = this.#take({ ...traded, account, ...evidence, by: 'order', returned, receivedB }, side, at);
      if (fault !== undefined) return fault;
    }
    return terms && others && faultOfMatch(receipt, terms, others, this.#pools);
  }

  /** Checks what an order sold, and how much the receipt says is left. */
  #take(traded: Traded, fill: { readonly order: number; readonly left: bigint }, at: At): string | undefined {
    const { amountA, amountB, returned } = traded;
    const { nowMs } = at;
    const order = this.#ownOrder(fill.order, traded);
    if (!order) return `fills the order ${fill.order}, which is not open or not of this account and pair`;
    const { terms, left, isWaiting } = order;
    if (isWaiting) return `fills the stop ${fill.order}, which was not set off`;
    const used = amountA + returned;
    const rest = left - used;
    if (fill.left !== rest) return `says that ${fill.left} is left of the order ${fill.order}, but it is ${rest}`;
    if (amountB * terms.amountA < terms.minReceived * amountA) return `fills the order ${fill.order} below its limit`;
    const lastMs = terms.placedAs === 'immediate' ? terms.expiresAtMs : terms.expiresAtMs - 1;
    if (nowMs > lastMs) return `fills the order ${fill.order} after it expired`;
    if (terms.isPurchase || traded.receivedB !== undefined) return this.#buy(order, traded, nowMs);
    const due = this.#dueOf(order, nowMs);
    if (used > due || amountA <= 0n || returned < 0n) return `fills more of the order ${fill.order} than was due`;
    const isDust = (units: bigint) => units * 1000n < terms.amountA;
    if (rest > 0n && (isDust(amountA) || isDust(rest))) return `fills too little of the order ${fill.order}`;
    if (!terms.inParts && used !== due) return `fills a part of the order ${fill.order}, which allows none`;
    const untimely = this.#faultOfStop(order, traded, at);
    if (untimely !== undefined) return untimely;
    const unguarded = this.#faultOfGuard(traded, fill.order, terms, at, due);
    if (unguarded !== undefined) return unguarded;
    order.filledAtMs = nowMs;
    order.left = rest;
    if (rest === 0n) this.#remove(fill.order);
    return undefined;
  }

  /** Checks what a purchase got: to the unit what it wanted in the end, no dust before, and then all of its rest back. */
  #buy(order: OpenOrder, { amountA, amountB, returned, receivedB }: Traded, nowMs: number): string | undefined {
    const { terms, left, receivedB: before = 0n } = order;
    const { order: number, minReceived: wanted, isPurchase, inParts } = terms;
    const received = before + amountB;
    if (!isPurchase) return `fills the order ${number} as if it were a purchase`;
    if (receivedB !== received)
      return `says that the order ${number} has received ${receivedB}, but it has received ${received}`;
    if (amountA <= 0n || amountB <= 0n || received > wanted) return `buys more than the order ${number} wanted`;
    const isDone = received === wanted;
    if (returned !== (isDone ? left - amountA : 0n)) return `gives ${returned} of the order ${number} back`;
    const isDust = (units: bigint) => units * 1000n < wanted;
    if (!isDone && (isDust(amountB) || isDust(wanted - received))) return `fills too little of the order ${number}`;
    if (!inParts && amountB !== wanted) return `fills a part of the order ${number}, which allows none`;
    Object.assign(order, { filledAtMs: nowMs, left: left - amountA - returned, receivedB: received });
    if (isDone) this.#remove(number);
    return undefined;
  }

  /** A fault in a fill of a stop: too soon after the last slice, or without proof that the trigger still holds. */
  #faultOfStop(order: OpenOrder, { trigger, by }: Traded, at: At): string | undefined {
    const { terms, left, filledAtMs } = order;
    if (!terms.trigger) return trigger && `fills the order ${terms.order} as if it were a stop`;
    if (by === 'pools' && left < terms.amountA && at.nowMs < filledAtMs + 10_000)
      return `fills the stop ${terms.order} too soon after its last fill`;
    const did = `fills the stop ${terms.order}`;
    return trigger ? this.#faultOfTrigger(order, trigger, did, at) : `${did} without proof of its trigger`;
  }

  #faultOfGuard(traded: Traded, order: number, terms: Placed, at: At, due: bigint): string | undefined {
    const { sequence, nowMs } = at;
    const { guard, tokenA, tokenB, amountA } = traded;
    const by = traded.by === 'pools' ? { due } : traded.by;
    if (!guard) return needsGuard(terms) ? `fills the order ${order} without its guard` : undefined;
    const early = faultOfTime(guard, sequence, nowMs);
    if (early) return `fills the order ${order} ${early}`;
    if (!isPaidEnough(traded, guard, terms, this.#pools, by)) return `fills the order ${order} below its guard`;
    const did = `fills the order ${order}`;
    return this.#averages.fault({ did, tokenA, tokenB, evidence: guard, when: 'below', units: amountA });
  }

  /** The amount that may be filled: of a recurring order one part, not too soon after the last. */
  #dueOf(order: OpenOrder, nowMs: number): bigint {
    const { terms } = order;
    if (!terms.schedule) return order.left;
    const { rest, fromMs } = nextPart(terms, order, nowMs);
    return fromMs <= nowMs ? rest : 0n;
  }

  #close(receipt: Closed, nowMs: number): string | undefined {
    const { order: number, amountA, reason } = receipt;
    const order = this.#ownOrder(number, receipt);
    if (!order) return `closes the order ${number}, which is not open or not of this account and pair`;
    if (amountA !== order.left) return `gives ${amountA} of the order ${number} back, but ${order.left} is left`;
    if (receipt.clientId !== order.terms.clientId) return `closes the order ${number} under another clientId`;
    if ((receipt.untriggered === true) !== order.isWaiting)
      return `closes the order ${number} as a stop that ${order.isWaiting ? 'was' : 'was not'} set off`;
    if (order.terms.placedAs === 'immediate' && (reason !== 'expired' || nowMs !== order.placedAtMs))
      return `closes the immediate order ${number} later than it was placed`;
    if (reason === 'expired' && nowMs < order.terms.expiresAtMs) return `closes the order ${number} before it expired`;
    this.#remove(number);
    return undefined;
  }

  #ownOrder(number: number, { account, tokenA, tokenB }: Owned): OpenOrder | undefined {
    const order = this.#open.get(number);
    const isIt = order?.terms.account === account && order.terms.tokenA === tokenA && order.terms.tokenB === tokenB;
    return isIt ? order : undefined;
  }
}

const nameOf = ({ account, clientId }: Placed): string => `${account}\n${clientId}`;
