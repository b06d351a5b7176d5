// Amounts as people type and read them: exact decimals, in text and in base units; no float ever.
import { marks } from '../words/format.ts';
import type { Language } from '../words/words.ts';

export type Reading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly text: string; readonly units: bigint }
  /** Finer than the token: `nearest` is what is left when it is cut, or the least there is. */
  | { readonly kind: 'too-fine'; readonly nearest: string }
  /** One mark that may stand before the fraction or between thousands, as half of the world writes each; `1250` and `1.25`. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'rubbish' };

/** What no balance can reach: 2^120 − 1 base units. */
const MAX_UNITS = 2n ** 120n - 1n;
const TWO_WAYS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const BLANKS = /[\s\u00a0\u2007\u2009\u202f'’_]/g;

/**
 * Reads what somebody typed or pasted: `.` or `,` before the fraction, any usual grouping before that. What may be read in two
 * ways is read as the language writes it, if it was typed in it: `by` is the language of the page, and null for a link, which
 * may come from anywhere. English is the language of those who have no other here, so it decides nothing.
 */
export function readAmount(typed: string, decimals: number, by: Language | null = null): Reading {
  const text = typed.replace(BLANKS, '');
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

/** What the language of the page uses it for; a Russian `.` is neither. */
const kindOf = (mark: string): 'decimal' | 'group' | null => {
  const { decimal, group } = marks();
  return mark === decimal ? 'decimal' : mark === group ? 'group' : null;
};

/** An exact decimal as it is put into a field for somebody: with another zero where it could be read in two ways. */
export const asTyped = (text: string): string =>
  (TWO_WAYS.test(text) ? `${text}0` : text).replace('.', marks().decimal);

/** Which of the two marks stands before the fraction; '' if none does, null where that makes no sense. */
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

/** Without zeros that say nothing. */
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

/** An exact decimal of the server in base units; what is finer is cut. */
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
