// How exact decimals are formatted for people.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brief, divide, partsOf, percent, rough, written } from './figures.ts';

test.each([
  ['3985.524511', '3,985.52', '4511'],
  ['3.1884196088', '3.1884', '196088'],
  ['20000', '20,000', ''],
  ['0.000004989975', '0.000004989', '975'],
  ['0', '0', ''],
  ['0.5', '0.5', ''],
  ['1234567.123456', '1,234,567.12', '3456'],
])('%s is split in %s and %s', (value, head, tail) => expect(partsOf(value)).toEqual({ sign: '', head, tail }));

test('formatting keeps every digit', () => {
  const fraction = fc.stringMatching(/^[0-9]{0,17}[1-9]$/);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fraction, (whole, digits) => {
      expect(written(`${whole}.${digits}`).replaceAll(',', '')).toBe(`${whole}.${digits}`);
    }),
  );
});

test('a negative number has a minus sign, and a positive one a plus only if asked for', () => {
  expect(written('-12.5')).toBe('−12.5');
  expect(written('12.5', { signed: true })).toBe('+12.5');
  expect(written('0', { signed: true })).toBe('0');
});

test.each([
  ['0.0124', '1.24%'],
  ['-0.0124', '−1.24%'],
  ['0.000005', '0.0005%'],
  ['0', '0.00%'],
  ['1', '100.00%'],
  ['0.1664', '16.64%'],
  ['12.3456', '1,234.56%'],
  ['0.000227982488', '0.02%'],
])('the fraction %s is %s', (fraction, text) => expect(percent(fraction)).toBe(text));

test('axes and overviews show fewer digits, cut off and not rounded', () => {
  expect(brief('3.19603891')).toBe('3.1960');
  expect(brief('0.000912345678')).toBe('0.00091234');
  expect(brief('1234567.89')).toBe('1,234,567');
});

test.each([
  ['9993766.388216', '9.99M'],
  ['412806.1', '412.81K'],
  ['-412806.1', '−412.81K'],
  ['3117.395197', '3,117.3'],
  ['99998', '100.00K'],
  ['999994.9', '999.99K'],
  ['999995', '1.00M'],
  ['2060000000', '2.06B'],
  ['1234567890123456', '1234.57T'],
  ['0', '0'],
])('an overview shows %s as %s', (value, text) => expect(rough(value)).toBe(text));

test('a quotient is cut off at the given decimals, and a division by zero gives zero', () => {
  expect(divide('1', '3', 6)).toBe('0.333333');
  expect(divide('-10', '4')).toBe('-2.5');
  expect(divide('1', '0')).toBe('0');
  // A price in a token without decimals.
  expect(divide('101', '4', 0)).toBe('25');
  expect(divide('-1', '300', 2)).toBe('0');
});
