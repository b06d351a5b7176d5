// How far a swap over several pools moves its own price.
import { type Amount, PPM, type Ppm } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import type { Token } from '../pool.ts';
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
const roundedUp = (hop: Hop): bigint =>
  (hop.fill.protocolFee + hop.fill.refFee) * PPM - hop.fill.baseOut * (PPM - netPpmOf(hop));

/** A hop loses less than so many units of what it pays by rounding down, and two fees up; what it loses beyond was paid too much. */
const MOST_ROUNDED = 3n;

/**
 * The token whose rounding to whole units takes a swap over its limit: what a hop pays is rounded down, what it takes is rounded up. Undefined if
 * the swap is over the limit without any rounding too.
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

/** How much more the curve of a hop would pay if nothing were rounded, in 2^-64 of a unit; never below 0. */
function lostToRounding(hop: Hop): bigint {
  const { numerator, denominator } = netSpotOf(hop);
  const { amountIn, amountOut, priceImpact } = hop.fill;
  const kept = priceImpact.denominator - priceImpact.numerator;
  const exact = ((amountIn << PLACES) * numerator * kept) / (denominator * priceImpact.denominator);
  return exact > amountOut << PLACES ? exact - (amountOut << PLACES) : 0n;
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
function netSpotOf(hop: Hop): Fraction {
  const { tokenIn, tokenOut, pool, reserves } = hop;
  const { numerator, denominator } = curveOf(pool, tokenIn.decimals, tokenOut.decimals).spot(reserves);
  return { numerator: numerator * (PPM - pool.lpFeePpm) * netPpmOf(hop), denominator: denominator * PPM * PPM };
}

/** The part of what a pool pays that its fees leave, in millionths. */
const netPpmOf = ({ pool, fill }: Hop): bigint => PPM - pool.protocolFeePpm - (fill.refFee > 0n ? pool.refFeePpm : 0n);
