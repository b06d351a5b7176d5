// Percentages as typed, and the fractions sent for them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentOfFraction, readPercent } from './percent.ts';

test.each([
  ['0.3', '0.003'],
  ['0,3', '0.003'],
  ['0.3 %', '0.003'],
  ['100', '1'],
  ['0', '0'],
  ['0.0001', '0.000001'],
  ['12.3456', '0.123456'],
  ['1,250', '0.0125'],
  ['1.250', '0.0125'],
])('%s percent is the fraction %s', (typed, fraction) => {
  expect(readPercent(typed)).toEqual({ kind: 'rate', fraction });
});

test.each([
  ['', 'empty'],
  ['100.0001', 'too-large'],
  ['0.00001', 'too-fine'],
  ['-1', 'rubbish'],
  ['1e-3', 'rubbish'],
])('%s is refused as %s', (typed, kind) => expect(readPercent(typed).kind).toBe(kind));

test('every fraction in whole millionths is the same after formatting and parsing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (ppm) => {
      const percent = percentOfFraction(`${Math.floor(ppm / 1e6)}.${String(ppm % 1e6).padStart(6, '0')}`);
      const rate = readPercent(percent);
      expect(rate.kind === 'rate' && BigInt(rate.fraction.replace('.', '').padEnd(7, '0'))).toBe(BigInt(ppm));
    }),
  );
});
