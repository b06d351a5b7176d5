// The trigger of a stop order: the average price has to pass a bound, and evidence proves that it did.
import type { TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';

/** The condition that triggers a stop. Prices are in base units of tokenB for one base unit of tokenA. */
export type Trigger = {
  readonly when: 'below' | 'above';
  readonly price: Fraction;
  /** The length of the average's window; 0 for the current price. */
  readonly overMs: number;
};

/** A trigger as it is requested: without a window it gets `defaultWindow`. */
export type TriggerTerms = Omit<Trigger, 'overMs'> & { readonly overMs?: number };

/** An average price, with everything that is needed to recompute it from the journal. */
export type Evidence = {
  readonly average: Fraction;
  readonly fromMs: number;
  readonly toMs: number;
  /** The sequence of the last transaction that the average includes. */
  readonly asOf: number;
  /** The tokens between tokenA and tokenB on the way (path of pools) of the reference; each token shares a pool with the next. */
  readonly via: readonly TokenAddress[];
};

/** The evidence that triggered a stop, and the sequence of the transaction that triggered it. */
export type Triggered = Evidence & { readonly sequence: number };

const [SECOND_MS, MINUTE_MS] = [1000, 60_000];

/** Windows last whole seconds up to a minute, or whole minutes up to an hour: so few lengths that each window's start can be tracked. */
export const isWindow = (overMs: number): boolean =>
  overMs >= 0 && overMs <= 60 * MINUTE_MS && overMs % gridOf(overMs) === 0;

/** The window of a stop that names none. A false price that sets off a large stop may bring more than holding it costs in fees. */
export const defaultWindow = (isLarge: boolean): number => (isLarge ? 5 * MINUTE_MS : MINUTE_MS);

/** The start of a window is a multiple of this. */
export const gridOf = (overMs: number): number => (overMs <= MINUTE_MS ? SECOND_MS : MINUTE_MS);

/** The start of a window that ends at `toMs`, rounded down to a whole second, or to a whole minute if it is longer than a minute. */
export function windowStart(overMs: number, toMs: number): number {
  if (overMs === 0) return toMs;
  const grid = gridOf(overMs);
  return Math.floor((toMs - overMs) / grid) * grid;
}

/** True if the average has reached or passed the trigger price. */
export function hasPassed({ when, price }: Trigger, average: Fraction): boolean {
  const [mean, bound] = [average.numerator * price.denominator, price.numerator * average.denominator];
  return when === 'below' ? mean <= bound : mean >= bound;
}

/** Evidence expires after this time, which is far longer than a command waits to be decided. */
export const FRESH_MS = 60_000;

/** True if the evidence covers the trigger's window, was computed recently and after the order was placed, and has passed the trigger. */
export const isEvidence = (trigger: Trigger, { average, fromMs, toMs, asOf }: Evidence, at: Moment): boolean =>
  asOf >= at.order &&
  asOf < at.sequence &&
  toMs >= at.placedAtMs &&
  toMs <= at.nowMs &&
  at.nowMs - toMs <= FRESH_MS &&
  fromMs === windowStart(trigger.overMs, toMs) &&
  hasPassed(trigger, average);

/** The number and time of the order, and the sequence and time of the transaction that would trigger it. */
type Moment = {
  readonly order: number;
  readonly placedAtMs: number;
  readonly sequence: number;
  readonly nowMs: number;
};
