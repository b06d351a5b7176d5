// An audit in words.
import type { StartAuditOutput } from '#client';
import { t } from '../../../words/words.ts';

export type AuditRecord = StartAuditOutput;

export function auditWords({ state, checked, of, sequence, faults }: AuditRecord): string {
  switch (state) {
    case 'running':
      return t('operator.audit.running', { checked, of });
    case 'passed':
      return t('operator.audit.passed', { sequence });
    case 'failed':
      return t('operator.audit.failed', { count: faults.length, sequence });
    case 'stopped':
      return t('operator.audit.stopped');
  }
}
