// What a swap costs in all against the price before it: price impact, every fee and every rounding together.
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import type { Hop, Plan } from './leg.ts';
import { priceBefore, shortfall } from './price-before.ts';

/** The mid price of a swap: base units of what is received for one of what is paid, without fees. */
export const midPriceOf = (hops: readonly Hop[]): Fraction => priceBefore(hops, spotOf);

/** What is received less than the mid price would pay, as a part of that; never below 0. */
export const costOf = ({ amountIn, amountOut }: Omit<Plan, 'hops'>, { numerator, denominator }: Fraction): Fraction =>
  shortfall(amountOut * denominator, amountIn * numerator);

const spotOf = ({ tokenIn, tokenOut, pool, reserves }: Hop): Fraction =>
  curveOf(pool, tokenIn.decimals, tokenOut.decimals).spot(reserves);
