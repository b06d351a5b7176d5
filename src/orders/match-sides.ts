// Matches orders that sell one token for another with orders that buy it for the other.
import { type Amount, amount, PPM, type Ppm } from '../core/amount.ts';
import { matchFeeOf } from '../core/commands/match-orders.ts';
import type { Fraction } from '../core/curves/curve.ts';
import { matchFee, midSquared } from '../core/orders/match-price.ts';
import { doMeet, fillableAt } from '../core/orders/order.ts';
import type { Pair } from '../core/pool.ts';
import { isPassable, type Way } from '../routes/choice.ts';
import { fillFor, type PoolsNow } from '../routes/fill-for.ts';
import type { RouteFinder } from '../routes/finder.ts';
import { evidenceOf, type Guards } from './guards.ts';
import { type Fillable, MatchTurns, meeting, tradeable } from './match-candidates.ts';
import { type MatchedAmounts, matchFor } from './match-for.ts';
import type { OpenOrder, OrderSide } from './open-orders.ts';
import type { Rehearsal } from './rehearsal.ts';

export type MatchOptions = {
  readonly finder: RouteFinder;
  readonly poolsOf: (pair: Pair) => PoolsNow;
  readonly guards: Guards;
  readonly matchFeePpm: Ppm;
  /** The most commands returned at once. */
  readonly most: number;
};

/**
 * Lets orders whose limits meet trade with each other; before that, pools fill each of the two as far as they pay more. Returns true if
 * the next look should try orders that had no place in this one.
 */
export function matchSides(
  [side, opposite]: readonly [OrderSide, OrderSide],
  rehearsal: Rehearsal,
  options: MatchOptions,
  nowMs: number,
  turns = new MatchTurns(),
): boolean {
  const { finder, matchFeePpm, most } = options;
  if (isPaused(side, finder)) return false;
  const feePpm = matchFeeOf(finder.book.pool(side.tokenA, side.tokenB)?.record, matchFeePpm);
  const terms = { ...options, rehearsal, feePpm, nowMs };
  const [ones, others] = [fillableOf(side, opposite, terms), fillableOf(opposite, side, terms)];
  const { isCut, sides } = turns.choose(tradeable(ones, others));
  const before = rehearsal.commands.length;
  for (const one of sides[0]) {
    for (const other of sides[1]) {
      if (!doMeet(one, other, feePpm)) break;
      if (rehearsal.commands.length >= most) return turns.note({ isBlocked: false, hasTraded: true });
      const [maker, taker] = one.number < other.number ? [one, other] : [other, one];
      match(maker, taker, terms);
    }
  }
  const isBlocked = isCut && sides.some((orders) => orders.some((order) => !rehearsal.hasTraded(order)));
  return turns.note({ isBlocked, hasTraded: rehearsal.commands.length > before });
}

const isPaused = ({ tokenA, tokenB }: OrderSide, { book }: RouteFinder): boolean =>
  [tokenA, tokenB].some((token) => book.tokens.get(token)?.record.status === 'paused');

/** The orders of a side that meet the opposite one and could be filled now; those that have to wait do not take the place of others. */
function fillableOf({ orders }: OrderSide, opposite: OrderSide, terms: Meeting): readonly Fillable<OpenOrder>[] {
  const { rehearsal, feePpm, nowMs } = terms;
  const found: Fillable<OpenOrder>[] = [];
  for (const order of meeting(orders, opposite.orders, feePpm)) {
    if (order.attempts.notBeforeMs > nowMs) continue;
    const units = fillableAt(order, rehearsal.progressOf(order), nowMs);
    if (units > 0n && guardOf(order, terms)) found.push({ order, units });
  }
  return found;
}

type Meeting = Pick<MatchOptions, 'poolsOf' | 'guards'> & {
  readonly rehearsal: Rehearsal;
  readonly feePpm: Ppm;
  readonly nowMs: number;
};

/** A route depends on the amount, and the amount on the route's price: both are computed again until they agree, at most this often. */
const TRIES = 4;

