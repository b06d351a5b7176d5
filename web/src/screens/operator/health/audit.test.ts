// What came of an audit, in words.
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
  ['running', [], '8,000 of 12,390 transactions are recomputed.'],
  ['passed', [], 'Every balance was recomputed from no. 1 to 12,390. Nothing was missing.'],
  ['failed', ['x'], 'Recomputed from no. 1 to 12,390, one thing does not add up.'],
  ['failed', ['x', 'y'], 'Recomputed from no. 1 to 12,390, 2 things do not add up.'],
  ['stopped', [], 'It was cut off before its end, so that it says nothing.'],
] as const)('%s with faults %j', (state, faults, says) => {
  expect(auditWords({ ...RECORD, state, faults: [...faults] })).toBe(says);
});
