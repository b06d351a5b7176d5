// The orders of the market fold: records of those that changed since rows were last stored, and which orders are open.
import type { Account, TokenAddress } from '../core/amount.ts';
import { assert } from '../core/assert.ts';
import {
  closedRecord,
  filledRecord,
  fillsOf,
  leftBy,
  leftOf,
  type OrderRecord,
  placedRecord,
  triggeredRecord,
} from '../core/orders/record.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { InOrders } from '../ports/orders.ts';
import type { OpenOrder } from '../ports/projection.ts';

/** An account's open orders: their number, what they still hold, and the last transaction that changed one of them. */
type OpenOrders = { count: number; readonly held: Map<TokenAddress, Held>; changedAt: number };

/** What an account's open orders hold of one token. */
type Held = { readonly account: Account; readonly token: TokenAddress; left: bigint };

/** There are very many, so each refers to strings that it shares with the other orders of its account. */
type Open = { readonly held: Held; left: bigint; sequence: number };

export class OrdersFold {
  /** Orders that the next transactions change; undefined for one that is not stored. */
  readonly #known = new Map<number, OrderRecord | undefined>();
  /** The orders last requested from the store. */
  #asked: readonly number[] = [];
  #forgottenTo = -1;
  /** Records that changed after the cursor, up to which everything is stored. */
  readonly #unstored = new Map<number, OrderRecord>();
  readonly #open = new Map<number, Open>();
  readonly #openOf = new Map<Account, OpenOrders>();
  /** The last transaction that left an account without open orders, whichever account: those of single accounts are not kept. */
  #emptiedAt = 0;

  constructor(open: readonly OpenOrder[]) {
    for (const one of open) this.#opened(one);
  }

  /** The open orders of all accounts. */
  get openCount(): number {
    return this.#open.size;
  }

  openCountOf(account: Account): number {
    return this.#openOf.get(account)?.count ?? 0;
  }

  inOrdersOf(account: Account): InOrders {
    const of = this.#openOf.get(account);
    if (!of) return { left: new Map(), changedAt: this.#emptiedAt };
    return { left: new Map([...of.held.values()].map(({ token, left }) => [token, left])), changedAt: of.changedAt };
  }

  /** The number of records that are not stored yet, or newer than the stored ones. */
  get size(): number {
    return this.#unstored.size;
  }

  /** The record if it is not stored yet, or newer than the stored one. */
  get(order: number): OrderRecord | undefined {
    return this.#unstored.get(order);
  }

  unstored(): Iterable<OrderRecord> {
    return this.#unstored.values();
  }

  /** The orders that must be loaded before these transactions are taken. */
  missing(posted: readonly Posted[], cursor: number): readonly number[] {
    // Drops records only here: they must stay while the transactions they were loaded for are taken.
    this.#forgetKnown(cursor);
    const orders = new Set<number>();
    for (const { receipt } of posted)
      for (const { order } of leftBy(receipt)) if (!this.#known.has(order)) orders.add(order);
    return [...orders];
  }

  /** Orders that were not stored when requested may be by now; the others stay until the cursor has passed them. */
  #forgetKnown(cursor: number): void {
    for (const order of this.#asked) if (!this.#known.get(order)) this.#known.delete(order);
    this.#asked = [];
    if (cursor === this.#forgottenTo) return;
    this.#forgottenTo = cursor;
    for (const [order, record] of this.#known) if (record && record.sequence <= cursor) this.#known.delete(order);
  }

  know(orders: readonly number[], stored: readonly OrderRecord[]): void {
    for (const order of orders) this.#known.set(order, this.#known.get(order));
    this.#asked = [...this.#asked, ...orders];
    for (const record of stored) {
      const known = this.#known.get(record.order);
      if (known && known.sequence >= record.sequence) continue;
      this.#known.set(record.order, record);
      // The stored record may be ahead of what is counted here.
      this.#list(record);
    }
  }

  take(posted: Posted): void {
    const { receipt, sequence } = posted;
    if (receipt.kind === 'placeOrder') {
      if (!this.#known.get(sequence)) this.#put(placedRecord(receipt, posted));
    } else if (receipt.kind === 'closeOrder') {
      this.#change(receipt.order, sequence, (record) => closedRecord(record, receipt, sequence));
    } else if (receipt.kind === 'triggerOrder') {
      this.#change(receipt.order, sequence, (record) => triggeredRecord(record, receipt.evidence, sequence));
    } else {
      for (const fill of fillsOf(receipt))
        this.#change(fill.order, sequence, (record) => filledRecord(record, fill, sequence));
    }
  }

  forget(cursor: number): void {
    for (const [order, { sequence }] of this.#unstored) if (sequence <= cursor) this.#unstored.delete(order);
  }

  #change(order: number, sequence: number, change: (record: OrderRecord) => OrderRecord): void {
    const known = this.#known.get(order);
    assert(known !== undefined, 'an order that is changed was placed');
    if (known.sequence < sequence) this.#put(change(known));
  }

  #put(record: OrderRecord): void {
    this.#known.set(record.order, record);
    this.#unstored.set(record.order, record);
    this.#list(record);
  }

  #list(record: OrderRecord): void {
    const { order, account, tokenA, sequence } = record;
    if (record.status === 'open') this.#opened({ order, account, tokenA, left: leftOf(record), sequence });
    else this.#closed(order, sequence);
  }

  #opened({ order, account, tokenA: token, left, sequence }: OpenOrder): void {
    const open = this.#open.get(order);
    // If another process has stored a later state of the order, that one counts.
    if (open && open.sequence >= sequence) return;
    const of = this.#openOf.get(account) ?? { count: 0, held: new Map<TokenAddress, Held>(), changedAt: 0 };
    this.#openOf.set(account, of);
    of.changedAt = Math.max(of.changedAt, sequence);
    if (open) {
      open.held.left += left - open.left;
      [open.left, open.sequence] = [left, sequence];
      return;
    }
    of.count += 1;
    const held = of.held.get(token) ?? { account, token, left: 0n };
    held.left += left;
    of.held.set(token, held);
    this.#open.set(order, { held, left, sequence });
  }

  #closed(order: number, sequence: number): void {
    const open = this.#open.get(order);
    const of = open && this.#openOf.get(open.held.account);
    if (!of) return;
    this.#open.delete(order);
    of.count -= 1;
    of.changedAt = Math.max(of.changedAt, sequence);
    open.held.left -= open.left;
    if (open.held.left === 0n) of.held.delete(open.held.token);
    if (of.count > 0) return;
    this.#openOf.delete(open.held.account);
    this.#emptiedAt = Math.max(this.#emptiedAt, of.changedAt);
  }
}
