// Swapping: the quote, the swap, and the swaps that were made.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Address, Decimal, Fields, PageQuery, Pair, Text, TON, USDT, Whole } from './fields.ts';
import { Entries, Fees, Id, Num, PageOf, Route, Str, SwapRecord, TRANSACTION, Word } from './records.ts';

const Offer = Fields(
  {
    tokenA: Type.Optional(Decimal('How much of tokenA is offered, in whole tokens: what the swapper pays.', 10)),
    tokenB: Type.Optional(Decimal('Instead of tokenA: how much of tokenB is bought, exactly.', 25)),
  },
  { description: 'The quantity offered, or instead of it the quantity that is to be received.' },
);

/** As a quote answers it; what follows from the first three is not looked at. */
const Hop = Fields({
  tokenA: Address('What goes in.'),
  tokenB: Address('What comes out.', USDT),
  share: Whole(
    'Share in 2^-30: of what the route holds of tokenA; for an exact amount.tokenB, of what it needs of tokenB.',
    1_073_741_824,
  ),
  poolAddress: Type.Optional(
    Type.Unknown({ description: 'Not looked at; nor are the amounts, the fees and the prices.' }),
  ),
  amountA: Type.Optional(Type.Unknown()),
  amountB: Type.Optional(Type.Unknown()),
  fees: Type.Optional(Type.Unknown()),
  priceBefore: Type.Optional(Type.Unknown()),
  priceAfter: Type.Optional(Type.Unknown()),
});

const ROUTING = `\`best\`: over whichever pools pay the most, split where that pays. \`direct\`: over the pool of the two tokens alone.
The default is \`best\` unless the operator has set ROUTING=direct; \`whoami\` tells.`;

export const createSwap = declareCall({
  name: 'createSwap',
  method: 'POST',
  who: 'trader',
  changes: true,
  tag: 'Swaps',
  summary: 'Swap one token for another',
  description: `Executes the swap at once, all of it or nothing, at the best price over all pools. The answer means that it is durable.`,
  input: Fields(
    {
      Pair,
      amount: Type.Optional(Offer),
      price: Type.Optional({
        ...Offer,
        description: 'Another name for `amount`: send one of the two.',
      }),
      maxPaid: Type.Optional(
        Decimal('With amount.tokenB: refuse the swap if it would cost more tokenA than this.', 10.1),
      ),
      minReceived: Type.Optional(Decimal('Refuse the swap if it would pay less tokenB than this.', 24.9)),
      deadline: Type.Optional(
        Whole('Refuse the swap after this moment: ISO 8601 with a zone, or unix seconds.', 1_893_456_000),
      ),
      referrer: Type.Optional(Address('Account that receives the referral fee.', 'shop-42')),
      maxPriceImpact: Type.Optional(
        Decimal(
          'Refuse a larger price impact than this fraction, unless a route within it pays no more. Default 0.15; 1 allows any.',
          0.05,
        ),
      ),
      route: Type.Optional(
        Type.Union([Word('', 'best', 'direct'), Type.Array(Hop)], {
          title: 'best, direct or a list of hops {tokenA, tokenB, share}',
          description: `${ROUTING} A list of hops is executed as it is: that of a quote can be sent back as it came.`,
          examples: ['best'],
        }),
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
    'route_moved',
    'price_impact_too_high',
    'below_minimum',
    'above_maximum',
    'deadline_passed',
    'insufficient_funds',
    'amount_too_large',
  ],
});

const POOL_PRICE = 'as the pool itself shows it: fees not counted, to 18 significant digits, cut.';

export const getQuote = declareCall({
  name: 'getQuote',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Swaps',
  summary: 'Quote a swap',
  description:
    'What a swap would do now, by the very code that executes it: a swap right after fills at the quote, unless its price\nimpact is over its limit. A quote of `receive` is that of a swap for an exact `amount.tokenB`.',
  input: Fields({
    tokenA: Address('Address of the token being offered.'),
    tokenB: Address('Address of the token being requested.', USDT),
    amount: Type.Optional(Decimal('How much of tokenA is offered.', 10)),
    receive: Type.Optional(Decimal('Instead of amount: how much of tokenB is to be received, exactly.', 25)),
    referrer: Type.Optional(Address('Account that would receive the referral fee.', 'shop-42')),
    route: Type.Optional(Word(ROUTING, 'best', 'direct')),
    detail: Type.Optional(Word('`true`: with the prices of each pool before and after.', 'true')),
  }),
  output: Type.Object({
    tokenA: Str('The token offered.', TON),
    tokenB: Str('The token requested.', USDT),
    amountA: Num('What the swap would cost.', 10),
    amountB: Num('What the swap would pay.', 24.924925),
    price: Num('tokenB received for one tokenA, fees included.', 2.4924925),
    priceImpact: Num(
      'How far the swap moves its own price, as a fraction; fees not counted. Where that is over the limit of the exchange and another route is within it, how much less is paid than at the price of that route.',
      0.000005,
    ),
    midPrice: Num(
      'tokenB for one tokenA before the swap, fees not counted, to 18 significant digits, cut. Of a swap that is split, the best price that brought a twentieth of the result or more, so that a pool which brings little cannot move it.',
      2.5,
    ),
    totalCost: Num(
      'What the swap costs in all, as a fraction: 1 − amountB ÷ (amountA · midPrice). That is price impact, every fee and every rounding; rounded up at 18 digits after the point, and never below 0.',
      0.003003,
    ),
    fees: Type.Optional(Fees),
    route: Type.Array(
      Type.Object({
        ...Route.items.properties,
        share: Type.Integer({
          description: 'In 2^-30, as the `route` of createSwap takes it.',
          examples: [1_073_741_824],
        }),
        priceBefore: Type.Optional(Num(`With detail: what tokenA costs in tokenB before the swap, ${POOL_PRICE}`, 2.5)),
        priceAfter: Type.Optional(Num(`With detail: what it costs after the swap, ${POOL_PRICE}`, 2.49995)),
      }),
      { description: 'The pools that the swap would pass, in order.' },
    ),
    gas: Type.Integer({ description: 'The work of the swap: how many balances it writes.', examples: [5] }),
    entries: Entries,
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
