// How far a swap over several pools moves its own price.
import { type Amount, PPM, type Ppm } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import type { Token } from '../pool.ts';
import type { Hop, Plan } from './leg.ts';
import { priceBefore, shortfall } from './price-before.ts';

/** Binary places of amounts that rounding adds or removes. */
const PLACES = 64n;

/**
 * How much less the swap pays than the price before it would, in exact fractions, so that it is never understated. Rounding a fee up
 * to a unit is a cost that moves no price, so what rounding adds to the fees counts as paid.
 */
export function impactOf(hops: readonly Hop[], amountIn: Amount, amountOut: Amount): Fraction {
  let paid = amountOut << PLACES;
  const { numerator, denominator } = priceBefore(hops, netSpotOf, (hop, price) => {
    // Rounded down: no impact is understated.
    paid += ((roundedUp(hop) << PLACES) * price.numerator) / (PPM * price.denominator);
  });
  return shortfall(paid * denominator, (amountIn << PLACES) * numerator);
}

/** How much rounding adds to the fees of a hop, in millionths of an output unit. */
const roundedUp = (hop: Hop): bigint =>
  (hop.fill.protocolFee + hop.fill.refFee) * PPM - hop.fill.baseOut * (PPM - netPpmOf(hop));

/** Rounding the output down and two fees up costs less than this many output units; any further loss comes from rounding the input up. */
const MOST_ROUNDED = 3n;

/**
 * The token whose rounding to whole units takes a swap over its price impact limit: outputs are rounded down, inputs up. Undefined if
 * the swap would exceed the limit without any rounding.
 */
export function roundedToken({ hops, amountIn, amountOut }: Plan, maxPpm: Ppm): Token | undefined {
  let paid = amountOut << PLACES;
  let most = 0n;
  let found: Token | undefined;
  const { numerator, denominator } = priceBefore(hops, netSpotOf, (hop, price) => {
    const lost = lostToRounding(hop);
    const worth = (lost * price.numerator) / price.denominator;
    paid += worth;
    if (worth <= most) return;
    most = worth;
    found = lost >> PLACES < MOST_ROUNDED ? hop.tokenOut : hop.tokenIn;
  });
  return isWithin(shortfall(paid * denominator, (amountIn << PLACES) * numerator), maxPpm) ? found : undefined;
}

/** How much more a hop would pay if nothing were rounded, in units of 2^-64; never below 0. */
function lostToRounding(hop: Hop): bigint {
  const { numerator, denominator } = netSpotOf(hop);
  const { amountIn, amountOut, priceImpact } = hop.fill;
  const kept = priceImpact.denominator - priceImpact.numerator;
  const exact = ((amountIn << PLACES) * numerator * kept) / (denominator * priceImpact.denominator);
  return exact > amountOut << PLACES ? exact - (amountOut << PLACES) : 0n;
}

/**
 * How much less a plan pays than another plan's price before the trade would. A plan that pays no less than one within a limit is
 * within it too.
 */
export function impactAgainst(plan: Plan, { amountIn, amountOut, priceImpact }: Plan): Fraction {
  const { numerator, denominator } = priceImpact;
  return shortfall(plan.amountOut * amountIn * (denominator - numerator), amountOut * plan.amountIn * denominator);
}

export const isWithin = ({ numerator, denominator }: Fraction, maxPpm: Ppm): boolean =>
  numerator * PPM <= maxPpm * denominator;

/** The price before the trade, after fees: base units received for one base unit paid. */
export const netPriceBefore = (hops: readonly Hop[]): Fraction => priceBefore(hops, netSpotOf);

/** The spot price of a hop, after the same fees. */
function netSpotOf(hop: Hop): Fraction {
  const { tokenIn, tokenOut, pool, reserves } = hop;
  const { numerator, denominator } = curveOf(pool, tokenIn.decimals, tokenOut.decimals).spot(reserves);
  return { numerator: numerator * (PPM - pool.lpFeePpm) * netPpmOf(hop), denominator: denominator * PPM * PPM };
}

/** The fraction of a pool's output that is left after fees, in millionths. */
const netPpmOf = ({ pool, fill }: Hop): bigint => PPM - pool.protocolFeePpm - (fill.refFee > 0n ? pool.refFeePpm : 0n);
