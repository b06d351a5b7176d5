// POST /deposit and POST /withdraw: tokens enter and leave the exchange.
import Type from 'typebox';
import { Num, Str, whole } from '../answers.ts';
import { type Call, defineCall } from '../call.ts';
import { Address, Decimal, Fields, readAccount, readAmount, readToken, Text, USDT } from '../fields.ts';

export const deposit = moveTokens('deposit', 'Credit tokens that have arrived from outside to an account.');
export const withdraw = moveTokens('withdraw', 'Debit tokens that leave the exchange from an account.');

function moveTokens(kind: 'deposit' | 'withdraw', description: string): Call {
  return defineCall({
    name: kind,
    method: 'POST',
    who: 'operator',
    changes: true,
    tag: 'Operator',
    summary: kind === 'deposit' ? 'Tokens enter the exchange' : 'Tokens leave the exchange',
    description,
    body: Fields({
      account: Address('The account.', 'local'),
      token: Address('The token.', USDT),
      amount: Decimal('How much, in whole tokens.', 100),
      reference: Text('What the operator finds the movement by elsewhere.', 'wire-2026-11-15-001'),
    }),
    answer: Type.Object({
      transactionId: Str('Identifier of the movement.', '019a8a5c-2f3e-7000-8000-00004a1b2c3d'),
      account: Str('The account.', 'local'),
      token: Str('The token.', USDT),
      amount: Num('How much, in whole tokens.', 100),
      reference: Str('The reference given.', 'wire-2026-11-15-001'),
    }),
    async handle({ exchange, body, caller, idempotencyKey }) {
      const token = await exchange.token(readToken(body.token, 'token'));
      const account = readAccount(body.account, 'account');
      const amount = readAmount(body.amount, token, 'amount');
      const { reference } = body;
      const command = { kind, account, token: token.address, amount, reference } as const;
      const { id } = await exchange.execute(caller.account, command, idempotencyKey);
      return { transactionId: id, account, token: token.address, amount: whole(amount, token), reference };
    },
  });
}
