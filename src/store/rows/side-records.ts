// Small records beside the journal as rows.
import type { SideRecord } from '../../ports/side-records.ts';

export const SIDE_COLUMNS = 'kind, id, version, body, expires_at_ms';
/** How a new record takes the place of one that has expired. */
export const REPLACED = 'version = excluded.version, body = excluded.body, expires_at_ms = excluded.expires_at_ms';
/** Those that a copy brings. */
export const EVERY_SIDE_RECORD = `SELECT ${SIDE_COLUMNS} FROM records WHERE expires_at_ms IS NULL ORDER BY kind, id`;

/**
 * The version that a new record begins with. A record that expires may be deleted and made anew: then it begins at the time, so that
 * it has no version that the one before it had, and a change that was decided on that one comes too late.
 */
export const firstVersion = (expiresAtMs: number | null, nowMs: number): number =>
  expiresAtMs === null ? 1 : Math.max(1, Math.floor(nowMs));

export type SideRow = { kind: string; id: string; version: number; body: string; expires_at_ms: number | null };

export const toSideRecord = ({ expires_at_ms, ...row }: SideRow): SideRecord => ({
  ...row,
  expiresAtMs: expires_at_ms,
});

/** Tells one state of the records from another. */
export const SIDE_MARK =
  'SELECT count(*) AS count, coalesce(sum(version), 0) AS versions, coalesce(sum(length(body)), 0) AS length FROM records WHERE expires_at_ms IS NULL';
export type SideMarkRow = { count: unknown; versions: unknown; length: unknown };
export const sideMark = ({ count, versions, length }: SideMarkRow): string => `${count} ${versions} ${length}`;

/** The first text after all that begin with a prefix, by code points; undefined where there is none. */
export function endOf(prefix: string): string | undefined {
  const points = [...prefix];
  const last = points.pop()?.codePointAt(0);
  if (last === undefined) return undefined;
  return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
}
