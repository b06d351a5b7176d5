// How far a swap over several pools moves its own price.
import { type Amount, PPM, type Ppm, type TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import type { Hop, Plan } from './plan.ts';

/** What one unit was worth by one of the hops out of a token, and how many went that way. */
type Bid = { readonly price: Fraction; readonly units: Amount };

const ONE: Fraction = { numerator: 1n, denominator: 1n };

/** How much less is paid than the prices before the trade would have; in exact fractions, so that it is never understated. */
export function impactOf(hops: readonly Hop[], amountIn: Amount, amountOut: Amount): Fraction {
  const [first] = hops as readonly [Hop];
  const bids = new Map<TokenAddress, Bid[]>();
  // From the end: whatever leads out of a token comes after all that leads into it.
  for (const hop of hops.toReversed()) {
    const price = times(spotOf(hop), priceOf(bids.get(hop.tokenOut.address)));
    const bid = { price, units: hop.fill.amountIn };
    const known = bids.get(hop.tokenIn.address);
    if (known) known.push(bid);
    else bids.set(hop.tokenIn.address, [bid]);
  }
  const { numerator, denominator } = priceOf(bids.get(first.tokenIn.address));
  return shortfall(amountOut * denominator, amountIn * numerator);
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

/**
 * What a token is worth in the one that is received: the price at which the larger half of it goes, the median by amount. So
 * a pool sets it only by carrying as much as all that pay less. Of two equal halves the higher counts, against the trade.
 */
function priceOf(bids: readonly Bid[] | undefined): Fraction {
  if (bids === undefined) return ONE;
  const [only] = bids as readonly [Bid];
  if (bids.length === 1) return only.price;
  const highestFirst = bids.toSorted((one, other) => compare(other.price, one.price));
  const all = bids.reduce((sum, { units }) => sum + units, 0n);
  let sofar = 0n;
  const median = highestFirst.find(({ units }) => {
    sofar += units;
    return 2n * sofar >= all;
  });
  return (median as Bid).price;
}

/** What one unit would pay if it did not move the price, fees alike. */
function spotOf({ tokenIn, tokenOut, pool, reserves, fill }: Hop): Fraction {
  const { numerator, denominator } = curveOf(pool, tokenIn.decimals, tokenOut.decimals).spot(reserves);
  const netPpm = PPM - pool.protocolFeePpm - (fill.refFee > 0n ? pool.refFeePpm : 0n);
  return { numerator: numerator * (PPM - pool.lpFeePpm) * netPpm, denominator: denominator * PPM * PPM };
}

/** What is missing of what would be fair, as a part of that; nothing where more is paid. */
const shortfall = (paid: bigint, fair: bigint): Fraction => ({
  numerator: fair > paid ? fair - paid : 0n,
  denominator: fair,
});

const times = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.numerator,
  denominator: one.denominator * other.denominator,
});

function compare(one: Fraction, other: Fraction): number {
  const [a, b] = [one.numerator * other.denominator, other.numerator * one.denominator];
  return a < b ? -1 : a > b ? 1 : 0;
}
