// GET /getBalances
import * as declared from '../../../contract/accounts.ts';
import type { TokenAddress } from '../../../core/amount.ts';
import type { Holding } from '../../../ports/venue/accounts.ts';
import { questionOf } from '../../call.ts';
import { readNamed, readOwner, readPage } from '../../fields/read-fields.ts';
import { tokenRecord, whole } from '../../fields/records.ts';
import { readWithOrders } from './in-orders.ts';

export const getBalances = questionOf(declared.getBalances, async ({ venue, market, input, caller }) => {
  const { account: _, token, ...page } = input;
  const account = readOwner(input, caller);
  const named = token === undefined ? undefined : readNamed<TokenAddress>(token, page, 'token');
  const wanted = readPage(page);
  const { found, inOrders } = await readWithOrders(market, account, async (also) => {
    if (!named) return venue.balances(account, wanted, also);
    return { items: await venue.balancesNamed(account, named), nextCursor: null };
  });
  const balanceRecord = ({ token, balance }: Holding) => ({
    ...tokenRecord(token),
    balance: whole(balance, token),
    inOrders: inOrders && whole(inOrders.get(token.address as TokenAddress) ?? 0n, token),
  });
  return { balances: found.items.map(balanceRecord), nextCursor: found.nextCursor };
});
