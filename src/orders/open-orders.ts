// The open orders, by pair and direction and in the order in which they are filled; kept up to date with the journal.
import { setImmediate as turn } from 'node:timers/promises';
import { stopAccount } from '../core/accounts.ts';
import { type Account, type Amount, amount, type Ppm, type TokenAddress } from '../core/amount.ts';
import { guardOf } from '../core/orders/guard.ts';
import type { PlacedOrder, Schedule } from '../core/orders/order.ts';
import { leftBy, leftOf, type OrderRecord } from '../core/orders/record.ts';
import type { Trigger } from '../core/orders/trigger.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { placedBy } from '../core/settle/settle.ts';
import { timeOf } from '../core/settle/transaction-id.ts';
import type { Fold } from '../journal/follower.ts';
import { UnreadableTransaction } from '../ports/store.ts';
import type { Tail } from '../ports/tail.ts';

/** The number of orders read at once. */
const PAGE = 500;

/** The results of earlier looks at an order. */
type Attempts = {
  /** When it is looked at again, if its part or its guard makes it wait. */
  readonly lookAtMs: number;
  /** Not looked at before this, because it was refused repeatedly. */
  readonly notBeforeMs: number;
  readonly refusals: number;
  /** Pools cannot fill it while `Gains.top` is below this. */
  readonly quietUntil: number;
  /** True if a search found prices just short of its limit. */
  readonly isNear: boolean;
};

const NO_ATTEMPTS: Attempts = { lookAtMs: 0, notBeforeMs: 0, refusals: 0, quietUntil: 0, isNear: false };

export class OpenOrder implements PlacedOrder {
  readonly number: number;
  readonly account: Account;
  readonly tokenA: TokenAddress;
  readonly tokenB: TokenAddress;
  readonly amountA: Amount;
  readonly minReceived: Amount;
  readonly inParts: boolean;
  readonly expiresAtMs: number;
  readonly placedAtMs: number;
  readonly schedule?: Schedule;
  readonly trigger?: Trigger;
  readonly maxSlippagePpm?: Ppm;
  /** True for a stop that was not triggered yet. */
  isWaiting: boolean;
  left: Amount;
  readonly isPurchase?: true;
  /** Of a purchase that was filled in part: what it has received, and the transaction of its last fill. */
  bought?: Bought;
  /** The last transaction included in `left`. */
  asOf: number;
  /** When it is due by time alone: to expire, for its next part, or for a retry. */
  dueMs = 0;
  /** Units of tokenB for one of tokenA, as a float. */
  readonly limit: number;
  /** Shared by all orders that were not searched yet: most wait far from the price, and this saves 80 bytes for each. */
  attempts: Attempts = NO_ATTEMPTS;
  #filledAtMs: number | undefined;

  constructor(number: number, placed: PlacedOrder, { left, asOf, atMs, isWaiting, bought }: Standing) {
    this.number = number;
    this.account = placed.account;
    this.tokenA = placed.tokenA;
    this.tokenB = placed.tokenB;
    this.amountA = placed.amountA;
    this.minReceived = placed.minReceived;
    this.limit = Number(placed.minReceived) / Number(placed.amountA);
    this.inParts = placed.inParts;
    this.expiresAtMs = placed.expiresAtMs;
    this.placedAtMs = placed.placedAtMs;
    if (placed.isPurchase) this.isPurchase = placed.isPurchase;
    if (bought) this.bought = bought;
    if (placed.schedule) this.schedule = placed.schedule;
    if (placed.trigger) this.trigger = placed.trigger;
    if (placed.maxSlippagePpm !== undefined) this.maxSlippagePpm = placed.maxSlippagePpm;
    this.isWaiting = isWaiting;
    // Shares the bigint of an order that was not filled yet.
    this.left = left === placed.amountA ? placed.amountA : left;
    if (left !== placed.amountA) this.#filledAtMs = atMs;
    this.asOf = asOf;
  }

  /** How much less than the average its fills may pay; undefined without a guard. */
  get slippagePpm(): Ppm | undefined {
    return guardOf(this);
  }

  /** The time of the last fill; for an order that was partly filled before it was loaded, the time of the load instead. */
  get filledAtMs(): number {
    return this.#filledAtMs ?? this.placedAtMs;
  }

  set filledAtMs(filledAtMs: number) {
    this.#filledAtMs = filledAtMs;
  }

  /** Lets it be searched again, regardless of what the last search found. */
  wake(): void {
    if (this.attempts.quietUntil !== 0) this.attempts = { ...this.attempts, quietUntil: 0 };
  }
}

export type Bought = { readonly receivedB: Amount; readonly lastFill: number };

/** The rest of an order, and the last transaction included in it, with its time. */
type Standing = {
  readonly left: Amount;
  readonly asOf: number;
  readonly atMs: number;
  readonly isWaiting: boolean;
  readonly bought?: Bought;
};

/** Looks up what has become of orders; a record may be older than the order's balance. */
export type OrderRecords = { orders(numbers: readonly number[]): Promise<readonly OrderRecord[]> };

