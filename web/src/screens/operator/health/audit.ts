// An audit in words.
import type { StartAuditOutput } from '#client';
import { dates } from '../../../words/format.ts';
import { t } from '../../../words/words.ts';

export type AuditRecord = StartAuditOutput;

export function auditWords({ state, checked, of, from, sequence, faults }: AuditRecord): string {
  switch (state) {
    case 'running':
      return t('operator.audit.running', { checked, of });
    case 'passed':
      return from === 1
        ? t('operator.audit.passed', { sequence })
        : t('operator.audit.passed.on', { before: from - 1, from, sequence });
    case 'failed':
      return t('operator.audit.failed', { count: faults.length, from, sequence });
    case 'stopped':
      return t('operator.audit.stopped');
  }
}

/** When an audit last read everything. */
export const fullWords = (endedAt: string, sequence: number): string =>
  t('operator.audit.full', {
    sequence,
    time: dates({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(endedAt)),
  });
