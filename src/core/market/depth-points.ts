// Points on a pool's curve in one direction, each a fixed relative step of the marginal price beyond the one before it.
import { type Amount, amount, PPM } from '../amount.ts';
import type { Curve, Fraction, Reserves } from '../curves/curve.ts';
import { amountOutFor, type SwapRates, swapExactOut } from '../maths/fill.ts';
import { sqrtDown } from '../maths/rounding.ts';

/** One direction of a pool. The two curves are equal: a stable one caches what it computed for the last reserves. */
export type Direction = {
  readonly curve: Curve;
  readonly movedCurve: Curve;
  readonly reserves: Reserves;
  readonly rates: SwapRates;
  /** The most that the pool can take. */
  readonly maxIn: bigint;
};

/** What a swap pays and gets in all, and the rate of its last unit: output for one unit of input, after fees. */
export type DepthPoint = { readonly amountIn: Amount; readonly amountOut: Amount; readonly rate: Fraction };

/** Points at which the rate has fallen to this fraction of that of the point before. Ends when the pool can pay no more. */
export function* depthPoints(direction: Direction, fall: Fraction): Generator<DepthPoint> {
  const { curve, reserves, rates } = direction;
  if (reserves.reserveIn === 0n || reserves.reserveOut === 0n) return;
  const search = new Search(direction, fall);
  let target = search.rate;
  let paid = 0n;
  for (;;) {
    // Rounded down; rates are only compared.
    target = (target * fall.numerator) / fall.denominator;
    const units = amountOutFor(curve, reserves, rates, search.inputAt(target));
    const point = units > paid ? search.pointAt(units) : search.pointBeyond(paid);
    if (!point) return;
    yield point;
    paid = point.amountOut;
    // One unit may move the price by more than a step.
    if (search.rate < target) target = search.rate;
  }
}

/** Rates are compared as multiples of 2^-RATE_BITS; the smallest is about 2^-120. */
const RATE_BITS = 192n;
const scaled = ({ numerator, denominator }: Fraction): bigint => (numerator << RATE_BITS) / denominator;

/** 1/√rate as an integer of at least 68 bits. In a constant-product pool it is linear in the input. */
const inverseRoot = (rate: bigint): bigint => (1n << 256n) / sqrtDown((rate << 64n) + 1n);

/** A search ends within this part of a step before its target. */
const CLOSE = 1000n;
const MOST_TRIES = 24;

type Tried = { readonly input: bigint; readonly out: bigint; readonly rate: bigint; readonly root: bigint };

/** Searches inputs by the rate that is left after them; each search begins where the last one ended. */
class Search {
  readonly #direction: Direction;
  readonly #fall: Fraction;
  readonly #kept: bigint;
  #low: Tried;
  /** How the input and the root have grown together, for the next guess. */
  #slope: { readonly input: bigint; readonly root: bigint };

  constructor(direction: Direction, fall: Fraction) {
    const { rates, reserves } = direction;
    this.#direction = direction;
    this.#fall = fall;
    this.#kept = (PPM - rates.lpFeePpm) * (PPM - rates.protocolFeePpm - rates.refFeePpm);
    this.#low = this.#try(0n).tried;
    // As in a constant-product pool, whose root is proportional to its input reserve.
    this.#slope = { input: reserves.reserveIn, root: this.#low.root };
  }

  /** The rate at the last point. */
  get rate(): bigint {
    return this.#low.rate;
  }

  /** The smallest trade that pays exactly this; undefined if none does. */
  pointAt(units: bigint): DepthPoint | undefined {
    const { curve, reserves, rates, maxIn } = this.#direction;
    if (units >= reserves.reserveOut) return undefined;
    const fill = swapExactOut(curve, reserves, rates, amount(units), maxIn);
    if (fill === null || fill === 'input_too_large') return undefined;
    const { amountIn, amountOut } = fill;
    const { rate, tried } = this.#try(amountIn);
    if (amountIn > this.#low.input) this.#low = tried;
    return { amountIn, amountOut, rate };
  }

  /** The trade with the smallest input that pays more than this. */
  pointBeyond(units: bigint): DepthPoint | undefined {
    const { curve, reserves, rates } = this.#direction;
    const next = this.pointAt(units + 1n);
    return next && this.pointAt(amountOutFor(curve, reserves, rates, next.amountIn));
  }

  /** The input after which the rate has fallen to the target, or less by up to a thousandth of a step. */
  inputAt(target: bigint): Amount {
    const { numerator, denominator } = this.#fall;
    const close = (target * (denominator - numerator)) / (denominator * CLOSE);
    const goal = inverseRoot(target + close / 2n);
    let high: Tried | undefined;
    for (let tries = 1; tries <= MOST_TRIES && this.#low.rate > target + close; tries++) {
      const input = this.#guess(high, goal, tries);
      if (input <= this.#low.input || input === high?.input) break;
      const { tried } = this.#try(input);
      if (tried.rate < target) high = tried;
      else this.#advance(tried);
      // Of a coarse token, a single unit may be all that is between them.
      if (high && high.out - this.#low.out <= 1n) break;
    }
    return amount(this.#low.input);
  }

  #advance(tried: Tried): void {
    const [input, root] = [tried.input - this.#low.input, tried.root - this.#low.root];
    if (root > 0n) this.#slope = { input, root };
    this.#low = tried;
  }

  /** Along the line through two tries; some guesses are far out or the middle, for curves that are no such line. */
  #guess(high: Tried | undefined, goal: bigint, tries: number): bigint {
    const { input, root } = this.#low;
    const isOdd = tries % (tries > 6 ? 2 : 4) === 0;
    if (high && isOdd) return (input + high.input) / 2n;
    const slope = high ? { input: high.input - input, root: high.root - root } : this.#slope;
    const step = slope.root > 0n ? ((goal - root) * slope.input) / slope.root : slope.input;
    const guess = input + (isOdd ? step * 16n : step);
    return guess < this.#direction.maxIn ? guess : this.#direction.maxIn;
  }

  /**
   * The rate for one more unit in the same swap, in which the LP fee does not count as liquidity: so it is the spot price of the reserves
   * without the fee. The input is rounded down to whole units, and the output that has left too.
   */
  #try(input: bigint): { readonly rate: Fraction; readonly tried: Tried } {
    const { curve, movedCurve, reserves, rates } = this.#direction;
    const inScaled = input * (PPM - rates.lpFeePpm);
    const out = curve.baseOut(reserves, inScaled);
    const moved = {
      reserveIn: amount(reserves.reserveIn + inScaled / PPM),
      reserveOut: amount(reserves.reserveOut - out),
    };
    const spot = movedCurve.spot(moved);
    const rate = { numerator: spot.numerator * this.#kept, denominator: spot.denominator * PPM * PPM };
    const scaledRate = scaled(rate);
    return { rate, tried: { input, out, rate: scaledRate, root: inverseRoot(scaledRate) } };
  }
}