/** All orders that sell one token for another: the lower limit first, then the older. */
export type OrderSide = { readonly tokenA: TokenAddress; readonly tokenB: TokenAddress; readonly orders: OpenOrder[] };

type Options = {
  /** Called with a side that changed, and the order that is new in it. */
  onChange?(side: OrderSide, placed?: OpenOrder): void;
  /** Called with a stop that now waits, or no longer waits. */
  onStop?(order: OpenOrder): void;
  /** Called with every order that is opened or closed. */
  onOpen?(order: OpenOrder, isOpen: boolean): void;
  /** Called when all orders are dropped. */
  onLose?(): void;
};

export class OpenOrders implements Fold {
  readonly #sides = new Map<string, OrderSide>();
  readonly #byNumber = new Map<number, OpenOrder>();
  /** Interned strings: many orders share accounts and tokens. */
  readonly #texts = new Map<string, string>();
  readonly #options: Options;
  /** Purchases that were loaded partly filled, while it is not known yet how much they have received. */
  readonly #unknown = new Map<number, { readonly placed: PlacedOrder; readonly standing: Standing }>();
  #isKnown = false;
  /** The account up to which orders are loaded; undefined if no load is under way. */
  #loadedTo: string | undefined;

  constructor(options: Options = {}) {
    this.#options = options;
  }

  /** True if all open orders are loaded. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  get size(): number {
    return this.#byNumber.size;
  }

  /** The number of open orders that cannot be filled until `learn` has found what they have received. */
  get unknown(): number {
    return this.#unknown.size;
  }

  get all(): Iterable<OpenOrder> {
    return this.#byNumber.values();
  }

  get sides(): Iterable<OrderSide> {
    return this.#sides.values();
  }

  /** The orders that buy what a side sells. */
  opposite({ tokenA, tokenB }: OrderSide): OrderSide | undefined {
    return this.#sides.get(sideKey(tokenB, tokenA));
  }

  sideOf({ tokenA, tokenB }: OpenOrder): OrderSide {
    return this.#sides.get(sideKey(tokenA, tokenB)) as OrderSide;
  }

  get(number: number): OpenOrder | undefined {
    return this.#byNumber.get(number);
  }

  /** Drops all orders, since transactions may have been skipped. */
  restart(): void {
    this.lose();
  }

  lose(): void {
    this.#isKnown = false;
    this.#loadedTo = undefined;
    this.#sides.clear();
    this.#byNumber.clear();
    this.#unknown.clear();
    this.#texts.clear();
    this.#options.onLose?.();
  }

  take(posted: Posted): void {
    const { receipt, sequence, createdAtMs: atMs } = posted;
    const placed = placedBy(posted);
    const isWaiting = placed?.trigger !== undefined;
    if (placed) this.#add(sequence, placed, { left: placed.amountA, asOf: sequence, atMs, isWaiting });
    else for (const change of leftBy(receipt)) this.#change(change, posted);
  }

