// Side records as rows: small records that are stored outside the journal, such as invitations and passkeys.
import type { SideRecord, SideRecordChange } from '../../ports/side-records.ts';
import { columnsOf, number, text } from './fields.ts';

export const SIDE_RECORDS = columnsOf<SideRecord>({
  kind: text(),
  id: text(),
  version: number(),
  body: text(),
  expiresAtMs: number<number | null>(),
});
/** Selects the records that `millpond copy` includes: those that never expire. */
export const EVERY_SIDE_RECORD = `SELECT ${SIDE_RECORDS.list} FROM records WHERE expires_at_ms IS NULL ORDER BY kind, id`;

/**
 * The version of a new record. A record that expires may be deleted and created again: versions of such records start at the current
 * time, so that the new record reuses no version of the old one, and a change based on the old one fails.
 */
export const firstVersion = (expiresAtMs: number | null, nowMs: number): number =>
  expiresAtMs === null ? 1 : Math.max(1, Math.floor(nowMs));

/** True if a changed record expires: the writer then passes the store's time, so that expired records can be deleted too. */
export const isSweeping = (changes: readonly SideRecordChange[]): boolean =>
  changes.some(({ expiresAtMs = null }) => expiresAtMs !== null);

/** A mark that changes when the records that never expire do. */
export const SIDE_MARK =
  'SELECT count(*) AS count, coalesce(sum(version), 0) AS versions, coalesce(sum(length(body)), 0) AS length FROM records WHERE expires_at_ms IS NULL';

/** The first text, by code points, after all texts that begin with the prefix; undefined for an empty prefix. */
export function endOf(prefix: string): string | undefined {
  const points = [...prefix];
  const last = points.pop()?.codePointAt(0);
  if (last === undefined) return undefined;
  return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
}
