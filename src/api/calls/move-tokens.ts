// POST /deposit and POST /withdraw: tokens enter and leave the exchange.
import { DECLARATIONS } from '../../contract/calls.ts';
import type { Account } from '../../core/amount.ts';
import { faultIn } from '../../exchange/names.ts';
import type { Venue } from '../../exchange/venue.ts';
import { changeOf } from '../call.ts';
import { readAccount, readAmount, readKnownAccount, readToken, readVisible } from '../read-fields.ts';
import { whole } from '../records.ts';

export const deposit = moveTokens('deposit');
export const withdraw = moveTokens('withdraw');

function moveTokens(kind: 'deposit' | 'withdraw') {
  return changeOf(DECLARATIONS[kind], {
    async read({ venue, input }) {
      const token = await venue.token(readToken(input.token, 'token'));
      const account = await readHolder(venue, input.account);
      const amount = readAmount(input.amount, token, 'amount');
      const reference = readVisible(input.reference, 'reference');
      return { command: { kind, account, token: token.address, amount, reference }, token };
    },
    answer({ transactionId, receipt }, { token }) {
      const { account, amount, reference } = receipt;
      return { transactionId, account, token: token.address, amount: whole(amount, token), reference };
    },
  });
}

/** Whoever holds something already goes by any name; a new account must look like what it is. */
async function readHolder(venue: Venue, text: string): Promise<Account> {
  const account = readKnownAccount(text, 'account');
  if (faultIn(account) === undefined) return account;
  const { items } = await venue.balances(account, { limit: 1 });
  return items.length > 0 ? account : readAccount(text, 'account');
}
