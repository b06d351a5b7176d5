// How far a swap over several pools moves its own price.
import { type Amount, PPM, type Ppm, type TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { curveOf } from '../curves/curves.ts';
import { mulDivDown } from '../rounding.ts';
import type { Hop, Plan } from './plan.ts';

/** What a hop out of a token takes of it, the price that it had before the trade, and what came of it in the end. */
type Bid = { readonly units: Amount; readonly price: Fraction; readonly received: bigint };
/** All hops out of a token together. */
type Worth = { readonly units: bigint; readonly price: Fraction; readonly received: bigint };

/** What was received over a hop only weighs its price, and is counted with so many binary places. */
const PLACES = 64n;

/** How much less is paid than the price before the trade would have; in exact fractions, so that it is never understated. */
export function impactOf(hops: readonly Hop[], amountIn: Amount, amountOut: Amount): Fraction {
  const [first] = hops as readonly [Hop];
  const bids = new Map<TokenAddress, Bid[]>();
  // From the end: whatever leads out of a token comes after all that leads into it.
  for (const hop of hops.toReversed()) {
    const { tokenIn, tokenOut, fill } = hop;
    const { price, received, units } = worthOf(bids.get(tokenOut.address));
    const bid = {
      units: fill.amountIn,
      price: times(spotOf(hop), price),
      received: mulDivDown(received, fill.amountOut, units),
    };
    const known = bids.get(tokenIn.address);
    if (known) known.push(bid);
    else bids.set(tokenIn.address, [bid]);
  }
  const { numerator, denominator } = worthOf(bids.get(first.tokenIn.address)).price;
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

const OF_THE_LAST: Worth = {
  units: 1n,
  price: { numerator: 1n, denominator: 1n },
  received: 1n << PLACES,
};

/**
 * The price of a token in the one that is received is that at which the larger half of the result came: the median of its
 * hops, weighed by what was received over each. So a pool sets it only by paying as much as all that are dearer or all that
 * are cheaper: neither a gift of dust nor a pool that takes much and pays next to nothing does. Of two equal halves the
 * higher price counts, against the trade.
 */
function worthOf(bids: readonly Bid[] | undefined): Worth {
  if (bids === undefined) return OF_THE_LAST;
  const [only] = bids as readonly [Bid];
  if (bids.length === 1) return only;
  const units = bids.reduce((sum, bid) => sum + bid.units, 0n);
  const received = bids.reduce((sum, bid) => sum + bid.received, 0n);
  let sofar = 0n;
  const median = bids.toSorted(byPriceDown).find((bid) => {
    sofar += bid.received;
    return 2n * sofar >= received;
  });
  return { units, received, price: (median as Bid).price };
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

function byPriceDown({ price: one }: Bid, { price: other }: Bid): number {
  const [a, b] = [one.numerator * other.denominator, other.numerator * one.denominator];
  return a < b ? 1 : a > b ? -1 : 0;
}
