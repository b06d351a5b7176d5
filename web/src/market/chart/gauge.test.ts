// Gauge levels, and round axis values.
import { expect, test } from 'vitest';
import { axisOf, levelOf, widened } from './gauge.ts';

test('a gauge level is the position between low and high, at most 1, and 0.5 without a range', () => {
  expect(levelOf('5', '0', '10')).toBe(0.5);
  expect(levelOf('10', '0', '10')).toBe(1);
  expect(levelOf('12', '0', '10')).toBe(1);
  expect([levelOf('5', '5', '5'), levelOf('5', null, null)]).toEqual([0.5, 0.5]);
});

test.each([
  [2.461, 2.556, 6, [2.48, 2.5, 2.52, 2.54], 2],
  [0, 10, 5, [0, 2, 4, 6, 8, 10], 0],
  [0.000_881, 0.000_919, 5, [0.000_89, 0.0009, 0.000_91], 5],
  [1000, 90_000, 4, [50_000], 0],
] as const)('an axis from %d to %d of at most %d steps has the values %j', (low, high, most, values, digits) => {
  const axis = axisOf(low, high, most);
  expect(axis.values).toEqual(values);
  expect(axis.digits).toBe(digits);
});

test('an axis has no values if its range is empty, not a number, or too small for a float', () => {
  expect(axisOf(1, 1, 5).values).toEqual([]);
  expect(axisOf(Number.NaN, 2, 5).values).toEqual([]);
  expect(axisOf(10_000, 10_000 + 4e-12, 5).values).toEqual([]);
});

test('a constant price gets a range around it that has axis values; another range is kept', () => {
  expect(widened(10_000, 10_000)).toEqual({ minValue: 9999.5, maxValue: 10_000.5 });
  expect(widened(2.4, 2.6)).toEqual({ minValue: 2.4, maxValue: 2.6 });
  const { minValue, maxValue } = widened(10_000, 10_000);
  expect(axisOf(minValue, maxValue, 5).values).toEqual([9999.6, 9999.8, 10_000, 10_000.2, 10_000.4]);
});
