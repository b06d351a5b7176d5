// An audit's result in words.
import { expect, test } from 'vitest';
import { auditWords } from './audit.ts';

const RECORD = {
  id: 7,
  startedAt: '2026-11-15T12:00:00.000Z',
  endedAt: null,
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
