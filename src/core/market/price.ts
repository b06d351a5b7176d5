// Prices as displayed and stored: whole units of token1 for one of token0, cut to 18 significant digits.
import { assert } from '../assert.ts';
import type { Fraction } from '../curves/curve.ts';
import { powerOfTen, printDecimal } from '../maths/decimal.ts';

/** digits · 10^exponent, with exactly 18 digits, so that prices compare by exponent and then by digits. */
export type Price = { readonly digits: bigint; readonly exponent: number };

const DIGITS = 18;
const [LEAST, LIMIT] = [powerOfTen(DIGITS - 1), powerOfTen(DIGITS)];

/** From a price in base units. Rounded down. */
export function priceOf({ numerator, denominator }: Fraction, decimals0: number, decimals1: number): Price {
  assert(numerator > 0n && denominator > 0n, 'a price is positive');
  // The estimate may be off by one in either direction, which the loops below correct.
  let exponent = Math.floor(magnitude(numerator) - magnitude(denominator)) - (DIGITS - 1);
  let digits = scaled(numerator, denominator, exponent);
  for (; digits >= LIMIT; exponent++) digits /= 10n;
  while (digits < LEAST) digits = scaled(numerator, denominator, --exponent);
  return { digits, exponent: exponent + decimals0 - decimals1 };
}

/** About log10; the length of the text if the value exceeds a float's range. */
function magnitude(value: bigint): number {
  const near = Math.log10(Number(value));
  return near === Number.POSITIVE_INFINITY ? value.toString().length : near;
}

const scaled = (numerator: bigint, denominator: bigint, exponent: number): bigint =>
  exponent <= 0 ? (numerator * powerOfTen(-exponent)) / denominator : numerator / (denominator * powerOfTen(exponent));

/** Negative if `a` is the lower price. */
export function comparePrices(a: Price, b: Price): number {
  if (a.exponent !== b.exponent) return a.exponent - b.exponent;
  return a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
}

/** The price of token1 in token0, cut again. */
export const invertPrice = ({ digits, exponent }: Price): Price =>
  priceOf({ numerator: 1n, denominator: digits }, 0, exponent);

/** Without an exponent or trailing zeros. */
export const printPrice = ({ digits, exponent }: Price): string =>
  exponent < 0 ? printDecimal(digits, -exponent) : (digits * powerOfTen(exponent)).toString();
