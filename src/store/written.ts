// Outcomes on their way between threads: receipts travel in the form in which they are written, as text.
import type { Account } from '../core/amount.ts';
import type { Rejection } from '../core/rejection.ts';
import type { Outcome, Settlement } from '../core/settle.ts';
import { decodeReceipt, encodeReceipt } from './encoding.ts';

/** A settlement and the receipts of its transactions as text, in their order. */
export type EncodedSettlement = Settlement & { readonly receipts: readonly string[] };

/** A tuple, since a thread sends it cheaper than a record. */
export type WrittenOutcome =
  | { readonly rejection: Rejection }
  | readonly [sequence: number, id: string, actor: Account, createdAtMs: number, receipt: string];

export const encodeReceipts = (settlement: Settlement): EncodedSettlement => ({
  ...settlement,
  receipts: settlement.transactions.map(({ receipt }) => encodeReceipt(receipt)),
});

export function writtenOutcomes({ outcomes, transactions, receipts }: EncodedSettlement): readonly WrittenOutcome[] {
  const first = transactions[0]?.sequence ?? 0;
  return outcomes.map((outcome) => {
    if ('rejection' in outcome) return outcome;
    const { sequence, id, actor, createdAtMs, receipt } = outcome.posted;
    // What an idempotency key remembers of an earlier batch is not among these receipts.
    return [sequence, id, actor, createdAtMs, receipts[sequence - first] ?? encodeReceipt(receipt)];
  });
}

export function toOutcome(written: WrittenOutcome): Outcome {
  if ('rejection' in written) return written;
  const [sequence, id, actor, createdAtMs, receipt] = written;
  // Few calls tell more of a transaction than its id, so its receipt is only read for those that ask.
  const posted = {
    sequence,
    id,
    actor,
    createdAtMs,
    get receipt() {
      return decodeReceipt(receipt);
    },
  };
  return { posted };
}
