// Exact decimals as text for people: grouped, with a tail that the eye may skip but no digit left out.

import { compact, marks } from '../words/format.ts';
import { textOf } from './amount.ts';

type Parts = {
  readonly sign: '' | '−' | '+';
  /** What is read first. */
  readonly head: string;
  /** What follows in softer ink. */
  readonly tail: string;
};

const MINUS = '−';

/** As the language writes it, digit by digit: a whole number, and what follows the decimal mark. */
const marked = (whole: string, fraction: string): string => {
  const { decimal, group, groupedFrom } = marks();
  const grouped = whole.length < groupedFrom ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${grouped}${fraction && `${decimal}${fraction}`}`;
};

/** All digits of an exact decimal. */
export function partsOf(value: string, { signed = false } = {}): Parts {
  const isNegative = value.startsWith('-');
  const [whole = '0', fraction = ''] = value.replace(/^[-+]/, '').split('.');
  const sign = isNegative ? MINUS : signed && /[1-9]/.test(value) ? '+' : '';
  const strong = strongDigits(whole, fraction);
  return { sign, head: marked(whole, fraction.slice(0, strong)), tail: fraction.slice(strong) };
}

/** How many digits of the fraction tell what it comes to: six in all, at least two; leading zeros of a small one tell nothing. */
function strongDigits(whole: string, fraction: string): number {
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  if (whole === '0') return zeros + 4;
  return Math.min(4, Math.max(2, 6 - whole.length));
}

export const written = (value: string, options?: { signed?: boolean }): string => {
  const { sign, head, tail } = partsOf(value, options);
  return `${sign}${head}${tail}`;
};

/** With the decimal mark of the language alone, as it is put into a field or asked about. */
export const ungrouped = (value: string): string => value.replace('.', marks().decimal);

/** What was written, or a part of it, as an exact decimal; a symbol after it stays. */
export const plainOf = (text: string): string => {
  const { decimal, group } = marks();
  return text.replaceAll(group, '').replace(decimal, '.').replace(MINUS, '-');
};

/** To a number of significant digits, cut: an exact decimal still. */
function cut(value: string, digits: number): readonly [whole: string, fraction: string] {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = whole === '0' ? zeros + digits : Math.max(0, digits - whole.length);
  return [whole, fraction.slice(0, kept)];
}

const signOf = (value: string): string => (value.startsWith('-') ? MINUS : '');

/** A figure to a number of significant digits, cut: for axes and overviews, beside which all digits stand. */
export const brief = (value: string, digits = 5): string => `${signOf(value)}${marked(...cut(value, digits))}`;

/** The same with the zeros that keep columns even. */
export function even(value: string, digits = 5): string {
  const [whole, fraction] = cut(value, digits);
  const missing = digits - `${whole}${fraction}`.replace(/^0+/, '').length;
  return `${signOf(value)}${marked(whole, `${fraction}${'0'.repeat(Math.max(0, missing))}`)}`;
}

/** From ten thousand on in thousands, millions and so on, with two digits after the point, rounded half up. */
export function rough(value: string): string {
  const [whole = '0'] = value.replace('-', '').split('.');
  return whole.length < 5 ? brief(value, 5) : `${signOf(value)}${compact(value.replace('-', ''))}`;
}

/** A fraction as percent with two digits after the point, cut; a smaller one with as many as show it. */
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
  return `${sign}${marked(moved, cut)} %`;
}

/** a ÷ b to so many digits after the point, cut. */
export function divide(a: string, b: string, digits = 18): string {
  const scaled = (text: string): [bigint, number] => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
    return [BigInt(`${whole}${fraction}`) * (text.startsWith('-') ? -1n : 1n), fraction.length];
  };
  const [[top, down], [bottom, up]] = [scaled(a), scaled(b)];
  if (bottom === 0n) return '0';
  return textOf((top * 10n ** BigInt(digits + up)) / (bottom * 10n ** BigInt(down)), digits);
}
