// Two prices with enough digits to tell them apart.
import { brief, even } from '../../../exact/figures.ts';

const DIGITS = 5;
const MOST_DIGITS = 18;

/** Formats two prices with enough digits to tell them apart. */
export function apart(before: string, after: string): readonly [string, string] {
  let digits = DIGITS;
  while (digits < MOST_DIGITS && brief(before, digits) === brief(after, digits)) digits++;
  return [even(before, digits), even(after, digits)];
}
