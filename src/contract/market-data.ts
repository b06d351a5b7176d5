// The market as a whole: its pools and tokens with their figures, and one pool in full.
import Type, { type TSchema } from 'typebox';
import { declareCall } from './call.ts';
import { Fields, PageQuery, PoolQuery, Status, Text, TON, USDT } from './fields.ts';
import { Shape } from './listing.ts';
import { Maybe, Moment, Num, POOL, Str, TokenEntry, TokenRecord, Word } from './records.ts';

/** Null where it cannot be told. */
const OrNull = <Schema extends TSchema>(schema: Schema, description: string, example: unknown) =>
  Type.Union([schema, Type.Null()], { description, examples: [example] });

export const AT = {
  quoteToken: OrNull(TokenRecord, 'What worth is told in; null where there is no such token.', {
    address: USDT,
    symbol: 'USDT',
    decimals: 6,
  }),
  sequence: Type.Integer({ description: 'The last transaction that is counted.', examples: [42] }),
  asOf: Moment('When it was counted (ISO 8601).'),
  from: Moment(
    'Where the last 24 hours begin (ISO 8601): 24 h before a whole minute, which is at most two minutes ago.',
  ),
};

const Valued = (what: string) =>
  Type.Object(
    {
      amount0: Num('In jetton0.', 1200),
      amount1: Num('In jetton1.', 3010.5),
      quote: Maybe(
        'In the quote token, cut at its decimals; null where one of the two tokens has no price in it.',
        3005.25,
      ),
    },
    { description: what },
  );
const Swaps = (since: string) => Type.Integer({ description: `How many swaps passed it ${since}.`, examples: [17] });
const CHANGE =
  'as a fraction: price now ÷ price then − 1, cut towards zero at 12 digits after the point; null where it had no price then.';

const PoolFigures = {
  poolAddress: Str('Address of the pool and of its LP token.', POOL),
  jetton0: Str('The first token.', TON),
  symbol0: Str('Its symbol.', 'TON'),
  jetton1: Str('The second token.', USDT),
  symbol1: Str('Its symbol.', 'USDT'),
  status: Status('`listed`; `paused`, so that it takes no swaps and no new liquidity; `hidden` from lists.'),
  ...Shape,
  createdAt: Moment('When it was created (ISO 8601).'),
  price: Maybe('Of jetton0 in jetton1 now, without fees, to 18 significant digits, cut; null of an empty pool.', 2.5),
  change24h: Maybe(`How its price has changed since \`from\`, ${CHANGE}`, 0.0125),
  volume24h: Valued(
    'What was swapped since `from`, in either direction; in the quote token half of the sum of both, as each swap is counted in both.',
  ),
  fees24h: Valued('What its providers have earned since `from`.'),
  swaps24h: Swaps('since `from`'),
  reserve0: Num('What it holds of jetton0.', 2_000_000),
  reserve1: Num('What it holds of jetton1.', 5_000_000),
  tvl: Maybe(
    'What it holds, in the quote token: the worth of each reserve, cut at its decimals, added up.',
    10_000_000,
  ),
  marketPrice: Maybe(
    'Of jetton0 in jetton1 now, over the deepest way between them, which may be the pool itself; null where one of them has no price in the quote token.',
    2.5,
  ),
  thin: Type.Boolean({
    description:
      'Whether that way is more than ten times as deep as the pool, so that `marketPrice` is to be relied on and not `price`.',
    examples: [false],
  }),
  apr: Maybe('Yearly pace, as a fraction: fees24h.quote · 365 ÷ tvl, cut at 12 digits after the point.', 0.0452),
};

const MarketPool = Type.Object(PoolFigures);

const MarketToken = Type.Object({
  ...TokenEntry.properties,
  price: Maybe('In the quote token, to 18 significant digits, cut; null where no path leads to it.', 2.5),
  change24h: Maybe(
    `How that has changed since \`from\`: against the prices that the pools of its path had then, ${CHANGE}`,
    0.0125,
  ),
  volume24h: Maybe(
    'What was swapped of it since `from`, in either direction and every pool, in the quote token.',
    3005.25,
  ),
  tvl: Maybe('What all pools hold of it, in the quote token.', 7_000_000),
  pools: Type.Integer({ description: 'How many pools it is in.', examples: [3] }),
});

const SORTS = ['tvl', 'volume', 'fees', 'swaps', 'change', 'apr', 'age', 'name'] as const;

const QUOTE_PRICES = `Worth is told in \`quoteToken\` (QUOTE_TOKEN), at present prices. Prices spread from it: again and again,
the deepest pool of a token that has a price and one that has none gives the other its price, a pool measured by what it holds of the
priced one, of equals the oldest; so no small pool sets a price where a larger one leads. A token more than three pools away has none, and a
pool prices no token of which another pool holds more than a thousand times as much. Each pool counts with its mean price over the five minutes
before the whole minute 24 h after \`from\` (of a pool that is younger, its price at that minute or, failing that, now), and each product
is cut at 18 significant digits. Hidden tokens and pools are left out, and price nothing.

The deepest way between two tokens leads along the pools that gave them their prices, to where these meet. The depth of a pool is what it holds
of the side that is worth less, in the quote token. A pool is \`thin\` where that is less than a tenth of the depth of the shallowest pool of the way
between its tokens; one of the way itself, an empty one, and one of a token without a price are not.`;

