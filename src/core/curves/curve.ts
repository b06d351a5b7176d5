// What the rest of the exchange asks of a curve: a new one is a file here and a line in `curves.ts`.
import type { Amount, Ppm } from '../amount.ts';

export type Reserves = { readonly reserveIn: Amount; readonly reserveOut: Amount };

export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

/** A pool's curve in one direction. Amounts are base units; an input comes in millionths of one, its LP fee taken off. */
export interface Curve {
  /** What leaves the pool, rounded down; less than the reserve. */
  baseOut(reserves: Reserves, inScaled: bigint): bigint;
  /** The smallest input, its LP fee included, for which `baseOut` or more leaves the pool; `baseOut` is less than the reserve. */
  inputFor(reserves: Reserves, baseOut: bigint, lpFeePpm: Ppm): bigint;
  /** How far a trade moves its own price: what it pays less than the spot price would, as a part of that. */
  impact(reserves: Reserves, inScaled: bigint, baseOut: bigint): Fraction;
  /** The output for one unit of input, before a trade and without fees. */
  spot(reserves: Reserves): Fraction;
  /** Whether what no swap may lower is no less after than before. */
  keeps(before: Reserves, after: Reserves): boolean;
  /** The same as a measure of how much there is of a pool: twice the reserves have twice of it. */
  liquidity(reserves: Reserves): bigint;
  /** The same curve in floats, for choosing between pools: `kept` is what the fees leave of the input and of the output. */
  numeric(reserves: Reserves, kept: { readonly in: number; readonly out: number }): NumericCurve;
}

/** Estimates of what a pool pays for x base units of its input; no amount is ever made of one. */
export type NumericCurve = Hyperbola | GeneralCurve;

/** Pays αx/(1+βx). */
export type Hyperbola = { readonly alpha: number; readonly beta: number };

/** Concave and rising. */
export type GeneralCurve = {
  pays(x: number): number;
  /** The price of the next unit at x. */
  slope(x: number): number;
  /** The x at which the slope has come down to this; 0 where it is lower from the start. */
  inputAt(slope: number): number;
  /** How far x goes for a relative change of the slope: |pays′/pays″|. */
  reach(x: number): number;
};
