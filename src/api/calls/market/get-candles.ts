// GET /getCandles
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/charts.ts';
import { MAX_CANDLES } from '../../../contract/charts.ts';
import { type Candle, firstStart, INTERVALS, startOf } from '../../../core/market/candle.ts';
import type { TokenPair } from '../../../core/pool.ts';
import type { CallContext } from '../../call.ts';
import { questionOf } from '../../call.ts';
import { ROWS_A_QUOTE } from '../../door/rate-limit.ts';
import { ApiError } from '../../errors.ts';
import { addressesOf, readMoment, readPair } from '../../fields/read-fields.ts';
import { price, whole } from '../../fields/records.ts';
import { pairHeadings } from './pair-headings.ts';

type Input = InputOf<typeof declared.getCandles>;

const COLUMNS = { prices: ['open', 'high', 'low', 'close'], amounts: ['volume', 'fees'] };

/** Candles returned if neither `from` nor `limit` is given. */
const USUAL_CANDLES = 300;

export const getCandles = questionOf(
  declared.getCandles,
  async ({ venue, market, input }) => {
    const pair = await pairOf(venue, input);
    const { ms } = INTERVALS[input.interval];
    const toMs = readTo(input);
    const last = input.limit === undefined ? undefined : Number(input.limit);
    const usual = last === undefined ? toMs - USUAL_CANDLES * ms : 0;
    const fromMs = input.from === undefined ? usual : readMoment(input.from, 'from');
    if (fromMs >= toMs) {
      const absent = input.to === undefined ? ', which defaults to now' : '';
      throw new ApiError('invalid_request', `from must be before to${absent}.`);
    }
    const count = (firstStart(toMs, ms) - firstStart(fromMs, ms)) / ms;
    if (last === undefined && count > MAX_CANDLES) {
      const words = `There are ${count} intervals of ${input.interval} since ${new Date(fromMs).toISOString()}`;
      throw new ApiError(
        'invalid_request',
        `${words}; request at most ${MAX_CANDLES} at once, or a file with format=csv.`,
      );
    }
    const { candles, sequence } = await market.candles({
      ...candlesWanted(pair, input),
      fromMs,
      toMs,
      ...(last !== undefined && { last }),
    });
    return {
      jetton0: pair.tokenA.address,
      jetton1: pair.tokenB.address,
      interval: input.interval,
      candles: candles.map((candle) => candleRecord(candle, pair)),
      sequence,
    };
  },
  {
    pages,
    headings: async ({ venue, input }) => pairHeadings(await pairOf(venue, input), COLUMNS),
  },
);

async function* pages({ venue, market, input, charge }: CallContext<Input>) {
  if (input.limit !== undefined) {
    throw new ApiError('invalid_request', 'limit applies to pages; a file contains all matches.');
  }
  const pair = await pairOf(venue, input);
  const { ms } = INTERVALS[input.interval];
  const candles = candlesWanted(pair, input);
  // Shortens the range: there are no candles before the pool existed or in the future.
  const toMs = Math.min(readTo(input), Date.now() + ms);
  const began = startOf(await market.beganAt(candles), ms);
  const first = Math.max(began, input.from === undefined ? 0 : readMoment(input.from, 'from'));
  for (let fromMs = firstStart(first, ms); fromMs < toMs; fromMs += MAX_CANDLES * ms) {
    const page = await market.candles({ ...candles, fromMs, toMs: Math.min(toMs, fromMs + MAX_CANDLES * ms) });
    yield page.candles.map((candle) => candleRecord(candle, pair));
    // Charges a minimum, since empty ranges cost something to read, too.
    await charge.pace(Math.max(ROWS_A_QUOTE, page.candles.length * (ms / candles.keptMs)));
  }
}

const pairOf = (venue: CallContext['venue'], { jetton0, jetton1 }: Input) =>
  readPair(venue, ['jetton0', jetton0], ['jetton1', jetton1]);

/** The end of the range, exclusive; the default includes an interval that begins in this millisecond. */
const readTo = ({ to }: Input): number => (to === undefined ? Date.now() + 1 : readMoment(to, 'to'));

function candlesWanted(pair: TokenPair, { interval }: Input) {
  const { ms, keptMs } = INTERVALS[interval];
  return { ...addressesOf(pair), intervalMs: ms, keptMs };
}

const candleRecord = (candle: Candle, { tokenA, tokenB }: TokenPair) => ({
  time: new Date(candle.startMs).toISOString(),
  open: price(candle.open),
  high: price(candle.high),
  low: price(candle.low),
  close: price(candle.close),
  volume0: whole(candle.volume0, tokenA),
  volume1: whole(candle.volume1, tokenB),
  fees0: whole(candle.fees0, tokenA),
  fees1: whole(candle.fees1, tokenB),
  swaps: candle.swaps,
});
