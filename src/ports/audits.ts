// Audits of the exchange: their records, how the store keeps them (`AuditLog`), and how the API runs them (`Audits`).
import type { Page, PageRequest } from './page.ts';

/** `stopped`: the audit was cut off before its end and has no result. */
export type AuditState = 'running' | 'passed' | 'failed' | 'stopped';

export type AuditRecord = {
  /** Every audit has a higher id than the ones before. */
  readonly id: number;
  readonly state: AuditState;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  /** Number of transactions checked so far. */
  readonly checked: number;
  /** Sequence of the last transaction that the audit covers. */
  readonly head: number;
  /** Sequence of the transaction after which it started, where an earlier audit had ended; 0 if it read everything. */
  readonly after: number;
  /** The fault found, or why the audit could not continue; null if there is none. */
  readonly fault: string | null;
};

export type AuditEnd = Pick<AuditRecord, 'checked' | 'head' | 'after' | 'fault'> & {
  readonly state: Exclude<AuditState, 'running'>;
};

/** From where the next audit may start: what all checks know after the transaction `asOf`, as text in parts. */
export type AuditPoint = {
  readonly asOf: number;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
  readonly parts: readonly string[];
  /** `asOf` and `hash`, signed with the key of the public log. */
  readonly note: string;
};
/** Stated in the journal by a transaction. */
export type StatedPoint = AuditPoint & { readonly transactionId: string };

/** If the process of a running audit records no progress for this long, the audit counts as stopped. */
export const SILENT_MS = 30_000;

/** The store's records of audits; the store's own clock timestamps them. */
export interface AuditLog {
  /** Records the start of an audit; if one is already running anywhere in the exchange, returns that one. */
  begin(head: number): Promise<{ readonly record: AuditRecord; readonly isNew: boolean }>;
  /** Records the progress, which also shows that the audit is still running. */
  note(id: number, progress: Pick<AuditRecord, 'checked' | 'head'>): Promise<void>;
  end(id: number, end: AuditEnd): Promise<void>;
  /** Records an audit that ran outside a server and has ended (`millpond audit`); an audit that is running is not affected. */
  record(ended: AuditEnd & { readonly startedAtMs: number }): Promise<void>;
  /** Audits with ids below `before`, newest first. */
  list(page: { readonly before: number; readonly limit: number }): Promise<readonly AuditRecord[]>;
  /** The last audit that passed or failed. */
  last(): Promise<AuditRecord | undefined>;
  /** The last audit that passed and had read everything. */
  lastFull(): Promise<AuditRecord | undefined>;
  /** Stores a point, which is not used before its statement is noted. */
  putPoint(point: AuditPoint): Promise<void>;
  /** Notes the transaction that states the point with this hash, and deletes all others. */
  statePoint(hash: string, transactionId: string): Promise<void>;
}

/** Audits as the API uses them. */
export interface Audits {
  /** Starts an audit, or returns the one that is already running. If it is to be full, it reads everything, though the last one passed. */
  start(options?: { readonly isFull?: boolean }): Promise<AuditRecord>;
  /** Newest first. */
  list(page: PageRequest): Promise<Page<AuditRecord>>;
  /** The last audit that passed or failed. */
  last(): Promise<AuditRecord | undefined>;
  /** The last audit that passed and had read everything. */
  lastFull(): Promise<AuditRecord | undefined>;
  /** Stops the audit that runs in this process, if any. */
  close(): Promise<void>;
}
