// Helpers for tests of numeric curves.
import type { GeneralCurve, Hyperbola } from '../../src/core/curves/curve.ts';

export const asGeneral = ({ alpha, beta }: Hyperbola): GeneralCurve => ({
  pays: (x) => (alpha * x) / (1 + beta * x),
  slope: (x) => alpha / (1 + beta * x) ** 2,
  inputAt: (slope) => Math.max(0, (Math.sqrt(alpha / slope) - 1) / beta),
  reach: (x) => (x + 1 / beta) / 2,
});

/** The maximum of a concave function on 0 to 1, by ternary search. */
export function finest(total: (share: number) => number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 200; step++) {
    const [one, other] = [low + (high - low) / 3, high - (high - low) / 3];
    if (total(one) < total(other)) low = one;
    else high = other;
  }
  return (low + high) / 2;
}
