// When a version counts as worse than the previous one.
import { expect, test } from 'vitest';
import type { Row } from '../../bench/row.ts';
import { isWorse } from '../../bench/rows/since.ts';

const RATE: Row = { name: 'rate', title: '', unit: '×', bar: 0.97, means: '' };
const COST: Row = { ...RATE, bar: 1.03, lowerIsBetter: true };

test('a version is not worse if it loses at most 3 %, or loses in fewer than three rounds of four', () => {
  expect(isWorse(RATE, [0.97, 0.98, 1, 0.975])).toBe(false);
  expect(isWorse(RATE, [0.5, 0.5, 1, 1])).toBe(false);
  expect(isWorse(COST, [1.03, 1.02, 1, 0.9])).toBe(false);
  expect(isWorse(COST, [2, 2, 1, 1])).toBe(false);
});

test('a version is worse if it loses more than 3 % in three rounds of four', () => {
  expect(isWorse(RATE, [0.969, 0.96, 0.9, 1.2])).toBe(true);
  expect(isWorse(COST, [1.031, 1.04, 1.1, 0.8])).toBe(true);
});

test('a version that could not be measured is not worse', () => {
  expect(isWorse(COST, [Number.NaN, Number.NaN])).toBe(false);
});
