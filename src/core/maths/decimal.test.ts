// Decimal text and integers convert both ways to the same value, or the text is refused with its reason.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_AMOUNT } from '../amount.ts';
import { AssertionFailure } from '../assert.ts';
import { parseAnyDecimal, parseDecimal, printDecimal, printRatioDown } from './decimal.ts';

const zeros = (count: number) => '0'.repeat(count);

describe('parseDecimal with 6 decimals', () => {
  test.each<[string, bigint]>([
    ['0', 0n],
    ['-0', 0n],
    ['-0.000', 0n],
    ['0e999999999', 0n],
    [`0.${zeros(40)}`, 0n],
    ['1', 1_000_000n],
    ['007', 7_000_000n],
    ['000000.5', 500_000n],
    ['0.000001', 1n],
    ['1.500000000000', 1_500_000n],
    [`0.5${zeros(40)}`, 500_000n],
    ['1e-6', 1n],
    ['10e-7', 1n],
    ['1E3', 1_000_000_000n],
    ['1e+3', 1_000_000_000n],
    ['1.25e2', 125_000_000n],
    ['123456.789', 123_456_789_000n],
    [`${zeros(511)}1`, 1_000_000n],
    ['1329227995784915872903807060280.344575', MAX_AMOUNT],
    ['1329227995784915872903807060280344575e-6', MAX_AMOUNT],
  ])('%s is %i', (text, value) => {
    expect(parseDecimal(text, 6, MAX_AMOUNT)).toBe(value);
  });

  test.each([
    ['not_a_number', ['', ' ', ' 1', '1 ', '1\n', '.5', '5.', '+1', '--1', '1e', 'e1', '1e1.5', '1,5', '1_000']],
    ['not_a_number', ['NaN', 'Infinity', '-Infinity', '0x10', '10n', '١', '1e 5', 'null', `${zeros(512)}1`]],
    ['negative', ['-1', '-0.000001', '-1e-30', '-1e400']],
    ['too_precise', ['0.0000001', '1e-7', '1.5e-6', '1e-30', '1e-999999999999999999999', `0.${zeros(39)}1`]],
    ['too_large', ['1e400', '1e400000000', '1e395', '1e31', '1e999999999999999999999', '9'.repeat(512)]],
    ['too_large', ['1329227995784915872903807060280.344576']],
  ])('returns %s for each of %j', (fault, texts) => {
    expect(texts.map((text) => parseDecimal(text, 6, MAX_AMOUNT))).toEqual(texts.map(() => fault));
  });
});

test.each([
  ['0', 0, 10n, 0n],
  ['10', 0, 10n, 10n],
  ['11', 0, 10n, 'too_large'],
  ['1.0', 0, 10n, 1n],
  ['1.1', 0, 10n, 'too_precise'],
  ['0.01', 2, 1n, 1n],
  ['0.02', 2, 1n, 'too_large'],
  ['0.000000000000000001', 18, 10n, 1n],
  ['0.0000000000000000001', 18, 10n, 'too_precise'],
] as const)('parseDecimal(%s) with %i decimals, at most %i, is %s', (text, decimals, max, answer) => {
  expect(parseDecimal(text, decimals, max)).toBe(answer);
});

test.each<[bigint, number, string]>([
  [0n, 0, '0'],
  [0n, 6, '0'],
  [1n, 0, '1'],
  [100n, 0, '100'],
  [1n, 6, '0.000001'],
  [999_999n, 6, '0.999999'],
  [1_000_000n, 6, '1'],
  [1_500_000n, 6, '1.5'],
  [10_000_000n, 6, '10'],
  [-1n, 6, '-0.000001'],
  [-1_500_000n, 6, '-1.5'],
  [-15n, 0, '-15'],
  [MAX_AMOUNT, 18, '1329227995784915872.903807060280344575'],
])('printDecimal(%i, %i) is %s', (value, decimals, text) => {
  expect(printDecimal(value, decimals)).toBe(text);
});

const decimals = fc.integer({ min: 0, max: 40 });
const value = fc.bigInt({ min: 0n, max: MAX_AMOUNT });

