// Years begin and end at midnight UTC, and totals leave out what is unknown.
import { expect, test } from 'vitest';
import type { GainEntry } from '../../core/gains/books.ts';
import { Mark } from '../../core/gains/lots.ts';
import { inYear, Realised } from './realised.ts';

test.each([
  [2026, '2025-12-31T23:59:59.999Z', false],
  [2026, '2026-01-01T00:00:00.000Z', true],
  [2026, '2026-12-31T23:59:59.999Z', true],
  [2026, '2027-01-01T00:00:00.000Z', false],
  [1970, '1970-01-01T00:00:00.000Z', true],
  [9999, '2026-01-01T00:00:00.000Z', false],
  [null, '1970-01-01T00:00:00.000Z', true],
])('of %s, %s: %s', (year, time, isIn) => {
  expect(inYear(year)(Date.parse(time))).toBe(isIn);
});

const entry = (type: GainEntry['type'], proceeds: bigint | null, cost: bigint | null, more: Partial<GainEntry> = {}) =>
  ({ type, token: 'gold', proceeds, cost, marks: 0, proceedsBy: 'exact', ...more }) as unknown as GainEntry;

test('lines with a gain add up, income apart; what is unknown is counted, and what leaves is not', () => {
  const realised = new Realised();
  for (const each of [
    entry('disposal', 120n, 100n),
    entry('disposal', 7n, 10n, { proceedsBy: 'thin' }),
    entry('surplus', 5n, 0n),
    entry('loss', 0n, 3n, { marks: Mark.thin | Mark.deposit }),
    entry('income', 9n, 0n),
    entry('disposal', 50n, null, { proceedsBy: 'thin' }),
    entry('disposal', null, 50n),
    entry('income', null, 0n),
    entry('out', null, 70n),
    entry('out', null, null),
  ])
    realised.add(each);
  expect(realised.total).toEqual({ proceeds: 132n, cost: 113n, income: 9n, count: 8, thin: 2, unknown: 3 });
  expect([...realised.tokens]).toEqual([['gold', realised.total]]);
});
