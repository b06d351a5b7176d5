// GET /getMarket
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/market-data.ts';
import { type OverviewAsked, TOKEN_SORTS } from '../../../ports/market-figures.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { momentRecord, poolFiguresRecord, tokenFiguresRecord } from '../../fields/market-records.ts';
import { readPage } from '../../fields/read-fields.ts';

export const getMarket = questionOf(declared.getMarket, async ({ market, input }) => {
  const found = await market.overview(readAsked(input));
  const { pools, tokens, count, nextCursor, quoteToken } = found;
  return {
    ...momentRecord(found),
    ...(pools && { pools: pools.map((pool) => poolFiguresRecord(pool, quoteToken)) }),
    ...(tokens && { tokens: tokens.map((token) => tokenFiguresRecord(token, quoteToken)) }),
    count,
    nextCursor,
  };
});

function readAsked(input: InputOf<typeof declared.getMarket>): OverviewAsked {
  const { list = 'pools', sort = 'tvl', order = sort === 'name' ? 'asc' : 'desc', search, ...page } = input;
  const asked = { ...readPage(page), order, ...(search !== undefined && { search }) };
  if (list === 'pools') return { ...asked, list, sort };
  const known = TOKEN_SORTS.find((name) => name === sort);
  if (known) return { ...asked, list, sort: known };
  throw new ApiError('invalid_request', `Tokens can be sorted by ${TOKEN_SORTS.join(', ')}.`);
}
