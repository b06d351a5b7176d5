// The part of an order that the pools would fill if it were placed now; an estimate in floats rules out most searches.
import { type Amount, amount, type Ppm } from '../core/amount.ts';
import { leastFill } from '../core/orders/order.ts';
import type { Exchanged, NewOrder, OrderQuote } from '../ports/order-quote.ts';
import { isPassable } from './choice.ts';
import { allowedFills, fillFor, type NextFill, type PoolsNow } from './fill-for.ts';

export type FillQuestion = {
  readonly order: NewOrder;
  /** The price impact limit of an order without a price limit. */
  readonly maxPriceImpactPpm: Ppm;
  /** Whether to return the smallest fill too, even if it does not reach the limit. */
  readonly least: boolean;
};

export type FillAnswer = Omit<OrderQuote, 'sequence'>;

const NOTHING: FillAnswer = { least: null, fill: null };
/** The fraction of the best price that a search in floats may miss. */
const MISSED = 1e-4;

export function fillNow({ order: terms, least: wantsLeast }: FillQuestion, pools: PoolsNow, nowMs: number): FillAnswer {
  const order = { ...terms, placedAtMs: nowMs, expiresAtMs: Number.POSITIVE_INFINITY };
  const sought = { order, left: order.amountA, nowMs };
  const allowed = allowedFills(sought);
  if (!allowed) return NOTHING;
  const leastSold = order.isPurchase ? amount(leastFill(order)) : allowed.least;
  const isFar = pools.estimate(leastSold) * (1 + MISSED) < Number(order.minReceived) / Number(order.amountA);
  if (isFar && !wantsLeast) return NOTHING;
  const found = isFar ? undefined : fillFor(sought, pools);
  const fill = found && 'way' in found ? exchanged(found) : null;
  return { least: wantsLeast ? smallest(order, allowed.least, pools) : null, fill };
}

function smallest({ isPurchase }: NewOrder, size: Amount, pools: PoolsNow): Exchanged | null {
  const way = isPurchase ? pools.cheapest(size) : pools.best(size);
  return isPassable(way) ? exchanged({ units: way.plan.amountIn, way }) : null;
}

const exchanged = ({ units, way: { route, plan } }: NextFill): Exchanged => ({
  amountA: units,
  amountB: plan.amountOut,
  ...(route.length > 1 && { route }),
});
