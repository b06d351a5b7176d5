// GET /getTokens
import * as declared from '../../../contract/market.ts';
import type { TokenAddress } from '../../../core/amount.ts';
import { questionOf } from '../../call.ts';
import { readList, readNamed } from '../../fields/read-fields.ts';
import { tokenEntryRecord } from '../../fields/records.ts';

export const getTokens = questionOf(
  declared.getTokens,
  async ({ venue, input: { token, ...page } }) => {
    if (token !== undefined) {
      const tokens = await venue.tokensNamed(readNamed<TokenAddress>(token, page, 'token'));
      return { tokens: tokens.map(tokenEntryRecord), nextCursor: null };
    }
    const { items, nextCursor } = await venue.tokens(readList(page));
    return { tokens: items.map(tokenEntryRecord), nextCursor };
  },
  { isOftenRepeated: true },
);
