// The stable curve in floats: starting points for the exact solvers, and the router's estimates.
import { MAX_AMOUNT } from '../amount.ts';
import type { GeneralCurve } from './curve.ts';

/** The invariant D of two reserves, by Newton's method from above; it stops when floats get no more precise. */
export function nearInvariant(x: number, y: number, ann: number): number {
  const product = 4 * x * y;
  const [linear, constant] = [product * (ann - 1), product * ann * (x + y)];
  let d = Math.min(x + y, Math.cbrt(constant));
  for (;;) {
    const next = (2 * d ** 3 + constant) / (3 * d ** 2 + linear);
    if (!(next < d)) return d;
    d = next;
  }
}

/** The reserve y if the other reserve is x: the root of Ann·y² + c·y = D³/4x, in the form that subtracts no close numbers. */
export function nearOther(x: number, d: number, ann: number): number {
  const c = ann * (x - d) + d;
  const product = d ** 3 / (4 * x);
  const root = Math.sqrt(c ** 2 + 4 * ann * product);
  return c > 0 ? (2 * product) / (c + root) : (root - c) / (2 * ann);
}

type Point = { readonly x: number; readonly y: number };

/** By how much of D a trade moves x per base unit that the trader pays, and y per base unit that the trader receives, with all fees. */
type Units = { readonly perIn: number; readonly perOut: number };

/**
 * The curve for trades that start with the reserves (x, y), scaled so that D is 1. With m = 1/4xy, a = Ann·x + m and b = Ann·y + m,
 * the price −y′ is ay/bx. Every term below is positive, so floats stay precise even if one reserve is 2^117 times the other.
 */
export function numericStable({ x: x0, y: y0 }: Point, ann: number, { perIn, perOut }: Units): GeneralCurve {
  const at = (input: number) => {
    const x = x0 + input * perIn;
    const y = nearOther(x, 1, ann);
    const m = 1 / (4 * x * y);
    return { x, y, m, a: ann * x + m, b: ann * y + m };
  };
  const slope = (input: number) => {
    const { x, y, a, b } = at(input);
    return ((a * y) / (b * x)) * (perIn / perOut);
  };
  const reach = (input: number) => {
    const { x, y, m, a, b } = at(input);
    const bent = ann ** 2 * ((x - y) ** 2 + x * y) + ann * m * (x + y) + m ** 2;
    return (a * b ** 2 * x) / (2 * m * bent * perIn);
  };
  return {
    pays(input) {
      const { x, y } = at(input);
      // (y0 − y) ÷ (x − x0), rearranged so that no close numbers are subtracted, which would lose digits.
      const falls = (ann * y + 1 / (4 * x0 * x)) / (ann * y + 1 / (4 * x0 * y0));
      return (input * perIn * falls) / perOut;
    },
    slope,
    reach,
    inputAt: (wanted) => inputAt(wanted, { slope, reach }, x0 / perIn),
  };
}

const MOST = Number(MAX_AMOUNT);
const STEPS = 100;

/** Newton's method on the logarithm of the slope, kept between an input that is too small and one that is large enough. */
function inputAt(wanted: number, { slope, reach }: Pick<GeneralCurve, 'slope' | 'reach'>, depth: number): number {
  if (slope(0) <= wanted) return 0;
  let [low, high] = [0, Math.min(depth, MOST)];
  while (slope(high) > wanted) {
    if (high === MOST) return MOST;
    [low, high] = [high, Math.min(2 * high, MOST)];
  }
  let input = (low + high) / 2;
  for (let step = 0; step < STEPS; step++) {
    const off = Math.log(slope(input) / wanted);
    if (off > 0) low = input;
    else high = input;
    const guess = input + off * reach(input);
    const next = guess > low && guess < high ? guess : (low + high) / 2;
    if (Math.abs(next - input) <= Number.EPSILON * next) return next;
    input = next;
  }
  return input;
}
