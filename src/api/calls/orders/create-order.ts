// POST /createOrder
import { isByKey } from '../../../access/keys.ts';
import * as declared from '../../../contract/orders.ts';
import { assert } from '../../../core/assert.ts';
import { isFilledAtOnce, type PlaceOrderCommand } from '../../../core/commands/place-order.ts';
import { closedRecord, filledRecord, fillsOf, type OrderRecord, placedRecord } from '../../../core/orders/record.ts';
import type { Completed } from '../../../ports/venue/trading.ts';
import { type CallServices, changeOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { filledPart, limitRecord, timesRecord } from '../../fields/order-records.ts';
import { addressesOf, readBodyPair } from '../../fields/read-fields.ts';
import {
  averageOf,
  readEnd,
  readOffer,
  readPlacing,
  readSchedule,
  readSlippage,
  readStop,
} from '../../fields/read-orders.ts';
import { whole } from '../../fields/records.ts';

type Placed = Completed<PlaceOrderCommand>;

export const createOrder = changeOf(declared.createOrder, {
  async read({ venue, market, ordersPause, input, caller, isInBulk }) {
    const pair = await readBodyPair(venue, input);
    const offer = readOffer(input, pair);
    const { amountA } = offer;
    const timed = readSchedule(input);
    if (offer.minReceived === 0n && !timed.schedule) {
      throw new ApiError('invalid_request', 'Send minReceived or price: the limit that the order waits for.');
    }
    const stop = readStop(input, pair);
    const now = stop.trigger && (await averageOf(market, pair, { trigger: { ...stop.trigger, overMs: 0 }, amountA }));
    const order = {
      ...{ account: caller.account, ...addressesOf(pair), ...offer },
      ...(input.clientId !== undefined && { clientId: input.clientId }),
      ...(isByKey(caller) && { keyId: caller.keyId }),
      ...{ inParts: input.parts ?? true, ...timed, ...stop, ...readSlippage(input), ...readPlacing(input) },
    };
    // Pools may fill the order in the commit that places it, or refuse it as postOnly, regardless of open orders, so that no later order takes the current price.
    const isAtOnce = isFilledAtOnce(order);
    const isFoundByVenue = isInBulk === true && venue.routing === 'best' && isAtOnce;
    const fill = isAtOnce && !isFoundByVenue ? await venue.fillAtOnce(order) : undefined;
    return {
      command: {
        ...{ kind: 'placeOrder', ...order, ...readEnd(input.expiresAt), ...(fill && { fill }) },
        ...((await ordersPause.isPaused()) && { isPaused: true as const }),
        ...(now?.isLarge && { isLarge: true as const }),
      },
      ...(isFoundByVenue && { routing: 'best' as const }),
      pair,
    };
  },

  since: (placed, served) => Promise.all(placed.map((each) => withFill(each, served))),

  answer(done, { pair }, since) {
    const record = (since as OrderRecord | undefined) ?? asPlaced(done);
    return {
      orderId: record.id,
      order: record.order,
      ...limitRecord(record, pair),
      ...filledPart(record, pair),
      returned: whole(record.returned, pair.tokenA),
      over: record.trigger ? record.trigger.overMs / 1000 : null,
      // A fill at once is part of the same commit.
      ...timesRecord(record),
    };
  },
});

/** The order right after its commit, with what that commit did but nothing later, so that a repeated request gets the same answer. */
async function withFill(placed: Placed, { venue }: CallServices): Promise<OrderRecord> {
  const record = asPlaced(placed);
  const next = await venue.transaction(placed.sequence + 1).catch(() => undefined);
  // Later fills are made by the keeper, which fills open orders, not by the actor who placed the order.
  if (next?.actor !== placed.actor) return record;
  const fill =
    next.receipt.kind === 'swap' ? fillsOf(next.receipt).find(({ order }) => order === record.order) : undefined;
  const filled = fill ? filledRecord(record, fill, next.sequence) : record;
  if (record.placedAs !== 'immediate' || filled.status !== 'open') return filled;
  const close = fill ? await venue.transaction(next.sequence + 1) : next;
  assert(close.receipt.kind === 'closeOrder' && close.receipt.order === record.order, 'an immediate order is closed');
  return closedRecord(filled, close.receipt, close.sequence);
}

const asPlaced = ({ receipt, transactionId: id, ...done }: Placed): OrderRecord =>
  placedRecord(receipt, { ...done, id, receipt });
