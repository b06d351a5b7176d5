// GET /getOrders, GET /getOrder
import type { InputOf } from '../../../contract/call.ts';
import { MAX_PAGE } from '../../../contract/fields.ts';
import * as declared from '../../../contract/orders.ts';
import type { OrderRecord } from '../../../core/orders/record.ts';
import type { OrdersQuery } from '../../../ports/orders.ts';
import { refused, type Venue } from '../../../ports/venue.ts';
import { type CallContext, questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { orderRecord } from '../../fields/order-records.ts';
import { readOwner, readPage, readToken } from '../../fields/read-fields.ts';
import { readNamedOrder } from '../../fields/read-orders.ts';

type Input = InputOf<typeof declared.getOrders>;

export const getOrders = questionOf(
  declared.getOrders,
  async (context) => {
    const { items, nextCursor, sequence } = await context.market.orders({
      ...filterOf(context),
      ...readPage(context.input),
    });
    return { orders: await recordsOf(context.venue, items), nextCursor, sequence };
  },
  { pages },
);

export const getOrder = questionOf(declared.getOrder, async ({ venue, market, input, caller }) => {
  const placed = await readNamedOrder(venue, input, caller);
  const { order } = await market.order(placed.sequence);
  // The journal was rewound meanwhile (by a restored backup), so the order is gone.
  if (order?.id !== placed.transactionId) return refused({ code: 'not_found', what: 'order', order: placed.sequence });
  return recordOf(venue, order);
});

type Filter = Omit<OrdersQuery, 'cursor' | 'limit'>;

function filterOf({ input, caller }: CallContext<Input>): Filter {
  const { state, token, kind } = input;
  if ((token !== undefined || kind !== undefined) && state !== 'open')
    throw new ApiError('invalid_request', 'token and kind filter open orders: send state=open with them.');
  const filter: Filter = {
    ...(state !== undefined && { state }),
    ...(token !== undefined && { token: readToken(token, 'token') }),
    ...(kind !== undefined && { kind }),
  };
  if (input.all === undefined) return { account: readOwner(input, caller), ...filter };
  if (input.account !== undefined) throw new ApiError('invalid_request', 'Send account or all, not both.');
  if (caller.role !== 'operator') throw new ApiError('forbidden', 'Only operators can see other accounts.');
  return filter;
}

const recordsOf = (venue: Venue, orders: readonly OrderRecord[]) =>
  Promise.all(orders.map((order) => recordOf(venue, order)));

/** The time of the last change is that of its transaction; market data has only its sequence. */
async function recordOf(venue: Venue, order: OrderRecord) {
  const isChanged = order.sequence !== order.order;
  const changedAtMs = isChanged ? (await venue.transaction(order.sequence)).createdAtMs : order.placedAtMs;
  return orderRecord(order, await venue.pair(order.tokenA, order.tokenB), changedAtMs);
}

async function* pages(context: CallContext<Input>) {
  const { venue, market, input, charge } = context;
  if (input.limit !== undefined) {
    throw new ApiError('invalid_request', 'limit applies to pages; a file contains all matches.');
  }
  const filter = filterOf(context);
  for (let cursor: string | null | undefined = input.cursor; cursor !== null; ) {
    const from = cursor === undefined ? {} : { cursor };
    const { items, nextCursor } = await market.orders({ ...filter, limit: MAX_PAGE, ...from });
    yield await recordsOf(venue, items);
    cursor = nextCursor;
    await charge.pace(MAX_PAGE);
  }
}
