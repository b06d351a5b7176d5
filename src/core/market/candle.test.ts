// Candles: where intervals begin and end, their prices, and longer ones combined from shorter ones.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, PaperExchange, ratesOf } from '../../../test/paper-exchange.ts';
import { anyHistory, playHistory } from '../../../test/paper-history.ts';
import { type PaperStep, stepsByPool } from '../../../test/paper-market.ts';
import { ann, createPool, pairOf, provide, swap } from '../../../test/paper-orders.ts';
import { parsePrice } from '../../../test/parse-price.ts';
import {
  type Candle,
  type CandleRow,
  candlesOf,
  firstStart,
  foldCandle,
  INTERVALS,
  KEPT_INTERVALS_MS,
  type KeptInterval,
  reversed,
  startOf,
  stepOf,
} from './candle.ts';
import { advance, changesOf, type PoolFigures, type PriceTerms, spotOf } from './figures.ts';
import { comparePrices, type Price, priceOf, printPrice } from './price.ts';

const MINUTE = 60_000;

test.each([
  [0, MINUTE, 0],
  [MINUTE - 1, MINUTE, 0],
  [MINUTE, MINUTE, MINUTE],
  [1_700_000_099_999, 300_000, 1_699_999_800_000],
  [1_700_000_100_000, 300_000, 1_700_000_100_000],
  [86_399_999, 86_400_000, 0],
])('%d ms lies in the interval of %d ms that begins at %d', (ms, interval, start) => {
  expect(startOf(ms, interval)).toBe(start);
});

test.each([
  [0, 60_000, 0],
  [1, 60_000, 60_000],
  [59_999, 60_000, 60_000],
  [60_000, 60_000, 60_000],
  [60_001, 60_000, 120_000],
])('the first interval at or after %i, of %i ms, begins at %i', (ms, interval, start) => {
  expect(firstStart(ms, interval)).toBe(start);
});

test('every interval is a multiple of one whose rows are stored', () => {
  for (const { ms, keptMs } of Object.values(INTERVALS)) {
    expect(KEPT_INTERVALS_MS).toContain(keptMs);
    expect(ms % keptMs).toBe(0);
  }
});

describe('a pool of 1000 apples against 10.00 bread, without fees', () => {
  const POOL: PriceTerms = { curve: 'constant-product', amplification: null, decimals0: 0, decimals1: 2 };
  const steps = played();

  /** Provided at 0:00.5, swapped at 0:01 and 0:59.999, provided at 1:00, swapped at 2:00 and 5:00. */
  function played() {
    const exchange = PaperExchange.open()
      .fund(ann, APPLE, 10n ** 6n)
      .fund(ann, BREAD, 10n ** 6n);
    exchange.run(createPool(ratesOf(0n, 0n, 0n)), provide(10_000n, 10_000n));
    const back = pairOf(BREAD, APPLE);
    exchange.run(swap(1000n), swap(1000n, back), provide(1000n, 1000n), swap(500n, back), swap(1n));
    const times = [500, 1000, 59_999, 60_000, 120_000, 300_000];
    let before: PoolFigures | undefined;
    return exchange.journal.flatMap(({ receipt, sequence }) =>
      changesOf(receipt).map((change) => {
        const after = advance(before, change, { sequence, createdAtMs: times.shift() as number }, POOL);
        const step = { before, after };
        before = after;
        return step;
      }),
    );
  }

  const rows = rowsOf(
    steps.map((step) => ({ ...step, pool: POOL })),
    MINUTE,
  );
  const shown = ({ open, high, low, close, ...rest }: Candle) => ({
    prices: [open, high, low, close].map(printPrice).join(' '),
    ...rest,
  });

  test('an interval opens with the price before its first swap and closes with that after its last', () => {
    expect(rows.map(({ startMs, prices }) => [startMs, prices && printPrice(prices.open)])).toEqual([
      [0, '0.01'],
      [60_000, null],
      [120_000, printPrice(spotBefore(4))],
      [300_000, printPrice(spotBefore(5))],
    ]);
    expect(rows[0]?.prices?.close).toEqual(spotBefore(3));
    expect(rows.map(({ end }) => end)).toEqual([2, 3, 4, 5].map((at) => steps[at]?.after));
  });

  test('a candle has the sums of its swaps; a minute without swaps has no candle', () => {
    const candles = candlesOf(rows, undefined, MINUTE);
    // 10000·1000/11000 = 909 come out; later 1000 for 1000·11000/10091 = 1090.
    expect(candles.map(shown)).toMatchObject([
      { startMs: 0, volume0: 1000n + 1090n, volume1: 909n + 1000n, swaps: 2, fees0: 0n },
      { startMs: 120_000, volume1: 500n, swaps: 1 },
      { startMs: 300_000, volume0: 1n, swaps: 1 },
    ]);
    expect(candlesOf(rows, undefined, 300_000)).toMatchObject([
      { startMs: 0, swaps: 3, open: candles[0]?.open, close: candles[1]?.close },
      { startMs: 300_000, swaps: 1 },
    ]);
  });

  test('candles of later rows do not count the swaps before them', () => {
    expect(candlesOf(rows.slice(2), rows[1]?.end, MINUTE)).toEqual(candlesOf(rows, undefined, MINUTE).slice(1));
    expect(candlesOf([], undefined, MINUTE)).toEqual([]);
  });

  test('the inverse pair has inverse prices, with high and low exchanged', () => {
    const price = (text: string): Price => parsePrice(text);
    const sums = { volume0: 1n, volume1: 2n, fees0: 3n, fees1: 4n, swaps: 5 };
    const candle = { startMs: 0, open: price('2'), high: price('4'), low: price('1'), close: price('3'), ...sums };
    expect(shown(reversed(candle))).toEqual({
      ...{ startMs: 0, prices: '0.5 1 0.25 0.333333333333333333', swaps: 5 },
      ...{ volume0: 2n, volume1: 1n, fees0: 4n, fees1: 3n },
    });
  });

  function spotBefore(at: number): Price {
    const { numerator = 0n, denominator = 0n } = spotOf(steps[at]?.before as PoolFigures, POOL) ?? {};
    return priceOf({ numerator, denominator }, 0, 2);
  }
});

