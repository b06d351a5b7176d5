// Figures in each language's format, exact to the last digit, and amounts as its readers type and paste them.
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { type Language, setLocale } from '../words/words.ts';
import { asTyped, readAmount, unitsOf } from './amount.ts';
import { brief, even, percent, plainOf, rough, written } from './figures.ts';

const NBSP = '\u00a0';
const LANGUAGES = ['en', 'de', 'es', 'ru', 'zh'] as const;

afterEach(() => setLocale('en'));

test.each([
  ['en', '1,234.5', '12,345.678901234567890123', '−0.5', '1,234.56%', '3,117.3', '3.2000'],
  ['de', '1.234,5', '12.345,678901234567890123', '−0,5', `1.234,56${NBSP}%`, '3.117,3', '3,2000'],
  ['es', '1234,5', '12.345,678901234567890123', '−0,5', `1234,56${NBSP}%`, '3117,3', '3,2000'],
  [
    'ru',
    `1${NBSP}234,5`,
    `12${NBSP}345,678901234567890123`,
    '−0,5',
    `1${NBSP}234,56${NBSP}%`,
    `3${NBSP}117,3`,
    '3,2000',
  ],
  ['zh', '1,234.5', '12,345.678901234567890123', '−0.5', '1,234.56%', '3,117.3', '3.2000'],
] as const)('in %s, 1234.5 is written as %s', (language, thousand, long, negative, part, short, aligned) => {
  setLocale(language);
  expect(written('1234.5')).toBe(thousand);
  expect(written('12345.678901234567890123')).toBe(long);
  expect(written('-0.5')).toBe(negative);
  expect(percent('12.3456')).toBe(part);
  expect(brief('3117.395197')).toBe(short);
  expect(even('3.2')).toBe(aligned);
});

test.each([
  ['en', '9.99M'],
  ['de', `9,99${NBSP}Mio.`],
  ['es', `9,99${NBSP}M`],
  ['ru', `9,99${NBSP}млн`],
  ['zh', '999.38万'],
] as const)('in %s, 9993766.388216 is shortened to %s', (language, text) => {
  setLocale(language);
  expect(rough('9993766.388216')).toBe(text);
});

describe.each(LANGUAGES)('%s', (language) => {
  const whole = fc.bigInt({ min: 0n, max: 10n ** 17n });
  const fraction = fc.stringMatching(/^[0-9]{0,17}[1-9]$/);

  test('formats digits as Intl does, and turns them back into the exact decimal', () => {
    setLocale(language);
    const intl = new Intl.NumberFormat(language, { maximumFractionDigits: 18 });
    fc.assert(
      fc.property(whole, fraction, (whole, fraction) => {
        const exact = `${whole}.${fraction}`;
        expect(written(exact)).toBe(intl.format(exact as `${number}`));
        expect(plainOf(written(exact))).toBe(exact);
      }),
    );
  });

  test('parses its own output, which is ambiguous only in English, and always the text of a field', () => {
    setLocale(language);
    fc.assert(
      fc.property(whole, fraction, (whole, fraction) => {
        const text = `${whole}.${fraction}`;
        for (const typed of [written(text), asTyped(text)]) {
          const reading = readAmount(typed, 18, language);
          if (reading.kind !== 'ambiguous') expect(reading).toMatchObject({ kind: 'amount', text });
          else expect([language, reading.readings.includes(text)]).toEqual(['en', true]);
        }
        expect(readAmount(asTyped(text), 18, null)).toMatchObject({ kind: 'amount', text });
      }),
    );
  });

  test.each([
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    [`1${NBSP}234${NBSP}567,5`, '1234567.5'],
    ['1\u202f234,5', '1234.5'],
    ['1\u2009234.5', '1234.5'],
    ["1'234.5", '1234.5'],
    ['1’234,5', '1234.5'],
    ['1,5', '1.5'],
    ['1.5', '1.5'],
    ['12345.678', '12345.678'],
    ['0,125', '0.125'],
  ])('reads %s as %s', (typed, text) => {
    setLocale(language);
    for (const by of [language, null])
      expect(readAmount(typed, 9, by)).toEqual({ kind: 'amount', text, units: unitsOf(text, 9) });
  });
});

const ASKED = ['1234', '1.234'];
test.each([
  ['en', '1.234', ASKED],
  ['en', '1,234', ASKED],
  ['de', '1.234', '1234'],
  ['de', '1,234', '1.234'],
  ['es', '1.234', '1234'],
  ['es', '1,234', '1.234'],
  ['ru', '1,234', '1.234'],
  // In Russian the point separates neither decimals nor thousands.
  ['ru', '1.234', ASKED],
  ['zh', '1,234', '1234'],
  ['zh', '1.234', '1.234'],
] as const)('typed in %s, %s is read as %s; in a link it is always ambiguous', (language, typed, wanted) => {
  setLocale(language as Language);
  const reading = readAmount(typed, 9, language);
  expect(reading.kind === 'amount' ? reading.text : reading.kind === 'ambiguous' && reading.readings).toEqual(wanted);
  expect(readAmount(typed, 9, null)).toEqual({ kind: 'ambiguous', readings: ASKED });
});
