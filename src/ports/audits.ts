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
  /** The fault found, or why the audit could not continue; null if there is none. */
  readonly fault: string | null;
};

export type AuditEnd = Pick<AuditRecord, 'checked' | 'head' | 'fault'> & {
  readonly state: Exclude<AuditState, 'running'>;
};

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
}

/** Audits as the API uses them. */
export interface Audits {
  /** Starts an audit, or returns the one that is already running. */
  start(): Promise<AuditRecord>;
  /** Newest first. */
  list(page: PageRequest): Promise<Page<AuditRecord>>;
  /** The last audit that passed or failed. */
  last(): Promise<AuditRecord | undefined>;
  /** Stops the audit that runs in this process, if any. */
  close(): Promise<void>;
}
