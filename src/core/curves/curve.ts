// The interface of a curve. A new curve is one file in this folder and one line in `curves.ts`.
import type { Amount, Ppm } from '../amount.ts';

export type Reserves = { readonly reserveIn: Amount; readonly reserveOut: Amount };

export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

/** Prices are stored with this many binary places: even the smallest, one base unit for 2^120, then has more than 18 digits. */
export const PRICE_BITS = 192n;

/** A pool's curve in one direction. Amounts are in base units; `inScaled` is the input after the LP fee, in millionths of a base unit. */
export interface Curve {
  /** The amount that leaves the pool, rounded down; always less than the reserve. */
  baseOut(reserves: Reserves, inScaled: bigint): bigint;
  /** The smallest input, LP fee included, that takes at least `baseOut` out of the pool; `baseOut` is less than the reserve. */
  inputFor(reserves: Reserves, baseOut: bigint, lpFeePpm: Ppm): bigint;
  /** The price impact of a trade: how much less it pays than at the spot price, as a fraction of the payment at the spot price. */
  impact(reserves: Reserves, inScaled: bigint, baseOut: bigint): Fraction;
  /** The output for one unit of input, before a trade and without fees. */
  spot(reserves: Reserves): Fraction;
  /** True if the invariant has not fallen from `before` to `after`. */
  keeps(before: Reserves, after: Reserves): boolean;
  /** The invariant as a measure of depth: it doubles if both reserves double. */
  liquidity(reserves: Reserves): bigint;
  /** The same curve in floats, for routing: `kept` is the fraction of input and output that remains after fees. */
  numeric(reserves: Reserves, kept: { readonly in: number; readonly out: number }): NumericCurve;
}

/** A curve in floats, which estimates the output for x base units of input. Only for searches: what is paid is computed in integers. */
export type NumericCurve = Hyperbola | GeneralCurve;

/** The output for an input of x is αx/(1+βx), as in a constant-product pool. */
export type Hyperbola = { readonly alpha: number; readonly beta: number };

/** Any other curve: the output rises with the input, but ever more slowly (it is concave). */
export type GeneralCurve = {
  pays(x: number): number;
  /** The price of the next unit at x. */
  slope(x: number): number;
  /** The x at which the slope has fallen to this value; 0 if it is lower from the start. */
  inputAt(slope: number): number;
  /** How far x has to change per relative change of the slope: |pays′/pays″|. */
  reach(x: number): number;
};
