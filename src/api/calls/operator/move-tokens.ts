// POST /deposit and POST /withdraw: tokens enter and leave the exchange.

import { faultIn } from '../../../access/names.ts';
import { DECLARATIONS } from '../../../contract/calls.ts';
import type { Account } from '../../../core/amount.ts';
import type { Venue } from '../../../ports/venue.ts';
import { changeOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { readAmount, readHolder, readToken, readVisible } from '../../fields/read-fields.ts';
import { whole } from '../../fields/records.ts';

export const deposit = moveTokens('deposit');
export const withdraw = moveTokens('withdraw');

function moveTokens(kind: 'deposit' | 'withdraw') {
  return changeOf(DECLARATIONS[kind], {
    async read({ venue, input }) {
      const token = await venue.token(readToken(input.token, 'token'));
      const account = await readHolder(venue, input.account, 'account');
      const amount = readAmount(input.amount, token, 'amount');
      const reference = await readReference(venue, input.reference, account);
      return { command: { kind, account, token: token.address, amount, reference }, token };
    },
    answer({ transactionId, receipt }, { token }) {
      const { account, amount, reference } = receipt;
      return { transactionId, account, token: token.address, amount: whole(amount, token), reference };
    },
  });
}

/** Accepts any reference that was used before; a new one must be visible text without spaces at its ends. */
async function readReference(venue: Venue, text: string, account: Account): Promise<string> {
  if (faultIn(text) === undefined && text === text.trim()) return text;
  const { items } = await venue.activity({ account, reference: text }, { limit: 1 });
  if (items.length > 0) return text;
  if (text === text.trim()) return readVisible(text, 'reference');
  throw new ApiError('invalid_request', 'reference must not start or end with a space.');
}
