// GET /getBalances
import * as declared from '../../../contract/accounts.ts';
import type { TokenAddress } from '../../../core/amount.ts';
import type { Holding } from '../../../ports/venue/accounts.ts';
import { questionOf } from '../../call.ts';
import { readNamed, readOwner, readPage } from '../../fields/read-fields.ts';
import { tokenRecord, whole } from '../../fields/records.ts';

export const getBalances = questionOf(declared.getBalances, async ({ venue, input, caller }) => {
  const { account: _, token, ...page } = input;
  const account = readOwner(input, caller);
  if (token !== undefined) {
    const held = await venue.balancesNamed(account, readNamed<TokenAddress>(token, page, 'token'));
    return { balances: held.map(balanceRecord), nextCursor: null };
  }
  const { items, nextCursor } = await venue.balances(account, readPage(page));
  return { balances: items.map(balanceRecord), nextCursor };
});

const balanceRecord = ({ token, balance }: Holding) => ({ ...tokenRecord(token), balance: whole(balance, token) });
