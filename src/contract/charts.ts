// History of a pool: candles, trades and average price.
import Type from 'typebox';
import { declareQuery } from './call.ts';
import { Digits, Fields, PageQuery, PoolQuery, Time, TON, USDT } from './fields.ts';
import { Count, Maybe, Moment, Num, PageOf, Str, Word } from './records.ts';

export const counted = { who: 'anyone', counted: true, venue: 'ledger', tag: 'Market' } as const;

const Format = (what: string) => Type.Optional(Word(`Download ${what} as one file.`, 'csv', 'ndjson'));
const Sequence = Count('Sequence of the last transaction included.', 42);

const CandleRecord = Type.Object({
  time: Moment('Start of the interval.'),
  open: Num('Price before the first swap.', 2.5),
  high: Num('Highest price before or after any swap.', 2.52),
  low: Num('Lowest price before or after any swap.', 2.49),
  close: Num('Price after the last swap.', 2.51),
  volume0: Num('Volume in jetton0, both directions.', 120),
  volume1: Num('Volume in jetton1, both directions.', 301.2),
  fees0: Num('Fees earned by liquidity providers, in jetton0.', 0.12),
  fees1: Num('Fees earned by liquidity providers, in jetton1.', 0.3),
  swaps: Count('Number of swaps.', 7),
});

/** The allowed values of `window`, for error messages. */
export const WINDOW = 'minutes, hours or days from 1m to 30d, such as 5m';

/** The most candles per answer; a download (with `format`) has no limit. */
export const MAX_CANDLES = 1000;

export const getCandles = declareQuery({
  name: 'getCandles',
  ...counted,
  summary: 'Candles of a pool',
  description: `Candles, oldest first, at pool prices of jetton0 in jetton1, before fees, truncated to 18 significant digits. An interval without a swap has none. \`from\` and \`to\` select by the start of the interval: every candle is whole. At most ${MAX_CANDLES} intervals per answer.`,
  input: Fields({
    ...PoolQuery,
    interval: Word('Length of a candle.', '1m', '5m', '15m', '1h', '4h', '1d'),
    from: Time(
      'First interval start to include. Default: 300 intervals before `to`; with `limit`, no lower bound.',
      '1763164800',
    ),
    to: Time(
      'Only intervals that start before this time. Default: now, including the current interval.',
      '2026-11-16T00:00:00Z',
    ),
    limit: Type.Optional(
      Digits(`The last 1 to ${MAX_CANDLES} candles before \`to\`, however old.`, 300, [1, MAX_CANDLES]),
    ),
    format: Format('all candles'),
  }),
  output: Type.Object({
    jetton0: Str('The token being priced.', TON),
    jetton1: Str('The token the price is quoted in.', USDT),
    interval: Str('Length of a candle.', '1h'),
    candles: Type.Array(CandleRecord, { description: 'Candles, oldest first.' }),
    sequence: Sequence,
  }),
  exported: CandleRecord,
  refusals: ['unknown_pool'],
  weight: 5,
});

const TradeRecord = Type.Object({
  sequence: Count('Journal sequence.', 42),
  createdAt: Moment('When it was committed.'),
  side: Word('`sell`: jetton0 was paid. `buy`: jetton0 was received.', 'buy', 'sell'),
  amount0: Num('Amount of jetton0.', 10),
  amount1: Num('Amount of jetton1.', 24.924925),
  price: Num('amount1 ÷ amount0, fees included, 18 digits.', 2.4924925),
  fees0: Num('Fees earned by liquidity providers, in jetton0.', 0.02),
  fees1: Num('Fees earned by liquidity providers, in jetton1.', 0),
});

export const getTrades = declareQuery({
  name: 'getTrades',
  ...counted,
  summary: 'Trades of a pool',
  description:
    'Every swap through the pool, with the amounts paid and received there, without accounts. Matches of orders use no pool.',
  input: Fields({
    ...PoolQuery,
    from: Time('From this time on: ISO 8601 with a time zone, or Unix seconds.', '2026-11-01T00:00:00Z'),
    to: Time('Before this time.', '2026-12-01T00:00:00Z'),
    order: Type.Optional(
      Word(
        'Default `desc`, newest first. With `asc`, the last `sequence` received is the `cursor` for later trades.',
        'desc',
        'asc',
      ),
    ),
    ...PageQuery,
    format: Format('all matching trades'),
  }),
  output: PageOf('trades', TradeRecord, { sequence: Sequence }),
  exported: TradeRecord,
  refusals: ['unknown_pool'],
  weight: 2,
});

export const getPrice = declareQuery({
  name: 'getPrice',
  ...counted,
  summary: 'Current and average price of a pool',
  description:
    'Price of jetton0 in jetton1, before fees. `price` is the spot price, which anyone can move; `mean` is the time-weighted average (TWAP), in which a price that lasted no millisecond has no weight.',
  input: Fields({
    ...PoolQuery,
    window: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,4}[mhd]$',
        title: WINDOW,
        description: 'Length of the window, `1m` to `30d`. Default `5m`.',
        examples: ['5m'],
      }),
    ),
  }),
  output: Type.Object({
    jetton0: Str('The token being priced.', TON),
    jetton1: Str('The token the price is quoted in.', USDT),
    price: Num('Current price, truncated to 18 significant digits.', 2.5),
    mean: Maybe(
      'Average over the window, truncated to 18 significant digits; null until a whole clock minute after the first price.',
      2.4987,
    ),
    from: Str('Start of the window, a whole minute; equal to `to` if `mean` is null.', '2026-11-15T11:55:00.000Z'),
    to: Str('End of the window: now.', '2026-11-15T12:00:03.250Z'),
    swaps: Count('Number of swaps in the window; 0 if `mean` is null.', 7),
    sequence: Sequence,
  }),
  refusals: ['unknown_pool', 'no_liquidity'],
});
