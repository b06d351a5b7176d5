// Small records beside the journal, as rows.
import type { SideRecord, SideRecordChange } from '../../ports/side-records.ts';
import { columnsOf, number, text } from './fields.ts';

export const SIDE_RECORDS = columnsOf<SideRecord>({
  kind: text(),
  id: text(),
  version: number(),
  body: text(),
  expiresAtMs: number<number | null>(),
});
/** The records that a copy includes. */
export const EVERY_SIDE_RECORD = `SELECT ${SIDE_RECORDS.list} FROM records WHERE expires_at_ms IS NULL ORDER BY kind, id`;

/**
 * The version of a new record. A record that expires may be deleted and created anew: it then starts at the current time, so that
 * it reuses no version of the previous one, and a change based on that one fails.
 */
export const firstVersion = (expiresAtMs: number | null, nowMs: number): number =>
  expiresAtMs === null ? 1 : Math.max(1, Math.floor(nowMs));

/** True if the changes are by a writer that goes by the store's time, so that expired records can be deleted too. */
export const isSweeping = (changes: readonly SideRecordChange[]): boolean =>
  changes.some(({ expiresAtMs = null }) => expiresAtMs !== null);

/** Changes whenever the records change. */
export const SIDE_MARK =
  'SELECT count(*) AS count, coalesce(sum(version), 0) AS versions, coalesce(sum(length(body)), 0) AS length FROM records WHERE expires_at_ms IS NULL';

/** The first text after all that begin with a prefix, by code points; undefined if there is none. */
export function endOf(prefix: string): string | undefined {
  const points = [...prefix];
  const last = points.pop()?.codePointAt(0);
  if (last === undefined) return undefined;
  return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
}
