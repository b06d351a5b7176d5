// GET /getBalances
import * as declared from '../../contract/accounts.ts';
import { questionOf } from '../call.ts';
import { readOwner, readPage } from '../read-fields.ts';
import { tokenRecord, whole } from '../records.ts';

export const getBalances = questionOf(declared.getBalances, async ({ venue, input, caller }) => {
  const { items, nextCursor } = await venue.balances(readOwner(input, caller), readPage(input));
  const balances = items.map(({ token, balance }) => ({ ...tokenRecord(token), balance: whole(balance, token) }));
  return { balances, nextCursor };
});
