// Records of audits in an SQLite file, by the clock of its machine.
import type { DatabaseSync } from 'node:sqlite';
import type { AuditLog } from '../../ports/audits.ts';
import { type AuditRow, auditColumns, beginAudit, endCutOff, IS_FINISHED, toAudit } from '../rows/audits.ts';
import { inTransaction } from './transaction.ts';

type Access = {
  ask<T>(read: (db: DatabaseSync) => T): T;
  write<T>(work: (db: DatabaseSync) => T): Promise<T>;
};

const NOW_MS = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
const COLUMNS = auditColumns(NOW_MS);

export const sqliteAudits = ({ ask, write }: Access): AuditLog => ({
  begin: (head) =>
    write((db) =>
      inTransaction(db, () => {
        db.exec(endCutOff(NOW_MS));
        const begun = db.prepare(beginAudit(NOW_MS, '?')).get(head);
        const row = begun ?? db.prepare(`SELECT ${COLUMNS} FROM audits WHERE state = 'running'`).get();
        return { record: toAudit(row as unknown as AuditRow), isNew: begun !== undefined };
      }),
    ),

  async note(id, { checked, head }) {
    const sql = `UPDATE audits SET checked = ?, head = ?, seen_at_ms = ${NOW_MS} WHERE id = ? AND state = 'running'`;
    await write((db) => db.prepare(sql).run(checked, head, id));
  },

  async end(id, { state, checked, head, fault }) {
    const sql = `UPDATE audits SET state = ?, checked = ?, head = ?, fault = ?, ended_at_ms = ${NOW_MS} WHERE id = ?`;
    await write((db) => db.prepare(sql).run(state, checked, head, fault, id));
  },

  async record({ state, checked, head, fault, startedAtMs }) {
    const sql = `INSERT INTO audits (state, checked, head, fault, started_at_ms, seen_at_ms, ended_at_ms)
      VALUES (?, ?, ?, ?, ?, ${NOW_MS}, ${NOW_MS})`;
    await write((db) => db.prepare(sql).run(state, checked, head, fault, startedAtMs));
  },

  list: async ({ before, limit }) =>
    ask((db) => {
      const rows = db.prepare(`SELECT ${COLUMNS} FROM audits WHERE id < ? ORDER BY id DESC LIMIT ?`).all(before, limit);
      return (rows as unknown as AuditRow[]).map(toAudit);
    }),

  last: async () =>
    ask((db) => {
      const row = db.prepare(`SELECT ${COLUMNS} FROM audits WHERE ${IS_FINISHED} ORDER BY id DESC LIMIT 1`).get();
      return row && toAudit(row as unknown as AuditRow);
    }),
});
