// POST /startAudit, GET /getAudits and GET /getLastAudit
import * as declared from '../../../contract/status.ts';
import type { AuditRecord } from '../../../ports/audits.ts';
import { questionOf } from '../../call.ts';
import { readPage } from '../../fields/read-fields.ts';

export const startAudit = questionOf(declared.startAudit, async ({ audits, input }) =>
  auditRecord(await audits.start({ isFull: input.full === true })),
);

export const getAudits = questionOf(declared.getAudits, async ({ audits, input }) => {
  const { items, nextCursor } = await audits.list(readPage(input));
  return { audits: items.map(auditRecord), nextCursor };
});

export const getLastAudit = questionOf(declared.getLastAudit, async ({ audits }) => {
  const [last, whole] = await Promise.all([audits.last(), audits.lastFull()]);
  const full = whole ? { sequence: whole.head, endedAt: moment(whole.endedAtMs ?? whole.startedAtMs) } : null;
  if (!last) return { audit: null, full };
  const { head: sequence, after, checked, startedAtMs, endedAtMs } = last;
  const state = last.state === 'passed' ? ('passed' as const) : ('failed' as const);
  return {
    audit: {
      state,
      from: after + 1,
      sequence,
      checked,
      startedAt: moment(startedAtMs),
      endedAt: moment(endedAtMs ?? startedAtMs),
    },
    full,
  };
});

const auditRecord = ({ id, state, startedAtMs, endedAtMs, checked, head, after, fault }: AuditRecord) => ({
  id,
  state,
  startedAt: moment(startedAtMs),
  endedAt: endedAtMs === null ? null : moment(endedAtMs),
  checked,
  of: head,
  from: after + 1,
  sequence: head,
  faults: fault === null ? [] : [fault],
});

const moment = (ms: number): string => new Date(ms).toISOString();
