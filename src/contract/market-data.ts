// Market data: all pools and tokens, and one pool in full.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { counted } from './charts.ts';
import { Address, Fields, Named, PageQuery, PoolQuery, Status, Text, TON, USDT } from './fields.ts';
import { Shape } from './listing.ts';
import { Count, Flag, Maybe, Moment, Num, OrNull, POOL, Str, TokenEntry, TokenRecord, Word } from './records.ts';

/** The token to quote values in. */
export const QuoteQuery = {
  quote: Type.Optional(Address('Quote in this token instead of QUOTE_TOKEN.')),
};

export const AT = {
  quoteToken: OrNull(TokenRecord, 'The token of all values; null if there is none.', {
    address: USDT,
    symbol: 'USDT',
    decimals: 6,
  }),
  sequence: Count('Sequence of the last transaction included.', 42),
  asOf: Moment('When the figures were computed.'),
  from: Moment('Start of the 24-hour window, a whole minute.'),
};

export const Valued = Type.Object({
  amount0: Num('Amount in jetton0.', 1200),
  amount1: Num('Amount in jetton1.', 3010.5),
  quote: Maybe('Value in the quote token, truncated; null without a price.', 3005.25),
});
const valued = (description: string) => ({ ...Valued, description });
const Swaps = (since: string) => Count(`Number of swaps through the pool ${since}.`, 17);
const CHANGE = 'as a fraction, truncated at 12 decimals; null without a price then.';

const PoolFigures = {
  poolAddress: Str('Address of the pool and of its LP token.', POOL),
  jetton0: Str('The first token.', TON),
  symbol0: Str('Its symbol.', 'TON'),
  jetton1: Str('The second token.', USDT),
  symbol1: Str('Its symbol.', 'USDT'),
  status: Status('`paused`: no swaps and no new liquidity. `hidden`: not in lists.'),
  ...Shape,
  createdAt: Moment('When it was created.'),
  price: Maybe('Price of jetton0 in jetton1, before fees, 18 digits; null if the pool is empty.', 2.5),
  change24h: Maybe(`Price change since \`from\`, ${CHANGE}`, 0.0125),
  open24h: Maybe('Price before the first swap since `from`; null without one.', 2.47),
  high24h: Maybe('Highest price since `from`, as in candles; or null.', 2.56),
  low24h: Maybe('Lowest price since `from`; or null.', 2.46),
  lastPrice: Maybe('Price after the last swap, as a candle closes; null before the first.', 2.5),
  lastTradeAt: OrNull(
    Type.String({ format: 'date-time' }),
    'When that swap was made; or null.',
    '2026-11-15T11:59:00.000Z',
  ),
  volume24h: valued('Volume since `from`; `quote` is half the sum of both sides.'),
  fees24h: valued('Fees earned by liquidity providers since `from`.'),
  swaps24h: Swaps('since `from`'),
  reserve0: Num('Reserve of jetton0.', 2_000_000),
  reserve1: Num('Reserve of jetton1.', 5_000_000),
  tvl: Maybe('Value of both reserves in the quote token, each truncated; or null.', 10_000_000),
  marketPrice: Maybe('Price of jetton0 in jetton1 over the deepest path between them; null if one has no price.', 2.5),
  thin: Flag('True if that path is over ten times as deep: then rely on `marketPrice`, not `price`.', false),
  apr: Maybe('APR as a fraction: fees24h.quote · 365 ÷ tvl in QUOTE_TOKEN, truncated at 12 decimals.', 0.0452),
};

export const MarketPool = Type.Object(PoolFigures);

export const MarketToken = Type.Object({
  ...TokenEntry.properties,
  price: Maybe('Price in the quote token, 18 digits; null if no path of pools leads to it.', 2.5),
  change24h: Maybe(`Price change since \`from\`, ${CHANGE}`, 0.0125),
  volume24h: Maybe('Volume since `from` in the quote token, all pools.', 3005.25),
  tvl: Maybe('Value of the token in all pools, in the quote token.', 7_000_000),
  pools: Count('Number of pools that contain it.', 3),
});

const SORTS = ['tvl', 'volume', 'fees', 'swaps', 'change', 'apr', 'age', 'name'] as const;

export const getMarket = declareQuery({
  name: 'getMarket',
  ...counted,
  summary: 'Pools or tokens with market data',
  description:
    'Prices, changes, volume, fees and TVL of all pools or tokens that are not hidden, computed up to `sequence` and from `from`.\nA pool comes in the direction of its pair (`place` in getTokens). Prices spread from the quote token over up to three pools, always through the deepest;\nvalues are in `quoteToken` at current prices. The rules: docs/interface.md#market-data. An item that moves between two pages may appear twice or not at all.',
  input: Fields({
    token: Type.Optional(Named('Only this token; only with `list=tokens` and `quote`.', USDT)),
    list: Type.Optional(Word('The list to return. Default `pools`.', 'pools', 'tokens')),
    sort: Type.Optional(
      Word('Default `tvl`. Nulls come last, ties by age. `fees`, `swaps` and `apr` are for pools only.', ...SORTS),
    ),
    order: Type.Optional(Word('Default `desc`, largest first; for `name`, `asc`.', 'desc', 'asc')),
    search: Type.Optional(
      Text(
        'Part of a symbol or name, a pair such as `TON/USDT`, or an address. Exact matches come first, then those at the start.',
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
    Type.String({ format: 'date-time' }),
    'Start of the window; null for all time.',
    '2026-11-15T12:00:00.000Z',
  ),
  change: Maybe(`Price change over the window, ${CHANGE}`, 0.0125),
  volume: valued('Volume, as in `volume24h`.'),
  fees: valued('Fees earned by liquidity providers.'),
  swaps: Swaps('since'),
  growth: Maybe('What fees have added to each LP token, as a fraction, truncated at 12 decimals.', 0.000124),
});
const since = (description: string) => ({ ...PoolWindow, description });

const Payment = (token: string, other: string) =>
  OrNull(
    Type.Object({
      pay: Num(`Smallest payment in ${token}, fees included.`, 1001.5),
      receive: Num(`Amount of ${other} received for it.`, 400.2),
    }),
    `The payment in ${token}; null if none moves it that far.`,
    { pay: 1001.5, receive: 400.2 },
  );

export const getPoolStats = declareQuery({
  name: 'getPoolStats',
  ...counted,
  summary: 'Market data of one pool',
  description:
    'The figures of getMarket for one pool, in the order in which you name the two tokens, for more windows, and the payments that would move the price.',
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
        all: since('Since its first transaction; `change` and `growth` since the first minute with liquidity.'),
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
        description: 'Smallest payments that move the price by 0.1, 1 and 5 % or more, up and down.',
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
      'Range of the reserves in 30 days, sampled hourly; null if there never were any.',
      { from: '2026-10-16T12:00:00.000Z', low0: 1_900_000, high0: 2_100_000, low1: 4_800_000, high1: 5_200_000 },
    ),
  }),
  refusals: ['unknown_pool'],
  weight: 10,
});
