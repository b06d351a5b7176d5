// Swaps: quote, execution and history.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Decimal, Fields, PageQuery, Pair, Text, TON, USDT, Whole } from './fields.ts';
import { Count, Entries, Fees, Flag, Id, Num, PageOf, Route, Str, SwapRecord, TRANSACTION, Word } from './records.ts';

const Offer = Fields(
  {
    tokenA: Type.Optional(Decimal('Amount of tokenA to pay, in whole tokens.', 10)),
    tokenB: Type.Optional(Decimal('Instead: exact amount of tokenB to buy.', 25)),
  },
  { description: 'The amount to pay, or the amount to receive.' },
);

/** A hop of a route in a request, as a quote returns it; all but the first three fields are ignored. */
const Hop = Fields({
  tokenA: Address('Token in.'),
  tokenB: Address('Token out.', USDT),
  share: Whole(
    "Share of the route's tokenA here, or of the tokenB it needs if that is exact, in units of 2^-30.",
    1_073_741_824,
  ),
  poolAddress: Type.Optional(Type.Unknown({ description: 'Ignored, as all below.' })),
  amountA: Type.Optional(Type.Unknown()),
  amountB: Type.Optional(Type.Unknown()),
  fees: Type.Optional(Type.Unknown()),
  priceBefore: Type.Optional(Type.Unknown()),
  priceAfter: Type.Optional(Type.Unknown()),
});

const ROUTING =
  '`best`: the pools that pay the most, split if that pays more. `direct`: only the pool of the two tokens. The default is that of `whoami`.';

export const createSwap = declareCall({
  name: 'createSwap',
  needsProof: 'never',
  method: 'POST',
  who: 'trader',
  changes: true,
  scope: 'trade',
  tag: 'Swaps',
  summary: 'Swap one token for another',
  description:
    'Executes the swap at once, completely or not at all, at the best price over all pools, and stores it durably before the answer.',
  input: Fields(
    {
      Pair,
      amount: Type.Optional(Offer),
      price: Type.Optional({
        ...Offer,
        description: 'Alias of `amount`: send one of the two.',
      }),
      maxPaid: Type.Optional(Decimal('With amount.tokenB: refuse if it would cost more tokenA.', 10.1)),
      minReceived: Type.Optional(Decimal('Refuse if it would return less tokenB.', 24.9)),
      deadline: Type.Optional(
        Whole('Refuse after this time: ISO 8601 with a time zone, or Unix seconds.', 1_893_456_000),
      ),
      referrer: Type.Optional(
        Address(
          'Account that receives the referral fee; a name that people could still sign up with is refused, except for operators.',
          'shop-42',
        ),
      ),
      maxPriceImpact: Type.Optional(
        Decimal(
          'Refuse above this price impact, as a fraction, unless no route within it pays more. Default 0.15; 1 allows any.',
          0.05,
        ),
      ),
      route: Type.Optional(
        Type.Union([Word('', 'best', 'direct'), Type.Array(Hop)], {
          title: 'best, direct or a list of hops {tokenA, tokenB, share}',
          description: `${ROUTING} A list of hops, such as the route of a quote, is executed as given.`,
          examples: ['best'],
        }),
      ),
      detail: Type.Optional(Flag('Also answer the amounts.', true)),
    },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10 } }] },
  ),
  output: Type.Object({
    transactionId: Id('Id of the swap.'),
    status: Word('The swap is done.', 'completed'),
    amountA: Type.Optional(Num('With `detail`: amount paid.', 10)),
    amountB: Type.Optional(Num('With `detail`: amount received.', 24.924925)),
  }),
  oneOf: ['amount', 'price'],
  refusals: [
    'unknown_pool',
    'unknown_account',
    'token_paused',
    'pool_paused',
    'no_liquidity',
    'output_zero',
    'pool_too_small',
    'invalid_route',
    'route_moved',
    'price_impact_too_high',
    'below_minimum',
    'above_maximum',
    'deadline_passed',
    'insufficient_funds',
    'amount_too_large',
    'ton_funds_too_low',
    'settlement_failed',
  ],
});

const POOL_PRICE = 'before fees, 18 digits.';

export const TON_EXPECTED = 'On TON: expected cost beside the amounts, in TON.';

export const getQuote = declareQuery({
  name: 'getQuote',
  who: 'anyone',
  tag: 'Swaps',
  summary: 'Quote a swap',
  description:
    'What a swap would do now, by the same code: a swap right after it fills at exactly this quote, unless its price impact exceeds the limit. `receive` is a swap with an exact `amount.tokenB`.',
  input: Fields({
    tokenA: Address('Address of the token being offered.'),
    tokenB: Address('Address of the token being requested.', USDT),
    amount: Type.Optional(Decimal('Amount of tokenA to pay.', 10)),
    receive: Type.Optional(Decimal('Instead of amount: exact amount of tokenB to receive.', 25)),
    referrer: Type.Optional(Address('Account that would receive the referral fee.', 'shop-42')),
    route: Type.Optional(Word(ROUTING, 'best', 'direct')),
    detail: Type.Optional(Word("`true`: include each pool's price before and after the swap.", 'true')),
  }),
  output: Type.Object({
    tokenA: Str('The token to pay.', TON),
    tokenB: Str('The token to receive.', USDT),
    amountA: Num('Amount to pay.', 10),
    amountB: Num('Amount to receive.', 24.924925),
    price: Num('Execution price: tokenB received per tokenA, fees included.', 2.4924925),
    priceImpact: Num(
      'Price impact as a fraction, before fees; how it is measured over the limit: docs/interface.md#price-impact.',
      0.000005,
    ),
    midPrice: Num(
      'Price before the swap: tokenB per tokenA, before fees, 18 digits; of a split swap, the best among its larger parts.',
      2.5,
    ),
    totalCost: Num(
      '1 − amountB ÷ (amountA · midPrice): price impact, fees and rounding, as a fraction, rounded up at 18 decimals.',
      0.003003,
    ),
    fees: Type.Optional(Fees),
    route: Type.Array(
      Type.Object({
        ...Route.items.properties,
        share: Count('In units of 2^-30, as in the `route` of createSwap.', 1_073_741_824),
        priceBefore: Type.Optional(
          Num(`With detail: pool price of tokenA in tokenB before the swap, ${POOL_PRICE}`, 2.5),
        ),
        priceAfter: Type.Optional(Num(`With detail: the same after the swap, ${POOL_PRICE}`, 2.49995)),
      }),
      { description: 'The pools of the swap, in order.' },
    ),
    tonSpent: Type.Optional(Num(TON_EXPECTED, 0.0353)),
    gas: Count('Number of balances written.', 5),
    entries: Entries,
    sequence: Count('Journal sequence of the quote.', 42),
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

export const getSwap = declareQuery({
  name: 'getSwap',
  who: 'trader',
  tag: 'Swaps',
  summary: 'Track a swap',
  description: "One of the caller's swaps. Operators see every swap.",
  input: Fields({
    transactionId: Text('The transactionId returned by createSwap.', TRANSACTION),
  }),
  output: SwapRecord,
  refusals: ['not_found swap'],
});

export const getSwaps = declareQuery({
  name: 'getSwaps',
  who: 'trader',
  tag: 'Swaps',
  summary: 'List swaps',
  description: 'Newest first, with fills of orders by pools (`order`), but without matches of orders.',
  input: Fields(PageQuery),
  output: PageOf('swaps', SwapRecord),
});
