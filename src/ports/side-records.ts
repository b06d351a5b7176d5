// Small records that are not part of the journal: invitations, people, passkeys, the name of the exchange, daily totals.
import type { KeyRecord } from './records.ts';

export type SideRecord = {
  readonly kind: string;
  readonly id: string;
  /** Increases with every change; a record that replaces an expired one never reuses a version of it. */
  readonly version: number;
  /** The content as JSON. */
  readonly body: string;
  /** From then on the store may delete the record at any time; null for never. Copies of an exchange leave out records that expire. */
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
  /** The version of a new record, if it must differ from those of a record that was removed. */
  readonly first?: number;
};

export interface SideRecords {
  /** Also returns an expired record if it is not deleted yet; it can be changed like any other. */
  find(kind: string, id: string): Promise<SideRecord | undefined>;
  /** Records whose ids begin with the prefix and come after `after`, sorted by id. */
  list(page: {
    readonly kind: string;
    readonly prefix?: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly SideRecord[]>;
  /**
   * Applies all changes, new keys and revocations in one transaction. Changes nothing and returns false if one of the records
   * now has another version. If one of the changed records expires, also deletes all records that have expired by `nowMs`; this
   * happens after the changes, which may be based on an expired record. Changes of records that never expire delete nothing, so
   * `nowMs` need not be the store's time.
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
