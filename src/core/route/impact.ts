// How far a swap over several pools moves its own price.
import { type Amount, PPM, type Ppm } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import type { Hop, Plan } from './leg.ts';
import { priceBefore, shortfall } from './price-before.ts';

/** What rounding adds to fees is counted with so many binary places. */
const PLACES = 64n;

/**
 * How much less is paid than the price before the trade would have; in exact fractions, so that it is never understated. A fee that
 * is rounded up to a unit is a cost that moves no price, so what rounding adds to the fees counts as paid.
 */
export function impactOf(hops: readonly Hop[], amountIn: Amount, amountOut: Amount): Fraction {
  let paid = amountOut << PLACES;
  const { numerator, denominator } = priceBefore(hops, netSpotOf, (hop, price) => {
    // Down: no impact is understated.
    paid += ((roundedUp(hop) << PLACES) * price.numerator) / (PPM * price.denominator);
  });
  return shortfall(paid * denominator, (amountIn << PLACES) * numerator);
}

/** By how much rounding raises the fees of a hop, in millionths of a unit of what it pays. */
function roundedUp({ pool, fill }: Hop): bigint {
  const feesPpm = pool.protocolFeePpm + (fill.refFee > 0n ? pool.refFeePpm : 0n);
  return (fill.protocolFee + fill.refFee) * PPM - fill.baseOut * feesPpm;
}

/**
 * How much less a plan pays than the prices of another before the trade would have. Who pays no less than a plan within a
 * limit is within it too.
 */
export function impactAgainst(plan: Plan, { amountIn, amountOut, priceImpact }: Plan): Fraction {
  const { numerator, denominator } = priceImpact;
  return shortfall(plan.amountOut * amountIn * (denominator - numerator), amountOut * plan.amountIn * denominator);
}

export const isWithin = ({ numerator, denominator }: Fraction, maxPpm: Ppm): boolean =>
  numerator * PPM <= maxPpm * denominator;

/** What one unit paid before the trade, after fees: base units of what is received for one of what is given. */
export const netPriceBefore = (hops: readonly Hop[]): Fraction => priceBefore(hops, netSpotOf);

/** What one unit would pay if it did not move the price, fees alike. */
function netSpotOf({ tokenIn, tokenOut, pool, reserves, fill }: Hop): Fraction {
  const { numerator, denominator } = curveOf(pool, tokenIn.decimals, tokenOut.decimals).spot(reserves);
  const netPpm = PPM - pool.protocolFeePpm - (fill.refFee > 0n ? pool.refFeePpm : 0n);
  return { numerator: numerator * (PPM - pool.lpFeePpm) * netPpm, denominator: denominator * PPM * PPM };
}
