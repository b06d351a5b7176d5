// What the operator of the exchange does.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Decimal, Fields, Pair, Text, TON, USDT, Whole } from './fields.ts';
import { Force, OwnShape, OwnTerms, Shape, Terms, UNUSUAL } from './listing.ts';
import { Id, Num, POOL, Str, TokenEntry, TokenLooks } from './records.ts';

const operator = { method: 'POST', who: 'operator', changes: true, tag: 'Operator' } as const;

export const registerToken = declareCall({
  ...operator,
  name: 'registerToken',
  summary: 'Add a supported token',
  description:
    'A token is registered once. Its address, symbol and decimals never change; updateToken changes the rest.',
  input: Fields(
    {
      address: Address('Address of the token.', 'GOLD'),
      symbol: Text('Symbol to show.', 'GOLD', 32),
      decimals: Whole('Number of decimal places, 0 to 30.', 9),
      ...TokenLooks,
      force: Type.Optional(
        Type.Boolean({ description: 'Also where another token that is shown has the symbol.', examples: [false] }),
      ),
    },
    { examples: [{ address: 'GOLD', symbol: 'GOLD', decimals: 9, name: 'Gold' }] },
  ),
  output: TokenEntry,
  refusals: ['token_exists', 'symbol_taken', 'address_reserved'],
});

export const createPool = declareCall({
  ...operator,
  name: 'createPool',
  summary: 'Create a pool with its own rates',
  description: `Creates an empty pool; what is not given takes the default of the exchange. Its curve never changes.\n${UNUSUAL}`,
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

/** Tokens enter and leave the exchange. */
const movement = {
  ...operator,
  input: Fields({
    account: Address('The account.', 'local'),
    token: Address('The token.', USDT),
    amount: Decimal('How much, in whole tokens.', 100),
    reference: Text('What the operator finds the movement by elsewhere.', 'wire-2026-11-15-001'),
  }),
  output: Type.Object({
    transactionId: Id('Identifier of the movement.'),
    account: Str('The account.', 'local'),
    token: Str('The token.', USDT),
    amount: Num('How much, in whole tokens.', 100),
    reference: Str('The reference given.', 'wire-2026-11-15-001'),
  }),
};

export const deposit = declareCall({
  ...movement,
  name: 'deposit',
  summary: 'Tokens enter the exchange',
  description: 'Credit tokens that have arrived from outside to an account.',
  refusals: ['reference_reused', 'amount_too_large'],
});

export const withdraw = declareCall({
  ...movement,
  name: 'withdraw',
  summary: 'Tokens leave the exchange',
  description: 'Debit tokens that leave the exchange from an account.',
  refusals: ['reference_reused', 'insufficient_funds'],
});

export const collectFees = declareCall({
  ...operator,
  name: 'collectFees',
  summary: 'Sweep collected protocol fees',
  description: "Pays a pool's collected protocol fees, either side alone too, to its protocolFeeAddress.",
  input: Fields({ Pair }),
  output: Type.Object({
    poolAddress: Str('The pool.', POOL),
    protocolFeeAddress: Str('The account that was paid.', 'treasury'),
    token1Address: Str('Address of the first token.', TON),
    token2Address: Str('Address of the second token.', USDT),
    token1Amount: Num('Fees paid in the first token.', 0.125),
    token2Amount: Num('Fees paid in the second token.', 0.4),
  }),
  refusals: ['unknown_pool', 'nothing_to_collect'],
});
