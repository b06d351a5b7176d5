// Converts between exact decimal text and integers scaled by a power of ten, without floats.
import { assert } from '../assert.ts';

type DecimalFault = 'not_a_number' | 'negative' | 'too_precise' | 'too_large';

const PLAIN = /^\d{1,64}(?:\.\d{1,64})?$/;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const MAX_EXPONENT = 400;

const POWERS = Array.from({ length: 65 }, (_, exponent) => 10n ** BigInt(exponent));
export const powerOfTen = (exponent: number): bigint => POWERS[exponent] ?? 10n ** BigInt(exponent);

/** The value of `text` in units of 10^-decimals, or the reason why it cannot be converted. */
export function parseDecimal(text: string, decimals: number, max: bigint): bigint | DecimalFault {
  // Fast path: nearly every number is written plainly, with no more digits than its token has.
  if (PLAIN.test(text)) {
    const point = text.indexOf('.');
    const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
    const shift = point < 0 ? decimals : decimals - (text.length - 1 - point);
    if (shift >= 0) {
      const value = BigInt(digits) * powerOfTen(shift);
      return value > max ? 'too_large' : value;
    }
  }
  return parseAnyDecimal(text, decimals, max);
}

/** Like `parseDecimal`, but also for text with a sign, an exponent, or zeros beyond the given decimals. */
export function parseAnyDecimal(text: string, decimals: number, max: bigint): bigint | DecimalFault {
  const match = text.length <= 512 ? DECIMAL.exec(text) : null;
  if (match === null) return 'not_a_number';
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return 0n;
  if (sign === '-') return 'negative';
  const significant = digits.replace(/0+$/, '');
  // In units of 10^-decimals, the value is significant × 10^shift.
  const shift = Number(exponent) - fraction.length + (digits.length - significant.length) + decimals;
  if (shift < 0) return 'too_precise';
  if (shift > MAX_EXPONENT) return 'too_large';
  const value = BigInt(significant) * powerOfTen(shift);
  return value > max ? 'too_large' : value;
}

/** The shortest exact decimal text of value × 10^-decimals: no exponent, no trailing zeros. */
export function printDecimal(value: bigint, decimals: number): string {
  if (decimals === 0) return value.toString();
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === 48) end--;
  const text = end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return negative ? `-${text}` : text;
}

/** numerator ÷ denominator, truncated to `fractionDigits` digits after the point. */
export function printRatioDown(numerator: bigint, denominator: bigint, fractionDigits: number): string {
  assert(numerator >= 0n && denominator > 0n, 'a printed ratio is non-negative');
  return printDecimal((numerator * powerOfTen(fractionDigits)) / denominator, fractionDigits);
}

/** Like `printRatioDown`, rounded up, for values that must not be understated. */
export function printRatioUp(numerator: bigint, denominator: bigint, fractionDigits: number): string {
  assert(numerator >= 0n && denominator > 0n, 'a printed ratio is non-negative');
  return printDecimal((numerator * powerOfTen(fractionDigits) + denominator - 1n) / denominator, fractionDigits);
}
