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
  description: `Moves tokens from the caller's account to another one, at once and free of charge. It cannot be undone. LP tokens can be sent, too: name
the pool as \`token\`. What the sent part of a position has cost moves with it. An account that has no key and was never used is
refused (\`unknown_account\`), because a typing error would lose the tokens; \`create: true\` sends to it all the same.
If people can sign up, a name that they could choose is refused even then, except to operators: sending to it would take it from them.
A browser session that signed in more than five minutes ago sends only to accounts that this account has sent to before (\`proof_needed\`).
On TON tokens leave the account's wallet: \`to\` is any TON address, or an account of the exchange, which gets them in its wallet. The memo is the comment on
the chain. The network takes a fee (\`networkFee\` of \`getTransaction\`); LP tokens are not sent. With \`amount: "all"\` the whole balance is sent; of TON, all but
0.012 for the fees of the network, while otherwise 0.062 stays in the wallet.`,
  input: Fields(
    {
      token: Address('The token. For LP tokens, the address of the pool.', USDT),
      to: Address('The account that receives them; on TON also any TON address.', 'market-maker'),
      amount: Decimal('Amount, in whole tokens; on TON also `all`.', 5),
      memo: Type.Optional(
        Text(
          'A note that the recipient sees, on one line. Anyone can send one: show it as text and do not trust it.',
          'Invoice 1042',
          MAX_MEMO_LENGTH,
        ),
      ),
      create: Type.Optional(
        Flag(
          'Send even if the account has no key and was never used. Only someone who gets a key to it can spend the tokens.',
          false,
        ),
      ),
    },
    { examples: [{ token: USDT, to: 'market-maker', amount: 5, memo: 'Invoice 1042' }] },
  ),
  output: Type.Object({
    transactionId: Id('Transaction id; look it up with `getTransaction`.'),
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
  description: 'Tells whether tokens can be sent to an account, and whether its name is easily mistaken for another.',
  input: Fields({ account: Address('The account.', 'shop-42') }),
  output: Type.Object({
    account: Str('The account, as it is stored.', 'shop-42'),
    known: Flag('Whether it has a key or was used before. On TON also true for every TON address.', true),
    lookAlike: Flag(
      'Whether another account has a name that looks almost the same. New names are noticed within a minute.',
      false,
    ),
  }),
  weight: 2,
});
