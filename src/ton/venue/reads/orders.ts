// The venue's history: its own orders, newest first.
import type { Account } from '../../../core/amount.ts';
import type { ActivityFilter } from '../../../ports/activity.ts';
import type { ChainOrder, ChainOrders } from '../../../ports/chain-orders.ts';
import type { PageRequest, WalkedPage } from '../../../ports/page.ts';
import { numberFrom } from '../../../ports/paging.ts';
import type { Entry, Swap } from '../../../ports/venue/accounts.ts';
import { refused } from '../../../ports/venue.ts';
import { entryOf, matches, resultOf, swapOf, takeBackKey } from '../history.ts';

/** The most orders that are read for one page. */
const MOST_LOOKED_AT = 1000;

type Asked = Pick<ChainOrders, 'order' | 'orders' | 'orderUnder'>;

export class OrderReads {
  readonly #orders: Asked;

  constructor(orders: Asked) {
    this.#orders = orders;
  }

  async swap(transactionId: string): Promise<Swap> {
    const order = await this.#orders.order(transactionId);
    return (order && swapOf(order)) ?? refused({ code: 'unknown_swap', id: transactionId });
  }

  async swaps(account: Account, page: PageRequest): Promise<WalkedPage<Swap>> {
    return this.#walk({ account }, page, swapOf);
  }

  async transaction(id: string | number): Promise<Entry> {
    const order =
      typeof id === 'string'
        ? await this.#orders.order(id)
        : (await this.#orders.orders({ before: id + 1, limit: 1 })).find(({ number }) => number === id);
    const entry = order && entryOf(order);
    return entry ? this.#withReturn(entry) : refused({ code: 'unknown_transaction', id });
  }

  async activity(filter: ActivityFilter, page: PageRequest): Promise<WalkedPage<Entry>> {
    const { account } = filter;
    const { items, ...walked } = await this.#walk(account === undefined ? {} : { account }, page, (order) => {
      const entry = entryOf(order);
      return entry && matches(entry, filter) ? entry : undefined;
    });
    return { items: await Promise.all(items.map((entry) => this.#withReturn(entry))), ...walked };
  }

  /** Adds the amounts that a take-back order has returned; that order itself is not shown. */
  async #withReturn(entry: Entry): Promise<Entry> {
    if (entry.status !== 'failed' || entry.receipt.kind !== 'provide') return entry;
    const order = await this.#orders.orderUnder(entry.actor, takeBackKey(entry.transactionId));
    const { returned } = order ? resultOf(order) : {};
    return returned ? { ...entry, settlement: { ...entry.settlement, returned } } : entry;
  }

  /** Reads orders, newest first, until the page is full or the limit is reached. */
  async #walk<Item>(
    of: { readonly account?: Account },
    { cursor, limit }: PageRequest,
    take: (order: ChainOrder) => Item | undefined,
  ): Promise<WalkedPage<Item>> {
    let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : numberFrom(cursor);
    const items: Item[] = [];
    let lookedAt = 0;
    while (items.length < limit && lookedAt < MOST_LOOKED_AT) {
      const orders = await this.#orders.orders({ ...of, before, limit });
      for (const order of orders) {
        if (items.length === limit) break;
        lookedAt += 1;
        before = order.number;
        const item = take(order);
        if (item !== undefined) items.push(item);
      }
      if (orders.length < limit && orders.at(-1)?.number === before) return { items, nextCursor: null, lookedAt };
      if (orders.length === 0) return { items, nextCursor: null, lookedAt };
    }
    return { items, nextCursor: String(before), lookedAt };
  }
}
