// What a pool has done: its candles, its trades and its price over time.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Fields, PageQuery, PoolQuery, Text, TON, USDT } from './fields.ts';
import { Maybe, Num, PageOf, Str, Word } from './records.ts';

const Moment = (description: string, example: string) => Type.Optional(Text(description, example, 64));
const Format = (what: string) => Type.Optional(Word(`\`csv\` or \`ndjson\`: ${what} as one file.`, 'csv', 'ndjson'));
const Sequence = Type.Integer({ description: 'The last transaction that is counted.', examples: [42] });

export const CandleRecord = Type.Object({
  time: Str('Where the interval begins (ISO 8601).', '2026-11-15T12:00:00.000Z'),
  open: Num('Price before the first swap.', 2.5),
  high: Num('Highest price before or after a swap.', 2.52),
  low: Num('Lowest price before or after a swap.', 2.49),
  close: Num('Price after the last swap.', 2.51),
  volume0: Num('How much jetton0 was swapped, in either direction.', 120),
  volume1: Num('How much jetton1 was swapped, in either direction.', 301.2),
  fees0: Num('What the providers earned in jetton0.', 0.12),
  fees1: Num('What the providers earned in jetton1.', 0.3),
  swaps: Type.Integer({ description: 'How many swaps.', examples: [7] }),
});

/** What `window` must be, in words. */
export const WINDOW = 'minutes, hours or days from 1m to 30d, such as 5m';

/** Of one answer; a file has no bound. */
export const MAX_CANDLES = 1000;

export const getCandles = declareCall({
  name: 'getCandles',
  method: 'GET',
  who: 'anyone',
  changes: false,
  counted: true,
  tag: 'Market',
  summary: 'Candles of a pool',
  description: `Oldest first. Prices are of jetton0 in jetton1, those of the pool itself without fees, to 18 significant digits, cut. An
interval without a swap has no candle. A swap over several pools counts in each of them. \`from\` and \`to\` are about where an interval begins,
and every candle is of its whole interval, so that those of [a, b) and [b, c) are those of [a, c). At most ${MAX_CANDLES} intervals an answer.`,
  input: Fields({
    ...PoolQuery,
    interval: Word('How long each is.', '1m', '5m', '15m', '1h', '4h', '1d'),
    from: Moment(
      'Those that begin at this moment or later. Default: 300 intervals before `to`, or with `limit` the first.',
      '1763164800',
    ),
    to: Moment('Those that begin before this moment. Default: now, with the one under way.', '2026-11-16T00:00:00Z'),
    limit: Type.Optional(
      Type.String({
        pattern: '^([1-9]|[1-9][0-9]{1,2}|1000)$',
        title: `a whole number from 1 to ${MAX_CANDLES}`,
        description: `The last so many that there are before \`to\`, however long ago; 1 to ${MAX_CANDLES}.`,
        examples: ['300'],
      }),
    ),
    format: Format('all of them, from the first on where `from` is absent,'),
  }),
  output: Type.Object({
    jetton0: Str('The token whose price it is.', TON),
    jetton1: Str('The token that it is told in.', USDT),
    interval: Str('How long each is.', '1h'),
    candles: Type.Array(CandleRecord, { description: 'Oldest first.' }),
    sequence: Sequence,
  }),
  exported: CandleRecord,
  refusals: ['unknown_pool'],
  weight: 5,
});

export const TradeRecord = Type.Object({
  sequence: Type.Integer({ description: 'Position in the journal.', examples: [42] }),
  createdAt: Str('When it was committed (ISO 8601).', '2026-11-15T12:00:00.000Z'),
  side: Word('`sell`: jetton0 was paid; `buy`: it was received.', 'buy', 'sell'),
  amount0: Num('How much jetton0.', 10),
  amount1: Num('How much jetton1.', 24.924925),
  price: Num('amount1 for one of amount0, fees included; to 18 significant digits, cut.', 2.4924925),
  fees0: Num('What the providers earned in jetton0.', 0.02),
  fees1: Num('What the providers earned in jetton1.', 0),
});

export const getTrades = declareCall({
  name: 'getTrades',
  method: 'GET',
  who: 'anyone',
  changes: false,
  counted: true,
  tag: 'Market',
  summary: 'Trades of a pool, newest first',
  description: `Every swap that passed the pool, with what it paid and received there, and without saying whose.`,
  input: Fields({
    ...PoolQuery,
    from: Moment('Only from this moment on: ISO 8601 with a zone, or unix seconds.', '2026-11-01T00:00:00Z'),
    to: Moment('Only before this moment.', '2026-12-01T00:00:00Z'),
    ...PageQuery,
    format: Format('all that match'),
  }),
  output: PageOf('trades', TradeRecord, { sequence: Sequence }),
  exported: TradeRecord,
  refusals: ['unknown_pool'],
  weight: 2,
});

export const getPrice = declareCall({
  name: 'getPrice',
  method: 'GET',
  who: 'anyone',
  changes: false,
  counted: true,
  tag: 'Market',
  summary: 'Price of a pool, now and on average',
  description: `Of jetton0 in jetton1, without fees. \`mean\` weighs every price by how long it held: what happens within a commit or a
millisecond has no weight, so that moving it takes holding the price off for a part of the window. It is null until the pool has had a price for a whole
minute of the clock: \`price\` alone is what anybody can move.`,
  input: Fields({
    ...PoolQuery,
    window: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,4}[mhd]$',
        title: WINDOW,
        description: 'How far the average reaches back: minutes, hours or days, from `1m` to `30d`. Default `5m`.',
        examples: ['5m'],
      }),
    ),
  }),
  output: Type.Object({
    jetton0: Str('The token whose price it is.', TON),
    jetton1: Str('The token that it is told in.', USDT),
    price: Num('Now; to 18 significant digits, cut.', 2.5),
    mean: Maybe(
      'Over the window, weighed by time; to 18 significant digits, cut. Null until a whole minute of the clock has passed since the first price.',
      2.4987,
    ),
    from: Str(
      'Where the window begins: at a whole minute, and not before the first at which the pool had a price. The same as `to` where `mean` is null.',
      '2026-11-15T11:55:00.000Z',
    ),
    to: Str('Where it ends: now.', '2026-11-15T12:00:03.250Z'),
    swaps: Type.Integer({ description: 'How many swaps in the window; 0 where `mean` is null.', examples: [7] }),
    sequence: Sequence,
  }),
  refusals: ['unknown_pool', 'no_liquidity'],
});
