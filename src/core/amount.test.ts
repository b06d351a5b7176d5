// Amounts and rates are checked at both ends of their range.
import { describe, expect, test } from 'vitest';
import { amount, MAX_AMOUNT, ppm } from './amount.ts';
import { AssertionFailure } from './assert.ts';

test('the largest amount is 2^120 - 1', () =>
  expect(MAX_AMOUNT).toBe(1_329_227_995_784_915_872_903_807_060_280_344_575n));

describe.each([
  { name: 'amount', make: amount, max: MAX_AMOUNT },
  { name: 'ppm', make: ppm, max: 1_000_000n },
])('$name', ({ make, max }) => {
  test.each([0n, 1n, max])('accepts %i', (value) => expect(make(value)).toBe(value));
  test.each([-1n, max + 1n])('throws on %i', (value) => expect(() => make(value)).toThrow(AssertionFailure));
});
