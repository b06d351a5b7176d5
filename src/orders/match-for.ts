// How much two orders of opposite directions can trade with each other at a price.
import { type Amount, amount, type Ppm, ppm } from '../core/amount.ts';
import type { Fraction } from '../core/curves/curve.ts';
import { matchedFor, matchFee, paymentFor } from '../core/orders/match-price.ts';
import {
  fillableAt,
  isTrade,
  leastFill,
  leastPurchase,
  type PlacedOrder,
  type Progress,
  wantedOf,
} from '../core/orders/order.ts';

export type OrderToMatch = Progress & { readonly order: PlacedOrder };
export type MatchedAmounts = { readonly amountA: Amount; readonly amountB: Amount; readonly isBought?: true };
type Price = { readonly feePpm?: Ppm; readonly mid?: Fraction };

const NO_FEE = ppm(0n);

/**
 * The largest amounts that two orders can trade with each other without leaving dust; undefined if there are none. If the maker is a
 * purchase, `isBought` says that the maker's payment was rounded, rather than the taker's.
 */
export function matchFor(
  maker: OrderToMatch,
  taker: OrderToMatch,
  nowMs: number,
  price: Price = {},
): MatchedAmounts | undefined {
  const terms = { feePpm: NO_FEE, ...price, maker: maker.order, taker: taker.order };
  const taken = (units: bigint) => units - matchFee(units, terms.feePpm);
  let largest: MatchedAmounts | undefined;
  const offer = (found: MatchedAmounts) => {
    const { amountA, amountB } = found;
    const isPossible =
      (!largest || isLarger(found, largest, maker.order)) &&
      isTrade(maker.order, maker, found, nowMs) &&
      isTrade(taker.order, taker, { amountA: amountB, amountB: taken(amountA) }, nowMs);
    if (isPossible) largest = found;
  };
  const paidFor = (units: bigint) => (units > 0n ? matchedFor(units, terms) : undefined);
  for (const units of sizesOf(maker, taker, nowMs, { paidFor, taken })) {
    const paid = paidFor(units);
    if (paid !== undefined) offer({ amountA: amount(units), amountB: paid });
  }
  if (!maker.order.isPurchase) return largest;
  for (const units of purchasesOf(maker, taker, nowMs)) {
    const payment = units > 0n ? paymentFor(units, terms) : undefined;
    if (payment !== undefined && payment > 0n) offer({ amountA: payment, amountB: amount(units), isBought: true });
  }
  return largest;
}

/** A maker that is a purchase pays no more than it must for the same amount. */
function isLarger(one: MatchedAmounts, other: MatchedAmounts, { isPurchase }: PlacedOrder): boolean {
  if (!isPurchase) return one.amountA > other.amountA;
  return one.amountB > other.amountB || (one.amountB === other.amountB && one.amountA < other.amountA);
}

type Counted = { paidFor(units: bigint): bigint | undefined; taken(units: bigint): bigint };

/** How much of tokenA the orders may trade: all of one of them, or so much that one of them has the smallest rest allowed. */
function sizesOf(maker: OrderToMatch, taker: OrderToMatch, nowMs: number, { paidFor, taken }: Counted) {
  const ofMaker = fillableAt(maker.order, maker, nowMs);
  const ofTaker = fillableAt(taker.order, taker, nowMs);
  const forTaker = (units: bigint) => mostFor(units, ofMaker, paidFor);
  const sizes = [ofMaker, ofMaker - leastFill(maker.order)];
  if (!taker.order.isPurchase) return [...sizes, forTaker(ofTaker), forTaker(ofTaker - leastFill(taker.order))];
  const wanted = wantedOf(taker.order, taker);
  const bought = (units: bigint) => mostFor(units, ofMaker, taken);
  return [...sizes, bought(wanted), bought(wanted - leastPurchase(taker.order))];
}

/** The same for the tokenB that a maker may buy; what a taker that is a purchase pays is no such size. */
function purchasesOf(maker: OrderToMatch, taker: OrderToMatch, nowMs: number): readonly bigint[] {
  const wanted = wantedOf(maker.order, maker);
  const sizes = [wanted, wanted - leastPurchase(maker.order)];
  if (taker.order.isPurchase) return sizes;
  const ofTaker = fillableAt(taker.order, taker, nowMs);
  return [...sizes, ofTaker, ofTaker - leastFill(taker.order)];
}

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
