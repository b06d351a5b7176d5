// Records of audits as rows, the same in every database.
import { type AuditRecord, type AuditState, SILENT_MS } from '../../ports/audits.ts';

/** A running audit that has been silent for too long counts as stopped, even before a row says so. */
const isCutOff = (nowMs: string) => `(state = 'running' AND seen_at_ms < ${nowMs} - ${SILENT_MS})`;

export const auditColumns = (nowMs: string): string => `id,
  CASE WHEN ${isCutOff(nowMs)} THEN 'stopped' ELSE state END AS state, started_at_ms,
  CASE WHEN ${isCutOff(nowMs)} THEN seen_at_ms ELSE ended_at_ms END AS ended_at_ms, checked, head, fault`;

export const endCutOff = (nowMs: string): string =>
  `UPDATE audits SET state = 'stopped', ended_at_ms = seen_at_ms WHERE ${isCutOff(nowMs)}`;

export const beginAudit = (nowMs: string, head: string): string =>
  `INSERT INTO audits (state, started_at_ms, seen_at_ms, checked, head) VALUES ('running', ${nowMs}, ${nowMs}, 0, ${head})
  ON CONFLICT DO NOTHING RETURNING ${auditColumns(nowMs)}`;

export const IS_FINISHED = "state IN ('passed', 'failed')";

export type AuditRow = {
  id: number;
  state: AuditState;
  started_at_ms: number;
  ended_at_ms: number | null;
  checked: number;
  head: number;
  fault: string | null;
};

export const toAudit = (row: AuditRow): AuditRecord => ({
  id: row.id,
  state: row.state,
  startedAtMs: row.started_at_ms,
  endedAtMs: row.ended_at_ms,
  checked: row.checked,
  head: row.head,
  fault: row.fault,
});
