// GET /getSwaps
import { PageOf, SwapRecord, swapRecord } from '../answers.ts';
import { defineCall } from '../call.ts';
import { Fields, PageQuery, readPage } from '../fields.ts';

export const getSwaps = defineCall({
  name: 'getSwaps',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Swaps',
  summary: "The caller's swaps",
  description: 'Newest first, a page at a time.',
  query: Fields(PageQuery),
  answer: PageOf('swaps', SwapRecord),
  async handle({ exchange, query, caller }) {
    const { items, nextCursor } = await exchange.swaps(caller.account, readPage(query));
    return { swaps: await Promise.all(items.map((swap) => swapRecord(exchange, swap))), nextCursor };
  },
});
