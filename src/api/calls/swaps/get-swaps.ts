// GET /getSwaps
import * as declared from '../../../contract/swaps.ts';
import { questionOf } from '../../call.ts';
import { readPage } from '../../fields/read-fields.ts';
import { swapRecord } from '../../fields/records.ts';

export const getSwaps = questionOf(declared.getSwaps, async ({ venue, input, caller, charge }) => {
  const page = readPage(input);
  charge.check();
  const { items, nextCursor, lookedAt } = await venue.swaps(caller.account, page);
  charge.rows(lookedAt - page.limit);
  return { swaps: await Promise.all(items.map((swap) => swapRecord(venue, swap))), nextCursor };
});
