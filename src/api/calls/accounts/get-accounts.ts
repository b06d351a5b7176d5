// GET /getAccounts
import * as declared from '../../../contract/accounts.ts';
import { questionOf } from '../../call.ts';
import { readPage } from '../../fields/read-fields.ts';

export const getAccounts = questionOf(declared.getAccounts, async ({ venue, input }) => {
  const { items, nextCursor } = await venue.accounts(readPage(input));
  return { accounts: items, nextCursor };
});
