// Small records that are kept beside the journal: invitations, people, passkeys, the name of the exchange, tallies of a day.
import type { KeyRecord } from './records.ts';

export type SideRecord = {
  /** What it is a record of. */
  readonly kind: string;
  readonly id: string;
  /** One more with every change; a record that is made in the place of an expired one has none that the expired one had. */
  readonly version: number;
  /** JSON. */
  readonly body: string;
  /** From then on it may be forgotten at any moment; no copy brings it. Null for ever. */
  readonly expiresAtMs: number | null;
};

export type SideRecordChange = {
  readonly kind: string;
  readonly id: string;
  /** The version that the change was decided on; 0 if there must be none, or only one that has expired. */
  readonly version: number;
  /** Null removes it. */
  readonly body: string | null;
  readonly expiresAtMs?: number | null;
};

export interface SideRecords {
  /** An expired record is found until a change deletes it; a change that names its version is applied like any other. */
  find(kind: string, id: string): Promise<SideRecord | undefined>;
  /** By id, those after one, of ids that begin with a prefix. */
  list(page: {
    readonly kind: string;
    readonly prefix?: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly SideRecord[]>;
  /**
   * Applies all changes together with the new keys, or nothing: false if one of the records has another version by now.
   * Then deletes the records that have expired by `nowMs`: only then, so that a version that `find` gave is never deleted
   * by the very change that is based on it.
   */
  change(
    changes: readonly SideRecordChange[],
    also: {
      readonly nowMs: number;
      readonly keys?: readonly KeyRecord[];
      /** Ids of keys that are revoked with it. */
      readonly revokes?: readonly string[];
    },
  ): Promise<boolean>;
}
