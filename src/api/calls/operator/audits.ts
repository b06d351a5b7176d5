// POST /startAudit, GET /getAudits and GET /getLastAudit
import * as declared from '../../../contract/status.ts';
import type { AuditRecord } from '../../../ports/audits.ts';
import { questionOf } from '../../call.ts';
import { readPage } from '../../fields/read-fields.ts';

export const startAudit = questionOf(declared.startAudit, async ({ audits }) => auditRecord(await audits.start()));

export const getAudits = questionOf(declared.getAudits, async ({ audits, input }) => {
  const { items, nextCursor } = await audits.list(readPage(input));
  return { audits: items.map(auditRecord), nextCursor };
});

export const getLastAudit = questionOf(declared.getLastAudit, async ({ audits }) => {
  const last = await audits.last();
  if (!last) return { audit: null };
  const { head: sequence, checked, startedAtMs, endedAtMs } = last;
  const state = last.state === 'passed' ? ('passed' as const) : ('failed' as const);
  return {
    audit: {
      state,
      sequence,
      checked,
      startedAt: moment(startedAtMs),
      endedAt: moment(endedAtMs ?? startedAtMs),
    },
  };
});

const auditRecord = ({ id, state, startedAtMs, endedAtMs, checked, head, fault }: AuditRecord) => ({
  id,
  state,
  startedAt: moment(startedAtMs),
  endedAt: endedAtMs === null ? null : moment(endedAtMs),
  checked,
  of: head,
  sequence: head,
  faults: fault === null ? [] : [fault],
});

const moment = (ms: number): string => new Date(ms).toISOString();
