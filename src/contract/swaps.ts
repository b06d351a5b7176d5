// Swaps: quote, execution and history.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Address, Decimal, Fields, PageQuery, Pair, Text, TON, USDT, Whole } from './fields.ts';
import { Count, Entries, Fees, Id, Num, PageOf, Route, Str, SwapRecord, TRANSACTION, Word } from './records.ts';

const Offer = Fields(
  {
    tokenA: Type.Optional(Decimal('Amount of tokenA to pay, in whole tokens.', 10)),
    tokenB: Type.Optional(Decimal('Instead of tokenA: exact amount of tokenB to buy.', 25)),
  },
  { description: 'The amount to pay, or the amount to receive.' },
);

/** A hop of a route in a request, as a quote returns it; all but the first three fields are ignored. */
const Hop = Fields({
  tokenA: Address('Token in.'),
  tokenB: Address('Token out.', USDT),
  share: Whole(
    "Share in units of 2^-30: of the route's tokenA at this point or, with an exact amount.tokenB, of the tokenB it needs.",
    1_073_741_824,
  ),
  poolAddress: Type.Optional(Type.Unknown({ description: 'Ignored, like the amounts, fees and prices.' })),
  amountA: Type.Optional(Type.Unknown()),
  amountB: Type.Optional(Type.Unknown()),
  fees: Type.Optional(Type.Unknown()),
  priceBefore: Type.Optional(Type.Unknown()),
  priceAfter: Type.Optional(Type.Unknown()),
});

const ROUTING = `\`best\`: the pools that pay the most, split across several if that pays more. \`direct\`: only the pool of the two tokens.
The default is \`best\` unless the operator has set ROUTING=direct; see \`whoami\`.`;

export const createSwap = declareCall({
  name: 'createSwap',
  needsProof: 'never',
  method: 'POST',
  who: 'trader',
  changes: true,
  scope: 'trade',
  tag: 'Swaps',
  summary: 'Swap one token for another',
  description: `Executes the swap at once, completely or not at all, at the best price over all pools. A successful answer means the swap is stored durably.`,
  input: Fields(
    {
      Pair,
      amount: Type.Optional(Offer),
      price: Type.Optional({
        ...Offer,
        description: 'Alias of `amount`: send one of the two.',
      }),
      maxPaid: Type.Optional(
        Decimal('With amount.tokenB: refuse the swap if it would cost more tokenA than this.', 10.1),
      ),
      minReceived: Type.Optional(Decimal('Refuse the swap if it would return less tokenB than this.', 24.9)),
      deadline: Type.Optional(
        Whole('Refuse the swap after this time: ISO 8601 with a time zone, or Unix seconds.', 1_893_456_000),
      ),
      referrer: Type.Optional(
        Address(
          'Account that receives the referral fee. A name that people could still sign up with is refused, except for operators.',
          'shop-42',
        ),
      ),
      maxPriceImpact: Type.Optional(
        Decimal(
          'Maximum price impact, as a fraction. A swap above it is refused, unless it pays at least as much as a route within the limit. Default 0.15; 1 allows any.',
          0.05,
        ),
      ),
      route: Type.Optional(
        Type.Union([Word('', 'best', 'direct'), Type.Array(Hop)], {
          title: 'best, direct or a list of hops {tokenA, tokenB, share}',
          description: `${ROUTING} A list of hops is executed as given; you can send back the route of a quote unchanged.`,
          examples: ['best'],
        }),
      ),
    },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10 } }] },
  ),
  output: Type.Object({
    transactionId: Id('Id of the swap; look it up with `getSwap`.'),
    status: Word('The swap is done.', 'completed'),
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

const POOL_PRICE = 'the pool price, before fees, truncated to 18 significant digits.';

export const TON_EXPECTED =
  'On TON: TON that the swap is expected to cost beside the amounts, counted from the last swaps of its kind.';

export const getQuote = declareQuery({
  name: 'getQuote',
  who: 'anyone',
  tag: 'Swaps',
  summary: 'Quote a swap',
  description:
    'Returns what a swap would do now. The quote runs the same code as the swap, so a swap right after it fills at exactly this quote,\nunless its price impact exceeds the limit. A quote for `receive` matches a swap with an exact `amount.tokenB`.',
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
      "Price impact as a fraction, before fees. If it is over the exchange's limit and another route is within it, this is how much less the swap pays than at that route's price or, if that is better, at the reference price: that of the path of up to three pools that pays most for a tenth of the amount.",
      0.000005,
    ),
    midPrice: Num(
      'Price before the swap: tokenB per tokenA, before fees, truncated to 18 significant digits. For a split swap, the best price among the parts that bring at least a twentieth of the result, so that a tiny pool cannot distort it.',
      2.5,
    ),
    totalCost: Num(
      'Total cost of the swap as a fraction: 1 − amountB ÷ (amountA · midPrice). Includes price impact, all fees and all rounding. Rounded up at 18 decimal places, never below 0.',
      0.003003,
    ),
    fees: Type.Optional(Fees),
    route: Type.Array(
      Type.Object({
        ...Route.items.properties,
        share: Count('In units of 2^-30, as in the `route` of createSwap.', 1_073_741_824),
        priceBefore: Type.Optional(Num(`With detail: price of tokenA in tokenB before the swap, ${POOL_PRICE}`, 2.5)),
        priceAfter: Type.Optional(Num(`With detail: price of tokenA in tokenB after the swap, ${POOL_PRICE}`, 2.49995)),
      }),
      { description: 'The pools of the swap, in order.' },
    ),
    tonSpent: Type.Optional(Num(TON_EXPECTED, 0.0353)),
    gas: Count('Work of the swap: number of balances it writes.', 5),
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
  description: "Returns one of the caller's swaps by its transactionId. Operators see every swap.",
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
  description:
    "Lists the caller's swaps, newest first. A fill of an order by pools is a swap too, with `order`; two orders that fill each other are not.",
  input: Fields(PageQuery),
  output: PageOf('swaps', SwapRecord),
});
