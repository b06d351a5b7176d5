// The depth of a pool: the smallest payment that moves its price by a given fraction, exact to the unit.
import { type Amount, amount, MAX_AMOUNT, PPM } from '../amount.ts';
import type { Curve, Fraction, NumericCurve, Reserves } from '../curves/curve.ts';
import { type Fill, type SwapRates, swapExactIn } from '../maths/fill.ts';

/**
 * The trade with the smallest input that lowers the price of the input token to at most `to` times the current price; null if no input
 * that the pool can hold does. The curve's price must never rise with the input.
 */
export function paymentMoving(curve: Curve, reserves: Reserves, rates: SwapRates, to: Fraction): Fill | null {
  if (reserves.reserveIn === 0n || reserves.reserveOut === 0n) return null;
  const before = curve.spot(reserves);
  const most = MAX_AMOUNT - reserves.reserveIn;
  const fillOf = (units: bigint): Fill | null => {
    const fill = units > 0n ? swapExactIn(curve, reserves, rates, amount(units)) : null;
    return fill && isAtMost(curve.spot(fill.after), before, to) ? fill : null;
  };
  let { below, reached } = bracket(estimate(curve, reserves, rates, to), most, fillOf);
  if (!reached) return null;
  while (reached.amountIn - below > 1n) {
    const middle = (below + reached.amountIn) >> 1n;
    const fill = fillOf(middle);
    if (fill) reached = fill;
    else below = middle;
  }
  return reached;
}

const isAtMost = (after: Fraction, before: Fraction, to: Fraction): boolean =>
  after.numerator * before.denominator * to.denominator <= before.numerator * after.denominator * to.numerator;

type Bracket = { below: bigint; reached: Fill | null };

/** Searches from an estimate in growing steps for an input that is too small and one that is enough. */
function bracket(near: bigint, most: bigint, fillOf: (units: bigint) => Fill | null): Bracket {
  const start = near < 1n ? 1n : near > most ? most : near;
  const step = (start >> 12n) + 1n;
  const reached = start > 0n ? fillOf(start) : null;
  return reached ? lowered(reached, step, fillOf) : raised(start, step, most, fillOf);
}

function lowered(from: Fill, firstStep: bigint, fillOf: (units: bigint) => Fill | null): Bracket {
  let reached = from;
  for (let step = firstStep; ; step *= 4n) {
    const below: bigint = reached.amountIn - step;
    if (below <= 0n) return { below: 0n, reached };
    const fill = fillOf(below);
    if (!fill) return { below, reached };
    reached = fill;
  }
}

function raised(from: bigint, firstStep: bigint, most: bigint, fillOf: (units: bigint) => Fill | null): Bracket {
  let below = from;
  for (let step = firstStep; below < most; step *= 4n) {
    const more = below + step < most ? below + step : most;
    const reached = fillOf(more);
    if (reached) return { below, reached };
    below = more;
  }
  return { below, reached: null };
}

/** A first guess from the float curve. It ignores that LP fees stay in the reserves, which the search in `bracket` corrects. */
function estimate(curve: Curve, reserves: Reserves, rates: SwapRates, to: Fraction): bigint {
  const kept = { in: Number(PPM - rates.lpFeePpm) / 1e6, out: 1 };
  const near = inputAt(curve.numeric(reserves, kept), Number(to.numerator) / Number(to.denominator));
  return near > 0 && near < Number(MAX_AMOUNT) ? BigInt(Math.floor(near)) : 1n;
}

/** The input at which the slope (the price of the next unit) has fallen to the fraction `part` of its first value. */
const inputAt = (curve: NumericCurve, part: number): number =>
  'alpha' in curve ? (Math.sqrt(1 / part) - 1) / curve.beta : curve.inputAt(curve.slope(0) * part);

/** The trades that move a pool's price by a fraction, up and down. */
type Moves = { readonly up: Fill | null; readonly down: Fill | null };

/** The trades that move the price of token0 in token1 by `partPpm`: up by paying token1, down by paying token0. */
export function movesBy({ curve01, curve10, reserve0, reserve1, rates }: DepthOf, partPpm: bigint): Moves {
  return {
    up: paymentMoving(curve10, { reserveIn: reserve1, reserveOut: reserve0 }, rates, {
      numerator: PPM,
      denominator: PPM + partPpm,
    }),
    down: paymentMoving(curve01, { reserveIn: reserve0, reserveOut: reserve1 }, rates, {
      numerator: PPM - partPpm,
      denominator: PPM,
    }),
  };
}

type DepthOf = {
  /** The pool's curve for trades from token0 to token1, and from token1 to token0. */
  readonly curve01: Curve;
  readonly curve10: Curve;
  readonly reserve0: Amount;
  readonly reserve1: Amount;
  readonly rates: SwapRates;
};