  /**
   * Loads all open orders and their balances, each as of a time after the last transaction taken, so the next transactions may already
   * be included in some of them. False if `isEnough` stopped it: the next call continues, and transactions are taken meanwhile.
   */
  async load(tail: Pick<Tail, 'orders' | 'pick'>, isEnough = () => false): Promise<boolean> {
    if (this.#loadedTo === undefined) {
      this.lose();
      this.#loadedTo = '';
    }
    for (let after: string | undefined = this.#loadedTo; after !== undefined; after = this.#loadedTo) {
      const { mark, balances } = await tail.orders({ after, limit: PAGE });
      const placed = await pickReadable(
        tail,
        balances.map(({ account }) => numberOf(account)),
      );
      // The orders were dropped meanwhile: the journal was rolled back, or another process holds the lease.
      if (this.#loadedTo !== after) return false;
      const standing = { asOf: mark.sequence, atMs: mark.id === null ? 0 : timeOf(mark.id) };
      const byNumber = new Map(placed.map((posted) => [posted.sequence, placedBy(posted)]));
      for (const { account, balance } of balances) {
        const number = numberOf(account);
        const terms = byNumber.get(number);
        const isWaiting = account === stopAccount(number);
        if (terms) this.#load(number, terms, { ...standing, left: amount(balance), isWaiting });
      }
      this.#loadedTo = balances.length < PAGE ? undefined : balances.at(-1)?.account;
      await turn();
      if (this.#loadedTo !== undefined && isEnough()) return false;
    }
    this.#isKnown = true;
    return true;
  }

  /** Looks up what purchases have received that were filled in part before they were loaded; the others stay unknown for now. */
  async learn(records: OrderRecords): Promise<void> {
    const numbers = [...this.#unknown.keys()];
    for (let from = 0; from < numbers.length; from += PAGE) {
      for (const record of await records.orders(numbers.slice(from, from + PAGE))) {
        const { order, receivedB, sequence: lastFill } = record;
        const unknown = this.#unknown.get(order);
        // What is left falls with each fill, so the record is as new as the balance if both say the same.
        if (!unknown || leftOf(record) !== unknown.standing.left) continue;
        this.#unknown.delete(order);
        this.#add(order, unknown.placed, { ...unknown.standing, bought: { receivedB, lastFill } });
      }
    }
  }

  #load(number: number, placed: PlacedOrder, standing: Standing): void {
    const isUnknown = placed.isPurchase && standing.left !== placed.amountA && !this.#byNumber.has(number);
    if (isUnknown) this.#unknown.set(number, { placed, standing });
    else this.#add(number, placed, standing);
  }

  #add(number: number, placed: PlacedOrder, standing: Standing): void {
    if (this.#byNumber.has(number)) return;
    const { account, tokenA, tokenB } = placed;
    const [ofA, ofB] = [this.#text(tokenA), this.#text(tokenB)];
    const order = new OpenOrder(
      number,
      { ...placed, account: this.#text(account), tokenA: ofA, tokenB: ofB },
      standing,
    );
    this.#byNumber.set(number, order);
    this.#options.onOpen?.(order, true);
    if (order.isWaiting) this.#options.onStop?.(order);
    else this.#list(order);
  }

  #list(order: OpenOrder): void {
    const { tokenA, tokenB } = order;
    const key = sideKey(tokenA, tokenB);
    let side = this.#sides.get(key);
    if (!side) {
      side = { tokenA, tokenB, orders: [] };
      this.#sides.set(key, side);
    }
    side.orders.splice(placeOf(side.orders, order), 0, order);
    this.#options.onChange?.(side, order);
  }

  #change({ order: number, left, receivedB }: ReturnType<typeof leftBy>[number], posted: Posted): void {
    const { sequence, createdAtMs } = posted;
    const order = this.#byNumber.get(number);
    const bought = receivedB === undefined ? undefined : { receivedB, lastFill: sequence };
    if (!order) {
      this.#changeUnknown(number, { left, ...(bought && { bought }) }, posted);
      return;
    }
    if (sequence <= order.asOf) return;
    if (left < order.left) order.filledAtMs = createdAtMs;
    order.left = left;
    if (bought) order.bought = bought;
    order.asOf = sequence;
    order.attempts = NO_ATTEMPTS;
    if (order.isWaiting) {
      order.isWaiting = false;
      this.#options.onStop?.(order);
      if (left > 0n) this.#list(order);
      else this.#drop(order);
      return;
    }
    const side = this.sideOf(order);
    if (left === 0n) this.#remove(order, side);
    this.#options.onChange?.(side);
  }

  #changeUnknown(number: number, now: Pick<Standing, 'left' | 'bought'>, { sequence, createdAtMs }: Posted): void {
    const unknown = this.#unknown.get(number);
    if (!unknown || sequence <= unknown.standing.asOf) return;
    this.#unknown.delete(number);
    if (now.left === 0n) return;
    this.#add(number, unknown.placed, { ...unknown.standing, ...now, asOf: sequence, atMs: createdAtMs });
  }

  #remove(order: OpenOrder, { orders, tokenA, tokenB }: OrderSide): void {
    this.#drop(order);
    orders.splice(placeOf(orders, order), 1);
    if (orders.length === 0) this.#sides.delete(sideKey(tokenA, tokenB));
  }

  #drop(order: OpenOrder): void {
    this.#byNumber.delete(order.number);
    this.#options.onOpen?.(order, false);
  }

  #text<Text extends string>(text: Text): Text {
    const known = this.#texts.get(text);
    if (known !== undefined) return known as Text;
    // With so many texts, most are likely to belong to closed orders.
    if (this.#texts.size > 2 * this.#byNumber.size + PAGE) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}

/** One time of each open order, for `DueTimes`; orders whose time is 0 are left out. */
export const timesOf = (orders: Pick<OpenOrders, 'size' | 'all'>, timeOf: (order: OpenOrder) => number) => ({
  size: orders.size,
  *entries() {
    for (const order of orders.all) if (timeOf(order) > 0) yield { atMs: timeOf(order), of: order.number };
  },
});

/** An order whose row is damaged waits until the row is repaired; it must not block the others. */
async function pickReadable(tail: Pick<Tail, 'pick'>, sequences: readonly number[]): Promise<readonly Posted[]> {
  try {
    return await tail.pick(sequences);
  } catch (error) {
    if (!(error instanceof UnreadableTransaction)) throw error;
    return pickReadable(
      tail,
      sequences.filter((sequence) => sequence !== error.sequence),
    );
  }
}

const numberOf = (account: Account): number => Number(account.split(' ')[1]);

const sideKey = (tokenA: TokenAddress, tokenB: TokenAddress): string => `${tokenA} ${tokenB}`;

/** Negative if the first is filled first. */
export function byPriority(one: OpenOrder, other: OpenOrder): number {
  const [a, b] = [one.minReceived * other.amountA, other.minReceived * one.amountA];
  return a < b ? -1 : a > b ? 1 : one.number - other.number;
}

/** The index at which the order is, or has to be inserted. */
export function placeOf(orders: readonly OpenOrder[], order: OpenOrder): number {
  let [low, high] = [0, orders.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byPriority(orders[middle] as OpenOrder, order) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
