// Evaluates curves in floats: constant products, which pay αx/(1+βx), and general curves, which have functions of their own.
import type { GeneralCurve, NumericCurve } from '../core/curves/curve.ts';

const STEPS_OF_INPUT = 60;

export const isGeneral = (curve: NumericCurve): curve is GeneralCurve => 'pays' in curve;

export function paidFor(curve: NumericCurve, x: number): number {
  return isGeneral(curve) ? curve.pays(x) : (curve.alpha * x) / (1 + curve.beta * x);
}

export function slopeAt(curve: NumericCurve, x: number): number {
  if (isGeneral(curve)) return curve.slope(x);
  const root = 1 + curve.beta * x;
  return curve.alpha / (root * root);
}

/** The input for a given output; Infinity if the curve never pays that much. */
export function inputFor(curve: NumericCurve, paid: number): number {
  if (isGeneral(curve)) return inputForGeneral(curve, paid);
  const left = curve.alpha - curve.beta * paid;
  return left > 0 ? paid / left : Infinity;
}

/** Newton's method from below: on a concave curve, every step stays below the solution. */
function inputForGeneral(curve: GeneralCurve, paid: number): number {
  let x = 0;
  for (let step = 0; step < STEPS_OF_INPUT; step++) {
    const next = x + (paid - curve.pays(x)) / curve.slope(x);
    if (!(next < Infinity)) return Infinity;
    if (next <= x * (1 + 1e-15)) return next;
    x = next;
  }
  return curve.pays(x) >= paid * (1 - 1e-9) ? x : Infinity;
}

/** The β of the constant product with the same initial slope that pays the same for x. */
export function chord(curve: GeneralCurve, alpha: number, x: number): number {
  return Math.max(0, (alpha * x) / curve.pays(x) - 1) / x;
}
