// How typed and pasted amounts are read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asTyped, readAmount, textOf, unitsOf } from './amount.ts';

describe('readAmount', () => {
  test.each([
    ['1250', '1250'],
    ['1250.5', '1250.5'],
    ['1250,5', '1250.5'],
    ['0,125', '0.125'],
    ['1,25', '1.25'],
    ['1,2500', '1.25'],
    ['1,250.5', '1250.5'],
    ['1.250,5', '1250.5'],
    ['1,250,000', '1250000'],
    ['1.250.000', '1250000'],
    ['1 250 000,5', '1250000.5'],
    ['1 250', '1250'],
    ["1'250.5", '1250.5'],
    ['1_000', '1000'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['1.2500', '1.25'],
    ['0.250', '0.25'],
    ['1250.000', '1250'],
    ['12345,678', '12345.678'],
    ['0', '0'],
    ['１２５０．５', '1250.5'],
    ['１，２５０．５', '1250.5'],
  ])('%s is read as %s', (typed, text) => {
    expect(readAmount(typed, 9)).toEqual({ kind: 'amount', text, units: unitsOf(text, 9) });
  });

  test.each([
    'abc',
    '1e5',
    '5²',
    '-5',
    '+5',
    '0x10',
    '1.2.3',
    '1,2,3',
    '1,23,456',
    '.',
    ',',
    '1..2',
    '∞',
    '1,234.567,8',
  ])('%s is not an amount', (typed) => expect(readAmount(typed, 9).kind).toBe('rubbish'));

  test.each([
    ['1,250', '1250', '1.25'],
    ['1.250', '1250', '1.25'],
    ['10.000', '10000', '10'],
    ['1.234', '1234', '1.234'],
    [' 10.000\n', '10000', '10'],
    ['999,999', '999999', '999.999'],
  ])('asks whether %s is %s or %s, and a chosen reading is not ambiguous', (typed, ...readings) => {
    expect(readAmount(typed, 9)).toEqual({ kind: 'ambiguous', readings });
    for (const text of readings) expect(readAmount(asTyped(text), 9)).toMatchObject({ kind: 'amount', text });
  });

  test('cuts an amount with too many decimals, to one unit at least, and returns that as a proposal', () => {
    expect(readAmount('12.3456789', 6)).toEqual({ kind: 'too-fine', nearest: '12.345678' });
    expect(readAmount('0.5', 0)).toEqual({ kind: 'too-fine', nearest: '1' });
    expect(readAmount('0.0000001', 6)).toEqual({ kind: 'too-fine', nearest: '0.000001' });
    expect(readAmount('0.500', 1).kind).toBe('amount');
  });

  test('refuses more than the largest balance, 2^120 − 1 units', () => {
    expect(readAmount('9'.repeat(40), 0).kind).toBe('too-large');
    expect(readAmount(String(2n ** 120n - 1n), 0).kind).toBe('amount');
    expect(readAmount(String(2n ** 120n), 0).kind).toBe('too-large');
  });

  test('parses the output of textOf and of asTyped', () => {
    const units = fc.bigInt({ min: 0n, max: 2n ** 120n - 1n });
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 18 }), (value, decimals) => {
        const text = textOf(value, decimals);
        expect(unitsOf(text, decimals)).toBe(value);
        expect(readAmount(asTyped(text), decimals)).toEqual({ kind: 'amount', text, units: value });
      }),
    );
  });
});
