// Two orders of opposite directions whose limits meet: how much of the older the newer takes, at the limit of the older.
import { type Amount, amount, type Ppm, ppm } from '../core/amount.ts';
import { matchFee } from '../core/commands/match-orders.ts';
import { fillableAt, isFill, leastFill, limitFor, type PlacedOrder } from '../core/orders/order.ts';

export type Party = { readonly order: PlacedOrder; readonly left: Amount };

const NO_FEE = ppm(0n);

/** The most that neither leaves dust nor is more than either may give; undefined where there is no such amount. */
export function matchFor(maker: Party, taker: Party, nowMs: number, feePpm: Ppm = NO_FEE): Amount | undefined {
  const { amountA, minReceived } = maker.order;
  /** What the maker gives for so much. */
  const givenFor = (units: bigint) => (units * amountA) / minReceived;
  const [ofMaker, ofTaker] = [fillableAt(maker.order, maker.left, nowMs), fillableAt(taker.order, taker.left, nowMs)];
  const most = [
    ofMaker,
    givenFor(ofTaker),
    // What leaves the least that may be left.
    maker.left - leastFill(maker.order),
    givenFor(taker.left - leastFill(taker.order)),
  ];
  const [bound, byTaker] = most as [bigint, bigint];
  const isPossible = (units: bigint): boolean => {
    if (units <= 0n || units > bound || units > byTaker) return false;
    const paid = limitFor(maker.order, units);
    return (
      isFill(maker.order, maker.left, units, nowMs) &&
      isFill(taker.order, taker.left, paid, nowMs) &&
      units - matchFee(units, feePpm) >= limitFor(taker.order, paid)
    );
  };
  const units = most.sort((one, other) => (one < other ? 1 : one > other ? -1 : 0)).find(isPossible);
  return units === undefined ? undefined : amount(units);
}