function match(maker: OpenOrder, taker: OpenOrder, meeting: Meeting): void {
  const { rehearsal, feePpm, nowMs } = meeting;
  if (!mayPay(taker, maker, meeting) || !mayPay(maker, taker, meeting)) return;
  fillBefore(taker, maker, meeting);
  fillBefore(maker, taker, meeting);
  const guarded = { maker: guardOf(maker, meeting), taker: guardOf(taker, meeting) };
  if (!guarded.maker || !guarded.taker) return;
  const [ofMaker, ofTaker] = [
    { order: maker, ...rehearsal.progressOf(maker) },
    { order: taker, ...rehearsal.progressOf(taker) },
  ];
  let units = fillableAt(maker, ofMaker, nowMs);
  for (let tries = 0; tries < TRIES && units > 0n; tries++) {
    const { pools, mid, isPaidMore } = compare(maker, units, meeting);
    const found = matchFor(ofMaker, ofTaker, nowMs, { feePpm, ...(mid && { mid }) });
    if (!found) return;
    if (found.amountA === units) {
      if (isPaidMore(found)) return;
      const { amountA, amountB } = found;
      const [byMaker, byTaker] = [guarded.maker.guard, guarded.taker.guard];
      const taken = amount(amountA - matchFee(amountA, feePpm));
      const isAllowed =
        amountB >= (byMaker?.leastMatched(amountA) ?? 0n) && taken >= (byTaker?.leastMatched(amountB) ?? 0n);
      if (!isAllowed) return;
      const evidence = {
        maker: { guard: byMaker?.evidenceFor(amountA), trigger: guarded.maker.trigger },
        taker: { guard: byTaker?.evidenceFor(amountB), trigger: guarded.taker.trigger },
      };
      rehearsal.match(maker, taker, { ...found, taken, pools, ...evidence });
      return;
    }
    units = found.amountA;
  }
}

/**
 * False if another order cannot pay the guard of an order even at its own limit. Then pools must not leave a part to it, since whoever
 * rests such an order could make a stop sell in ever smaller slices.
 */
function mayPay(order: OpenOrder, other: OpenOrder, meeting: Meeting): boolean {
  const guard = guardOf(order, meeting)?.guard;
  if (!guard) return true;
  const units = fillableAt(order, meeting.rehearsal.progressOf(order), meeting.nowMs);
  return (units * other.amountA * (PPM - meeting.feePpm)) / (other.minReceived * PPM) >= guard.leastMatched(units);
}

/** Fills an order from pools as far as they pay at least what the other order would pay at its limit, less the fee. */
function fillBefore(order: OpenOrder, other: OpenOrder, meeting: Meeting): void {
  const { rehearsal, poolsOf, feePpm } = meeting;
  const sought = meeting.guards.fillInputFor(order, rehearsal, meeting.nowMs, 'pools');
  if (!sought) return;
  const rival: Fraction = { numerator: other.amountA * (PPM - feePpm), denominator: other.minReceived * PPM };
  const byPools = fillFor({ ...sought, rival }, poolsOf(order));
  if ('way' in byPools) rehearsal.fill(order, byPools, evidenceOf(sought, byPools));
}

const guardOf = (order: OpenOrder, { guards, rehearsal, nowMs }: Meeting) =>
  guards.fillInputFor(order, rehearsal, nowMs, 'order');

/** The pools' plans for selling this much and for buying it back: their routes and mid price. */
function compare({ tokenA, tokenB }: Pair, units: Amount, { poolsOf, feePpm }: Meeting) {
  const back = poolsOf({ tokenA: tokenB, tokenB: tokenA });
  const sold = poolsOf({ tokenA, tokenB }).best(units);
  const bought = isPassable(sold) ? back.best(sold.plan.amountOut) : undefined;
  const isPriced = isPassable(sold) && bought !== undefined && isPassable(bought);
  return {
    pools: { ...routeOf('sold', sold), ...(bought && routeOf('bought', bought)) },
    mid: isPriced ? midSquared(sold.plan, bought.plan) : undefined,
    isPaidMore: ({ amountA, amountB }: MatchedAmounts): boolean => {
      if (isPassable(sold) && sold.plan.amountOut > amountB) return true;
      const paid = back.best(amountB);
      return isPassable(paid) && paid.plan.amountOut > amountA - matchFee(amountA, feePpm);
    },
  };
}

const routeOf = (name: 'sold' | 'bought', way: Way) =>
  isPassable(way) && way.route.length > 1 ? { [name]: way.route } : {};
