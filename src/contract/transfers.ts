// Transfers from one account to another.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Decimal, Fields, MAX_MEMO_LENGTH, Text, USDT } from './fields.ts';
import { Flag, Id, Num, OrNull, Str } from './records.ts';

export const createTransfer = declareCall({
  name: 'createTransfer',
  needsProof: 'sometimes',
  method: 'POST',
  who: 'trader',
  changes: true,
  scope: 'send',
  tag: 'Accounts',
  summary: 'Send tokens to another account',
  description:
    "Moves tokens to another account, at once and free of charge; it cannot be undone. Without `create`, an account without a key that was\nnever used is refused (`unknown_account`); a name that people could still sign up with always, except from operators. A browser session that signed in more than five minutes ago sends\nonly to accounts that this account has sent to before. On TON tokens leave the account's wallet, for a network fee: docs/ton.md.",
  input: Fields(
    {
      token: Address('The token. For LP tokens, the address of the pool.', USDT),
      to: Address('The recipient; on TON also any TON address.', 'market-maker'),
      amount: Decimal('Amount, in whole tokens; on TON also `all`.', 5),
      memo: Type.Optional(
        Text(
          'A note to the recipient, on one line: show it as text and do not trust it.',
          'Invoice 1042',
          MAX_MEMO_LENGTH,
        ),
      ),
      create: Type.Optional(Flag('Send even if the account has no key and was never used.', false)),
    },
    { examples: [{ token: USDT, to: 'market-maker', amount: 5, memo: 'Invoice 1042' }] },
  ),
  output: Type.Object({
    transactionId: Id('Transaction id.'),
    account: Str('The account that sent them.', 'local'),
    to: Str('The account that received them.', 'market-maker'),
    token: Str('The token, or the pool of the LP tokens.', USDT),
    amount: Num('Amount, in whole tokens.', 5),
    memo: OrNull(Type.String(), 'The memo, or null.', 'Invoice 1042'),
  }),
  refusals: [
    'unknown_account',
    'same_account',
    'account_reserved',
    'not_on_this_venue transfers',
    'insufficient_funds',
    'ton_funds_too_low',
    'settlement_failed',
  ],
});

export const checkAccount = declareQuery({
  name: 'checkAccount',
  who: 'trader',
  tag: 'Accounts',
  summary: 'Check a recipient',
  description: 'Whether tokens can be sent to an account, and whether its name looks like another.',
  input: Fields({ account: Address('The account.', 'shop-42') }),
  output: Type.Object({
    account: Str('The account, as it is stored.', 'shop-42'),
    known: Flag('Whether it has a key or was used before, or is a TON address.', true),
    lookAlike: Flag('Whether another name looks almost the same.', false),
  }),
  weight: 2,
});
