// GET /getFills
import type { InputOf } from '../../../contract/call.ts';
import { MAX_PAGE } from '../../../contract/fields.ts';
import * as declared from '../../../contract/fills.ts';
import type { FillFilter } from '../../../core/orders/own-fills.ts';
import type { ActivityFilter } from '../../../ports/activity.ts';
import type { PageRequest } from '../../../ports/page.ts';
import { type CallContext, questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { fillsPage } from '../../fields/fill-records.ts';
import { addressesOf, readMoment, readPage, readPair } from '../../fields/read-fields.ts';
import { type PlacedBy, readOrder } from '../../fields/read-orders.ts';

type Context = CallContext<InputOf<typeof declared.getFills>>;
type Filter = ActivityFilter & { readonly fills: FillFilter };

export const getFills = questionOf(
  declared.getFills,
  async (context) => {
    const { venue, input, charge } = context;
    const { filter, first } = await readFilter(context);
    const page: PageRequest = { ...first, ...readPage(input) };
    charge.check();
    const { fills, nextCursor, lookedAt } = await fillsPage(venue, filter, page);
    charge.rows(lookedAt - page.limit);
    return { fills, nextCursor };
  },
  { pages },
);

async function* pages(context: Context) {
  const { venue, input, charge } = context;
  if (input.limit !== undefined) {
    throw new ApiError('invalid_request', 'limit applies to pages; a file contains all matches.');
  }
  const { filter, first } = await readFilter(context);
  for (let cursor: string | null | undefined = input.cursor ?? first.cursor; cursor !== null; ) {
    const from = cursor === undefined ? {} : { cursor };
    const { fills, nextCursor, lookedAt } = await fillsPage(venue, filter, { ...from, limit: MAX_PAGE });
    yield fills;
    cursor = nextCursor;
    await charge.pace(lookedAt);
  }
}

/** The filter, and where a list of an order's fills begins. */
async function readFilter(context: Context): Promise<{ filter: Filter; first: { cursor?: string } }> {
  const { venue, input, caller } = context;
  const { from, to } = input;
  const placed = input.order === undefined ? undefined : await readOrder(venue, input.order, caller);
  const pair = await readTradedPair(context);
  const { account } = caller;
  const fills = { account, ...(pair && { pair }), ...(placed && { order: placed.sequence }) };
  const filter = {
    ...{ account, fills },
    ...(from !== undefined && { fromMs: readMoment(from, 'from') }),
    ...(to !== undefined && { toMs: readMoment(to, 'to') }),
  };
  return { filter, first: placed ? await afterLastChange(context, placed) : {} };
}

async function readTradedPair({ venue, input }: Context) {
  const { jetton0, jetton1 } = input;
  if (jetton0 === undefined && jetton1 === undefined) return undefined;
  if (jetton0 === undefined) throw new ApiError('invalid_request', 'jetton0 is missing.');
  if (jetton1 === undefined) throw new ApiError('invalid_request', 'jetton1 is missing.');
  return addressesOf(await readPair(venue, ['jetton0', jetton0], ['jetton1', jetton1]));
}

/** An order is not filled after its last change. Without market data, the search begins at the newest transaction. */
async function afterLastChange({ market }: Context, placed: PlacedBy): Promise<{ cursor?: string }> {
  const { order } = await market.order(placed.sequence).catch(() => ({ order: null }));
  return order ? { cursor: String(order.sequence + 1) } : {};
}
