// What is to be done, and what came of it.
import type { Account } from '../amount.ts';
import type { Command, Receipt } from '../commands/command.ts';
import type { Refusal } from '../refusal.ts';

/** A command, who gives it, and under which key it may be repeated. */
export type Instruction = {
  readonly actor: Account;
  readonly command: Command;
  readonly idempotency?: { readonly key: string; readonly fingerprint: string };
  /** It and the next of the batch stand or fall together; so a chain ends with the first that is not linked. */
  readonly linked?: true;
  /** When it happened, for a history with which a journal begins; it counts in the first batch of a journal alone. */
  readonly atMs?: number;
};

/** What an accepted instruction is answered with, and the journal keeps: what was moved follows from the receipt. */
export type Posted = {
  readonly sequence: number;
  readonly id: string;
  readonly actor: Account;
  readonly createdAtMs: number;
  readonly receipt: Receipt;
};

export type Outcome = { readonly posted: Posted } | { readonly refusal: Refusal };

/** The remembered answer to an idempotency key. */
export type Reply = {
  readonly actor: Account;
  readonly key: string;
  readonly fingerprint: string;
  readonly outcome: Outcome;
  /** When it was decided; a refusal is remembered only for a while from then on. */
  readonly decidedAtMs: number;
};
