// Records of audits, with times by the clock of the database.
import { type AuditLog, type AuditRecord, type AuditState, SILENT_MS } from '../../ports/audits.ts';
import { columnsOf, number, text } from '../rows/fields.ts';
import type { Database } from './database.ts';

export const IS_FINISHED = "state IN ('passed', 'failed')";

const { recordOf } = columnsOf<AuditRecord>({
  id: number(),
  state: text<AuditState>(),
  startedAtMs: number(),
  endedAtMs: number<number | null>(),
  checked: number(),
  head: number(),
  fault: text<string | null>(),
});

export function auditsIn({ ask, write, nowMs }: Database): AuditLog {
  /** A running audit that has noted no progress for `SILENT_MS` counts as stopped, even before its row is updated. */
  const isCutOff = `(state = 'running' AND seen_at_ms < ${nowMs} - ${SILENT_MS})`;
  const columns = `id,
    CASE WHEN ${isCutOff} THEN 'stopped' ELSE state END AS state, started_at_ms,
    CASE WHEN ${isCutOff} THEN seen_at_ms ELSE ended_at_ms END AS ended_at_ms, checked, head, fault`;
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

    async end(id, { state, checked, head, fault }) {
      await write(
        `UPDATE audits SET state = ?, checked = ?, head = ?, fault = ?, ended_at_ms = ${nowMs} WHERE id = ?`,
        ...[state, checked, head, fault, id],
      );
    },

    async record({ state, checked, head, fault, startedAtMs }) {
      await write(
        `INSERT INTO audits (state, checked, head, fault, started_at_ms, seen_at_ms, ended_at_ms)
         VALUES (?, ?, ?, ?, ?, ${nowMs}, ${nowMs})`,
        ...[state, checked, head, fault, startedAtMs],
      );
    },

    list: ({ before, limit }) => find('id < ? ORDER BY id DESC LIMIT ?', before, limit),
    last: async () => (await find(`${IS_FINISHED} ORDER BY id DESC LIMIT 1`))[0],
  };
}
