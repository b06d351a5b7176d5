// An instruction to the ledger, and its outcome.
import type { Account } from '../amount.ts';
import type { Command, Receipt } from '../commands/command.ts';
import type { Refusal } from '../refusal.ts';

/** A command, its actor, and the idempotency key under which it may be repeated. */
export type Instruction = {
  readonly actor: Account;
  readonly command: Command;
  readonly idempotency?: { readonly key: string; readonly fingerprint: string };
  /** Settled together with the next instruction of the batch, or neither is. A chain ends with the first instruction that is not linked. */
  readonly linked?: true;
  /** When the command happened, to import a history; ignored except in the first batch of a journal. */
  readonly atMs?: number;
};

/** A transaction: the journal entry, and the answer to an accepted instruction. Its transfers are derived from the receipt. */
export type Posted = {
  readonly sequence: number;
  readonly id: string;
  readonly actor: Account;
  readonly createdAtMs: number;
  readonly receipt: Receipt;
};

export type Outcome = { readonly posted: Posted } | { readonly refusal: Refusal };

/** The stored answer to an idempotency key. */
export type StoredReply = {
  readonly actor: Account;
  readonly key: string;
  readonly fingerprint: string;
  readonly outcome: Outcome;
  /** A refusal expires `refusalRetentionMs` after this time. */
  readonly decidedAtMs: number;
};
