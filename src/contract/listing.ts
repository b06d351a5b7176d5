// What the operator changes about tokens and pools.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Decimal, Fields, Pair, Status, TON, USDT, Whole } from './fields.ts';
import { Id, Num, POOL, Str, TokenEntry, TokenLooks, Word } from './records.ts';

const operator = { method: 'POST', who: 'operator', changes: true, tag: 'Operator' } as const;

/** The rates of a pool as an operator gives them. */
export const OwnTerms = {
  lpFee: Type.Optional(Decimal('Fee that stays with the providers, as a fraction.', 0.002)),
  protocolFee: Type.Optional(Decimal('Fee that the protocol collects, as a fraction.', 0.001)),
  refFee: Type.Optional(Decimal('Fee of a referrer, as a fraction.', 0.001)),
  protocolFeeAddress: Type.Optional(Address('Account that collectFees pays.', 'treasury')),
};

export const UNUSUAL = `Asked back (\`unusual_fees\`) unless forced: lpFee, protocolFee and refFee that come to 0.05 or more together, and a token of so few
decimals that the fees which are rounded up to its smallest unit (protocolFee, refFee) are 0.05 or more of one whole token.`;

/** Says that fees which are asked back about are meant. */
export const Force = {
  force: Type.Optional(
    Type.Boolean({ description: 'Also with fees that are asked back about otherwise.', examples: [false] }),
  ),
};

/** The curve of a pool as an operator gives it. */
export const OwnShape = {
  curve: Type.Optional(
    Word(
      '`constant-product`, or `stable` for two tokens near parity. Default `constant-product`; never changes.',
      'constant-product',
      'stable',
    ),
  ),
  amplification: Type.Optional(
    Whole(
      "How flat a stable curve is, a whole number from 1 to 1000000: Curve's A times two. Only, and always, with `stable`.",
      200,
    ),
  ),
};

/** The curve of a pool as it is. */
export const Shape = {
  curve: Word(
    'What its price follows: `constant-product`, or `stable` for tokens near parity.',
    'constant-product',
    'stable',
  ),
  amplification: Type.Union([Type.Null(), Type.Integer()], {
    description: 'How flat a stable curve is; null for another.',
    examples: [null],
  }),
};

/** The rates of a pool as they are. */
export const Terms = {
  lpFee: Num('Fee that stays with the providers, as a fraction.', 0.002),
  protocolFee: Num('Fee that the protocol collects, as a fraction.', 0.001),
  refFee: Num('Fee of a referrer, as a fraction.', 0.001),
  protocolFeeAddress: Str('Account that collectFees pays; "N/A" for a pool without a protocol fee.', 'treasury'),
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
  summary: 'Change the rates of a pool',
  description: `Every quote and swap from then on uses them; what is not given stays. Fees collected before can still be swept.\n${UNUSUAL}`,
  input: Fields({ Pair, ...OwnTerms, ...Force }, { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, lpFee: 0.003 }] }),
  output: Type.Object({
    ...changedPool,
    before: Type.Object(Terms, { description: 'The rates until then.' }),
    after: Type.Object(Terms, { description: 'The rates from then on.' }),
  }),
  refusals: ['unknown_pool', 'fees_too_high', 'unusual_fees'],
});

export const setPoolStatus = declareCall({
  ...operator,
  name: 'setPoolStatus',
  summary: 'List, hide or pause a pool',
  description:
    'A hidden pool is left out of getPools, but still trades. A paused one refuses swaps, quotes and new liquidity; refunds\nand the sweep of fees always go on.',
  input: Fields(
    { Pair, status: Status('`listed`, `hidden` or `paused`.') },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, status: 'listed' }] },
  ),
  output: Type.Object({
    ...changedPool,
    before: Status('What it was until then.'),
    after: Status('What it is from then on.'),
  }),
  refusals: ['unknown_pool'],
});

export const updateToken = declareCall({
  ...operator,
  name: 'updateToken',
  summary: 'Change the name, logo or status of a token',
  description:
    'What is not given stays. A hidden token is left out of the lists, but still trades. A paused one refuses swaps, quotes\nand new liquidity; refunds, deposits and withdrawals always go on.',
  input: Fields(
    {
      address: Address('Address of the token.', TON),
      ...TokenLooks,
      status: Type.Optional(Status('`listed`, `hidden` or `paused`.')),
      force: Type.Optional(
        Type.Boolean({ description: 'Also where another token that is shown has its symbol.', examples: [false] }),
      ),
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
