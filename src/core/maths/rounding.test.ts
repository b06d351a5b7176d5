// Each rounding is checked against its definition, not against another division.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssertionFailure } from '../assert.ts';
import { mulDivDown, mulDivUp, sqrtDown } from './rounding.ts';

const factor = fc.bigInt({ min: 0n, max: 2n ** 140n });
const divisor = fc.bigInt({ min: 1n, max: 2n ** 140n });

describe('mulDivDown and mulDivUp', () => {
  test.each([
    { a: 0n, b: 9n, divisor: 5n, down: 0n, up: 0n },
    { a: 1n, b: 1n, divisor: 5n, down: 0n, up: 1n },
    { a: 3n, b: 3n, divisor: 5n, down: 1n, up: 2n },
    { a: 5n, b: 2n, divisor: 5n, down: 2n, up: 2n },
    { a: 11n, b: 1n, divisor: 5n, down: 2n, up: 3n },
    { a: 7n, b: 6n, divisor: 1n, down: 42n, up: 42n },
    { a: 2n ** 120n - 1n, b: 2n ** 120n - 1n, divisor: 2n ** 120n, down: 2n ** 120n - 2n, up: 2n ** 120n - 1n },
  ])('$a × $b / $divisor is $down rounded down and $up rounded up', ({ a, b, divisor, down, up }) => {
    expect(mulDivDown(a, b, divisor)).toBe(down);
    expect(mulDivUp(a, b, divisor)).toBe(up);
  });

  test('mulDivDown returns the greatest integer that is not more than the quotient', () => {
    const property = fc.property(factor, factor, divisor, (a, b, divisor) => {
      const down = mulDivDown(a, b, divisor);
      return down * divisor <= a * b && (down + 1n) * divisor > a * b;
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('mulDivUp returns the least integer that is not less than the quotient', () => {
    const property = fc.property(factor, factor, divisor, (a, b, divisor) => {
      const up = mulDivUp(a, b, divisor);
      return up * divisor >= a * b && (up - 1n) * divisor < a * b;
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test.each([
    [-1n, 1n, 1n],
    [1n, -1n, 1n],
    [1n, 1n, 0n],
    [1n, 1n, -1n],
  ])('throw on %i × %i / %i', (a, b, divisor) => {
    expect(() => mulDivDown(a, b, divisor)).toThrow(AssertionFailure);
    expect(() => mulDivUp(a, b, divisor)).toThrow(AssertionFailure);
  });
});

describe('sqrtDown', () => {
  test.each([0n, 1n, 1n, 1n, 2n, 2n, 2n, 2n, 2n, 3n].map((root, value) => [value, root] as const))(
    'of %i is %i',
    (value, root) => expect(sqrtDown(BigInt(value))).toBe(root),
  );

  test('is exact at, just below and just above a perfect square', () => {
    const property = fc.property(fc.bigInt({ min: 2n, max: 2n ** 130n }), (root) => {
      expect(sqrtDown(root * root - 1n)).toBe(root - 1n);
      expect(sqrtDown(root * root)).toBe(root);
      expect(sqrtDown(root * root + 1n)).toBe(root);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('is exact around every power of two, where the first guess changes', () => {
    for (let power = 1n; power < 2n ** 260n; power *= 2n) {
      for (const value of [power - 1n, power, power + 1n]) {
        const root = sqrtDown(value);
        expect(root * root <= value && (root + 1n) ** 2n > value, `√${value}`).toBe(true);
      }
    }
  });

  test('r² ≤ n < (r+1)² for every n', () => {
    const property = fc.property(fc.bigInt({ min: 0n, max: 2n ** 260n }), (value) => {
      const root = sqrtDown(value);
      return root * root <= value && (root + 1n) ** 2n > value;
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('throws on a negative number', () => expect(() => sqrtDown(-1n)).toThrow(AssertionFailure));
});
