import { expect, test } from 'vitest';
import { byDay, timeOf } from './days.ts';

const at = (...local: [number, number, number, number, number]) => ({ createdAt: new Date(...local).toISOString() });

test('activity is grouped by day in the reader’s time zone, in the given order', () => {
  const now = new Date(2026, 10, 16, 0, 30).getTime();
  const items = [
    at(2026, 10, 16, 0, 10),
    at(2026, 10, 15, 23, 50),
    at(2026, 10, 15, 0, 0),
    at(2026, 10, 14, 12, 0),
    at(2025, 10, 16, 12, 0),
  ];
  expect(byDay(items, now).map(({ label, items }) => [label, items.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Saturday, 14 November 2026', 1],
    ['Sunday, 16 November 2025', 1],
  ]);
  expect(timeOf(items[0]?.createdAt ?? '')).toBe('00:10:00');
});
