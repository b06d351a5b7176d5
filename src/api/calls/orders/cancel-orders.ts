// POST /cancelOrders
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/orders.ts';
import type { CloseOrdersCommand } from '../../../core/commands/close-orders.ts';
import type { OrderRecord } from '../../../core/orders/record.ts';
import { orderPair, type Pair, pairKey } from '../../../core/pool.ts';
import type { Market } from '../../../ports/market.ts';
import type { OrdersQuery } from '../../../ports/orders.ts';
import { OutcomeUnknown } from '../../../ports/store.ts';
import type { HistoryEntry } from '../../../ports/venue/accounts.ts';
import type { Completed } from '../../../ports/venue/trading.ts';
import { RefusedError, type Venue } from '../../../ports/venue.ts';
import { type CallContext, changeOf } from '../../call.ts';
import { addressesOf, readBodyPair } from '../../fields/read-fields.ts';

type Context = CallContext<InputOf<typeof declared.cancelOrders>>;
type Closed = Completed<CloseOrdersCommand>;

const { MAX_CANCELLED } = declared;

export const cancelOrders = changeOf(declared.cancelOrders, {
  async read(context) {
    const { market, input, caller, charge } = context;
    const [pair, { account }] = [await readTraded(context), caller];
    const { kind } = input;
    const open = await openOrders(market, { account, state: 'open', ...(kind && { kind }) }, pair);
    charge.rows(ROWS_AN_ORDER * open.length);
    const orders = open.slice(0, MAX_CANCELLED).map(({ order, tokenA, tokenB }) => ({ order, tokenA, tokenB }));
    const filter = { ...(pair && { pair }), ...(kind && { orderKind: kind }) };
    return { command: { kind: 'closeOrders', account, ...filter, orders }, isMore: open.length > MAX_CANCELLED };
  },

  since: (done, { venue }) => Promise.all(done.map((each) => idsOf(venue, each))),

  answer(_, { isMore }, since) {
    const orderIds = since as readonly string[];
    return { count: orderIds.length, orderIds, more: isMore || orderIds.length === MAX_CANCELLED };
  },

  nothingToDo: (error) =>
    error instanceof RefusedError && error.refusal.code === 'not_found'
      ? { count: 0, orderIds: [], more: false }
      : undefined,
});

/** An order is listed, loaded and closed, and its transactions are read. */
const ROWS_AN_ORDER = 4;

/** The pair in the order of its pool, so that both directions are the same request. */
async function readTraded({ venue, input }: Context): Promise<Pair | undefined> {
  if (!input.Pair) return undefined;
  const { tokenA, tokenB } = addressesOf(await readBodyPair(venue, { Pair: input.Pair }));
  const [first, second] = orderPair(tokenA, tokenB);
  return { tokenA: first, tokenB: second };
}

/** One more than are closed at once, if there are so many. */
async function openOrders(
  market: Market,
  filter: Omit<OrdersQuery, 'cursor' | 'limit'>,
  pair: Pair | undefined,
): Promise<readonly OrderRecord[]> {
  const keyOf = ({ tokenA, tokenB }: Pair) => pairKey(tokenA, tokenB);
  const isWanted = (order: Pair) => !pair || keyOf(order) === keyOf(pair);
  const found: OrderRecord[] = [];
  const token = pair ? { token: pair.tokenA } : {};
  for (let cursor: string | null | undefined; cursor !== null && found.length <= MAX_CANCELLED; ) {
    const from = cursor === undefined ? {} : { cursor };
    const page = await market.orders({ ...filter, ...token, ...from, limit: MAX_CANCELLED + 1 });
    found.push(...page.items.filter(isWanted));
    cursor = page.nextCursor;
  }
  return found;
}

/** Transactions that are read at once. */
const SLICE = 50;

async function idsOf(venue: Venue, first: Closed): Promise<readonly string[]> {
  try {
    const orders = await closedWith(venue, first);
    const ids: string[] = [];
    for (let at = 0; at < orders.length; at += SLICE) {
      const placed = orders.slice(at, at + SLICE).map((order) => venue.transaction(order));
      ids.push(...(await Promise.all(placed)).map(({ transactionId }) => transactionId));
    }
    return ids;
  } catch (cause) {
    throw new OutcomeUnknown('the orders were cancelled, and cannot be listed', { cause });
  }
}

/** The orders that the command has closed, from its receipts: so a repeated request, at which other orders are open, gets the same answer. */
async function closedWith(venue: Venue, { sequence, receipt: { order: first } }: Closed): Promise<readonly number[]> {
  const orders = [first];
  for (let from = sequence + 1; orders.length < MAX_CANCELLED; from += SLICE) {
    for (const row of await Promise.all(sliceFrom(from).map((at) => rowAt(venue, at)))) {
      if (row?.receipt.kind !== 'closeOrder' || row.receipt.first !== first) return orders;
      orders.push(row.receipt.order);
    }
  }
  return orders;
}

const sliceFrom = (from: number): readonly number[] => Array.from({ length: SLICE }, (_, at) => from + at);

const rowAt = (venue: Venue, sequence: number): Promise<HistoryEntry | undefined> =>
  venue.transaction(sequence).catch((error: unknown) => {
    if (error instanceof RefusedError) return undefined;
    throw error;
  });