describe('for every value', () => {
  test('the printed text is parsed back to the value', () => {
    const property = fc.property(value, decimals, (value, decimals) => {
      expect(parseDecimal(printDecimal(value, decimals), decimals, MAX_AMOUNT)).toBe(value);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('the printed text is the shortest without an exponent', () => {
    const property = fc.property(value, decimals, (value, decimals) => {
      expect(printDecimal(value, decimals)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('every notation is parsed to the same value: zeros on either side, any exponent', () => {
    const padding = fc.integer({ min: 0, max: 20 });
    const property = fc.property(value, decimals, padding, padding, (value, decimals, before, after) => {
      // The same value with its point moved: value × 10^after × 10^-(decimals + after).
      const moved = `${zeros(before)}${value}${zeros(after)}e-${decimals + after}`;
      expect(parseDecimal(moved, decimals, MAX_AMOUNT)).toBe(value);
      const [whole = '', fraction = ''] = printDecimal(value, decimals).split('.');
      expect(parseDecimal(`${zeros(before)}${whole}.${fraction}${zeros(after + 1)}`, decimals, MAX_AMOUNT)).toBe(value);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('a digit beyond the decimals is refused as too_precise, not rounded away', () => {
    const property = fc.property(value, decimals, fc.integer({ min: 1, max: 9 }), (value, decimals, digit) => {
      expect(parseDecimal(`${value}${digit}e-${decimals + 1}`, decimals, MAX_AMOUNT)).toBe('too_precise');
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('the fast path parses and refuses exactly like the general one', () => {
    const digits = (minLength: number) =>
      fc.oneof(
        fc.stringMatching(/^0{0,3}\d{0,40}0{0,3}$/).filter(({ length }) => length >= minLength),
        // About 64 digits, the most that the fast path takes before or after the point.
        fc.stringMatching(/^[09]{60,70}$/),
      );
    const text = fc.oneof(
      digits(1),
      fc.tuple(digits(0), digits(0)).map((parts) => parts.join('.')),
    );
    const property = fc.property(text, decimals, fc.oneof(value, fc.constant(10n ** 200n)), (text, decimals, max) => {
      expect(parseDecimal(text, decimals, max)).toBe(parseAnyDecimal(text, decimals, max));
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('the maximum is accepted and one more is refused', () => {
    const property = fc.property(value, decimals, (max, decimals) => {
      expect(parseDecimal(printDecimal(max, decimals), decimals, max)).toBe(max);
      expect(parseDecimal(printDecimal(max + 1n, decimals), decimals, max)).toBe('too_large');
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe('printRatioDown', () => {
  test.each<[bigint, bigint, number, string]>([
    [0n, 7n, 3, '0'],
    [1n, 3n, 0, '0'],
    [2n, 3n, 4, '0.6666'],
    [1n, 2n, 4, '0.5'],
    [999_999n, 1_000_000n, 5, '0.99999'],
    [22n, 7n, 2, '3.14'],
    [150_000n, 10_000n, 4, '15'],
  ])('%i / %i to %i digits is %s', (numerator, denominator, digits, text) => {
    expect(printRatioDown(numerator, denominator, digits)).toBe(text);
  });

  test('is the ratio rounded down to its last digit', () => {
    const divisor = fc.bigInt({ min: 1n, max: MAX_AMOUNT });
    const digits = fc.integer({ min: 0, max: 20 });
    const property = fc.property(value, divisor, digits, (numerator, denominator, digits) => {
      const cut = parseDecimal(printRatioDown(numerator, denominator, digits), digits, 10n ** 60n) as bigint;
      expect(cut * denominator <= numerator * 10n ** BigInt(digits)).toBe(true);
      expect((cut + 1n) * denominator > numerator * 10n ** BigInt(digits)).toBe(true);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test.each([
    [-1n, 1n],
    [1n, 0n],
    [1n, -1n],
  ])('throws on %i / %i', (numerator, denominator) => {
    expect(() => printRatioDown(numerator, denominator, 2)).toThrow(AssertionFailure);
  });
});
