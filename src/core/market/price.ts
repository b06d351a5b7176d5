// Prices as displayed and stored: whole tokens of token1 for one token of token0, truncated to 18 significant digits.
import { assert } from '../assert.ts';
import type { Fraction } from '../curves/curve.ts';
import { powerOfTen, printDecimal } from '../maths/decimal.ts';

/** digits · 10^exponent, with exactly 18 digits, so that prices compare by exponent and then by digits. */
export type Price = { readonly digits: bigint; readonly exponent: number };

const DIGITS = 18;
const [LEAST, LIMIT] = [powerOfTen(DIGITS - 1), powerOfTen(DIGITS)];

/** Converts a price in base units, rounded down. */
export function priceOf({ numerator, denominator }: Fraction, decimals0: number, decimals1: number): Price {
  assert(numerator > 0n && denominator > 0n, 'a price is positive');
  // The estimate may be off by one in either direction, which the loops below correct.
  let exponent = Math.floor(magnitude(numerator) - magnitude(denominator)) - (DIGITS - 1);
  let digits = scaled(numerator, denominator, exponent);
  for (; digits >= LIMIT; exponent++) digits /= 10n;
  while (digits < LEAST) digits = scaled(numerator, denominator, --exponent);
  return { digits, exponent: exponent + decimals0 - decimals1 };
}

/** Like `priceOf`, rounded up: for a price that must not be understated. */
export function priceUpOf(price: Fraction, decimals0: number, decimals1: number): Price {
  const { digits, exponent } = priceOf(price, decimals0, decimals1);
  const { numerator, denominator } = price;
  const power = exponent - decimals0 + decimals1;
  const isExact =
    power < 0
      ? numerator * powerOfTen(-power) === digits * denominator
      : numerator === digits * denominator * powerOfTen(power);
  if (isExact) return { digits, exponent };
  return digits + 1n < LIMIT ? { digits: digits + 1n, exponent } : { digits: LEAST, exponent: exponent + 1 };
}

/** Approximately log10(value); the number of decimal digits if the value exceeds the range of a float. */
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

/** The price of token1 in token0, truncated to 18 digits again. */
export const invertPrice = ({ digits, exponent }: Price): Price =>
  priceOf({ numerator: 1n, denominator: digits }, 0, exponent);

/** A price as decimal text, without an exponent and without trailing zeros after the point. */
export const printPrice = ({ digits, exponent }: Price): string =>
  exponent < 0 ? printDecimal(digits, -exponent) : (digits * powerOfTen(exponent)).toString();
