// GET /getTokens
import * as declared from '../../contract/market.ts';
import { questionOf } from '../call.ts';
import { readList } from '../read-fields.ts';
import { tokenEntryRecord } from '../records.ts';

export const getTokens = questionOf(
  declared.getTokens,
  async ({ venue, input }) => {
    const { items, nextCursor } = await venue.tokens(readList(input));
    return { tokens: items.map(tokenEntryRecord), nextCursor };
  },
  { isOftenRepeated: true },
);
