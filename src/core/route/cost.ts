// The total cost of a swap against the price before it: price impact, all fees and all rounding.
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import type { Hop, Leg, RoutePlan } from './leg.ts';
import { priceBefore, shortfall } from './price-before.ts';

/** The mid price of a swap: base units received for one base unit paid, without fees. */
export const midPriceOf = (hops: readonly Hop[]): Fraction => priceBefore(hops, spotOf);

/** The mid price along a path of pools. */
export function midPriceAlong(legs: readonly Leg[]): Fraction {
  const prices = legs.map(spotOf);
  return {
    numerator: prices.reduce((product, price) => product * price.numerator, 1n),
    denominator: prices.reduce((product, price) => product * price.denominator, 1n),
  };
}

/** How much less the swapper receives than at the mid price, as a fraction of the amount at the mid price; never below 0. */
export const costOf = (
  { amountIn, amountOut }: Omit<RoutePlan, 'hops'>,
  { numerator, denominator }: Fraction,
): Fraction => shortfall(amountOut * denominator, amountIn * numerator);

const spotOf = ({ tokenIn, tokenOut, pool, reserves }: Leg): Fraction =>
  curveOf(pool, tokenIn.decimals, tokenOut.decimals).spot(reserves);
