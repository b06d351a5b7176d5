// POST /deposit and POST /withdraw: tokens enter and leave the exchange.
import { DECLARATIONS } from '../../contract/calls.ts';
import { changeOf } from '../call.ts';
import { readAccount, readAmount, readToken } from '../read-fields.ts';
import { whole } from '../records.ts';

export const deposit = moveTokens('deposit');
export const withdraw = moveTokens('withdraw');

function moveTokens(kind: 'deposit' | 'withdraw') {
  return changeOf(DECLARATIONS[kind], {
    async read({ venue, input }) {
      const token = await venue.token(readToken(input.token, 'token'));
      const account = readAccount(input.account, 'account');
      const amount = readAmount(input.amount, token, 'amount');
      return { command: { kind, account, token: token.address, amount, reference: input.reference }, token };
    },
    answer({ transactionId, receipt }, { token }) {
      const { account, amount, reference } = receipt;
      return { transactionId, account, token: token.address, amount: whole(amount, token), reference };
    },
  });
}
