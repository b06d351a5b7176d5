// The stable curve, for two tokens near parity: Curve's invariant Ann·(x+y) + D = Ann·D + D³/4xy, solved in exact integers.
//
// x and y are the reserves in millionths of a base unit of the token with more decimals, so neither decimals nor the LP fee are
// rounded. D is rounded up, and the reserves after a trade must reach that rounded D. So D never falls, and every
// rounding favours the pool.
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
  /** D of the last reserves, cached because one trade needs it several times. */
  #last: { readonly reserves: Reserves; readonly d: bigint } | undefined;

  /** `amplification` is Ann, that is A·n. */
  constructor(amplification: bigint, decimalsIn: number, decimalsOut: number) {
    const finest = Math.max(decimalsIn, decimalsOut);
    this.#ann = amplification;
    this.#scales = { in: powerOfTen(finest - decimalsIn), out: powerOfTen(finest - decimalsOut) };
  }

  baseOut(reserves: Reserves, inScaled: bigint): bigint {
    const { x } = this.#sides(reserves);
    const left = otherUp(x + inScaled * this.#scales.in, this.#d(reserves), this.#ann);
    // The part that stays in the pool is rounded up, so that the reserves after the trade reach D.
    const baseOut = reserves.reserveOut - ceilDiv(left, this.#scales.out * PPM);
    // D is rounded up too: for a tiny input, the pool would have to keep more than its whole reserve.
    return baseOut > 0n ? baseOut : 0n;
  }

  inputFor(reserves: Reserves, baseOut: bigint, lpFeePpm: Ppm): bigint {
    const { x, y } = this.#sides(reserves);
    // The invariant is symmetric in x and y, so `otherUp` also finds the smallest x for the y that remains after the trade.
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
    // Uses D rounded up or down, whichever gives the higher price, so that no trade pays more than its spot price.
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

/** The smallest y ≥ 1 that together with x reaches D. */
function otherUp(x: bigint, d: bigint, ann: bigint): bigint {
  const [square, slope] = [4n * x * ann, 4n * x * (ann * (x - d) + d)];
  const cube = d * d * d;
  return rootUp(
    nearOther(Number(x), Number(d), Number(ann)),
    (y) => ceilDiv(square * y * y + cube, 2n * square * y + slope),
    (y) => (square * y + slope) * y >= cube,
  );
}

/** True if the D of these reserves, before rounding, is at least d. */
const reaches = ({ x, y }: Sides, d: bigint, ann: bigint): boolean => 4n * x * y * (ann * (x + y - d) + d) >= d * d * d;

/**
 * The smallest integer at or above the root of a convex, rising function, by Newton's method. A tangent lies below a convex
 * function, so a step from any point where the function rises lands at or above the root, and so does every further step,
 * rounded up. Each pass therefore lowers `root` by at least one and ends at the smallest integer that is not below the
 * root. The start value `near` affects only how many passes that takes.
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
