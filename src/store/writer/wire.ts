// What goes between a store and its writer, over a thread's port or a process's channel: questions, replies, outcomes.
import type { Account } from '../../core/amount.ts';
import type { Receipt } from '../../core/commands/command.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { Instruction, Outcome, Posted } from '../../core/settle/instruction.ts';
import type { Settlement } from '../../core/settle/settle.ts';
import type { Mark } from '../../ports/records.ts';
import {
  BatchFault,
  OutcomeUnknown,
  type Rewind,
  StoreUnavailable,
  type Traded,
  type Unavailable,
  UnreadableTransaction,
} from '../../ports/store.ts';
import { decodeReceipt, encodeReceipt } from '../rows/codec.ts';
import { JournalWentBack } from './history.ts';
import { tradedIn } from './traded.ts';

/**
 * A batch to commit, with where the journal stood for those who composed it; whether one could be committed; or a write
 * beside the journal, by its name.
 */
export type Question =
  | { readonly batch: readonly Instruction[]; readonly composedAt: readonly Mark[] }
  | { readonly check: true }
  | { readonly write: string; readonly args: readonly unknown[] };

/** What the writer has done; after a check, nothing. */
export type Committed = { readonly outcomes: readonly WireOutcome[]; readonly traded?: Traded | undefined };

export type Reply =
  | Committed
  | { readonly written: unknown }
  | { readonly unavailable: Unavailable; readonly detail: string; readonly rewind?: Rewind }
  | { readonly unknown: string; readonly cause?: unknown }
  | { readonly bug: unknown };

/** The way to a writer and back. Every question is replied to, and what cannot be sent is replied to as a bug. */
export interface WriterLink {
  ask(question: Question): Promise<Reply>;
  /** Resolves when all that was asked before is replied to and the writer has ended, if it is this link's own. */
  close(): Promise<void>;
}

/** Receipts travel as the text in which they are written; a tuple, since a thread sends it cheaper than a record. */
type WireOutcome = { readonly refusal: Refusal } | SentPosted;
type SentPosted = readonly [sequence: number, id: string, actor: Account, createdAtMs: number, receipt: string];

/** A settlement, the receipts of its transactions as text, and what is replied to those who gave its instructions. */
export type EncodedSettlement = Settlement & { readonly receipts: readonly string[]; readonly reply: Committed };

/** All that can fail is done here, before the commit: what fails after it would be taken for rolled back. */
export function encode(settlement: Settlement): EncodedSettlement {
  const { transactions } = settlement;
  const first = transactions[0]?.sequence ?? 0;
  const receipts = transactions.map(({ receipt }) => encodeReceipt(receipt));
  const outcomes = settlement.outcomes.map((outcome): WireOutcome => {
    if ('refusal' in outcome) return outcome;
    const { sequence, id, actor, createdAtMs, receipt } = outcome.posted;
    // What an idempotency key remembers of an earlier batch is not among these receipts.
    return [sequence, id, actor, createdAtMs, receipts[sequence - first] ?? encodeReceipt(receipt)];
  });
  return { ...settlement, receipts, reply: { outcomes, traded: tradedIn(transactions) } };
}

export const toOutcome = (sent: WireOutcome): Outcome => ('refusal' in sent ? sent : { posted: new Sent(sent) });

/** Few calls tell more of a transaction than its id, so its receipt is only read for those that ask. */
class Sent implements Posted {
  readonly sequence: number;
  readonly id: string;
  readonly actor: Account;
  readonly createdAtMs: number;
  readonly #receipt: string;

  constructor([sequence, id, actor, createdAtMs, receipt]: SentPosted) {
    this.sequence = sequence;
    this.id = id;
    this.actor = actor;
    this.createdAtMs = createdAtMs;
    this.#receipt = receipt;
  }

  get receipt(): Receipt {
    return decodeReceipt(this.#receipt);
  }
}

/** The writer's failure as a reply; whatever the store has no word for is a bug. */
export function toReply(error: unknown): Reply {
  if (error instanceof OutcomeUnknown) return { unknown: error.message, cause: portable(error.cause) };
  if (error instanceof JournalWentBack)
    return { unavailable: error.reason, detail: error.message, rewind: error.rewind };
  // It concerns whoever repeats that transaction, and not those in the same batch, who are then tried alone.
  if (error instanceof UnreadableTransaction) return { bug: portable(error) };
  if (error instanceof StoreUnavailable) return { unavailable: error.reason, detail: error.message };
  return { bug: portable(error) };
}

/** What was done; throws the failure that was replied instead. */
export function committed(reply: Reply): Committed {
  if ('outcomes' in reply) return reply;
  if ('bug' in reply) throw new BatchFault(errorAgain(reply.bug));
  throw failureOf(reply);
}

/** The result of a write beside the journal; throws the failure that was replied instead. */
export function written(reply: Reply): unknown {
  if ('written' in reply) return reply.written;
  if ('bug' in reply) throw errorAgain(reply.bug);
  throw failureOf(reply);
}

function failureOf(reply: Reply): Error {
  if ('unavailable' in reply) return new StoreUnavailable(reply.unavailable, reply.detail);
  if ('unknown' in reply) return new OutcomeUnknown(reply.unknown, { cause: errorAgain(reply.cause) });
  return new Error('the writer replied to another question');
}

/** An error on its way, which would otherwise lose its name and what the database said. */
function portable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, code, detail, reason } = error as Error & Record<'code' | 'detail' | 'reason', unknown>;
  return { name, message, stack, code: code && String(code), detail: detail && String(detail), reason };
}

/** An error as it was before it was sent. */
const errorAgain = (sent: unknown): unknown =>
  typeof sent === 'object' && sent !== null ? Object.assign(new Error(), sent) : sent;
