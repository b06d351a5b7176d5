// The venue's history: its own requests, newest first.
import type { Account } from '../../../core/amount.ts';
import type { ActivityFilter } from '../../../ports/activity.ts';
import type { ChainRequest, ChainRequests } from '../../../ports/chain-requests.ts';
import type { PageRequest, WalkedPage } from '../../../ports/page.ts';
import { numberFrom } from '../../../ports/paging.ts';
import type { HistoryEntry, Swap } from '../../../ports/venue/accounts.ts';
import { refused } from '../../../ports/venue.ts';
import { entryOf, matches, resultOf, swapOf, takeBackKey } from '../history.ts';

/** The most requests that are read for one page. */
const MOST_LOOKED_AT = 1000;

type Reads = Pick<ChainRequests, 'find' | 'page' | 'findUnder'>;

export class RequestReads {
  readonly #requests: Reads;

  constructor(requests: Reads) {
    this.#requests = requests;
  }

  async swap(transactionId: string): Promise<Swap> {
    const request = await this.#requests.find(transactionId);
    return (request && swapOf(request)) ?? refused({ code: 'not_found', what: 'swap', id: transactionId });
  }

  async swaps(account: Account, page: PageRequest): Promise<WalkedPage<Swap>> {
    return this.#walk({ account }, page, swapOf);
  }

  async transaction(id: string | number): Promise<HistoryEntry> {
    const request =
      typeof id === 'string'
        ? await this.#requests.find(id)
        : (await this.#requests.page({ before: id + 1, limit: 1 })).find(({ number }) => number === id);
    const entry = request && entryOf(request);
    return entry ? this.#withReturn(entry) : refused({ code: 'not_found', what: 'transaction', id });
  }

  async activity(filter: ActivityFilter, page: PageRequest): Promise<WalkedPage<HistoryEntry>> {
    const { account } = filter;
    const { items, ...walked } = await this.#walk(account === undefined ? {} : { account }, page, (request) => {
      const entry = entryOf(request);
      return entry && matches(entry, filter) ? entry : undefined;
    });
    return { items: await Promise.all(items.map((entry) => this.#withReturn(entry))), ...walked };
  }

  /** Adds the amounts that a take-back request has returned; that request itself is not shown. */
  async #withReturn(entry: HistoryEntry): Promise<HistoryEntry> {
    if (entry.status !== 'failed' || entry.receipt.kind !== 'provide') return entry;
    const request = await this.#requests.findUnder(entry.actor, takeBackKey(entry.transactionId));
    const { returned } = request ? resultOf(request) : {};
    return returned ? { ...entry, settlement: { ...entry.settlement, returned } } : entry;
  }

  /** Reads requests, newest first, until the page is full or the limit is reached. */
  async #walk<Item>(
    of: { readonly account?: Account },
    { cursor, limit }: PageRequest,
    take: (request: ChainRequest) => Item | undefined,
  ): Promise<WalkedPage<Item>> {
    let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : numberFrom(cursor);
    const items: Item[] = [];
    let lookedAt = 0;
    while (items.length < limit && lookedAt < MOST_LOOKED_AT) {
      const requests = await this.#requests.page({ ...of, before, limit });
      for (const request of requests) {
        if (items.length === limit) break;
        lookedAt += 1;
        before = request.number;
        const item = take(request);
        if (item !== undefined) items.push(item);
      }
      if (requests.length < limit && requests.at(-1)?.number === before) return { items, nextCursor: null, lookedAt };
      if (requests.length === 0) return { items, nextCursor: null, lookedAt };
    }
    return { items, nextCursor: String(before), lookedAt };
  }
}
