// Converts between percent, as operators type it, and the exchange's millionths: exact text, no float.
import { asTyped, type Reading, readAmount, textOf, unitsOf } from '../../../exact/amount.ts';

/** One millionth is 0.0001 percent. */
const PERCENT_DIGITS = 4;
const PPM_DIGITS = 6;

export type Rate = Exclude<Reading, { kind: 'amount' }> | { readonly kind: 'rate'; readonly fraction: string };

/** `0.3` percent is the fraction 0.003. */
export function readPercent(typed: string): Rate {
  const read = readAmount(typed.replace(/%\s*$/, ''), PERCENT_DIGITS);
  // A mark that could separate decimals or thousands is read as the decimal mark: nobody means thousands of percent.
  const reading = read.kind === 'ambiguous' ? readAmount(asTyped(read.readings[1]), PERCENT_DIGITS) : read;
  if (reading.kind !== 'amount') return reading;
  return reading.units > 1_000_000n
    ? { kind: 'too-large' }
    : { kind: 'rate', fraction: textOf(reading.units, PPM_DIGITS) };
}

/** The fraction 0.003 is `0.3` percent. */
export const percentOfFraction = (fraction: string): string => textOf(unitsOf(fraction, PPM_DIGITS), PERCENT_DIGITS);
