// Formats exact decimals for people: grouped, with less important digits split off but none left out.

import { compact, marks } from '../words/format.ts';
import { textOf } from './amount.ts';

type Parts = {
  readonly sign: '' | '−' | '+';
  /** The significant digits. */
  readonly head: string;
  /** The remaining digits, shown in a softer colour. */
  readonly tail: string;
};

const MINUS = '−';

/** Writes a whole part and a fraction with the language's marks, digit by digit. */
const marked = (whole: string, fraction: string): string => {
  const { decimal, group, groupedFrom } = marks();
  const grouped = whole.length < groupedFrom ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${grouped}${fraction && `${decimal}${fraction}`}`;
};

/** Splits an exact decimal into sign, head and tail. */
export function partsOf(value: string, { signed = false } = {}): Parts {
  const isNegative = value.startsWith('-');
  const [whole = '0', fraction = ''] = value.replace(/^[-+]/, '').split('.');
  const sign = isNegative ? MINUS : signed && /[1-9]/.test(value) ? '+' : '';
  const strong = strongDigits(whole, fraction);
  return { sign, head: marked(whole, fraction.slice(0, strong)), tail: fraction.slice(strong) };
}

/** How many decimals are significant: six digits in total, at least two decimals; a value below 1 shows four after its leading zeros. */
function strongDigits(whole: string, fraction: string): number {
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  if (whole === '0') return zeros + 4;
  return Math.min(4, Math.max(2, 6 - whole.length));
}

export const written = (value: string, options?: { signed?: boolean }): string => {
  const { sign, head, tail } = partsOf(value, options);
  return `${sign}${head}${tail}`;
};

/** Formats a value with the language's decimal mark and without grouping, for input fields and texts about them. */
export const ungrouped = (value: string): string => value.replace('.', marks().decimal);

/** Converts formatted text back to an exact decimal; a symbol after it stays. */
export const plainOf = (text: string): string => {
  const { decimal, group } = marks();
  return text.replaceAll(group, '').replace(decimal, '.').replace(MINUS, '-');
};

/** Cuts a value, without rounding, to a number of significant digits. */
function cut(value: string, digits: number): readonly [whole: string, fraction: string] {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = whole === '0' ? zeros + digits : Math.max(0, digits - whole.length);
  return [whole, fraction.slice(0, kept)];
}

const signOf = (value: string): string => (value.startsWith('-') ? MINUS : '');

/** Formats a value cut to a number of significant digits, for axes and overviews that also show the full value. */
export const brief = (value: string, digits = 5): string => `${signOf(value)}${marked(...cut(value, digits))}`;

/** As `brief`, padded with zeros so that columns align. */
export function even(value: string, digits = 5): string {
  const [whole, fraction] = cut(value, digits);
  const missing = digits - `${whole}${fraction}`.replace(/^0+/, '').length;
  return `${signOf(value)}${marked(whole, `${fraction}${'0'.repeat(Math.max(0, missing))}`)}`;
}

/** Abbreviates values from ten thousand on in thousands, millions and so on, with two decimals, rounded half up. */
export function rough(value: string): string {
  const [whole = '0'] = value.replace('-', '').split('.');
  return whole.length < 5 ? brief(value, 5) : `${signOf(value)}${compact(value.replace('-', ''))}`;
}

/** A formatted number with the language's percent sign. */
export const inPercent = (text: string): string => `${text}${marks().percent}`;

/** A fraction as a percentage cut to two decimals; smaller values get as many as they need to be visible. */
export function percent(fraction: string, { signed = false } = {}): string {
  const isNegative = fraction.startsWith('-');
  const [whole = '0', rest = ''] = fraction.replace(/^[-+]/, '').split('.');
  const moved = `${whole}${rest.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const digits = rest.slice(2);
  const zeros = /^0*/.exec(digits)?.[0].length ?? 0;
  const kept = moved === '0' && zeros >= 2 && zeros < digits.length ? zeros + 1 : 2;
  const cut = digits.slice(0, kept).padEnd(2, '0');
  const isZero = !/[1-9]/.test(`${moved}${cut}`);
  const sign = isZero ? '' : isNegative ? MINUS : signed ? '+' : '';
  return inPercent(`${sign}${marked(moved, cut)}`);
}

/** a ÷ b, cut to a number of decimals. */
export function divide(a: string, b: string, digits = 18): string {
  const scaled = (text: string): [bigint, number] => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
    return [BigInt(`${whole}${fraction}`) * (text.startsWith('-') ? -1n : 1n), fraction.length];
  };
  const [[top, down], [bottom, up]] = [scaled(a), scaled(b)];
  if (bottom === 0n) return '0';
  return textOf((top * 10n ** BigInt(digits + up)) / (bottom * 10n ** BigInt(down)), digits);
}
