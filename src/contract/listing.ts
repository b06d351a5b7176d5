// Changes that operators make to tokens and pools.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Decimal, Fields, Pair, Status, TON, USDT, Whole } from './fields.ts';
import { Flag, Id, Num, POOL, Str, TokenEntry, TokenLooks, Word } from './records.ts';

const operator = { method: 'POST', who: 'operator', changes: true, scope: 'all', tag: 'Operator' } as const;

/** Pool fees in a request. */
export const OwnTerms = {
  lpFee: Type.Optional(Decimal('LP fee, as a fraction.', 0.002)),
  protocolFee: Type.Optional(Decimal('Protocol fee, as a fraction.', 0.001)),
  refFee: Type.Optional(Decimal('Referral fee, as a fraction.', 0.001)),
  protocolFeeAddress: Type.Optional(Address('Account that collectFees pays.', 'treasury')),
};

export const UNUSUAL =
  'Fees that add up to 0.05 or more, or are rounded up to that part of a whole token, are refused (`unusual_fees`) without `force`.';

/** Confirms unusual fees. */
export const Force = {
  force: Type.Optional(Flag('Accept unusual fees.', false)),
};

/** Pool curve in a request. */
export const OwnShape = {
  curve: Type.Optional(
    Word('Default `constant-product`; `stable` is for two tokens near parity.', 'constant-product', 'stable'),
  ),
  amplification: Type.Optional(
    Whole("How flat a stable curve is, 1 to 1000000: Curve's A times two. Only with `stable`.", 200),
  ),
};

/** Pool curve in an answer. */
export const Shape = {
  curve: Word('Pricing curve.', 'constant-product', 'stable'),
  amplification: Type.Union([Type.Null(), Type.Integer()], {
    description: 'Flatness of a stable curve; else null.',
    examples: [null],
  }),
};

/** Pool fees in an answer. */
export const Terms = {
  lpFee: Num('LP fee, as a fraction.', 0.002),
  protocolFee: Num('Protocol fee, as a fraction.', 0.001),
  refFee: Num('Referral fee, as a fraction.', 0.001),
  protocolFeeAddress: Str('Account that collectFees pays, or "N/A".', 'treasury'),
};

const changedPool = {
  transactionId: Id('Identifier of the change.'),
  poolAddress: Str('Address of the pool and of its LP token.', POOL),
  token1Address: Str('Address of the first token.', TON),
  token2Address: Str('Address of the second token.', USDT),
};

export const setPoolFees = declareCall({
  ...operator,
  name: 'setPoolFees',
  needsProof: 'always',
  venue: 'ledger',
  summary: 'Change the fees of a pool',
  description: `Applies to every later quote and swap. Omitted fields stay as they are.
${UNUSUAL}`,
  input: Fields({ Pair, ...OwnTerms, ...Force }, { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, lpFee: 0.003 }] }),
  output: Type.Object({
    ...changedPool,
    before: Type.Object(Terms, { description: 'Fees before the change.' }),
    after: Type.Object(Terms, { description: 'Fees after the change.' }),
  }),
  refusals: ['unknown_pool', 'fees_too_high', 'unusual_fees'],
});

export const setPoolStatus = declareCall({
  ...operator,
  name: 'setPoolStatus',
  needsProof: 'always',
  summary: 'List, hide or pause a pool',
  description:
    'A hidden pool is left out of lists but trades. A paused one refuses swaps, quotes and new liquidity, but no withdrawal.',
  input: Fields(
    { Pair, status: Status('The new status.') },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, status: 'listed' }] },
  ),
  output: Type.Object({
    ...changedPool,
    before: Status('Status before the change.'),
    after: Status('Status after the change.'),
  }),
  refusals: ['unknown_pool'],
});

export const updateToken = declareCall({
  ...operator,
  name: 'updateToken',
  needsProof: 'always',
  summary: 'Change the name, logo or status of a token',
  description:
    'Omitted fields stay as they are. A hidden token is left out of lists but trades. A paused one refuses swaps, quotes and new liquidity, but no withdrawal.',
  input: Fields(
    {
      address: Address('Address of the token.', TON),
      ...TokenLooks,
      status: Type.Optional(Status('The new status.')),
      force: Type.Optional(Flag('Accept a symbol that another token has.', false)),
    },
    { examples: [{ address: TON, name: 'Toncoin' }] },
  ),
  output: Type.Object({
    transactionId: Id('Identifier of the change.'),
    address: TokenEntry.properties.address,
    name: Type.Optional(TokenEntry.properties.name),
    logo: Type.Optional(TokenEntry.properties.logo),
    status: Type.Optional(TokenEntry.properties.status),
  }),
  refusals: ['unknown_token', 'symbol_taken'],
});
