// Market data: all pools and tokens, and one pool in full.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { counted } from './charts.ts';
import { Address, Fields, Named, PageQuery, PoolQuery, Status, Text, TON, USDT } from './fields.ts';
import { Shape } from './listing.ts';
import { Count, Flag, Maybe, Moment, Num, OrNull, POOL, Str, TokenEntry, TokenRecord, Word } from './records.ts';

/** The token to quote values in. */
export const QuoteQuery = {
  quote: Type.Optional(Address('Quote prices and values in this token instead of QUOTE_TOKEN.')),
};

export const AT = {
  quoteToken: OrNull(TokenRecord, 'The token that values are quoted in; null if there is none.', {
    address: USDT,
    symbol: 'USDT',
    decimals: 6,
  }),
  sequence: Count('Sequence of the last transaction included.', 42),
  asOf: Moment('When the figures were computed.'),
  from: Moment('Start of the 24-hour window: 24 h before a whole minute that is at most two minutes old.'),
};

export const Valued = Type.Object({
  amount0: Num('Amount in jetton0.', 1200),
  amount1: Num('Amount in jetton1.', 3010.5),
  quote: Maybe(
    'Value in the quote token, truncated to its decimals; null if one of the two tokens has no price.',
    3005.25,
  ),
});
const valued = (description: string) => ({ ...Valued, description });
const Swaps = (since: string) => Count(`Number of swaps through the pool ${since}.`, 17);
const CHANGE =
  'as a fraction: price now ÷ price then − 1, truncated toward zero at 12 decimal places. Null if there was no price then.';

const PoolFigures = {
  poolAddress: Str('Address of the pool and of its LP token.', POOL),
  jetton0: Str('The first token.', TON),
  symbol0: Str('Its symbol.', 'TON'),
  jetton1: Str('The second token.', USDT),
  symbol1: Str('Its symbol.', 'USDT'),
  status: Status('`listed`, `paused` (no swaps and no new liquidity) or `hidden` from lists.'),
  ...Shape,
  createdAt: Moment('When it was created.'),
  price: Maybe(
    'Price of jetton0 in jetton1, before fees, truncated to 18 significant digits; null if the pool is empty.',
    2.5,
  ),
  change24h: Maybe(`Price change since \`from\`, ${CHANGE}`, 0.0125),
  volume24h: valued(
    'Volume since `from`, both directions. `quote` is half the sum of both sides, since every swap counts on both.',
  ),
  fees24h: valued('Fees earned by liquidity providers since `from`.'),
  swaps24h: Swaps('since `from`'),
  reserve0: Num('Reserve of jetton0.', 2_000_000),
  reserve1: Num('Reserve of jetton1.', 5_000_000),
  tvl: Maybe(
    'Total value locked: the values of both reserves in the quote token, each truncated to its decimals, added up.',
    10_000_000,
  ),
  marketPrice: Maybe(
    'Market price of jetton0 in jetton1, over the deepest path between them, which may be this pool. Null if one of them has no price in the quote token.',
    2.5,
  ),
  thin: Flag(
    'True if that path is more than ten times as deep as this pool. Then rely on `marketPrice`, not on `price`.',
    false,
  ),
  apr: Maybe(
    'APR (24 h) as a fraction: fees24h.quote · 365 ÷ tvl, both in the default quote token, truncated at 12 decimal places.',
    0.0452,
  ),
};

export const MarketPool = Type.Object(PoolFigures);

export const MarketToken = Type.Object({
  ...TokenEntry.properties,
  price: Maybe(
    'Price in the quote token, truncated to 18 significant digits; null if no path of pools leads to it.',
    2.5,
  ),
  change24h: Maybe(
    `Price change since \`from\`, from the prices that the pools on its path had then, ${CHANGE}`,
    0.0125,
  ),
  volume24h: Maybe('Volume since `from` in the quote token, both directions, all pools.', 3005.25),
  tvl: Maybe('Value of the token in all pools, in the quote token.', 7_000_000),
  pools: Count('Number of pools that contain it.', 3),
});

const SORTS = ['tvl', 'volume', 'fees', 'swaps', 'change', 'apr', 'age', 'name'] as const;

