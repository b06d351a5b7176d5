import { expect, test } from 'vitest';
import { ago } from './ago.ts';

const NOW = new Date(2026, 10, 16, 12).getTime();

test.each([
  [-5, 'just now'],
  [9.9, 'just now'],
  [10, '10 sec ago'],
  [59, '50 sec ago'],
  [60, '1 min ago'],
  [3599, '59 min ago'],
  [3600, '1 hr ago'],
  [86_399, '23 hr ago'],
  [86_400, '1 day ago'],
  [6.99 * 86_400, '6 days ago'],
  [7 * 86_400, '9 Nov'],
  [400 * 86_400, '12 Oct 2025'],
])('%d seconds ago is written as "%s"', (seconds, said) => {
  expect(ago(NOW - seconds * 1000, NOW)).toBe(said);
});
