// The price of a swap before the trade, from the spot prices of its pools; for a split swap, the best price of a significant part.
import type { Amount, TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { mulDivDown } from '../maths/rounding.ts';
import type { Hop } from './leg.ts';

/** One hop that sells a token: how many units, their price in the swap's final token before the trade, and how much of it they brought. */
type Bid = { readonly units: Amount; readonly price: Fraction; readonly received: bigint };
/** All hops that sell the same token, combined. */
type Worth = { readonly units: bigint; readonly price: Fraction; readonly received: bigint };

/** `received` is in units of 2^-64 of the final token; it only weighs the prices of hops against each other. */
const PLACES = 64n;
/** Hops that together brought less than 1/20 of the result do not set the price. */
const COUNTS = 20n;

const FINAL_TOKEN: Worth = { units: 1n, price: { numerator: 1n, denominator: 1n }, received: 1n << PLACES };

/**
 * Base units received for one base unit paid; `spotOf` gives the price of one hop. `onHop` is called for each hop, with the price of
 * one unit of that hop's output in the swap's final token.
 */
export function priceBefore(
  hops: readonly Hop[],
  spotOf: (hop: Hop) => Fraction,
  onHop?: (hop: Hop, price: Fraction) => void,
): Fraction {
  const [first] = hops as readonly [Hop];
  if (hops.length === 1) {
    onHop?.(first, FINAL_TOKEN.price);
    return spotOf(first);
  }
  const bids = new Map<TokenAddress, Bid[]>();
  // From the last hop to the first, so that every hop that sells a token is known before the hops that buy it.
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

/** How much less was paid than the fair amount, as a fraction of the fair amount; 0 if more was paid. */
export const shortfall = (paid: bigint, fair: bigint): Fraction => ({
  numerator: fair > paid ? fair - paid : 0n,
  denominator: fair,
});

/**
 * Combines the hops that sell one token. From the best price down, the price is that of the first hop with which at least a twentieth of
 * all they brought is reached. So neither a pool that pays well for a tiny amount sets the price, nor one that takes much and pays
 * almost nothing.
 */
function worthOf(bids: readonly Bid[] | undefined): Worth {
  if (bids === undefined) return FINAL_TOKEN;
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