export const getMarket = declareQuery({
  name: 'getMarket',
  ...counted,
  summary: 'Pools or tokens with market data',
  description: `Lists prices, price changes, volume, fees and TVL. The server sorts, searches and pages. Pools come in the direction of their pair: \`jetton1\`
is the quote token or, between two others, the one that was registered later (\`place\` in getTokens). Values are in \`quoteToken\` (QUOTE_TOKEN) at current prices. Prices spread from the quote token, one pool at a time: among all pools
between a priced and an unpriced token, the deepest one prices the other side; on a tie the oldest pool wins. Here a pool's depth is the value of its
reserve of the priced token, but at most that of every other pool on the path to the quote token. It is multiplied, for each pool on the path, by the
fraction that the pool holds of the token it prices, compared with the pool that holds most of it; the product is at least a tenth. So a small pool never
sets a price that a larger one can set, and a false price takes as much capital as moving the deepest pool there, up to ten times what that pool holds.
A pool with fewer than ten base units of a token has no depth and comes last. Reserves are the lesser of those five minutes before and at the whole minute
24 h after \`from\`; of a pool that was empty at the first of the two, a tenth of those at the second or, if it was empty then too, of the current ones. A token more than
three pools away has no price, and neither has one of which another pool holds more than a thousand times as much as the pool that would price it. Each
pool counts at its mean price over these five minutes, a younger one at its price at that minute, otherwise at its current price. Each product is
truncated to 18 significant digits. Hidden tokens and pools are left out and do not set prices. With \`quote\`, each price is divided by the price of the token it
names and truncated again to 18 significant digits, and values are in that token, at its decimals. If that token has no price, no other token has one.

The deepest path between two tokens follows the pools that gave them their prices, up to where they meet. On that path, the depth of a pool is the
value of its smaller side in the quote token. A pool is \`thin\` if its depth is less than a tenth of the depth of the shallowest pool on the path
between its tokens. Pools on that path, empty pools and pools of a token without a price are never thin.

All figures derive from the transactions up to \`sequence\` and from \`from\`: replaying them gives the same digits. The next page starts
after the sort position of the last item. An item whose figure crosses that position between two requests may appear twice or not at all; every other
item appears once.`,
  input: Fields({
    token: Type.Optional(
      Named(
        'Only this token, in the order named; unknown and hidden tokens are left out. Cannot be combined with anything but `list=tokens` and `quote`.',
        USDT,
      ),
    ),
    list: Type.Optional(Word('The list to return. Default `pools`.', 'pools', 'tokens')),
    sort: Type.Optional(
      Word(
        'Sort key. Nulls come last; ties are sorted by age, oldest first. `fees`, `swaps` and `apr` apply to pools only. Default `tvl`.',
        ...SORTS,
      ),
    ),
    order: Type.Optional(Word('`desc`: largest first. Default `desc`; for `name`, `asc`.', 'desc', 'asc')),
    search: Type.Optional(
      Text(
        'Part of a symbol or name, ignoring case and character width; two symbols such as `TON/USDT`; or the full address of a token or pool. Exact matches come first, then matches at the start, then the rest, each in the order of `sort`.',
        'ton',
        128,
      ),
    ),
    ...QuoteQuery,
    ...PageQuery,
  }),
  output: Type.Object({
    ...AT,
    pools: Type.Optional(Type.Array(MarketPool, { description: 'The pools of this page.' })),
    tokens: Type.Optional(Type.Array(MarketToken, { description: 'The tokens of this page.' })),
    count: Count('Number of items on all pages together.', 6),
    nextCursor: OrNull(Type.String(), 'Pass it as `cursor` for the next page; null on the last page.', null),
  }),
  weight: 5,
});

export const PoolWindow = Type.Object({
  from: OrNull(
    Moment('Start of the window.'),
    'Start of the window (ISO 8601); null for all time.',
    '2026-11-15T12:00:00.000Z',
  ),
  change: Maybe(`Price change over the window, ${CHANGE}`, 0.0125),
  volume: valued('Volume, as in `volume24h`.'),
  fees: valued('Fees earned by liquidity providers.'),
  swaps: Swaps('since'),
  growth: Maybe(
    'The amount that fees have added to each LP token, as a fraction: index now ÷ index then − 1, truncated at 12 decimal places.',
    0.000124,
  ),
});
const since = (description: string) => ({ ...PoolWindow, description });

const Payment = (token: string, other: string) =>
  OrNull(
    Type.Object({
      pay: Num(`Smallest payment in ${token}, fees included.`, 1001.5),
      receive: Num(`Amount of ${other} received for it, without a referrer.`, 400.2),
    }),
    `The payment in ${token}; null if no payment moves the price that far.`,
    { pay: 1001.5, receive: 400.2 },
  );

export const getPoolStats = declareQuery({
  name: 'getPoolStats',
  ...counted,
  summary: 'Market data of one pool',
  description: `The figures of getMarket, plus those of 7 days, 30 days and all time, and the payments that would move the price. Fields follow the order
in which you name the two tokens. Values are in \`quoteToken\`, at the prices of getMarket.`,
  input: Fields({ ...PoolQuery, ...QuoteQuery }),
  output: Type.Object({
    ...AT,
    ...PoolFigures,
    lpFee: Num('LP fee, as a fraction of the amount paid.', 0.002),
    protocolFee: Num('Protocol fee, as a fraction of the amount bought.', 0.001),
    lpSupply: Num('Total supply of LP tokens.', 3162.27),
    windows: Type.Object(
      {
        '24h': since('Since `from`.'),
        '7d': since('Since 7 days before the end of the 24-hour window.'),
        '30d': since('Since 30 days before the end of the 24-hour window.'),
        all: since(
          'Since its first transaction. `change` and `growth` start at the end of the first minute with liquidity, and are 0 during that minute.',
        ),
      },
      { description: 'Figures by time window.' },
    ),
    moves: Type.Array(
      Type.Object({
        part: Num('Price move, as a fraction.', 0.01),
        up: Payment('jetton1', 'jetton0'),
        down: Payment('jetton0', 'jetton1'),
      }),
      {
        description:
          'Payments that move the price by 0.1, 1 and 5 %. `up`: the smallest payment that leaves the price at (1 + part) times the current price or above. `down`: at (1 − part) times or below.',
      },
    ),
    levels: OrNull(
      Type.Object({
        from: Moment('Start of the 30 days.'),
        low0: Num('Lowest reserve0.', 1_900_000),
        high0: Num('Highest reserve0.', 2_100_000),
        low1: Num('Lowest reserve1.', 4_800_000),
        high1: Num('Highest reserve1.', 5_200_000),
      }),
      'Range of the reserves over the last 30 days, sampled at `from`, at the end of every hour and now. Null for a pool that never had liquidity.',
      { from: '2026-10-16T12:00:00.000Z', low0: 1_900_000, high0: 2_100_000, low1: 4_800_000, high1: 5_200_000 },
    ),
  }),
  refusals: ['unknown_pool'],
  weight: 10,
});
