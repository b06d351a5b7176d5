// Converts orders to the records of the contract.
import type { Static } from 'typebox';
import type { OrderRecord as OrderSchema } from '../../contract/orders.ts';
import { PPM } from '../../core/amount.ts';
import type { Fraction } from '../../core/curves/curve.ts';
import { priceOf } from '../../core/market/price.ts';
import { guardOf } from '../../core/orders/guard.ts';
import { orderKindOf } from '../../core/orders/order.ts';
import { leftOf, type OrderRecord } from '../../core/orders/record.ts';
import type { Evidence } from '../../core/orders/trigger.ts';
import type { TokenPair } from '../../core/pool.ts';
import type { ExactJson } from '../json/exact-json.ts';
import { price, rate, whole } from './records.ts';

/** The price of `unitsA` sold for `unitsB`; null if either is zero. */
export const priceFor = (unitsB: bigint, unitsA: bigint, { tokenA, tokenB }: TokenPair) =>
  unitsA === 0n || unitsB === 0n
    ? null
    : price(priceOf({ numerator: unitsB, denominator: unitsA }, tokenA.decimals, tokenB.decimals));

/** The price of a trade as the order's owner counts it: of a purchase tokenA for one tokenB, else tokenB for one tokenA. */
const priceIn = ({ isPurchase }: Pick<OrderRecord, 'isPurchase'>, unitsB: bigint, unitsA: bigint, pair: TokenPair) =>
  isPurchase ? priceFor(unitsA, unitsB, { tokenA: pair.tokenB, tokenB: pair.tokenA }) : priceFor(unitsB, unitsA, pair);

export const limitRecord = (
  order: Pick<OrderRecord, 'amountA' | 'minReceived' | 'expiresAtMs' | 'isPurchase'>,
  pair: TokenPair,
) => ({
  ...limitOf(order, pair),
  price: priceIn(order, order.minReceived, order.amountA, pair),
  expiresAt: new Date(order.expiresAtMs).toISOString(),
});

function limitOf(
  { amountA, minReceived, isPurchase }: Pick<OrderRecord, 'amountA' | 'minReceived' | 'isPurchase'>,
  { tokenA, tokenB }: TokenPair,
) {
  const least = minReceived === 0n ? null : whole(minReceived, tokenB);
  return { amountA: whole(amountA, tokenA), amountB: isPurchase ? least : null, minReceived: least };
}

/** The status of the order, and the amounts filled so far. */
export const filledPart = (order: OrderRecord, pair: TokenPair) => ({
  status: order.status,
  filledA: whole(order.filledA, pair.tokenA),
  receivedB: whole(order.receivedB, pair.tokenB),
  averagePrice: priceIn(order, order.receivedB, order.filledA, pair),
  fills: order.fills,
  left: whole(leftOf(order), pair.tokenA),
  sequence: order.sequence,
});

/** When the order was placed, and when it last changed. */
export const timesRecord = ({ placedAtMs }: Pick<OrderRecord, 'placedAtMs'>, changedAtMs = placedAtMs) => ({
  createdAt: new Date(placedAtMs).toISOString(),
  updatedAt: new Date(changedAtMs).toISOString(),
});

export function orderRecord(
  order: OrderRecord,
  pair: TokenPair,
  changedAtMs: number,
): ExactJson<Static<typeof OrderSchema>> {
  const { tokenA, tokenB } = pair;
  const { schedule } = order;
  return {
    orderId: order.id,
    order: order.order,
    account: order.account,
    clientId: order.clientId ?? null,
    keyId: order.keyId ?? null,
    kind: orderKindOf(order),
    tokenA: tokenA.address,
    symbolA: tokenA.symbol,
    tokenB: tokenB.address,
    symbolB: tokenB.symbol,
    ...limitRecord(order, pair),
    parts: order.inParts,
    postOnly: order.placedAs === 'postOnly',
    immediate: order.placedAs === 'immediate',
    times: schedule?.times ?? null,
    every: schedule ? schedule.everyMs / 1000 : null,
    ...stopRecord(order, pair),
    ...filledPart(order, pair),
    returned: whole(order.returned, tokenA),
    ...timesRecord(order, changedAtMs),
    maxSlippage: (schedule ?? order.trigger) ? rate(guardOf(order) ?? PPM) : null,
  };
}

function stopRecord({ trigger, triggered }: OrderRecord, pair: TokenPair) {
  const at = (when: 'below' | 'above') => (trigger?.when === when ? ratioPrice(trigger.price, pair) : null);
  return {
    triggerBelow: at('below'),
    triggerAbove: at('above'),
    over: trigger ? trigger.overMs / 1000 : null,
    triggered: trigger ? triggered !== undefined : null,
    ...averageRecord(triggered ?? null, pair),
    averageSequence: triggered?.asOf ?? null,
  };
}

export const averageRecord = (evidence: Evidence | null, pair: TokenPair) => ({
  average: evidence && ratioPrice(evidence.average, pair),
  averageFrom: evidence && new Date(evidence.fromMs).toISOString(),
  averageTo: evidence && new Date(evidence.toMs).toISOString(),
  averageVia: evidence?.via.join(' ') ?? null,
});

const ratioPrice = (ratio: Fraction, { tokenA, tokenB }: TokenPair) =>
  price(priceOf(ratio, tokenA.decimals, tokenB.decimals));
