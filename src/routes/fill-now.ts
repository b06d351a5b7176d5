// What the pools would fill of an order if it were placed now: floats say at once where that is nothing.
import type { Amount, Ppm } from '../core/amount.ts';
import type { Exchanged, NewOrder, OrderQuote } from '../ports/order-quote.ts';
import { isPassable } from './choice.ts';
import { allowedFills, type Fill, fillFor, type Pools } from './fill-for.ts';

export type FillQuestion = {
  readonly order: NewOrder;
  /** How far an order without a limit may move the price. */
  readonly maxPriceImpactPpm: Ppm;
  /** Whether the smallest fill is told as well where it is not paid enough. */
  readonly least: boolean;
};

export type FillAnswer = Omit<OrderQuote, 'sequence'>;

const NOTHING: FillAnswer = { least: null, fill: null };
/** What a search in floats may miss of the best price. */
const MISSED = 1e-4;

export function fillNow({ order: terms, least: isLeastAsked }: FillQuestion, pools: Pools, nowMs: number): FillAnswer {
  const order = { ...terms, placedAtMs: nowMs, expiresAtMs: Number.POSITIVE_INFINITY };
  const sought = { order, left: order.amountA, nowMs };
  const allowed = allowedFills(sought);
  if (!allowed) return NOTHING;
  const isFar = pools.estimate(allowed.least) * (1 + MISSED) < Number(order.minReceived) / Number(order.amountA);
  if (isFar && !isLeastAsked) return NOTHING;
  const found = isFar ? undefined : fillFor(sought, pools);
  const fill = found && 'way' in found ? exchanged(found) : null;
  return { least: isLeastAsked ? smallest(allowed.least, pools) : null, fill };
}

function smallest(units: Amount, pools: Pools): Exchanged | null {
  const way = pools.best(units);
  return isPassable(way) ? exchanged({ units, way }) : null;
}

const exchanged = ({ units, way: { route, plan } }: Fill): Exchanged => ({
  amountA: units,
  amountB: plan.amountOut,
  ...(route.length > 1 && { route }),
});
