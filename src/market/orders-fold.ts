// The orders of the market fold: records of those that changed since rows were last stored, and which orders are open.
import type { Account } from '../core/amount.ts';
import { assert } from '../core/assert.ts';
import {
  closedRecord,
  filledRecord,
  fillsOf,
  leftBy,
  type OrderRecord,
  placedRecord,
  triggeredRecord,
} from '../core/orders/record.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { OpenOrder } from '../ports/projection.ts';

export class OrdersFold {
  /** Orders that the next transactions change; undefined for one that is not stored. */
  readonly #known = new Map<number, OrderRecord | undefined>();
  /** The orders last requested from the store. */
  #asked: readonly number[] = [];
  #forgottenTo = -1;
  /** Records that changed after the cursor, up to which everything is stored. */
  readonly #unstored = new Map<number, OrderRecord>();
  readonly #open = new Map<number, Account>();
  readonly #openOf = new Map<Account, number>();

  constructor(open: readonly OpenOrder[]) {
    for (const { order, account } of open) this.#opened(order, account);
  }

  /** The open orders of all accounts. */
  get openCount(): number {
    return this.#open.size;
  }

  openCountOf(account: Account): number {
    return this.#openOf.get(account) ?? 0;
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
      if (record.status !== 'open') this.#closed(record.order);
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
    const { order, account, status } = record;
    this.#known.set(order, record);
    this.#unstored.set(order, record);
    if (status === 'open') this.#opened(order, account);
    else this.#closed(order);
  }

  #opened(order: number, account: Account): void {
    if (this.#open.has(order)) return;
    this.#open.set(order, account);
    this.#openOf.set(account, this.openCountOf(account) + 1);
  }

  #closed(order: number): void {
    const account = this.#open.get(order);
    if (account === undefined) return;
    this.#open.delete(order);
    const left = this.openCountOf(account) - 1;
    if (left > 0) this.#openOf.set(account, left);
    else this.#openOf.delete(account);
  }
}
