// Records of audits, with times by the clock of the database.
import { type AuditLog, type AuditRecord, type AuditState, SILENT_MS, type StatedPoint } from '../../ports/audits.ts';
import { columnsOf, number, text } from '../rows/fields.ts';
import type { Database, Run } from './database.ts';

export const IS_FINISHED = "state IN ('passed', 'failed')";

const { recordOf } = columnsOf<AuditRecord>({
  id: number(),
  state: text<AuditState>(),
  startedAtMs: number(),
  endedAtMs: number<number | null>(),
  checked: number(),
  head: number(),
  after: number(),
  fault: text<string | null>(),
});

/** The newest point that is stated; undefined if there is none. */
export async function statedPoint(ask: Run): Promise<StatedPoint | undefined> {
  const rows = await ask<{ hash: string; as_of: number; text: string; note: string; transaction_id: string | null }>(
    `SELECT hash, as_of, text, note, transaction_id FROM audit_points
     WHERE hash = (SELECT hash FROM audit_points WHERE transaction_id IS NOT NULL ORDER BY as_of DESC LIMIT 1)
     ORDER BY number`,
  );
  const [first] = rows;
  if (!first || first.transaction_id === null) return undefined;
  const { hash, as_of: asOf, note, transaction_id: transactionId } = first;
  return { hash, asOf, note, transactionId, parts: rows.map(({ text: part }) => part) };
}

export function auditsIn({ ask, write, nowMs }: Database): AuditLog {
  /** A running audit that has noted no progress for `SILENT_MS` counts as stopped, even before its row is updated. */
  const isCutOff = `(state = 'running' AND seen_at_ms < ${nowMs} - ${SILENT_MS})`;
  const columns = `id,
    CASE WHEN ${isCutOff} THEN 'stopped' ELSE state END AS state, started_at_ms,
    CASE WHEN ${isCutOff} THEN seen_at_ms ELSE ended_at_ms END AS ended_at_ms, checked, head, after_sequence AS after, fault`;
  const find = async (which: string, ...values: readonly number[]) =>
    (await ask(`SELECT ${columns} FROM audits WHERE ${which}`, ...values)).map(recordOf);
  return {
    async begin(head) {
      await write(`UPDATE audits SET state = 'stopped', ended_at_ms = seen_at_ms WHERE ${isCutOff}`);
      for (;;) {
        const [begun] = await write(
          `INSERT INTO audits (state, started_at_ms, seen_at_ms, checked, head) VALUES ('running', ${nowMs}, ${nowMs}, 0, ?)
           ON CONFLICT DO NOTHING RETURNING ${columns}`,
          head,
        );
        if (begun) return { record: recordOf(begun), isNew: true };
        const [running] = await find(`state = 'running'`);
        // Undefined if the running audit has ended between the two statements: then tries to insert again.
        if (running) return { record: running, isNew: false };
      }
    },

    async note(id, { checked, head }) {
      await write(
        `UPDATE audits SET checked = ?, head = ?, seen_at_ms = ${nowMs} WHERE id = ? AND state = 'running'`,
        ...[checked, head, id],
      );
    },

    async end(id, { state, checked, head, after, fault }) {
      await write(
        `UPDATE audits SET state = ?, checked = ?, head = ?, after_sequence = ?, fault = ?, ended_at_ms = ${nowMs} WHERE id = ?`,
        ...[state, checked, head, after, fault, id],
      );
    },

    async record({ state, checked, head, after, fault, startedAtMs }) {
      await write(
        `INSERT INTO audits (state, checked, head, after_sequence, fault, started_at_ms, seen_at_ms, ended_at_ms)
         VALUES (?, ?, ?, ?, ?, ?, ${nowMs}, ${nowMs})`,
        ...[state, checked, head, after, fault, startedAtMs],
      );
    },

    async putPoint({ asOf, hash, parts, note }) {
      // A process may have stopped before it stated its point.
      await write(
        `DELETE FROM audit_points WHERE hash <> ? AND hash NOT IN (SELECT hash FROM audit_points WHERE transaction_id IS NOT NULL)`,
        hash,
      );
      for (const [at, part] of parts.entries())
        await write(
          'INSERT INTO audit_points (hash, number, as_of, text, note) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
          ...[hash, at, asOf, part, note],
        );
    },

    async statePoint(hash, transactionId) {
      const noted = await write(
        'UPDATE audit_points SET transaction_id = ? WHERE hash = ? AND number = 0 RETURNING 1',
        ...[transactionId, hash],
      );
      // Another process may have deleted this one in favour of its own.
      if (noted.length > 0) await write('DELETE FROM audit_points WHERE hash <> ?', hash);
    },

    list: ({ before, limit }) => find('id < ? ORDER BY id DESC LIMIT ?', before, limit),
    lastFull: async () => (await find(`state = 'passed' AND after_sequence = 0 ORDER BY id DESC LIMIT 1`))[0],
    last: async () => (await find(`${IS_FINISHED} ORDER BY id DESC LIMIT 1`))[0],
  };
}
