// The two ways to ask: which end of a path has the exact amount, and what floats say at best of the other.
import type { NumericCurve } from '../core/curves/curve.ts';
import { inputFor, paidFor } from './evaluate.ts';

/** What floats may be off by, over four pools. */
const FLOAT_ERROR = 1e-12;
/** More than anything can cost. */
const UNPAYABLE = 2 ** 121;

/** Of a pool, the near side is that of the exact amount, and the far side that of the result which is sought. */
export type Sense = {
  /** Which of the two edges that a slot stands for leads from the near side to the far one: it is taken with this. */
  readonly flip: 0 | 1;
  /** What is within nothing. */
  readonly never: number;
  /** What is said of a token that is not reached. */
  readonly nothing: number;
  /** What the result must be within to be better than one that is known. */
  bar(known: bigint | undefined): number;
  /** What the amount on the near side must be within for one on the far side to be within a bound. */
  boundBefore(curve: NumericCurve, bound: number): number;
  /** The same of αx/(1+βx). */
  boundOf(alpha: number, beta: number, bound: number): number;
  isWithin(x: number, bound: number): boolean;
  /** At best, what an amount on the near side makes of the far one. */
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

/** The most that comes of an exact payment. */
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

/** The least that must be paid for an exact result. */
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
