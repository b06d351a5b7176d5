// Statements that the exchange makes in its public log. They move nothing; everybody can check that all see the same ones.
import type { CommandKind } from './kind.ts';

/** The totals that the exchange owes of every token. The journal up to `asOf`, the log's secret and these fields give the list again. */
export type LiabilitiesStatement = {
  readonly kind: 'liabilities';
  /** Version of the list's format. */
  readonly format: number;
  /** The balances after this transaction. */
  readonly asOf: number;
  /** When they were added up. */
  readonly atMs: number;
  /** Number of the log whose secret hides who owns a leaf. */
  readonly log: number;
  /** The time until the next list; 0 if none is promised. */
  readonly intervalMs: number;
  /** `hash` of the list before this one; null for the first. */
  readonly previous: string | null;
  /** SHA-256 of the list, in hex. */
  readonly hash: string;
};

/** An audit that passed; `hash` is the SHA-256 of what it knew after the transaction `asOf`, with that of all balances, in hex. */
export type AuditedStatement = { readonly kind: 'audited'; readonly asOf: number; readonly hash: string };

/**
 * The journal was rolled back behind a published checkpoint and continues as a new log. Its own rows begin with this one; all rows
 * before are shared with the log before.
 */
export type ForkedStatement = {
  readonly kind: 'forked';
  /** Number of the new log. */
  readonly log: number;
  /** The last checkpoint of the log before, as it was signed. */
  readonly checkpoint: string;
  /** The largest size up to which checkpoints of the log before agree with this journal: what it signed after that is lost. */
  readonly shared: number;
};

export type Statement = LiabilitiesStatement | AuditedStatement | ForkedStatement;

const stated = <S extends Statement>(): CommandKind<S, S> => ({
  tokens: () => [],
  pairs: () => [],
  balances: () => [],
  decide: (receipt) => ({ receipt }),
  transfers: () => [],
  parties: () => [],
});

export const liabilities = stated<LiabilitiesStatement>();
export const audited = stated<AuditedStatement>();
export const forked = stated<ForkedStatement>();
