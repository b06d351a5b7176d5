// A pool as an order book: how much can be bought and sold up to which price, after fees, from one state of its reserves.
import { type Amount, amount, MAX_AMOUNT, PPM, type Ppm, ppm } from '../amount.ts';
import type { Fraction, Reserves } from '../curves/curve.ts';
import { curveOf, type Shape } from '../curves/curves.ts';
import type { Rates, Token } from '../pool.ts';
import { type DepthPoint, depthPoints } from './depth-points.ts';
import { comparePrices, type Price, priceOf, priceUpOf } from './price.ts';

/** The amount of the base token that can be traded at this price, or better, after the levels before it. */
export type Level = { readonly price: Price; readonly amount: Amount };

export type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

export type BookTerms = {
  readonly base: Token;
  /** Prices are in this token. */
  readonly quote: Token;
  readonly pool: Shape & Rates;
  readonly reserveBase: Amount;
  readonly reserveQuote: Amount;
  readonly levels: number;
  /** How far the marginal price moves from one level to the next. */
  readonly stepPpm: Ppm;
};

export function bookOf(terms: BookTerms): Book {
  const { base, quote, reserveBase, reserveQuote, levels, stepPpm } = terms;
  const sold = depthPoints(directionOf(terms, base, quote, reserveBase, reserveQuote), {
    numerator: PPM - stepPpm,
    denominator: PPM,
  });
  // What a buyer is paid is the inverse of the price.
  const bought = depthPoints(directionOf(terms, quote, base, reserveQuote, reserveBase), {
    numerator: PPM,
    denominator: PPM + stepPpm,
  });
  return { bids: levelsOf(sold, levels, bidOf(terms)), asks: levelsOf(bought, levels, askOf(terms)) };
}

function directionOf({ pool }: BookTerms, tokenIn: Token, tokenOut: Token, reserveIn: Amount, reserveOut: Amount) {
  const [curve, movedCurve] = [0, 1].map(() => curveOf(pool, tokenIn.decimals, tokenOut.decimals)) as [Curve, Curve];
  const reserves: Reserves = { reserveIn, reserveOut };
  return { curve, movedCurve, reserves, rates: { ...pool, refFeePpm: ppm(0n) }, maxIn: MAX_AMOUNT - reserveIn };
}

type Curve = ReturnType<typeof curveOf>;

/** One side of the book: turns the trade between two points into a level, and tells which of two prices comes first. */
type Side = {
  level(from: DepthPoint | undefined, to: DepthPoint): Level;
  /** Positive if the first price is worse for who trades. */
  compare(one: Price, other: Price): number;
};

/** A seller of the base token. Prices are rounded down: the pool pays at least what they say. */
const bidOf = ({ base, quote }: BookTerms): Side => ({
  level(from, to) {
    const [units, paid] = [added(from, to, 'amountIn'), added(from, to, 'amountOut')];
    const average = { numerator: paid, denominator: units };
    const price = isAbove(average, to.rate) ? to.rate : average;
    return { price: priceOf(price, base.decimals, quote.decimals), amount: amount(units) };
  },
  compare: (one, other) => comparePrices(other, one),
});

/** A buyer of the base token. Prices are rounded up: the pool takes at most what they say. */
const askOf = ({ base, quote }: BookTerms): Side => ({
  level(from, to) {
    const [units, paid] = [added(from, to, 'amountOut'), added(from, to, 'amountIn')];
    const average = { numerator: paid, denominator: units };
    const last = { numerator: to.rate.denominator, denominator: to.rate.numerator };
    const price = isAbove(average, last) ? average : last;
    return { price: priceUpOf(price, base.decimals, quote.decimals), amount: amount(units) };
  },
  compare: comparePrices,
});

const added = (from: DepthPoint | undefined, to: DepthPoint, side: 'amountIn' | 'amountOut'): bigint =>
  to[side] - (from?.[side] ?? 0n);

const isAbove = (one: Fraction, other: Fraction): boolean =>
  one.numerator * other.denominator > other.numerator * one.denominator;

/** Of coarse tokens, so many points may become one level. */
const POINTS_A_LEVEL = 4;

/**
 * The price of a level is that of its last unit or, if rounding to whole units costs more, its average: so the first n levels together are
 * traded at the price of level n or better. A level whose price is no worse than that of the one before it is added to that one.
 */
function levelsOf(points: Iterable<DepthPoint>, most: number, side: Side): readonly Level[] {
  const found: { readonly level: Level; readonly to: DepthPoint }[] = [];
  let looked = 0;
  for (const to of points) {
    let level = side.level(found.at(-1)?.to, to);
    for (;;) {
      const before = found.at(-1);
      if (!before || side.compare(level.price, before.level.price) > 0) break;
      found.pop();
      level = side.level(found.at(-1)?.to, to);
    }
    found.push({ level, to });
    looked += 1;
    if (found.length === most || looked === most * POINTS_A_LEVEL) break;
  }
  return found.map(({ level }) => level);
}
