// Swapping: the quote, the swap, and the swaps that were made.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Decimal, Fields, PageQuery, Pair, Text, TON, USDT } from './fields.ts';
import { Fees, Id, Num, PageOf, Route, Str, SwapRecord, TRANSACTION, Word } from './records.ts';

const Offer = Fields(
  { tokenA: Decimal('How much of tokenA is offered, in whole tokens: what the swapper pays.', 10) },
  { description: 'The quantity offered.' },
);

export const createSwap = declareCall({
  name: 'createSwap',
  method: 'POST',
  who: 'trader',
  changes: true,
  tag: 'Swaps',
  summary: 'Swap one token for another',
  description: 'Executes the swap at once against the pool of the two tokens. The answer means that it is durable.',
  input: Fields(
    {
      Pair,
      amount: Type.Optional(Offer),
      price: Type.Optional({
        ...Offer,
        description: 'Another name for `amount`: send one of the two.',
      }),
      minReceived: Type.Optional(Decimal('Refuse the swap if it would pay less tokenB than this.', 24.9)),
      deadline: Type.Optional(
        Decimal('Refuse the swap after this moment: ISO 8601 with a zone, or unix seconds.', 1_893_456_000),
      ),
      referrer: Type.Optional(Address('Account that receives the referral fee.', 'shop-42')),
      maxPriceImpact: Type.Optional(
        Decimal('Refuse a larger price impact than this fraction. Default 0.15; 1 allows any.', 0.05),
      ),
    },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10 } }] },
  ),
  output: Type.Object({
    transactionId: Id('Identifier of the swap; `getSwap` tracks it.'),
    status: Word('It is done.', 'completed'),
  }),
  oneOf: ['amount', 'price'],
  refusals: [
    'unknown_pool',
    'token_paused',
    'pool_paused',
    'no_liquidity',
    'output_zero',
    'pool_too_small',
    'invalid_route',
    'price_impact_too_high',
    'below_minimum',
    'above_maximum',
    'deadline_passed',
    'insufficient_funds',
    'amount_too_large',
  ],
});

export const getQuote = declareCall({
  name: 'getQuote',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Swaps',
  summary: 'Quote a swap',
  description:
    'What a swap would pay now, by the very code that executes it: a swap right after fills at the quote,\nunless its price impact is over its limit.',
  input: Fields({
    tokenA: Address('Address of the token being offered.'),
    tokenB: Address('Address of the token being requested.', USDT),
    amount: Type.Optional(Decimal('How much of tokenA is offered.', 10)),
    receive: Type.Optional(Decimal('Instead of amount: how much of tokenB is to be received at least.', 25)),
    referrer: Type.Optional(Address('Account that would receive the referral fee.', 'shop-42')),
  }),
  output: Type.Object({
    tokenA: Str('The token offered.', TON),
    tokenB: Str('The token requested.', USDT),
    amountA: Num('What the swap would cost.', 10),
    amountB: Num('What the swap would pay.', 24.924925),
    price: Num('tokenB received for one tokenA, fees included.', 2.4924925),
    priceImpact: Num('How far the swap moves its own price, as a fraction; fees not counted.', 0.000005),
    fees: Type.Optional(Fees),
    route: Route,
    sequence: Type.Integer({ description: 'The journal position that the quote was made at.', examples: [42] }),
  }),
  refusals: [
    'unknown_pool',
    'token_paused',
    'pool_paused',
    'no_liquidity',
    'output_zero',
    'pool_too_small',
    'amount_too_large',
  ],
});

export const getSwap = declareCall({
  name: 'getSwap',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Swaps',
  summary: 'Track a swap',
  description: "One of the caller's swaps by its transactionId. Operators see every swap.",
  input: Fields({
    transactionId: Text('The transactionId that createSwap answered.', TRANSACTION),
  }),
  output: SwapRecord,
  refusals: ['unknown_swap'],
});

export const getSwaps = declareCall({
  name: 'getSwaps',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Swaps',
  summary: "The caller's swaps",
  description: 'Newest first, a page at a time.',
  input: Fields(PageQuery),
  output: PageOf('swaps', SwapRecord),
});
