// GET /getLiabilities
import * as declared from '../../../contract/log.ts';
import { isOfExchange, lpToken } from '../../../core/accounts.ts';
import type { Account, TokenAddress } from '../../../core/amount.ts';
import type { LiabilitiesPage } from '../../../ports/liabilities.ts';
import { page, tokenFrom } from '../../../ports/paging.ts';
import { refused, type Venue } from '../../../ports/venue.ts';
import { questionOf } from '../../call.ts';
import { readPage, readToken } from '../../fields/read-fields.ts';
import { whole } from '../../fields/records.ts';
import { rowProofRecord } from '../../fields/row-proof.ts';
import { tokenOrLp, unitOf } from '../../fields/token-or-lp.ts';
import { noLiabilities } from '../../public-log/files.ts';

export const getLiabilities = questionOf(declared.getLiabilities, async ({ venue, liabilities, input }) => {
  const { cursor, limit } = readPage(input);
  const list = await liabilities.liabilities({ ...(await selected(venue, input.token, cursor)), limit });
  if (!list) throw noLiabilities();
  const units = await Promise.all(list.tokens.map(({ token }) => unitOf(venue, token as TokenAddress)));
  const tokens = list.tokens.map(({ token, people, peopleTotal, ownTotal, line }, at) => {
    const unit = units[at] as (typeof units)[number];
    const total = whole(peopleTotal + ownTotal, unit);
    const record = {
      token: unit.address,
      symbol: unit.symbol,
      total,
      people,
      peopleTotal: whole(peopleTotal, unit),
      line,
    };
    return { record, unit, token };
  });
  const [first] = tokens;
  const own = list.own?.map(({ account, amount }) => {
    const { unit } = first as (typeof tokens)[number];
    return { account, amount: whole(amount, unit), amountBase: String(amount) };
  });
  const { nextCursor } = own ? page(own, limit, ({ account }) => account) : page(tokens, limit, ({ token }) => token);
  return {
    tokens: tokens.map(({ record }) => record),
    nextCursor,
    own: own ?? null,
    sequence: list.asOf,
    at: new Date(list.atMs).toISOString(),
    log: list.log,
    intervalMs: list.intervalMs,
    previous: list.previous,
    hash: list.hash,
    transactionId: list.transactionId,
    checkpoint: list.transaction?.checkpoint.note ?? null,
    transaction: list.transaction ? rowProofRecord(list.transaction) : null,
  };
});

/** Cursors are tokens, or accounts of the exchange if one token was asked for. */
async function selected(
  venue: Venue,
  token: string | undefined,
  cursor: string | undefined,
): Promise<Omit<LiabilitiesPage, 'limit'>> {
  if (token === undefined) return { after: cursor === undefined ? undefined : tokenFrom(cursor) };
  if (cursor !== undefined && !isOfExchange(cursor as Account)) refused({ code: 'bad_cursor' });
  const { named } = await tokenOrLp(venue, readToken(token, 'token'));
  return { token: 'pool' in named ? lpToken(named.pool) : named.token, after: cursor };
}
