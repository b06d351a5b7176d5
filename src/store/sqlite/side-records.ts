// Small records beside the journal, in an SQLite file.
import type { DatabaseSync } from 'node:sqlite';
import type { SideRecordChange, SideRecords } from '../../ports/side-records.ts';
import {
  endOf,
  firstVersion,
  isSweeping,
  REPLACED,
  SIDE_COLUMNS,
  type SideRow,
  toSideRecord,
} from '../rows/side-records.ts';
import { prepareInsertKey, revokeKey } from './inserts.ts';
import { inTransaction } from './transaction.ts';

type Access = {
  ask<T>(read: () => T): T;
  readonly change: SideRecords['change'];
};

/** Thrown to roll back. */
const OUTDATED = Symbol('outdated');

export const sqliteSideRecords = (db: DatabaseSync, { ask, change }: Access): SideRecords => {
  const one = db.prepare(`SELECT ${SIDE_COLUMNS} FROM records WHERE kind = ? AND id = ?`);
  return {
    find: async (kind, id) =>
      ask(() => {
        const row = one.get(kind, id);
        return row && toSideRecord(row as unknown as SideRow);
      }),

    list: async ({ kind, prefix = '', after = '', limit }) =>
      ask(() => {
        const end = endOf(prefix);
        const rows = db
          .prepare(
            `SELECT ${SIDE_COLUMNS} FROM records
           WHERE kind = ? AND id > ? AND id >= ? ${end === undefined ? '' : 'AND id < ?'} ORDER BY id LIMIT ?`,
          )
          .all(kind, after, prefix, ...(end === undefined ? [] : [end]), limit);
        return (rows as unknown as SideRow[]).map(toSideRecord);
      }),

    change,
  };
};

export function changeSideRecords(
  db: DatabaseSync,
  ...[changes, { nowMs, keys = [], revokes = [] }]: Parameters<SideRecords['change']>
): boolean {
  try {
    inTransaction(db, () => {
      for (const change of changes) apply(db, change, nowMs);
      if (isSweeping(changes)) db.prepare('DELETE FROM records WHERE expires_at_ms <= ?').run(nowMs);
      for (const key of keys) prepareInsertKey(db)(key);
      for (const id of revokes) revokeKey(db, id, nowMs);
    });
    return true;
  } catch (error) {
    if (error === OUTDATED) return false;
    throw error;
  }
}

function apply(
  db: DatabaseSync,
  { kind, id, version, body, expiresAtMs = null }: SideRecordChange,
  nowMs: number,
): void {
  const { changes } =
    body === null
      ? db.prepare('DELETE FROM records WHERE kind = ? AND id = ? AND version = ?').run(kind, id, version)
      : version === 0
        ? db
            .prepare(
              `INSERT INTO records (${SIDE_COLUMNS}) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (kind, id) DO UPDATE SET ${REPLACED} WHERE records.expires_at_ms <= ?`,
            )
            .run(kind, id, firstVersion(expiresAtMs, nowMs), body, expiresAtMs, nowMs)
        : db
            .prepare(
              `UPDATE records SET body = ?, expires_at_ms = ?, version = version + 1
               WHERE kind = ? AND id = ? AND version = ?`,
            )
            .run(body, expiresAtMs, kind, id, version);
  if (changes !== 1) throw OUTDATED;
}
