// Audits that were asked for: what is kept of each, and who keeps it.
import type { Page, PageRequest } from './venue.ts';

/** `stopped`: it was cut off before it came to an end, so that it says nothing. */
export type AuditState = 'running' | 'passed' | 'failed' | 'stopped';

export type AuditRecord = {
  /** Later ones have greater ids. */
  readonly id: number;
  readonly state: AuditState;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  /** Transactions that it has gone through. */
  readonly checked: number;
  /** The last transaction of the journal that it looks at. */
  readonly head: number;
  /** What it found, or why it could not go on; null where nothing is wrong. */
  readonly fault: string | null;
};

export type AuditEnd = Pick<AuditRecord, 'checked' | 'head' | 'fault'> & {
  readonly state: Exclude<AuditState, 'running'>;
};

/** One of which nothing was noted for so long has been cut off. */
export const SILENT_MS = 30_000;

/** What a store keeps of audits, by its own clock. */
export interface AuditLog {
  /** Notes that one begins, unless one is under way in the whole exchange: that one, then. */
  begin(head: number): Promise<{ readonly record: AuditRecord; readonly isNew: boolean }>;
  /** Notes how far it has come, and that it is still under way. */
  note(id: number, progress: Pick<AuditRecord, 'checked' | 'head'>): Promise<void>;
  end(id: number, end: AuditEnd): Promise<void>;
  /** Notes one that has ended, beside whichever is under way. */
  record(ended: AuditEnd & { readonly startedAtMs: number }): Promise<void>;
  /** Newest first, those before an id. */
  list(page: { readonly before: number; readonly limit: number }): Promise<readonly AuditRecord[]>;
  /** The last that passed or failed. */
  last(): Promise<AuditRecord | undefined>;
}

/** Audits as the API sees them. */
export interface Audits {
  /** The one that is under way by then, whoever started it. */
  start(): Promise<AuditRecord>;
  /** Newest first. */
  list(page: PageRequest): Promise<Page<AuditRecord>>;
  /** The last that passed or failed. */
  last(): Promise<AuditRecord | undefined>;
  /** Cuts off what runs in this process. */
  close(): Promise<void>;
}
