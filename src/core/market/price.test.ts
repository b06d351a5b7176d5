// Prices keep eighteen significant digits of an exact fraction of any size.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import { parsePrice } from '../../../test/parse-price.ts';
import { comparePrices, invertPrice, priceOf, printPrice } from './price.ts';

const price = (numerator: bigint, denominator: bigint, decimals0 = 0, decimals1 = 0) =>
  priceOf({ numerator, denominator }, decimals0, decimals1);
const shown = (...of: Parameters<typeof price>) => printPrice(price(...of));

test.each([
  [1n, 1n, '1'],
  [1n, 3n, '0.333333333333333333'],
  [2n, 3n, '0.666666666666666666'],
  [10n, 3n, '3.33333333333333333'],
  [1n, 3_000_000n, '0.000000333333333333333333'],
  [10n ** 30n, 3n, '333333333333333333000000000000'],
  [999_999_999_999_999_999n, 1n, '999999999999999999'],
  [10n ** 18n, 1n, '1000000000000000000'],
  [10n ** 18n + 1n, 1n, '1000000000000000000'],
  [10n ** 18n - 1n, 10n ** 18n, '0.999999999999999999'],
  [10n ** 19n - 1n, 10n ** 19n, '0.999999999999999999'],
  [10n ** 17n, 1n, '100000000000000000'],
  [10n ** 17n - 1n, 1n, '99999999999999999'],
])('%d / %d is %s', (numerator, denominator, text) => {
  expect(shown(numerator, denominator)).toBe(text);
});

test('a price is per whole token, whatever the decimals of the two tokens', () => {
  expect(shown(10n, 3_000_000n, 6, 0)).toBe('3.33333333333333333');
  expect(shown(10_000_000n, 3n, 0, 6)).toBe('3.33333333333333333');
  expect(shown(1n, 1n, 0, 30)).toBe(`0.${'0'.repeat(29)}1`);
});

test('a fraction beyond a float’s range is exact too', () => {
  expect(shown(2n ** 1100n * 5n, 2n ** 1100n * 4n)).toBe('1.25');
  expect(shown(2n ** 1100n, 10n ** 300n * 2n ** 100n)).toBe(shown(2n ** 1000n, 10n ** 300n));
});

const anyPrice = fc
  .tuple(
    anyAmount({ min: 1n }),
    anyAmount({ min: 1n }),
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: 0, max: 30 }),
  )
  .map(([numerator, denominator, decimals0, decimals1]) => ({ numerator, denominator, decimals0, decimals1 }));

describe('for any amounts', () => {
  test('a price has eighteen digits of its fraction, rounded down', () => {
    const property = fc.property(anyPrice, ({ numerator, denominator, decimals0, decimals1 }) => {
      const { digits, exponent } = price(numerator, denominator, decimals0, decimals1);
      expect(digits.toString()).toHaveLength(18);
      const [up, down] = [10n ** BigInt(Math.max(0, exponent)), 10n ** BigInt(Math.max(0, -exponent))];
      const exact = numerator * 10n ** BigInt(decimals0) * down;
      const unit = up * denominator * 10n ** BigInt(decimals1);
      expect(digits * unit <= exact && exact < (digits + 1n) * unit).toBe(true);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('a printed price is parsed back to the same price', () => {
    const property = fc.property(anyPrice, ({ numerator, denominator, decimals0, decimals1 }) => {
      const told = price(numerator, denominator, decimals0, decimals1);
      expect(parsePrice(printPrice(told))).toEqual(told);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('prices compare like their fractions', () => {
    const property = fc.property(anyPrice, anyPrice, (one, other) => {
      const [a, b] = [price(one.numerator, one.denominator), price(other.numerator, other.denominator)];
      const difference = one.numerator * other.denominator - other.numerator * one.denominator;
      if (comparePrices(a, b) === 0) expect(a).toEqual(b);
      else expect(comparePrices(a, b) < 0).toBe(difference < 0n);
      expect(Math.sign(comparePrices(b, a)) + Math.sign(comparePrices(a, b))).toBe(0);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('the inverse is 1 ÷ price, rounded down, and inverting reverses the order', () => {
    const property = fc.property(anyPrice, anyPrice, (one, other) => {
      const [a, b] = [price(one.numerator, one.denominator), price(other.numerator, other.denominator)];
      const inverse = invertPrice(a);
      expect(inverse).toEqual(parsePrice(printPrice(inverse)));
      // 10^-(sum of exponents) is the upper bound of the product of both digits.
      const one1 = 10n ** BigInt(-(a.exponent + inverse.exponent));
      expect(a.digits * inverse.digits <= one1 && one1 < a.digits * (inverse.digits + 1n)).toBe(true);
      if (comparePrices(a, b) > 0) expect(comparePrices(invertPrice(a), invertPrice(b)) <= 0).toBe(true);
    });
    fc.assert(property, { numRuns: 1000 });
  });
});
