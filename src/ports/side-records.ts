// Small records stored beside the journal: invitations, people, passkeys, the name of the exchange, daily totals.
import type { KeyRecord } from './records.ts';

export type SideRecord = {
  readonly kind: string;
  readonly id: string;
  /** Increases with every change; a record that replaces an expired one never reuses a version of it. */
  readonly version: number;
  /** JSON. */
  readonly body: string;
  /** From then on it may be deleted at any time; copies leave expiring records out. Null for never. */
  readonly expiresAtMs: number | null;
};

export type SideRecordChange = {
  readonly kind: string;
  readonly id: string;
  /** The version that the change is based on; 0 if there must be no record, or only an expired one. */
  readonly version: number;
  /** Null removes the record. */
  readonly body: string | null;
  readonly expiresAtMs?: number | null;
};

export interface SideRecords {
  /** Also finds expired records that no change has deleted yet; such a record can be changed like any other. */
  find(kind: string, id: string): Promise<SideRecord | undefined>;
  /** Sorted by id: records after an id, with ids that begin with the prefix. */
  list(page: {
    readonly kind: string;
    readonly prefix?: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly SideRecord[]>;
  /**
   * Applies all changes together with the new keys, or nothing: false if one of the records now has another version.
   * If a changed record expires, then deletes the records that have expired by `nowMs`: after the changes, so that a change
   * never loses the version that it is based on. Writers of records that never expire need not know the store's time.
   */
  change(
    changes: readonly SideRecordChange[],
    also: {
      readonly nowMs: number;
      readonly keys?: readonly KeyRecord[];
      /** Ids of keys to revoke in the same transaction. */
      readonly revokes?: readonly string[];
    },
  ): Promise<boolean>;
}
