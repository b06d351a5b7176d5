// GET /getTokens
import * as declared from '../../../contract/market.ts';
import type { TokenAddress } from '../../../core/amount.ts';
import type { Place } from '../../../core/market/direction.ts';
import type { NumberedToken } from '../../../core/pool.ts';
import { type CallServices, questionOf } from '../../call.ts';
import { readList, readNamed } from '../../fields/read-fields.ts';
import { tokenEntryRecord } from '../../fields/records.ts';

export const getTokens = questionOf(
  declared.getTokens,
  async ({ venue, about, input: { token, ...page } }) => {
    const { items, nextCursor } =
      token === undefined
        ? await venue.tokens(readList(page))
        : { items: await venue.tokensNamed(readNamed<TokenAddress>(token, page, 'token')), nextCursor: null };
    const placeOf = await placesBy({ venue, about });
    return { tokens: items.map((one) => ({ ...tokenEntryRecord(one), place: placeOf(one) })), nextCursor };
  },
  { isOftenRepeated: true },
);

/** The quote token is looked up, since the configured one may not be registered (yet). */
async function placesBy({ venue, about: { quote } }: Pick<CallServices, 'venue' | 'about'>) {
  const [chosen] = quote ? await venue.tokensNamed([quote.token]) : [];
  const isFirst = chosen === undefined && (quote?.orFirst ?? true);
  return ({ address, number }: NumberedToken): Place =>
    address === chosen?.address || (isFirst && number === 1) ? null : number;
}
