// Operator calls: tokens, pools, deposits, withdrawals and protocol fees.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Decimal, Fields, Pair, Text, TON, USDT, Whole } from './fields.ts';
import { Force, OwnShape, OwnTerms, Shape, Terms, UNUSUAL } from './listing.ts';
import { Flag, Id, Num, POOL, Str, TokenEntry, TokenLooks } from './records.ts';

const operator = { method: 'POST', who: 'operator', changes: true, scope: 'all', tag: 'Operator' } as const;

export const registerToken = declareCall({
  ...operator,
  name: 'registerToken',
  needsProof: 'always',
  summary: 'Register a token',
  description: 'Address, symbol and decimals cannot be changed later; see updateToken for the rest.',
  input: Fields(
    {
      address: Address('Address of the token.', 'GOLD'),
      symbol: Text('Symbol to show.', 'GOLD', 32),
      decimals: Whole('Number of decimal places, 0 to 30.', 9),
      ...TokenLooks,
      force: Type.Optional(Flag('Accept a symbol that another token has.', false)),
    },
    { examples: [{ address: 'GOLD', symbol: 'GOLD', decimals: 9, name: 'Gold' }] },
  ),
  output: TokenEntry,
  refusals: ['token_exists', 'symbol_taken', 'address_reserved'],
});

export const createPool = declareCall({
  ...operator,
  name: 'createPool',
  needsProof: 'always',
  summary: 'Create a pool',
  description: `Creates an empty pool. Omitted fees take their defaults. The curve cannot be changed later.\n${UNUSUAL}`,
  input: Fields(
    { Pair, ...OwnTerms, ...OwnShape, ...Force },
    { examples: [{ Pair: { tokenA: 'GOLD', tokenB: USDT }, lpFee: 0.003 }] },
  ),
  output: Type.Object({
    poolAddress: Str('Address of the pool and of its LP token.', POOL),
    token1Address: Str('Address of the first token.', TON),
    token2Address: Str('Address of the second token.', USDT),
    ...Terms,
    ...Shape,
  }),
  refusals: ['pool_exists', 'fees_too_high', 'unusual_fees'],
});

/** The common part of the declarations of deposit and withdraw. */
const movement = {
  ...operator,
  input: Fields({
    account: Address('The account.', 'local'),
    token: Address('The token.', USDT),
    amount: Decimal('Amount, in whole tokens.', 100),
    reference: Text('Your reference for this deposit or withdrawal.', 'wire-2026-11-15-001'),
  }),
  output: Type.Object({
    transactionId: Id('Transaction id.'),
    account: Str('The account.', 'local'),
    token: Str('The token.', USDT),
    amount: Num('Amount, in whole tokens.', 100),
    reference: Str('The reference of the request.', 'wire-2026-11-15-001'),
  }),
};

export const deposit = declareCall({
  ...movement,
  name: 'deposit',
  needsProof: 'always',
  venue: 'ledger',
  summary: 'Deposit tokens',
  description: 'Credits an account with tokens that have arrived from outside.',
  refusals: ['reference_reused', 'amount_too_large'],
});

export const withdraw = declareCall({
  ...movement,
  name: 'withdraw',
  needsProof: 'always',
  venue: 'ledger',
  summary: 'Withdraw tokens',
  description: 'Debits tokens that leave the exchange from an account.',
  refusals: ['reference_reused', 'insufficient_funds'],
});

export const collectFees = declareCall({
  ...operator,
  name: 'collectFees',
  needsProof: 'always',
  venue: 'ledger',
  summary: 'Collect protocol fees',
  description: 'Pays the collected protocol fees of a pool to its protocolFeeAddress.',
  input: Fields({ Pair }),
  output: Type.Object({
    poolAddress: Str('Address of the pool.', POOL),
    protocolFeeAddress: Str('The account that was paid.', 'treasury'),
    token1Address: Str('Address of the first token.', TON),
    token2Address: Str('Address of the second token.', USDT),
    token1Amount: Num('Fees paid in the first token.', 0.125),
    token2Amount: Num('Fees paid in the second token.', 0.4),
  }),
  refusals: ['unknown_pool', 'nothing_to_collect'],
});
