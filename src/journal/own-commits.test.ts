// Own commits are offered only if they are all that has happened since a mark.
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

test('transactions after a mark of its own up to the head', () => {
  const between = after([posted(5)], [posted(6), refused, posted(7)]);
  expect(between(at(5), at(7))).toEqual(['t6', 't7']);
  expect(between(at(6), at(7))).toEqual(['t7']);
  expect(between(at(7), at(7))).toEqual([]);
});

test.each([
  ['the mark is older', at(4), at(7)],
  ['the mark is of another history', at(5, 'other'), at(7)],
  ['the head is of another process', at(5), at(8)],
  ['the head is of another history', at(5), at(7, 'other')],
  ['the head is before the mark', at(7), at(5)],
])('none if %s', (_, mark, head) => {
  expect(after([posted(5), posted(6), posted(7)])(mark, head)).toBeUndefined();
});

test('a transaction of another process in between separates the earlier from the later', () => {
  const between = after([posted(5)], [posted(7)], [posted(8)]);
  expect(between(at(5), at(8))).toBeUndefined();
  expect(between(at(7), at(8))).toEqual(['t8']);
});

test('a repeated answer changes nothing', () => {
  const between = after([posted(5), posted(6)], [posted(5)], [posted(7)]);
  expect(between(at(5), at(7))).toEqual(['t6', 't7']);
});

test('after a rollback nothing is left of the lost history', () => {
  const between = after([posted(5), posted(6), posted(7)], [posted(6, 'new')], [posted(7, 'newer')]);
  expect(between(at(5), at(7, 'newer'))).toBeUndefined();
  expect(between(at(6), at(7))).toBeUndefined();
  expect(between(at(6, 'new'), at(7, 'newer'))).toEqual(['newer']);
});

test('only the last ones are kept', () => {
  const own = new OwnCommits();
  for (let sequence = 1; sequence <= 1000; sequence++) own.note([posted(sequence)]);
  expect(own.between(at(1000 - 63), at(1000))).toHaveLength(63);
  expect(own.between(at(1000 - 128), at(1000))).toBeUndefined();
});
