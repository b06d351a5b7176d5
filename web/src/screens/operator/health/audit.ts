// An audit in words.
import type { StartAuditOutput } from '#client';

export type AuditRecord = StartAuditOutput;

const number = (value: number): string => value.toLocaleString('en-US');

export function auditWords({ state, checked, of, sequence, faults }: AuditRecord): string {
  switch (state) {
    case 'running':
      return `${number(checked)} of ${number(of)} transactions are recomputed.`;
    case 'passed':
      return `Every balance was recomputed from no. 1 to ${number(sequence)}. Nothing was missing.`;
    case 'failed':
      return `Recomputed from no. 1 to ${number(sequence)}, ${faults.length === 1 ? 'one thing does' : `${number(faults.length)} things do`} not add up.`;
    case 'stopped':
      return 'It was cut off before its end, so that it says nothing.';
  }
}
