// Decimals of prices: six significant digits, and no jumping to and fro.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../../test/times.ts';
import { decimalsAfter, firstDayForScale } from './price-scale.ts';

test.each([
  [2.5, 5],
  [1, 5],
  [0.999, 6],
  [31_000, 1],
  [123_456_789, 0],
  [0.000012, 10],
  [1e-18, 15],
])('the price %s has %s decimals', (price, decimals) => {
  expect(decimalsAfter([price])).toBe(decimals);
});

test('a pool without any price has those of 1', () => {
  expect(decimalsAfter([])).toBe(5);
});

test('a price that goes to and fro over a power of ten keeps its decimals, and one that leaves gets others', () => {
  expect(decimalsAfter([0.99, 1.01, 0.98, 1.2, 2.9])).toBe(6);
  expect(decimalsAfter([1.01, 0.99, 1.2, 0.34])).toBe(5);
  expect(decimalsAfter([1.01, 0.33])).toBe(6);
  expect(decimalsAfter([1.01, 0.33, 1.01])).toBe(6);
  expect(decimalsAfter([2, 29, 31])).toBe(4);
});

const prices = fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 30 });

test('the last price has at least five significant digits and at most seven, however it got there', () => {
  fc.assert(
    fc.property(prices, (all) => {
      const last = all.at(-1) as number;
      const digits = decimalsAfter(all) + 1 + Math.floor(Math.log10(last));
      expect(digits).toBeGreaterThanOrEqual(5);
      if (last < 1e5) expect(digits).toBeLessThanOrEqual(7);
    }),
    { numRuns: times(300) },
  );
});

test('once the decimals fit, a further price within the margin of its power of ten changes nothing', () => {
  fc.assert(
    fc.property(prices, fc.double({ min: 0.4, max: 2.4, noNaN: true }), (all, factor) => {
      const decimals = decimalsAfter(all);
      const power = 5 - decimals;
      if (decimals === 0 || decimals === 15) return;
      expect(decimalsAfter([...all, 10 ** power * factor])).toBe(decimals);
    }),
    { numRuns: times(300) },
  );
});

test('prices count from 1 January of last year on', () => {
  expect(firstDayForScale(new Date('2026-11-19T10:00:00Z'))).toBe('2025-01-01T00:00:00.000Z');
  expect(firstDayForScale(new Date('2026-01-01T00:00:00Z'))).toBe('2025-01-01T00:00:00.000Z');
  expect(firstDayForScale(new Date('2025-12-31T23:59:59Z'))).toBe('2024-01-01T00:00:00.000Z');
});
