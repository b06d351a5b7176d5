// An audit's result in words.
import { expect, test } from 'vitest';
import { auditWords } from './audit.ts';

const RECORD = {
  id: 7,
  startedAt: '2026-11-15T12:00:00.000Z',
  endedAt: null,
  from: 1,
  checked: 8000,
  of: 12_390,
  sequence: 12_390,
  faults: [] as string[],
};

test.each([
  ['running', [], '8,000 of 12,390 transactions checked.'],
  ['passed', [], 'Every balance was recomputed from no. 1 to 12,390. No errors found.'],
  ['failed', ['x'], '1 error found from no. 1 to 12,390.'],
  ['failed', ['x', 'y'], '2 errors found from no. 1 to 12,390.'],
  ['stopped', [], 'It ended early and has no result.'],
] as const)('an audit that is %s with the faults %j is described as "%s"', (state, faults, says) => {
  expect(auditWords({ ...RECORD, state, faults: [...faults] })).toBe(says);
});

test('an audit that started where an earlier one ended says so', () => {
  const record = { ...RECORD, from: 12_001, faults: ['x'] };
  expect(auditWords({ ...record, state: 'passed' })).toBe(
    'Continued from the audit of no. 12,000: no. 12,001 to 12,390 were recomputed. No errors found.',
  );
  expect(auditWords({ ...record, state: 'failed' })).toBe('1 error found from no. 12,001 to 12,390.');
});