export const getMarket = declareCall({
  name: 'getMarket',
  method: 'GET',
  who: 'anyone',
  changes: false,
  counted: true,
  tag: 'Market',
  summary: 'All pools or tokens with their figures',
  description: `Prices, changes, volumes, fees and what is held, sorted, searched and paged by the server. ${QUOTE_PRICES}

All figures follow from the transactions up to \`sequence\` and from \`from\`: whoever replays them finds the same digits. The next page
begins after the place of the last item in the order of its moment: one whose figure passes that place between two pages may be shown twice
or not at all, every other once.`,
  input: Fields({
    list: Type.Optional(Word('What to list. Default `pools`.', 'pools', 'tokens')),
    sort: Type.Optional(
      Word(
        'By which figure, null last, of equals the older first; `fees`, `swaps` and `apr` are of pools alone. Default `tvl`.',
        ...SORTS,
      ),
    ),
    order: Type.Optional(Word('`desc`: the greatest first. Default `desc`, by name `asc`.', 'desc', 'asc')),
    search: Type.Optional(
      Text(
        'Part of a symbol or name, whatever its case and width, two symbols as `TON/USDT`, or the whole address of a token or pool. A whole symbol, pair or address comes first, then what begins so, then the rest, each in the order of `sort`.',
        'ton',
        128,
      ),
    ),
    ...PageQuery,
  }),
  output: Type.Object({
    ...AT,
    pools: Type.Optional(Type.Array(MarketPool, { description: 'The pools of this page.' })),
    tokens: Type.Optional(Type.Array(MarketToken, { description: 'The tokens of this page.' })),
    count: Type.Integer({ description: 'How many there are on all pages together.', examples: [6] }),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Pass it as `cursor` for the next page; null on the last.',
      examples: [null],
    }),
  }),
  weight: 5,
});

const Since = (what: string) =>
  Type.Object(
    {
      from: OrNull(
        Moment('Where it begins (ISO 8601).'),
        'Where it begins (ISO 8601); null for all of its time.',
        '2026-11-15T12:00:00.000Z',
      ),
      change: Maybe(`How the price has changed since, ${CHANGE}`, 0.0125),
      volume: Valued('What was swapped, as in `volume24h`.'),
      fees: Valued('What the providers have earned.'),
      swaps: Swaps('since'),
      growth: Maybe(
        'What fees have added to each LP token, as a fraction: index now ÷ index then − 1, cut at 12 digits after the point.',
        0.000124,
      ),
    },
    { description: what },
  );

const Payment = (token: string, other: string) =>
  OrNull(
    Type.Object({
      pay: Num(`The smallest payment in ${token} that does, fees included.`, 1001.5),
      receive: Num(`What is received for it in ${other}, without a referrer.`, 400.2),
    }),
    `A payment in ${token}; null where none does.`,
    { pay: 1001.5, receive: 400.2 },
  );

export const getPoolStats = declareCall({
  name: 'getPoolStats',
  method: 'GET',
  who: 'anyone',
  changes: false,
  counted: true,
  tag: 'Market',
  summary: 'Everything about one pool',
  description: `Its figures as in getMarket, of 7 and 30 days and all time as well, and what would move its price; in the order in which the two tokens
are named. ${QUOTE_PRICES}`,
  input: Fields(PoolQuery),
  output: Type.Object({
    ...AT,
    ...PoolFigures,
    lpFee: Num('Fee that stays with the providers, as a fraction of what is offered.', 0.002),
    protocolFee: Num('Fee that the protocol collects, as a fraction of what is bought.', 0.001),
    lpSupply: Num('LP tokens of all providers together.', 3162.27),
    windows: Type.Object(
      {
        '24h': Since('Since `from`.'),
        '7d': Since('Since 7 days before the same minute.'),
        '30d': Since('Since 30 days before the same minute.'),
        all: Since(
          'Since its first transaction; `change` and `growth` since the end of the first minute in which it held something, and 0 while that lasts.',
        ),
      },
      { description: 'What happened in the last time.' },
    ),
    moves: Type.Array(
      Type.Object({
        part: Num('By which part of it the price moves.', 0.01),
        up: Payment('jetton1', 'jetton0'),
        down: Payment('jetton0', 'jetton1'),
      }),
      {
        description:
          'What moves the price by 0.1, 1 and 5 %: the smallest payment whose swap leaves it at (1 + part) times what it is or above, and at (1 − part) times or below.',
      },
    ),
    levels: OrNull(
      Type.Object({
        from: Moment('Where the 30 days begin (ISO 8601).'),
        low0: Num('The least of reserve0.', 1_900_000),
        high0: Num('The most of reserve0.', 2_100_000),
        low1: Num('The least of reserve1.', 4_800_000),
        high1: Num('The most of reserve1.', 5_200_000),
      }),
      'Between what its reserves were in the last 30 days: at `from`, at the end of each hour since, and now. Null of a pool that never held anything.',
      { from: '2026-10-16T12:00:00.000Z', low0: 1_900_000, high0: 2_100_000, low1: 4_800_000, high1: 5_200_000 },
    ),
  }),
  refusals: ['unknown_pool'],
  weight: 10,
});
