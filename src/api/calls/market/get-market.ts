// GET /getMarket
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/market-data.ts';
import type { TokenAddress } from '../../../core/amount.ts';
import { type NamedTokensQuery, type OverviewQuery, TOKEN_SORTS } from '../../../ports/market-figures.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { momentRecord, poolFiguresRecord, tokenFiguresRecord } from '../../fields/market-records.ts';
import { readNamed, readPage, readQuote } from '../../fields/read-fields.ts';

export const getMarket = questionOf(declared.getMarket, async ({ market, input }) => {
  const found = await market.overview(readQuery(input));
  const { pools, tokens, count, nextCursor, quoteToken } = found;
  return {
    ...momentRecord(found),
    ...(pools && { pools: pools.map((pool) => poolFiguresRecord(pool, quoteToken)) }),
    ...(tokens && { tokens: tokens.map((token) => tokenFiguresRecord(token, quoteToken)) }),
    count,
    nextCursor,
  };
});

function readQuery(input: InputOf<typeof declared.getMarket>): OverviewQuery {
  const { token, quote: _, ...rest } = input;
  if (token !== undefined) return { ...readQuote(input), ...readTokens(token, rest) };
  const { list = 'pools', sort = 'tvl', order = sort === 'name' ? 'asc' : 'desc', search, ...page } = rest;
  const query = { ...readPage(page), ...readQuote(input), order, ...(search !== undefined && { search }) };
  if (list === 'pools') return { ...query, list, sort };
  const known = TOKEN_SORTS.find((name) => name === sort);
  if (known) return { ...query, list, sort: known };
  throw new ApiError('invalid_request', `Tokens can be sorted by ${TOKEN_SORTS.join(', ')}.`);
}

function readTokens(
  token: string | readonly string[],
  { list, ...others }: { readonly list?: 'pools' | 'tokens' },
): NamedTokensQuery {
  if (list === 'pools')
    throw new ApiError('invalid_request', 'token names tokens; leave list out, or say list=tokens.');
  return { list: 'named', tokens: readNamed<TokenAddress>(token, others, 'token') };
}
