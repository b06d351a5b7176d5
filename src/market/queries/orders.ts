// Orders as of the head: stored records overlaid with newer ones.
import type { Account } from '../../core/amount.ts';
import { orderKindOf } from '../../core/orders/order.ts';
import type { OrderRecord } from '../../core/orders/record.ts';
import type { OrderFound, OrdersFound, OrdersQuery } from '../../ports/orders.ts';
import type { OrderPlace } from '../../ports/projection.ts';
import { refused } from '../../ports/venue.ts';
import type { Observer } from '../observer.ts';

export async function readOrder(observer: Observer, number: number): Promise<OrderFound> {
  const [stored] = await observer.projection.orders([number]);
  if (stored) observer.mustReach(stored.sequence);
  return { order: observer.fold.orders.get(number) ?? stored ?? null, sequence: observer.sequence };
}

/** Open orders first, then newest first. */
export async function readOrders(observer: Observer, query: OrdersQuery): Promise<OrdersFound> {
  const { state, cursor, limit, ...filter } = query;
  let after = cursor === undefined ? beginOf(state) : placeFrom(cursor);
  if (state === 'closed' && after.isOpen) after = beginOf(state);
  const items: OrderRecord[] = [];
  while (items.length < limit) {
    const stored = await observer.projection.ordersOf({ ...filter, after, onlyOpen: state === 'open', limit });
    observer.mustReach(Math.max(0, ...stored.map(({ sequence }) => sequence)));
    const last = stored.length === limit ? placeOf(stored.at(-1) as OrderRecord) : END;
    items.push(...laidOver(observer, stored, { ...query, after, last }));
    if (last === END) break;
    after = last;
  }
  const page = items.slice(0, limit);
  const next = page.length === limit ? cursorOf(placeOf(page.at(-1) as OrderRecord)) : null;
  return { items: page, nextCursor: next, sequence: observer.sequence };
}

const PAGE = 500;

/** Reads the stored open orders of an account; `settle` then applies the changes that are counted but not stored. */
export async function readOpenOrders(observer: Observer, account: Account, most: number) {
  const stored: OrderRecord[] = [];
  let after: OrderPlace | undefined = observer.fold.orders.openCountOf(account) > 0 ? beginOf('open') : undefined;
  while (after && stored.length < most) {
    const limit = Math.min(PAGE, most - stored.length);
    const page = await observer.projection.ordersOf({ account, after, onlyOpen: true, limit });
    stored.push(...page);
    after = page.length === limit ? placeOf(page.at(-1) as OrderRecord) : undefined;
  }
  return {
    /** True if everything was read, within the limit. */
    isWhole: after === undefined,
    settle(): readonly OrderRecord[] {
      observer.mustReach(stored.reduce((last, { sequence }) => Math.max(last, sequence), 0));
      return laidOver(observer, stored, { account, state: 'open', after: beginOf('open'), last: END });
    },
  };
}

type Span = Omit<OrdersQuery, 'cursor' | 'limit'> & { readonly after: OrderPlace; readonly last: OrderPlace };

/** The records of a part of the list with the latest changes: a record that changed after it was stored may belong to another part now. */
function laidOver({ fold }: Observer, stored: readonly OrderRecord[], span: Span): readonly OrderRecord[] {
  const { account, state, token, kind, after, last } = span;
  const found = stored.filter(({ order }) => !fold.orders.get(order));
  for (const record of fold.orders.unstored()) {
    const place = placeOf(record);
    const isWanted =
      (account === undefined || record.account === account) &&
      (token === undefined || record.tokenA === token || record.tokenB === token) &&
      (kind === undefined || orderKindOf(record) === kind);
    const isOfState = state === undefined || (state === 'open') === place.isOpen;
    if (isWanted && isOfState && comesBefore(after, place) && !comesBefore(last, place)) found.push(record);
  }
  return found.sort((one, other) => (comesBefore(placeOf(one), placeOf(other)) ? -1 : 1));
}

const placeOf = ({ status, order }: OrderRecord): OrderPlace => ({ isOpen: status === 'open', order });

const comesBefore = (one: OrderPlace, other: OrderPlace): boolean =>
  one.isOpen === other.isOpen ? one.order > other.order : one.isOpen;

const beginOf = (state: OrdersQuery['state']): OrderPlace => ({
  isOpen: state !== 'closed',
  order: Number.MAX_SAFE_INTEGER,
});
const END: OrderPlace = { isOpen: false, order: 0 };

const cursorOf = ({ isOpen, order }: OrderPlace): string => `${isOpen ? 'open' : 'closed'}-${order}`;

function placeFrom(cursor: string): OrderPlace {
  const [, state, order] = /^(open|closed)-(\d{1,15})$/.exec(cursor) ?? [];
  return state === undefined ? refused({ code: 'bad_cursor' }) : { isOpen: state === 'open', order: Number(order) };
}
