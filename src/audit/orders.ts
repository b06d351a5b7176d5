// What the audit asks of orders: none pays below its limit, too early, too late or too little, and none after it is closed.
import type { Receipt } from '../core/commands/command.ts';
import type { SwapReceipt } from '../core/commands/swap-receipt.ts';
import type { Posted } from '../core/settle/instruction.ts';

type Placed = Extract<Receipt, { kind: 'placeOrder' }>;
type Matched = Extract<Receipt, { kind: 'matchOrders' }>;
type Closed = Extract<Receipt, { kind: 'closeOrder' }>;
type Owned = Pick<Placed, 'account' | 'tokenA' | 'tokenB'>;
type Traded = Owned & Pick<SwapReceipt, 'amountA' | 'amountB'>;
type OpenOrder = { readonly terms: Placed; readonly placedAtMs: number; left: bigint };

export class OrdersCheck {
  /** By their numbers; an order that is over is forgotten. */
  readonly #open = new Map<number, OpenOrder>();

  /** What a transaction should not have done by the orders before it, in words. */
  add({ sequence, createdAtMs, receipt }: Posted): string | undefined {
    if (receipt.kind === 'placeOrder') return this.#place(receipt, sequence, createdAtMs);
    if (receipt.kind === 'closeOrder') return this.#close(receipt, createdAtMs);
    if (receipt.kind === 'matchOrders') return this.#match(receipt, createdAtMs);
    if (receipt.kind === 'swap' && receipt.fill) return this.#fill(receipt, receipt.fill, createdAtMs);
    return undefined;
  }

  /** What the accounts of orders hold, as the journal adds up to it, that they should not; `balances` go by account and token. */
  finish(balances: ReadonlyMap<string, bigint>): string | undefined {
    for (const [order, { terms, left }] of this.#open) {
      const held = balances.get(`order ${order}\n${terms.tokenA}`) ?? 0n;
      if (held !== left) return `the order ${order} has ${left} left, but its account holds ${held}`;
    }
    const isOpen = (key: string) => this.#open.has(Number(key.slice('order '.length, key.indexOf('\n'))));
    const stray = [...balances].find(([key, held]) => key.startsWith('order ') && held !== 0n && !isOpen(key));
    return stray && `the account ${stray[0].replace('\n', ' of ')} holds ${stray[1]}, but the order is over`;
  }

  #place(terms: Placed, sequence: number, placedAtMs: number): string | undefined {
    const { order, amountA, minReceived, expiresAtMs, schedule } = terms;
    if (order !== sequence) return `places the order ${order}, which is not its own number`;
    if (expiresAtMs <= placedAtMs) return 'places an order that is over';
    if (minReceived < (schedule ? 0n : 1000n)) return 'places an order without a limit';
    if ((amountA / BigInt(schedule?.times ?? 1)) * 1000n < amountA)
      return 'places an order in parts that are too small';
    this.#open.set(order, { terms, placedAtMs, left: amountA });
    return undefined;
  }

  #fill(receipt: SwapReceipt, fill: NonNullable<SwapReceipt['fill']>, nowMs: number): string | undefined {
    if (receipt.referrer !== undefined) return `fills the order ${fill.order} for a referrer`;
    return this.#take(receipt, fill, nowMs);
  }

  /** Each gives the other what it gets, at the limit of the older to the unit. */
  #match(receipt: Matched, nowMs: number): string | undefined {
    const { tokenA, tokenB, amountA, amountB, maker, taker } = receipt;
    const terms = this.#open.get(maker.order)?.terms;
    if (maker.order >= taker.order) return `matches the order ${maker.order} with an older one as if it were newer`;
    if (terms && (amountB - 1n) * terms.amountA >= terms.minReceived * amountA)
      return `pays the order ${maker.order} more than its limit`;
    const back = { tokenA: tokenB, tokenB: tokenA, amountA: amountB, amountB: amountA };
    for (const [side, traded] of [
      [maker, receipt],
      [taker, back],
    ] as const) {
      if (this.#open.get(side.order)?.terms.minReceived === 0n)
        return `matches the order ${side.order} without a limit`;
      const fault = this.#take({ ...traded, account: side.account }, side, nowMs);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /** What an order has given, of which so much is left. */
  #take(traded: Traded, fill: { readonly order: number; readonly left: bigint }, nowMs: number): string | undefined {
    const { amountA, amountB } = traded;
    const order = this.#ownOrder(fill.order, traded);
    if (!order) return `fills the order ${fill.order}, which is not open or not of this account and pair`;
    const { terms, left } = order;
    const rest = left - amountA;
    if (fill.left !== rest) return `says that ${fill.left} is left of the order ${fill.order}, but it is ${rest}`;
    if (amountB * terms.amountA < terms.minReceived * amountA) return `fills the order ${fill.order} below its limit`;
    if (nowMs >= terms.expiresAtMs) return `fills the order ${fill.order} after it expired`;
    const due = dueOf(order, nowMs);
    if (amountA > due) return `fills more of the order ${fill.order} than was due`;
    const isDust = (units: bigint) => units * 1000n < terms.amountA;
    if (rest > 0n && (isDust(amountA) || isDust(rest))) return `fills too little of the order ${fill.order}`;
    if (!terms.inParts && amountA !== due) return `fills a part of the order ${fill.order}, which allows none`;
    order.left = rest;
    if (rest === 0n) this.#open.delete(fill.order);
    return undefined;
  }

  #close(receipt: Closed, nowMs: number): string | undefined {
    const { order: number, amountA, reason } = receipt;
    const order = this.#ownOrder(number, receipt);
    if (!order) return `closes the order ${number}, which is not open or not of this account and pair`;
    if (amountA !== order.left) return `gives ${amountA} of the order ${number} back, but ${order.left} is left`;
    if (reason === 'expired' && nowMs < order.terms.expiresAtMs) return `closes the order ${number} before it expired`;
    this.#open.delete(number);
    return undefined;
  }

  #ownOrder(number: number, { account, tokenA, tokenB }: Owned): OpenOrder | undefined {
    const order = this.#open.get(number);
    const isIt = order?.terms.account === account && order.terms.tokenA === tokenA && order.terms.tokenB === tokenB;
    return isIt ? order : undefined;
  }
}

/** What may be filled by now: all but the parts whose time has not come. */
function dueOf({ terms: { amountA, schedule }, placedAtMs, left }: OpenOrder, nowMs: number): bigint {
  if (!schedule) return left;
  const { times, everyMs } = schedule;
  const toCome = BigInt(Math.max(0, times - 1 - Math.floor((nowMs - placedAtMs) / everyMs)));
  const part = amountA / BigInt(times);
  // The last part has what rounding left.
  const early = toCome === 0n ? 0n : part * (toCome - 1n) + (amountA - part * BigInt(times - 1));
  return left > early ? left - early : 0n;
}
