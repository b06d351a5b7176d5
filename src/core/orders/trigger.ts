// What a stop waits for: an average price that passes a bound, and the evidence that one did.
import type { TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';

/** Prices are base units of tokenB for one of tokenA. */
export type Trigger = {
  readonly when: 'below' | 'above';
  readonly price: Fraction;
  /** How long the average is taken over; 0 for the price of a moment. */
  readonly overMs: number;
};

/** An average, and all that is needed to compute it again. */
export type Evidence = {
  readonly average: Fraction;
  readonly fromMs: number;
  readonly toMs: number;
  /** The last transaction that is counted. */
  readonly asOf: number;
  /** The tokens between tokenA and tokenB on the deepest way, of which every two neighbours have a pool. */
  readonly via: readonly TokenAddress[];
};

/** Evidence of a stop that was set off, and the transaction that did. */
export type Triggered = Evidence & { readonly sequence: number };

const [SECOND_MS, MINUTE_MS] = [1000, 60_000];

/** Whole seconds up to a minute, then whole minutes up to an hour: so few, that whoever watches a pair can remember where each began. */
export const isWindow = (overMs: number): boolean =>
  overMs >= 0 && overMs <= 60 * MINUTE_MS && overMs % gridOf(overMs) === 0;

export const LONGEST_WINDOW_MS = 60 * MINUTE_MS;

/** What the beginning of a window is a multiple of. */
export const gridOf = (overMs: number): number => (overMs <= MINUTE_MS ? SECOND_MS : MINUTE_MS);

/** Where a window begins that ends at a moment: no later than it says, at a whole second, or a whole minute where it is longer than one. */
export function windowStart(overMs: number, toMs: number): number {
  if (overMs === 0) return toMs;
  const grid = gridOf(overMs);
  return Math.floor((toMs - overMs) / grid) * grid;
}

/** An average that is the trigger exactly has passed it. */
export function hasPassed({ when, price }: Trigger, average: Fraction): boolean {
  const [mean, bound] = [average.numerator * price.denominator, price.numerator * average.denominator];
  return when === 'below' ? mean <= bound : mean >= bound;
}

/** For how long evidence counts: far longer than a command waits. */
export const FRESH_MS = 60_000;

/** Whether it is of the window that the trigger asks for, computed since the order was placed and not long ago, and has passed it. */
export const isEvidence = (trigger: Trigger, { average, fromMs, toMs, asOf }: Evidence, at: Moment): boolean =>
  asOf >= at.order &&
  asOf < at.sequence &&
  toMs >= at.placedAtMs &&
  toMs <= at.nowMs &&
  at.nowMs - toMs <= FRESH_MS &&
  fromMs === windowStart(trigger.overMs, toMs) &&
  hasPassed(trigger, average);

/** Of the order, and of the transaction that would set it off. */
type Moment = {
  readonly order: number;
  readonly placedAtMs: number;
  readonly sequence: number;
  readonly nowMs: number;
};
