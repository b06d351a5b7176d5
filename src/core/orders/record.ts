// The state of an order as computed from the journal: its terms, its fills and how it ended.
import type { Amount } from '../amount.ts';
import { amount, ZERO } from '../amount.ts';
import type { Receipt } from '../commands/command.ts';
import { takenBy } from '../commands/match-orders.ts';
import type { PlaceOrderReceipt } from '../commands/place-order.ts';
import type { Posted } from '../settle/instruction.ts';
import type { OrderFill, PlacedOrder } from './order.ts';
import type { Evidence, Triggered } from './trigger.ts';

export type OrderStatus = 'open' | 'filled' | 'cancelled' | 'expired';

export type OrderRecord = PlacedOrder & {
  /** The sequence of the transaction that placed it. */
  readonly order: number;
  /** The id of the transaction that placed it. */
  readonly id: string;
  readonly status: OrderStatus;
  readonly filledA: Amount;
  readonly receivedB: Amount;
  readonly fills: number;
  /** The unfilled rest that the owner got back when the order was cancelled or expired, or with its last fill. */
  readonly returned: Amount;
  /** Only for a stop that was triggered. */
  readonly triggered?: Triggered;
  /** The sequence of the last transaction that changed the order. */
  readonly sequence: number;
};

/** The amount that can still be filled. */
export const leftOf = ({ amountA, filledA, returned }: OrderRecord): Amount => amount(amountA - filledA - returned);

/** For each order that a transaction filled: the amounts sold and bought, and the unfilled rest. */
export function fillsOf(receipt: Receipt): readonly OrderFill[] {
  if (receipt.kind === 'swap') {
    const { fill, amountA, amountB } = receipt;
    return fill ? [{ ...fill, amountA, amountB }] : NONE;
  }
  if (receipt.kind !== 'matchOrders') return NONE;
  const { maker, taker, amountA, amountB } = receipt;
  return [
    { ...restOf(maker), amountA, amountB },
    { ...restOf(taker), amountA: amountB, amountB: takenBy(receipt) },
  ];
}

const restOf = ({ order, left, returned, receivedB }: Omit<OrderFill, 'amountA' | 'amountB'>) => ({
  order,
  left,
  ...(returned !== undefined && { returned }),
  ...(receivedB !== undefined && { receivedB }),
});

const NONE: readonly never[] = [];

/** The unfilled rest of every order that a transaction filled, triggered or closed, and what a purchase has received so far. */
export function leftBy(receipt: Receipt): readonly Pick<OrderFill, 'order' | 'left' | 'receivedB'>[] {
  if (receipt.kind === 'closeOrder') return [{ order: receipt.order, left: ZERO }];
  return receipt.kind === 'triggerOrder' ? [{ order: receipt.order, left: receipt.amountA }] : fillsOf(receipt);
}

export function placedRecord(receipt: PlaceOrderReceipt, { id, createdAtMs }: Posted): OrderRecord {
  const { kind: _, ...terms } = receipt;
  return {
    ...terms,
    ...{ id, placedAtMs: createdAtMs, status: 'open', filledA: ZERO, receivedB: ZERO, fills: 0, returned: ZERO },
    sequence: receipt.order,
  };
}

export const filledRecord = (record: OrderRecord, fill: OrderFill, sequence: number): OrderRecord => ({
  ...record,
  status: fill.left === 0n ? 'filled' : 'open',
  filledA: amount(record.filledA + fill.amountA),
  receivedB: amount(record.receivedB + fill.amountB),
  returned: fill.returned ?? record.returned,
  fills: record.fills + 1,
  sequence,
});

export const closedRecord = (
  record: OrderRecord,
  { reason, amountA }: { readonly reason: 'cancelled' | 'expired'; readonly amountA: Amount },
  sequence: number,
): OrderRecord => ({ ...record, status: reason, returned: amountA, sequence });

export const triggeredRecord = (record: OrderRecord, evidence: Evidence, sequence: number): OrderRecord => ({
  ...record,
  triggered: { ...evidence, sequence },
  sequence,
});
