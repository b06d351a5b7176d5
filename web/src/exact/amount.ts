// Parses and formats amounts exactly, as decimal text and in base units; never as a float.
import { marks } from '../words/format.ts';
import type { Language } from '../words/words.ts';

export type Reading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly text: string; readonly units: bigint }
  /** More decimals than the token has; `nearest` is the amount cut, or the smallest unit. */
  | { readonly kind: 'too-fine'; readonly nearest: string }
  /** One mark that may be a decimal or a thousands separator: `1.250` is 1250 or 1.25. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'rubbish' };

/** The reading of a typed text that cannot be used as an amount. */
export type Unclear = Exclude<Reading, { kind: 'amount' | 'empty' }>;

/** The ledger's limit of a balance: 2^120 − 1 base units. */
const MAX_UNITS = 2n ** 120n - 1n;
const TWO_WAYS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const BLANKS = /[\s\u00a0\u2007\u2009\u202f'’_]/g;

/** Chinese and Japanese keyboards may type digits and marks in full width. Nothing else is converted: NFKC would make 52 of 5². */
export const halfWidth = (text: string): string =>
  text.replace(/[０-９．，]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/**
 * Reads a typed or pasted amount: `.` or `,` before the fraction, any usual grouping before that. An ambiguous one is read
 * as the page's language `by` writes it; `by` is null for a link, which may come from anywhere. English decides nothing,
 * since it is also the fallback for readers of other languages.
 */
export function readAmount(typed: string, decimals: number, by: Language | null = null): Reading {
  const text = halfWidth(typed).replace(BLANKS, '');
  if (text === '') return { kind: 'empty' };
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return { kind: 'rubbish' };
  if (TWO_WAYS.test(text)) {
    const mark = by === null || by === 'en' ? null : kindOf(/[.,]/.exec(text)?.[0] ?? '');
    if (mark === 'group') return exactly(text.replace(/[.,]/, ''), decimals);
    if (mark === 'decimal') return exactly(plain(text.replace(',', '.')), decimals);
    return { kind: 'ambiguous', readings: [text.replace(/[.,]/, ''), plain(text.replace(',', '.'))] };
  }
  const mark = decimalMark(text);
  if (mark === null) return { kind: 'rubbish' };
  const at = mark === '' ? -1 : text.lastIndexOf(mark);
  const whole = at < 0 ? text : text.slice(0, at);
  if (!/^\d*$/.test(whole) && !/^\d{1,3}(([.,])\d{3})(\2\d{3})*$/.test(whole)) return { kind: 'rubbish' };
  return exactly(plain(`${whole.replace(/[.,]/g, '')}.${at < 0 ? '' : text.slice(at + 1)}`), decimals);
}

/** How the page's language uses the mark; null if it does not, as `.` in Russian. */
const kindOf = (mark: string): 'decimal' | 'group' | null => {
  const { decimal, group } = marks();
  return mark === decimal ? 'decimal' : mark === group ? 'group' : null;
};

/** Formats an exact decimal for an input field, with a trailing zero if it would otherwise be ambiguous. */
export const asTyped = (text: string): string =>
  (TWO_WAYS.test(text) ? `${text}0` : text).replace('.', marks().decimal);

/** The decimal mark of the text; '' if there is none, null if the marks make no sense. */
function decimalMark(text: string): '.' | ',' | '' | null {
  const [dots, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  if (dots + commas === 0) return '';
  if (dots > 0 && commas > 0) {
    const last = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    return text.split(last).length === 2 ? last : null;
  }
  if (dots + commas > 1) return '';
  return dots === 1 ? '.' : ',';
}

/** Removes leading and trailing zeros. */
const plain = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${digits && `.${digits}`}`;
};

function exactly(text: string, decimals: number): Reading {
  const [whole = '', fraction = ''] = text.split('.');
  if (whole.length > 40) return { kind: 'too-large' };
  if (fraction.length > decimals) {
    const cut = plain(`${whole}.${fraction.slice(0, decimals)}`);
    return { kind: 'too-fine', nearest: /[1-9]/.test(cut) ? cut : textOf(1n, decimals) };
  }
  const units = unitsOf(text, decimals);
  return units > MAX_UNITS ? { kind: 'too-large' } : { kind: 'amount', text, units };
}

/** Converts the server's exact decimal to base units; further decimals are cut. */
export function unitsOf(text: string, decimals: number): bigint {
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace(/^[-+]/, '').split('.');
  const units = BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}` || '0');
  return isNegative ? -units : units;
}

export function textOf(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return `${units < 0n ? '-' : ''}${plain(`${digits.slice(0, at)}.${digits.slice(at)}`)}`;
}

export const isZero = (text: string): boolean => !/[1-9]/.test(text);

export const addText = (a: string, b: string): string => {
  const decimals = Math.max(fractionOf(a), fractionOf(b));
  return textOf(unitsOf(a, decimals) + unitsOf(b, decimals), decimals);
};
export const subtractText = (a: string, b: string): string => addText(a, negate(b));
const negate = (text: string): string =>
  text.startsWith('-') ? text.slice(1) : /^[0.]*$/.test(text) ? text : `-${text}`;
const fractionOf = (text: string): number => text.split('.')[1]?.length ?? 0;
