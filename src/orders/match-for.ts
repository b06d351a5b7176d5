// How much two orders of opposite directions can trade with each other at a price.
import { type Amount, amount, type Ppm, ppm } from '../core/amount.ts';
import type { Fraction } from '../core/curves/curve.ts';
import { matchedFor } from '../core/orders/match-price.ts';
import { fillableAt, isFill, leastFill, type PlacedOrder, type Progress } from '../core/orders/order.ts';

export type OrderToMatch = Progress & { readonly order: PlacedOrder };
export type MatchedAmounts = { readonly amountA: Amount; readonly amountB: Amount };
type Price = { readonly feePpm?: Ppm; readonly mid?: Fraction };

const NO_FEE = ppm(0n);

/** The largest amounts that two orders can trade with each other without leaving dust; undefined if there are none. */
export function matchFor(
  maker: OrderToMatch,
  taker: OrderToMatch,
  nowMs: number,
  price: Price = {},
): MatchedAmounts | undefined {
  const terms = { feePpm: NO_FEE, ...price, maker: maker.order, taker: taker.order };
  const paidFor = (units: bigint) => (units > 0n ? matchedFor(units, terms) : undefined);
  const ofMaker = fillableAt(maker.order, maker, nowMs);
  const ofTaker = fillableAt(taker.order, taker, nowMs);
  const sizes = [
    ofMaker,
    mostFor(ofTaker, ofMaker, paidFor),
    // These two leave the maker or the taker the smallest rest allowed.
    ofMaker - leastFill(maker.order),
    mostFor(ofTaker - leastFill(taker.order), ofMaker, paidFor),
  ];
  for (const units of sizes.sort(byAmountDown)) {
    const paid = paidFor(units);
    const isPossible =
      paid !== undefined && isFill(maker.order, maker, units, nowMs) && isFill(taker.order, taker, paid, nowMs);
    if (isPossible) return { amountA: amount(units), amountB: paid };
  }
  return undefined;
}

const byAmountDown = (one: bigint, other: bigint): number => (one < other ? 1 : one > other ? -1 : 0);

/** The most of the maker's tokens, up to `bound`, for which the taker pays at most `has`; the payment rises with the amount. */
function mostFor(has: bigint, bound: bigint, paidFor: (units: bigint) => bigint | undefined): bigint {
  let [low, high] = [0n, bound];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if ((paidFor(middle) ?? 0n) <= has) low = middle;
    else high = middle - 1n;
  }
  return low;
}
