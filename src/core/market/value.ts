// Displayed figures: amounts valued in another token, and fractions, always truncated and never rounded up.
import type { Fraction } from '../curves/curve.ts';
import { powerOfTen } from '../maths/decimal.ts';
import { type Price, priceOf } from './price.ts';

/** Digits after the point of a displayed fraction, such as a price change or a yearly rate. */
export const PART_DIGITS = 12;

/** The value of `units` of the token `of`, in base units of the token `quote`, in which the price is given. Rounded down. */
export function valueAt(
  units: bigint,
  { digits, exponent }: Price,
  of: { readonly decimals: number },
  quote: { readonly decimals: number },
): bigint {
  const shift = exponent - of.decimals + quote.decimals;
  return shift >= 0 ? units * digits * powerOfTen(shift) : (units * digits) / powerOfTen(-shift);
}

/** The price over several pools in a row: the product of their displayed prices, truncated once, so that their order does not matter. */
export function productOf(prices: readonly Price[]): Price {
  let [product, shift] = [1n, 0];
  for (const { digits, exponent } of prices) {
    product *= digits;
    shift += exponent;
  }
  const { digits, exponent } = priceOf({ numerator: product, denominator: 1n }, 0, 0);
  return { digits, exponent: exponent + shift };
}

/** The price of token a in token b, given the prices of both in a third token; truncated like any price. */
export function dividePrices(a: Price, b: Price): Price {
  const { digits, exponent } = priceOf({ numerator: a.digits, denominator: b.digits }, 0, 0);
  return { digits, exponent: exponent + a.exponent - b.exponent };
}

export const ONE: Price = { digits: powerOfTen(17), exponent: -17 };

/** A price as a fraction. */
export const fractionOf = ({ digits, exponent }: Price): Fraction =>
  exponent >= 0
    ? { numerator: digits * powerOfTen(exponent), denominator: 1n }
    : { numerator: digits, denominator: powerOfTen(-exponent) };

export const inverse = ({ numerator, denominator }: Fraction): Fraction => ({
  numerator: denominator,
  denominator: numerator,
});

/** now ÷ then − 1, in units of the last displayed digit (10^-12). Rounded towards zero, so that no change is overstated. */
export function changeOf(then: Fraction, now: Fraction): bigint {
  const before = then.numerator * now.denominator;
  return ((now.numerator * then.denominator - before) * powerOfTen(PART_DIGITS)) / before;
}

/** part ÷ whole, in units of the last displayed digit (10^-12). */
export const partOf = (part: bigint, whole: bigint): bigint => (part * powerOfTen(PART_DIGITS)) / whole;
