// The two kinds of search for a path: from an exact input to the largest output, or from an exact output to the smallest input.
import type { NumericCurve } from '../core/curves/curve.ts';
import { inputFor, paidFor } from './evaluate.ts';

/** The float error over four pools. */
const FLOAT_ERROR = 1e-12;
/** Larger than any input: no account can hold as much. */
const UNPAYABLE = 2 ** 121;

/** A pool's near side is towards the token of the exact amount, its far side towards the token of the result. */
export type Sense = {
  /** XORed with a slot's edge, this gives the edge from the near side to the far side. */
  readonly flip: 0 | 1;
  /** A bound that no amount satisfies. */
  readonly never: number;
  /** The amount of a token that was not reached. */
  readonly nothing: number;
  /** The bound that a result must satisfy to be better than a known one. */
  bar(known: bigint | undefined): number;
  /** The bound on the near side that corresponds to a bound on the far side. */
  boundBefore(curve: NumericCurve, bound: number): number;
  /** The same for the curve αx/(1+βx). */
  boundOf(alpha: number, beta: number, bound: number): number;
  isWithin(x: number, bound: number): boolean;
  /** The best case on the far side for an amount on the near side. */
  after(curve: NumericCurve, x: number): number;
  afterOf(alpha: number, beta: number, x: number): number;
  betterOf(one: number, other: number): number;
  isBetter(one: number | bigint, other: number | bigint): boolean;
};

const paid = (alpha: number, beta: number, x: number): number => (alpha * x) / (1 + beta * x);

function needed(alpha: number, beta: number, out: number): number {
  const left = alpha - beta * out;
  return left > 0 ? out / left : Infinity;
}

/** Maximises the output of an exact input. */
export const EXACT_IN: Sense = {
  flip: 0,
  never: Infinity,
  nothing: 0,
  bar: (known) => Number(known ?? 0n) + 1,
  boundBefore: (curve, bound) => Math.ceil(inputFor(curve, bound) * (1 - FLOAT_ERROR)),
  boundOf: (alpha, beta, bound) => Math.ceil(needed(alpha, beta, bound) * (1 - FLOAT_ERROR)),
  isWithin: (x, bound) => x >= bound,
  after: (curve, x) => Math.floor(paidFor(curve, x) * (1 + FLOAT_ERROR)),
  afterOf: (alpha, beta, x) => Math.floor(paid(alpha, beta, x) * (1 + FLOAT_ERROR)),
  betterOf: (one, other) => (one > other ? one : other),
  isBetter: (one, other) => one > other,
};

/** Minimises the input of an exact output. */
export const EXACT_OUT: Sense = {
  flip: 1,
  never: -Infinity,
  nothing: Infinity,
  bar: (known) => Number(known ?? UNPAYABLE) - 1,
  boundBefore: (curve, bound) => Math.floor(paidFor(curve, bound) * (1 + FLOAT_ERROR)),
  boundOf: (alpha, beta, bound) => Math.floor(paid(alpha, beta, bound) * (1 + FLOAT_ERROR)),
  isWithin: (x, bound) => x <= bound,
  after: (curve, x) => Math.ceil(inputFor(curve, x) * (1 - FLOAT_ERROR)),
  afterOf: (alpha, beta, x) => Math.ceil(needed(alpha, beta, x) * (1 - FLOAT_ERROR)),
  betterOf: (one, other) => (one < other ? one : other),
  isBetter: (one, other) => one < other,
};
