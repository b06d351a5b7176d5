// The price of a swap before the trade, by the spot prices of its pools; where it is split, that of a part which counts.
import type { Amount, TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { mulDivDown } from '../maths/rounding.ts';
import type { Hop } from './leg.ts';

/** What a hop out of a token takes of it, the price that it had before the trade, and what came of it in the end. */
type Bid = { readonly units: Amount; readonly price: Fraction; readonly received: bigint };
/** All hops out of a token together. */
type Worth = { readonly units: bigint; readonly price: Fraction; readonly received: bigint };

/** What was received over a hop only weighs its price, and is counted with so many binary places. */
const PLACES = 64n;
/** Hops that brought less than one part in so many, all together, set no price. */
const COUNTS = 20n;

const OF_THE_LAST: Worth = { units: 1n, price: { numerator: 1n, denominator: 1n }, received: 1n << PLACES };

/**
 * Base units of what is received for one of what is paid; `spotOf` is the price of one hop. `onHop` is told for each hop what a unit that it
 * pays was worth in the end.
 */
export function priceBefore(
  hops: readonly Hop[],
  spotOf: (hop: Hop) => Fraction,
  onHop?: (hop: Hop, price: Fraction) => void,
): Fraction {
  const [first] = hops as readonly [Hop];
  if (hops.length === 1) {
    onHop?.(first, OF_THE_LAST.price);
    return spotOf(first);
  }
  const bids = new Map<TokenAddress, Bid[]>();
  // From the end: whatever leads out of a token comes after all that leads into it.
  for (const hop of hops.toReversed()) {
    const { tokenIn, tokenOut, fill } = hop;
    const { price, received, units } = worthOf(bids.get(tokenOut.address));
    onHop?.(hop, price);
    const bid = {
      units: fill.amountIn,
      price: times(spotOf(hop), price),
      received: mulDivDown(received, fill.amountOut, units),
    };
    const known = bids.get(tokenIn.address);
    if (known) known.push(bid);
    else bids.set(tokenIn.address, [bid]);
  }
  return worthOf(bids.get(first.tokenIn.address)).price;
}

/** What is missing of what would be fair, as a part of that; nothing where more is paid. */
export const shortfall = (paid: bigint, fair: bigint): Fraction => ({
  numerator: fair > paid ? fair - paid : 0n,
  denominator: fair,
});

/**
 * The price of a token is the best at which, or above which, a twentieth of its result came. So neither a gift of dust sets it,
 * nor a pool that takes much and pays next to nothing: whatever better price brought enough to count is held against the trade.
 */
function worthOf(bids: readonly Bid[] | undefined): Worth {
  if (bids === undefined) return OF_THE_LAST;
  const [only] = bids as readonly [Bid];
  if (bids.length === 1) return only;
  const units = bids.reduce((sum, bid) => sum + bid.units, 0n);
  const received = bids.reduce((sum, bid) => sum + bid.received, 0n);
  let sofar = 0n;
  const counts = bids.toSorted(byPriceDown).find((bid) => {
    sofar += bid.received;
    return COUNTS * sofar >= received;
  });
  return { units, received, price: (counts as Bid).price };
}

const times = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.numerator,
  denominator: one.denominator * other.denominator,
});

function byPriceDown({ price: one }: Bid, { price: other }: Bid): number {
  const [a, b] = [one.numerator * other.denominator, other.numerator * one.denominator];
  return a < b ? 1 : a > b ? -1 : 0;
}
