// The writer's check that the journal still contains the mark at which a batch was composed.
import { expect, test } from 'vitest';
import { KnownRecords } from './known-records.ts';

const FACTORY = '0'.repeat(64);
const mark = (sequence: number, history = 'a') => ({ sequence, id: `${history}${sequence}` });

/** Checks a batch composed at this mark against a journal with this head; returns the sequences that were looked up. */
function check(known: KnownRecords, composedAt: ReturnType<typeof mark>, head = mark(9), history = 'a') {
  const lookedUp: number[] = [];
  const idAt = (sequence: number) => {
    lookedUp.push(sequence);
    return sequence === 0 ? null : `${history}${sequence}`;
  };
  known.check(composedAt, head, idAt);
  return lookedUp;
}

test('a mark of the last batch is not looked up again, but another is', () => {
  const known = new KnownRecords(FACTORY);
  expect(check(known, mark(3))).toContain(3);
  expect(check(known, mark(3))).not.toContain(3);
  expect(check(known, mark(4))).toContain(4);
  expect(() => check(known, mark(5, 'b'))).toThrow('the journal went back');
});

test('after a rewind, marks that were found before are looked up again', () => {
  const known = new KnownRecords(FACTORY);
  check(known, mark(3));
  expect(() => check(known, mark(3), mark(8, 'b'), 'b')).toThrow('the journal went back');
  expect(() => check(known, mark(3), mark(8, 'b'), 'b')).toThrow('the journal went back');
  expect(check(known, mark(3, 'b'), mark(8, 'b'), 'b')).toContain(3);
});
