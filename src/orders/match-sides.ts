// Orders of opposite directions that fill each other.
import { PPM, type Ppm } from '../core/amount.ts';
import { matchFeeOf } from '../core/commands/match-orders.ts';
import type { Fraction } from '../core/curves/curve.ts';
import { doMeet, limitFor } from '../core/orders/order.ts';
import type { Pair } from '../core/pool.ts';
import { fillFor, type Pools } from '../routes/fill-for.ts';
import type { RouteFinder } from '../routes/finder.ts';
import { matchFor } from './match-for.ts';
import type { OpenOrder, Side } from './open-orders.ts';
import type { Rehearsal } from './rehearsal.ts';

export type MatchOptions = {
  readonly finder: RouteFinder;
  readonly poolsOf: (pair: Pair) => Pools;
  readonly matchFeePpm: Ppm;
  /** Commands that are given at once. */
  readonly most: number;
};

/** Of the orders whose limits meet, so many of each side are tried: one that is all or nothing must not block the others for ever. */
const MET = 8;

/** Two that meet trade with each other, but first the newer one with pools as far as they pay it more. */
export function matchSides(
  [side, opposite]: readonly [Side, Side],
  rehearsal: Rehearsal,
  options: MatchOptions,
  nowMs: number,
): void {
  const { finder, matchFeePpm, most } = options;
  if (isPaused(side, finder)) return;
  const feePpm = matchFeeOf(finder.book.pool(side.tokenA, side.tokenB)?.record, matchFeePpm);
  for (const one of firstOf(side, rehearsal, nowMs)) {
    for (const other of firstOf(opposite, rehearsal, nowMs)) {
      if (!doMeet(one, other, feePpm)) break;
      if (rehearsal.commands.length >= most) return;
      const [maker, taker] = one.number < other.number ? [one, other] : [other, one];
      match(maker, taker, { rehearsal, pools: options.poolsOf(taker), feePpm, nowMs });
    }
  }
}

const isPaused = ({ tokenA, tokenB }: Side, { book }: RouteFinder): boolean =>
  [tokenA, tokenB].some((token) => book.tokens.get(token)?.record.status === 'paused');

function firstOf({ orders }: Side, rehearsal: Rehearsal, nowMs: number): readonly OpenOrder[] {
  const first: OpenOrder[] = [];
  for (const order of orders) {
    if (first.length === MET) break;
    if (order.notBeforeMs <= nowMs && order.minReceived > 0n && rehearsal.leftOf(order) > 0n) first.push(order);
  }
  return first;
}

type Meeting = {
  readonly rehearsal: Rehearsal;
  readonly pools: Pools;
  readonly feePpm: Ppm;
  readonly nowMs: number;
};

function match(maker: OpenOrder, taker: OpenOrder, { rehearsal, pools, feePpm, nowMs }: Meeting): void {
  // Pools come first as far as they pay the newer more than the older does, less the fee.
  const rival: Fraction = { numerator: maker.amountA * (PPM - feePpm), denominator: maker.minReceived * PPM };
  const byPools = fillFor({ order: taker, left: rehearsal.leftOf(taker), nowMs, rival }, pools);
  if ('way' in byPools) rehearsal.fill(taker, byPools);
  const [ofMaker, ofTaker] = [
    { order: maker, left: rehearsal.leftOf(maker) },
    { order: taker, left: rehearsal.leftOf(taker) },
  ];
  const units = matchFor(ofMaker, ofTaker, nowMs, feePpm);
  if (units !== undefined) rehearsal.match(maker, taker, { amountA: units, amountB: limitFor(maker, units) });
}
