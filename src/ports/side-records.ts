// Small records that are kept beside the journal: invitations, people, passkeys, the name of the exchange, tallies of a day.
import type { KeyRecord } from './records.ts';

export type SideRecord = {
  /** What it is a record of. */
  readonly kind: string;
  readonly id: string;
  /** 1 when it is made, and one more with every change. */
  readonly version: number;
  /** JSON. */
  readonly body: string;
  /** From then on it may be forgotten at any moment; no copy brings it. Null for ever. */
  readonly expiresAtMs: number | null;
};

export type SideRecordChange = {
  readonly kind: string;
  readonly id: string;
  /** The version that the change was decided on; 0 where there must be none. */
  readonly version: number;
  /** Null removes it. */
  readonly body: string | null;
  readonly expiresAtMs?: number | null;
};

export interface SideRecords {
  /** One that has expired may still be found. */
  find(kind: string, id: string): Promise<SideRecord | undefined>;
  /** By id, those after one, of ids that begin with a prefix. */
  list(page: {
    readonly kind: string;
    readonly prefix?: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly SideRecord[]>;
  /**
   * All of it with the new keys, or nothing and false where one of the records is not of its version any more.
   * Forgets what has expired by `nowMs` first.
   */
  change(
    changes: readonly SideRecordChange[],
    also: { readonly nowMs: number; readonly keys?: readonly KeyRecord[] },
  ): Promise<boolean>;
}