describe('after any history', () => {
  test('no price lies outside high and low, and candles of every interval equal those computed directly', () => {
    const property = fc.property(anyHistory, (history) => {
      for (const steps of stepsByPool(playHistory(history))) {
        for (const { ms, keptMs } of Object.values(INTERVALS)) {
          const candles = candlesOf(rowsOf(steps, keptMs), undefined, ms);
          expect(candles).toEqual(directly(steps, ms));
          for (const { open, high, low, close } of candles) {
            for (const price of [open, close]) {
              expect(comparePrices(high, price) >= 0 && comparePrices(price, low) >= 0).toBe(true);
            }
          }
        }
      }
    });
    fc.assert(property, { numRuns: 150 });
  });
});

type PoolStep = Pick<PaperStep, 'before' | 'after'> & { readonly pool: PriceTerms };

function rowsOf(steps: readonly PoolStep[], intervalMs: KeptInterval): readonly CandleRow[] {
  const rows = new Map<number, CandleRow>();
  let last: CandleRow | undefined;
  for (const { before, after, pool } of steps) {
    last = foldCandle(last, intervalMs, stepOf(before, after, pool));
    rows.set(last.startMs, last);
  }
  return [...rows.values()];
}

/** Computes each interval by itself: filters its swaps, sorts their prices, adds their volumes. */
function directly(steps: readonly PaperStep[], intervalMs: number): readonly Candle[] {
  const swaps = steps.filter(({ change }) => change.swaps > 0);
  const price = (figures: PoolFigures | undefined, { decimals0, decimals1, ...pool }: PriceTerms) => {
    const spot = figures && spotOf(figures, { decimals0, decimals1, ...pool });
    return priceOf(spot ?? { numerator: 0n, denominator: 0n }, decimals0, decimals1);
  };
  const groups = Map.groupBy(swaps, ({ after }) => Math.floor(after.atMs / intervalMs) * intervalMs);
  return [...groups].map(([startMs, group]) => {
    const [first, last] = [group[0] as PaperStep, group.at(-1) as PaperStep];
    const open = price(first.before, first.pool);
    const all = group.flatMap(({ before, after, pool }) => [price(before, pool), price(after, pool)]);
    const sorted = all.sort(comparePrices);
    const total = (key: 'volume0' | 'volume1' | 'fees0' | 'fees1') =>
      group.reduce((sum, { change }) => sum + change[key], 0n);
    return {
      startMs,
      open,
      high: sorted.at(-1) as Price,
      low: sorted[0] as Price,
      close: price(last.after, last.pool),
      volume0: total('volume0'),
      volume1: total('volume1'),
      fees0: total('fees0'),
      fees1: total('fees1'),
      swaps: group.length,
    };
  });
}
