// The stable curve, for two tokens near parity: Curve's invariant Ann·(x+y) + D = Ann·D + D³/4xy, solved in exact integers.
//
// x and y are the reserves in millionths of a unit of the finer token, so that neither decimals nor the LP fee are rounded.
// D is the smallest integer that the reserves do not exceed (real D ≤ D), and what a trade leaves must reach that D:
// so D never falls, and each unit that rounding keeps stays with the pool.
import { PPM, type Ppm } from '../amount.ts';
import { powerOfTen } from '../maths/decimal.ts';
import type { Curve, Fraction, Reserves } from './curve.ts';
import { nearInvariant, nearOther, numericStable } from './stable.numeric.ts';

export const MAX_AMPLIFICATION = 1_000_000n;

type Scales = { readonly in: bigint; readonly out: bigint };
type Sides = { readonly x: bigint; readonly y: bigint };

export class StableCurve implements Curve {
  readonly #ann: bigint;
  readonly #scales: Scales;
  /** The last reserves and their D, which one trade asks for several times. */
  #last: { readonly reserves: Reserves; readonly d: bigint } | undefined;

  /** `amplification` is Ann, which is A·n. */
  constructor(amplification: bigint, decimalsIn: number, decimalsOut: number) {
    const finest = Math.max(decimalsIn, decimalsOut);
    this.#ann = amplification;
    this.#scales = { in: powerOfTen(finest - decimalsIn), out: powerOfTen(finest - decimalsOut) };
  }

  baseOut(reserves: Reserves, inScaled: bigint): bigint {
    const { x } = this.#sides(reserves);
    const left = otherUp(x + inScaled * this.#scales.in, this.#d(reserves), this.#ann);
    // Up: what is left reaches D.
    const baseOut = reserves.reserveOut - ceilDiv(left, this.#scales.out * PPM);
    // D is rounded up too, which may cost more than so little pays for.
    return baseOut > 0n ? baseOut : 0n;
  }

  inputFor(reserves: Reserves, baseOut: bigint, lpFeePpm: Ppm): bigint {
    const { x, y } = this.#sides(reserves);
    // The invariant is the same for both sides: an input reaches this x just when what is left may be as little as that y.
    const enough = otherUp(y - baseOut * this.#scales.out * PPM, this.#d(reserves), this.#ann);
    return ceilDiv(enough - x, (PPM - lpFeePpm) * this.#scales.in);
  }

  impact(reserves: Reserves, inScaled: bigint, baseOut: bigint): Fraction {
    const { numerator, denominator } = this.spot(reserves);
    const atSpot = inScaled * numerator;
    return { numerator: atSpot - baseOut * PPM * denominator, denominator: atSpot };
  }

  spot(reserves: Reserves): Fraction {
    const { x, y } = this.#sides(reserves);
    const d = this.#d(reserves);
    // To that side of the real D where the price is higher: no trade pays more than its spot price.
    const cube = (y > x ? d : d - 1n) ** 3n;
    const flat = 4n * this.#ann * x * y;
    return {
      numerator: y * (flat * x + cube) * this.#scales.in,
      denominator: x * (flat * y + cube) * this.#scales.out,
    };
  }

  keeps(before: Reserves, after: Reserves): boolean {
    return reaches(this.#sides(after), this.#d(before), this.#ann);
  }

  liquidity(reserves: Reserves): bigint {
    return this.#d(reserves);
  }

  numeric(reserves: Reserves, kept: { readonly in: number; readonly out: number }) {
    const { x, y } = this.#sides(reserves);
    const [depthIn, depthOut, ann] = [Number(x), Number(y), Number(this.#ann)];
    const d = nearInvariant(depthIn, depthOut, ann);
    return numericStable({ x: depthIn / d, y: depthOut / d }, ann, {
      perIn: (kept.in * Number(this.#scales.in * PPM)) / d,
      perOut: Number(this.#scales.out * PPM) / (kept.out * d),
    });
  }

  #sides({ reserveIn, reserveOut }: Reserves): Sides {
    return { x: reserveIn * this.#scales.in * PPM, y: reserveOut * this.#scales.out * PPM };
  }

  #d(reserves: Reserves): bigint {
    if (this.#last?.reserves !== reserves) this.#last = { reserves, d: invariantUp(this.#sides(reserves), this.#ann) };
    return this.#last.d;
  }
}

/** The smallest d with d³ + 4xy(Ann−1)d ≥ 4xy·Ann·(x+y). */
function invariantUp({ x, y }: Sides, ann: bigint): bigint {
  const product = 4n * x * y;
  const [linear, constant] = [product * (ann - 1n), product * ann * (x + y)];
  return rootUp(
    nearInvariant(Number(x), Number(y), Number(ann)),
    (d) => ceilDiv(2n * d * d * d + constant, 3n * d * d + linear),
    (d) => (d * d + linear) * d >= constant,
  );
}

/** The smallest y ≥ 1 with which x reaches D. */
function otherUp(x: bigint, d: bigint, ann: bigint): bigint {
  const [square, slope] = [4n * x * ann, 4n * x * (ann * (x - d) + d)];
  const cube = d * d * d;
  return rootUp(
    nearOther(Number(x), Number(d), Number(ann)),
    (y) => ceilDiv(square * y * y + cube, 2n * square * y + slope),
    (y) => (square * y + slope) * y >= cube,
  );
}

/** Whether the real D of these is no less than d. */
const reaches = ({ x, y }: Sides, d: bigint, ann: bigint): boolean => 4n * x * y * (ann * (x + y - d) + d) >= d * d * d;

/**
 * The smallest integer at or above the root of a convex function that rises through it, by Newton's method. A tangent lies
 * below such a function, so its root lies at or above the other: one step from anywhere that the function rises comes to
 * the root or above it, and every further step, rounded up, stays there and does not rise. So each turn of the loop falls,
 * by one at least, and ends at the first integer below which none is above the root. Where it starts is no part of that.
 */
function rootUp(near: number, step: (n: bigint) => bigint, isAbove: (n: bigint) => boolean): bigint {
  let root = step(BigInt(Math.max(1, Math.ceil(near))));
  while (isAbove(root - 1n)) {
    const next = step(root);
    root = next < root ? next : root - 1n;
  }
  return root;
}

const ceilDiv = (a: bigint, divisor: bigint): bigint => (a + divisor - 1n) / divisor;
