// Audits the stored records of orders: each is recomputed and compared as of the transaction it names.
import { isDeepStrictEqual } from 'node:util';
import type { Receipt } from '../core/commands/command.ts';
import type { OrderRecord } from '../core/orders/record.ts';
import type { Posted } from '../core/settle/instruction.ts';
import type { CountedMarket } from '../ports/projection.ts';

/** The number of orders looked up at once. */
const AT_ONCE = 500;

type Counted = { -readonly [Name in keyof OrderRecord]: OrderRecord[Name] extends bigint ? bigint : OrderRecord[Name] };

export class OrderRecordsCheck {
  readonly #stored: CountedMarket;
  /** By order: its state as of the cursor, up to which records are stored, and every later state. */
  readonly #orders = new Map<number, { byCursor?: Counted; later: Counted[] }>();

  readonly #after: number;

  /** Continues with the open orders that `save` returned after the transaction `after`; then it compares no order that was closed before. */
  constructor(stored: CountedMarket, open: readonly Counted[] = [], after = 0) {
    this.#stored = stored;
    this.#after = after;
    for (const order of open) this.#put(order.order, order);
  }

  add({ sequence, id, createdAtMs, receipt }: Posted): void {
    if (receipt.kind === 'placeOrder') {
      const { kind: _, ...terms } = receipt;
      const nothing = { filledA: 0n, receivedB: 0n, fills: 0, returned: 0n };
      this.#put(sequence, { ...terms, ...nothing, id, placedAtMs: createdAtMs, status: 'open', sequence });
    }
    if (receipt.kind === 'closeOrder') {
      const { order, reason: status, amountA: returned } = receipt;
      this.#change(order, (before) => ({ ...before, status, returned, sequence }));
    }
    if (receipt.kind === 'triggerOrder') {
      const { order, evidence } = receipt;
      this.#change(order, (before) => ({ ...before, triggered: { ...evidence, sequence }, sequence }));
    }
    for (const [order, gave, got, returned] of tradesIn(receipt)) {
      this.#change(order, (before) => {
        const filledA = before.filledA + gave;
        const status = filledA + returned === before.amountA ? 'filled' : 'open';
        const receivedB = before.receivedB + got;
        return { ...before, status, filledA, receivedB, returned, fills: before.fills + 1, sequence };
      });
    }
  }

  /** The open orders. */
  *save(): Iterable<Counted> {
    for (const { byCursor, later } of this.#orders.values()) {
      const now = later.at(-1) ?? byCursor;
      if (now?.status === 'open') yield now;
    }
  }

  async finish(): Promise<string | undefined> {
    let left = 0;
    for (const { byCursor } of this.#orders.values()) if (byCursor) left += 1;
    for await (const stored of this.#compared()) {
      const counted = this.#orders.get(stored.order);
      const states = counted ? [...(counted.byCursor ? [counted.byCursor] : []), ...counted.later] : [];
      const asOf = states.find(({ sequence }) => sequence === stored.sequence);
      if (!isDeepStrictEqual(asOf, stored)) return `the order ${stored.order} is not what its transactions come to`;
      if (counted?.byCursor) left -= 1;
    }
    return left === 0 ? undefined : `${left} orders are not stored`;
  }

  async *#compared(): AsyncIterable<OrderRecord> {
    if (this.#after === 0) {
      yield* this.#stored.orders();
      return;
    }
    const known = [...this.#orders.keys()].filter((order) => order <= this.#after);
    for (let at = 0; at < known.length; at += AT_ONCE)
      yield* await this.#stored.ordersNumbered(known.slice(at, at + AT_ONCE));
    yield* this.#stored.orders(this.#after);
  }

  #change(order: number, change: (before: Counted) => Counted): void {
    const known = this.#orders.get(order);
    const before = known?.later.at(-1) ?? known?.byCursor;
    if (before) this.#put(order, change(before));
  }

  #put(order: number, state: Counted): void {
    const known = this.#orders.get(order) ?? { later: [] };
    if (state.sequence <= this.#stored.cursor) known.byCursor = state;
    else known.later.push(state);
    this.#orders.set(order, known);
  }
}

type Trade = readonly [order: number, gave: bigint, got: bigint, returned: bigint];

/** Each order that traded, with what it sold and bought, and what its owner got back. */
function tradesIn(receipt: Receipt): readonly Trade[] {
  if (receipt.kind === 'swap' && receipt.fill) {
    const { order, returned = 0n } = receipt.fill;
    return [[order, receipt.amountA, receipt.amountB, returned]];
  }
  if (receipt.kind !== 'matchOrders') return [];
  const { maker, taker, amountA, amountB, fee } = receipt;
  return [
    [maker.order, amountA, amountB, maker.returned ?? 0n],
    [taker.order, amountB, fee ? amountA - fee.amount : amountA, taker.returned ?? 0n],
  ];
}
