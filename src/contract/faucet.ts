// The faucet of a test network.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Fields } from './fields.ts';
import { Id, Moment, Num, TokenRecord } from './records.ts';

const Token = (description: string) => Type.Object(TokenRecord.properties, { description });

export const getFaucet = declareQuery({
  name: 'getFaucet',
  who: 'trader',
  tag: 'Accounts',
  summary: 'Test tokens on offer',
  description: 'What claimFaucet would mint for the caller; empty if the faucet is off.',
  input: Fields({}),
  output: Type.Object({
    offers: Type.Array(
      Type.Object({
        token: Token('The token.'),
        amount: Num('The amount that a claim mints, in whole tokens.', 100),
        spent: Type.Unsafe<'account' | 'address' | 'exchange' | null>({
          type: ['string', 'null'],
          enum: ['account', 'address', 'exchange', null],
          description: 'Whose claims of the day are used up; null if it can be claimed.',
          examples: [null],
        }),
        claimableAt: Moment('When it can be claimed.'),
      }),
      { description: 'In the order of the setting.' },
    ),
  }),
});

export const claimFaucet = declareCall({
  name: 'claimFaucet',
  needsProof: 'never',
  method: 'POST',
  who: 'trader',
  changes: true,
  takesNoKey: true,
  tag: 'Accounts',
  summary: 'Claim test tokens',
  description:
    'Mints the amount that getFaucet offers of a token, once per day (UTC) and account, and for few accounts per address. If the answer was lost, claim again.',
  input: Fields({ token: Address('The token to claim.') }, { examples: [{ token: 'GOLD' }] }),
  output: Type.Object({
    transactionId: Id('Identifier of the deposit.'),
    token: Token('The token.'),
    amount: Num('How much was minted, in whole tokens.', 100),
    claimableAt: Moment('When it can be claimed again.'),
  }),
  refusals: ['not_on_this_venue faucet', 'used_up_today faucet', 'amount_too_large'],
});
