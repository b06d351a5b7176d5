// Messages between a store and its writer, over a thread's port.
import type { Account } from '../../core/amount.ts';
import type { Receipt } from '../../core/commands/command.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { Instruction, Outcome, Posted } from '../../core/settle/instruction.ts';
import type { Settlement } from '../../core/settle/settle.ts';
import type { JournalMark } from '../../ports/records.ts';
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
import type { SqlStep } from '../sql/database.ts';
import { JournalWentBack } from './history.ts';
import { tradedIn } from './traded.ts';

/**
 * A batch to commit, with the position of the journal it was composed at; a check whether a batch could be committed; or a
 * transaction that does not write to the journal.
 */
export type WriterQuestion =
  | { readonly batch: readonly Instruction[]; readonly composedAt: JournalMark }
  | { readonly check: true }
  | { readonly write: readonly SqlStep[] };

/** The outcome of each instruction of a batch; none after a check. */
export type Committed = { readonly outcomes: readonly WireOutcome[]; readonly traded?: Traded | undefined };

export type WriterReply =
  | Committed
  | { readonly written: unknown }
  | { readonly unavailable: Unavailable; readonly detail: string; readonly rewind?: Rewind }
  | { readonly unknown: string; readonly cause?: unknown }
  | { readonly bug: unknown };

/** A receipt is sent as the text that is stored. A transaction is a tuple, which costs less to send than an object. */
export type WireOutcome = { readonly refusal: Refusal } | SentPosted;
export type SentPosted = readonly [sequence: number, id: string, actor: Account, createdAtMs: number, receipt: string];

/** A settlement with its receipts as text, and the reply to the sender of the batch. */
export type EncodedSettlement = Settlement & { readonly receipts: readonly string[]; readonly reply: Committed };

/** Prepares the reply before the commit, since this may fail: a failure after the commit would be taken for a rollback. */
export function encode(settlement: Settlement): EncodedSettlement {
  const { transactions } = settlement;
  const first = transactions[0]?.sequence ?? 0;
  const receipts = transactions.map(({ receipt }) => encodeReceipt(receipt));
  const outcomes = settlement.outcomes.map((outcome): WireOutcome => {
    if ('refusal' in outcome) return outcome;
    const { sequence, id, actor, createdAtMs, receipt } = outcome.posted;
    // The answer to a repeated idempotency key may be a transaction of an earlier batch, whose receipt is not among these.
    return [sequence, id, actor, createdAtMs, receipts[sequence - first] ?? encodeReceipt(receipt)];
  });
  return { ...settlement, receipts, reply: { outcomes, traded: tradedIn(transactions) } };
}

export const toOutcome = (sent: WireOutcome): Outcome => ('refusal' in sent ? sent : { posted: new Sent(sent) });

/** Parses the receipt on demand: few calls need more than a transaction's id. */
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

/** The writer's error as a reply; anything that is not an error of the store is a bug. */
export function toReply(error: unknown): WriterReply {
  if (error instanceof OutcomeUnknown) return { unknown: error.message, cause: portable(error.cause) };
  if (error instanceof JournalWentBack)
    return { unavailable: error.reason, detail: error.message, rewind: error.rewind };
  // Not `unavailable`: an unreadable transaction concerns only the command that refers to it, and after a bug each is tried alone.
  if (error instanceof UnreadableTransaction) return { bug: portable(error) };
  if (error instanceof StoreUnavailable) return { unavailable: error.reason, detail: error.message };
  return { bug: portable(error) };
}

/** Returns the result, or throws the error in the reply. */
export function committed(reply: WriterReply): Committed {
  if ('outcomes' in reply) return reply;
  if ('bug' in reply) throw new BatchFault(errorAgain(reply.bug));
  throw failureOf(reply);
}

/** Returns the result of a transaction that did not write to the journal, or throws the error in the reply. */
export function written(reply: WriterReply): unknown {
  if ('written' in reply) return reply.written;
  if ('bug' in reply) throw errorAgain(reply.bug);
  throw failureOf(reply);
}

function failureOf(reply: WriterReply): Error {
  if ('unavailable' in reply) return new StoreUnavailable(reply.unavailable, reply.detail);
  if ('unknown' in reply) return new OutcomeUnknown(reply.unknown, { cause: errorAgain(reply.cause) });
  return new Error('the writer replied to another question');
}

/** An error as plain data, which keeps its name and the database's message. */
function portable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, code, detail, reason } = error as Error & Record<'code' | 'detail' | 'reason', unknown>;
  return { name, message, stack, code: code && String(code), detail: detail && String(detail), reason };
}

/** Restores an error that was sent. */
const errorAgain = (sent: unknown): unknown =>
  typeof sent === 'object' && sent !== null ? Object.assign(new Error(), sent) : sent;
