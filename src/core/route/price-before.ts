// The price of a swap before the trade: by the spot prices of its pools and, where it is split, that of the larger half.
import type { Amount, TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { mulDivDown } from '../rounding.ts';
import type { Hop } from './plan.ts';

/** What a hop out of a token takes of it, the price that it had before the trade, and what came of it in the end. */
type Bid = { readonly units: Amount; readonly price: Fraction; readonly received: bigint };
/** All hops out of a token together. */
type Worth = { readonly units: bigint; readonly price: Fraction; readonly received: bigint };
/** By what a hop weighs against the others out of its token: what it takes, or what came of that in the end. */
type Weight = 'units' | 'received';

/** What was received over a hop only weighs its price, and is counted with so many binary places. */
const PLACES = 64n;

const OF_THE_LAST: Worth = { units: 1n, price: { numerator: 1n, denominator: 1n }, received: 1n << PLACES };

/** Base units of what is received for one of what is paid; `spotOf` is the price of one hop. */
export function priceBefore(hops: readonly Hop[], spotOf: (hop: Hop) => Fraction, weight: Weight): Fraction {
  const [first] = hops as readonly [Hop];
  if (hops.length === 1) return spotOf(first);
  const bids = new Map<TokenAddress, Bid[]>();
  // From the end: whatever leads out of a token comes after all that leads into it.
  for (const hop of hops.toReversed()) {
    const { tokenIn, tokenOut, fill } = hop;
    const { price, received, units } = worthOf(bids.get(tokenOut.address), weight);
    const bid = {
      units: fill.amountIn,
      price: times(spotOf(hop), price),
      received: mulDivDown(received, fill.amountOut, units),
    };
    const known = bids.get(tokenIn.address);
    if (known) known.push(bid);
    else bids.set(tokenIn.address, [bid]);
  }
  return worthOf(bids.get(first.tokenIn.address), weight).price;
}

/** What is missing of what would be fair, as a part of that; nothing where more is paid. */
export const shortfall = (paid: bigint, fair: bigint): Fraction => ({
  numerator: fair > paid ? fair - paid : 0n,
  denominator: fair,
});

/**
 * The price of a token is the median of its hops: a pool sets it only by weighing as much as all that are dearer or all that
 * are cheaper. Of two equal halves the higher price counts, against the trade.
 */
function worthOf(bids: readonly Bid[] | undefined, weight: Weight): Worth {
  if (bids === undefined) return OF_THE_LAST;
  const [only] = bids as readonly [Bid];
  if (bids.length === 1) return only;
  const units = bids.reduce((sum, bid) => sum + bid.units, 0n);
  const received = bids.reduce((sum, bid) => sum + bid.received, 0n);
  const all = weight === 'units' ? units : received;
  let sofar = 0n;
  const median = bids.toSorted(byPriceDown).find((bid) => {
    sofar += bid[weight];
    return 2n * sofar >= all;
  });
  return { units, received, price: (median as Bid).price };
}

const times = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.numerator,
  denominator: one.denominator * other.denominator,
});

function byPriceDown({ price: one }: Bid, { price: other }: Bid): number {
  const [a, b] = [one.numerator * other.denominator, other.numerator * one.denominator];
  return a < b ? 1 : a > b ? -1 : 0;
}
