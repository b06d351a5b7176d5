// Outcomes on their way between threads: receipts travel in the form in which they are written, as text.
import type { Account } from '../core/amount.ts';
import type { Rejection } from '../core/rejection.ts';
import type { Outcome, Settlement } from '../core/settle.ts';
import { decodeReceipt, encodeReceipt } from './codec.ts';

/** A tuple, since a thread sends it cheaper than a record. */
export type WrittenOutcome =
  | { readonly rejection: Rejection }
  | readonly [sequence: number, id: string, actor: Account, createdAtMs: number, receipt: string];

/** A settlement, the receipts of its transactions as text, and what its instructions are answered. */
export type EncodedSettlement = Settlement & {
  readonly receipts: readonly string[];
  readonly written: readonly WrittenOutcome[];
};

/** All that can fail is done here, before the commit: what fails after it would be taken for rolled back. */
export function encode(settlement: Settlement): EncodedSettlement {
  const { outcomes, transactions } = settlement;
  const first = transactions[0]?.sequence ?? 0;
  const receipts = transactions.map(({ receipt }) => encodeReceipt(receipt));
  const written = outcomes.map((outcome): WrittenOutcome => {
    if ('rejection' in outcome) return outcome;
    const { sequence, id, actor, createdAtMs, receipt } = outcome.posted;
    // What an idempotency key remembers of an earlier batch is not among these receipts.
    return [sequence, id, actor, createdAtMs, receipts[sequence - first] ?? encodeReceipt(receipt)];
  });
  return { ...settlement, receipts, written };
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
