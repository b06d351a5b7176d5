// OwnCommits returns the transactions between two marks only if this process committed all of them.
import { expect, test } from 'vitest';
import type { Account } from '../core/amount.ts';
import type { Outcome, Posted } from '../core/settle/instruction.ts';
import { OwnCommits } from './own-commits.ts';

const at = (sequence: number, id = `t${sequence}`) => ({ sequence, id });
const posted = (sequence: number, id?: string): Outcome => ({
  posted: { ...at(sequence, id), actor: 'ann' as Account, createdAtMs: 0, receipt: {} } as unknown as Posted,
});
const refused = { refusal: {} } as unknown as Outcome;

const after = (...commits: readonly (readonly Outcome[])[]) => {
  const own = new OwnCommits();
  for (const outcomes of commits) own.note(outcomes);
  return (from: ReturnType<typeof at>, to: ReturnType<typeof at>) => own.between(from, to)?.map(({ id }) => id);
};

test('if mark and head are own commits, the transactions after the mark up to the head are returned', () => {
  const between = after([posted(5)], [posted(6), refused, posted(7)]);
  expect(between(at(5), at(7))).toEqual(['t6', 't7']);
  expect(between(at(6), at(7))).toEqual(['t7']);
  expect(between(at(7), at(7))).toEqual([]);
});

test.each([
  ['the mark is older than the first own commit', at(4), at(7)],
  ['the mark is of another history', at(5, 'other'), at(7)],
  ['the head was committed by another process', at(5), at(8)],
  ['the head is of another history', at(5), at(7, 'other')],
  ['the head is before the mark', at(7), at(5)],
])('undefined is returned if %s', (_, mark, head) => {
  expect(after([posted(5), posted(6), posted(7)])(mark, head)).toBeUndefined();
});

test('own commits before a transaction of another process are not returned', () => {
  const between = after([posted(5)], [posted(7)], [posted(8)]);
  expect(between(at(5), at(8))).toBeUndefined();
  expect(between(at(7), at(8))).toEqual(['t8']);
});

test('an earlier transaction that is answered again, as for a repeated key, changes nothing', () => {
  const between = after([posted(5), posted(6)], [posted(5)], [posted(7)]);
  expect(between(at(5), at(7))).toEqual(['t6', 't7']);
});

test('after a rollback no transaction of the lost history is returned', () => {
  const between = after([posted(5), posted(6), posted(7)], [posted(6, 'new')], [posted(7, 'newer')]);
  expect(between(at(5), at(7, 'newer'))).toBeUndefined();
  expect(between(at(6), at(7))).toBeUndefined();
  expect(between(at(6, 'new'), at(7, 'newer'))).toEqual(['newer']);
});

test('at least the last 64 transactions are kept, and at most 128', () => {
  const own = new OwnCommits();
  for (let sequence = 1; sequence <= 1000; sequence++) own.note([posted(sequence)]);
  expect(own.between(at(1000 - 63), at(1000))).toHaveLength(63);
  expect(own.between(at(1000 - 128), at(1000))).toBeUndefined();
});
