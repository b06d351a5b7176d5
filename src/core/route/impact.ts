// The price impact of a swap over several pools: how much less it pays than at the prices before it.
import { type Amount, PPM, type Ppm } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import type { Token } from '../pool.ts';
import type { Hop, Leg, RoutePlan } from './leg.ts';
import { priceBefore, shortfall } from './price-before.ts';

/** Amounts that rounding adds or removes are counted in units of 2^-64. */
const PLACES = 64n;

/**
 * How much less the swap pays than at the price before it, as an exact fraction, so that the impact is never understated. A fee that
 * is rounded up to a unit of the bought token costs the swapper but moves no price, so what rounding adds to it counts as paid to the
 * swapper. The tokens in between are the route's choice: a stranger can make one whose rounded fees cost half of a swap, so they count.
 */
export function impactOf(hops: readonly Hop[], amountIn: Amount, amountOut: Amount): Fraction {
  const bought = hops.at(-1)?.tokenOut.address;
  let roundedPpm = 0n;
  for (const hop of hops) if (hop.tokenOut.address === bought) roundedPpm += roundedUp(hop);
  const { numerator, denominator } = priceBefore(hops, netSpotOf);
  return shortfall((amountOut * PPM + roundedPpm) * denominator, amountIn * PPM * numerator);
}

/** How much rounding adds to the fees of a hop, in millionths of an output unit. */
const roundedUp = (hop: Hop): bigint =>
  (hop.fill.protocolFee + hop.fill.refFee) * PPM - hop.fill.baseOut * (PPM - netPpmOf(hop));

/** Rounding the output down and two fees up costs a hop less than this many output units; a larger loss comes from its rounded input. */
const MOST_ROUNDED = 3n;

/**
 * For a swap that exceeds its price impact limit only because outputs are rounded down and inputs up to base units: the token whose
 * rounding costs most. Undefined if the swap would exceed the limit without any rounding.
 */
export function roundedToken({ hops, amountIn, amountOut }: RoutePlan, maxPpm: Ppm): Token | undefined {
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

/** How much more a hop would pay if nothing were rounded, in units of 2^-64 output units; never below 0. */
function lostToRounding(hop: Hop): bigint {
  const { numerator, denominator } = netSpotOf(hop);
  const { amountIn, amountOut, priceImpact } = hop.fill;
  const kept = priceImpact.denominator - priceImpact.numerator;
  const exact = ((amountIn << PLACES) * numerator * kept) / (denominator * priceImpact.denominator);
  return exact > amountOut << PLACES ? exact - (amountOut << PLACES) : 0n;
}

/**
 * The price impact of `plan`, measured against the price before another plan for the same swap. So if the other plan is within the
 * price impact limit and `plan` pays at least as much, `plan` is within the limit too.
 */
export function impactAgainst(plan: RoutePlan, { amountIn, amountOut, priceImpact }: RoutePlan): Fraction {
  const { numerator, denominator } = priceImpact;
  return shortfall(plan.amountOut * amountIn * (denominator - numerator), amountOut * plan.amountIn * denominator);
}

/**
 * The price impact, measured against the best price before the trade of any path of the plan, however little it carries. Only a split
 * plan has several paths.
 */
export function impactOnBestPath({ hops, amountIn, amountOut, priceImpact }: RoutePlan): Fraction {
  if (new Set(hops.map(({ tokenIn }) => tokenIn.address)).size === hops.length) return priceImpact;
  const [first, last] = [hops[0] as Hop, hops.at(-1) as Hop];
  const prices = new Map([[last.tokenOut.address, { numerator: 1n, denominator: 1n }]]);
  for (const hop of hops.toReversed()) {
    const [price, next] = [netSpotOf(hop), prices.get(hop.tokenOut.address) as Fraction];
    const through = {
      numerator: price.numerator * next.numerator,
      denominator: price.denominator * next.denominator,
    };
    prices.set(hop.tokenIn.address, larger(prices.get(hop.tokenIn.address) ?? through, through));
  }
  const { numerator, denominator } = prices.get(first.tokenIn.address) as Fraction;
  return shortfall(amountOut * denominator, amountIn * numerator);
}

/** The price impact of `plan`, measured against the price along a path of pools before the trade, after the same kinds of fees. */
export function impactAlong(legs: readonly Leg[], { amountIn, amountOut }: RoutePlan, referred: boolean): Fraction {
  let [paid, fair] = [amountOut as bigint, amountIn as bigint];
  for (const [at, { tokenIn, tokenOut, pool, reserves }] of legs.entries()) {
    const { numerator, denominator } = curveOf(pool, tokenIn.decimals, tokenOut.decimals).spot(reserves);
    const refFeePpm = referred && at === legs.length - 1 ? pool.refFeePpm : 0n;
    fair *= numerator * (PPM - pool.lpFeePpm) * (PPM - pool.protocolFeePpm - refFeePpm);
    paid *= denominator * PPM * PPM;
  }
  return shortfall(paid, fair);
}

export const larger = (one: Fraction, other: Fraction): Fraction =>
  one.numerator * other.denominator < other.numerator * one.denominator ? other : one;

export const isWithin = ({ numerator, denominator }: Fraction, maxPpm: Ppm): boolean =>
  numerator * PPM <= maxPpm * denominator;

/** The price before the trade, after fees: base units received for one base unit paid. */
export const netPriceBefore = (hops: readonly Hop[]): Fraction => priceBefore(hops, netSpotOf);

/** The spot price of a hop's pool, less the fees of the hop. */
function netSpotOf(hop: Hop): Fraction {
  const { tokenIn, tokenOut, pool, reserves } = hop;
  const { numerator, denominator } = curveOf(pool, tokenIn.decimals, tokenOut.decimals).spot(reserves);
  return { numerator: numerator * (PPM - pool.lpFeePpm) * netPpmOf(hop), denominator: denominator * PPM * PPM };
}

/** The fraction of a pool's output that is left after fees, in millionths. */
const netPpmOf = ({ pool, fill }: Hop): bigint => PPM - pool.protocolFeePpm - (fill.refFee > 0n ? pool.refFeePpm : 0n);
