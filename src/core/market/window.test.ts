// What happened between two moments: sums are differences, and the mean price is weighed by time, both ways.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyHistory, playHistory } from '../../../test/paper-history.ts';
import { stepsByPool } from '../../../test/paper-market.ts';
import { amount } from '../amount.ts';
import { type Counted, cumulativeAt } from './figures.ts';
import { comparePrices, type Price, printPrice } from './price.ts';
import { meanPrices, sumsBetween } from './window.ts';

const POOL: Counted = { curve: 'constant-product', amplification: null, decimals0: 0, decimals1: 0 };
const held = (reserve0: bigint, reserve1: bigint) => ({
  reserve0: amount(reserve0),
  reserve1: amount(reserve1),
  supply: amount(1n),
});

describe('the mean price', () => {
  const START = { ...held(1n, 1n), atMs: 0, cumulative0: 0n, cumulative1: 0n };
  /** A price of 1 for 30 ms, and then of 4 for 10 ms. */
  const later = { ...held(1n, 4n), ...cumulativeAt(START, 30, POOL) };
  const end = cumulativeAt(later, 40, POOL);
  const shown = (of: ReturnType<typeof meanPrices>) => of && [printPrice(of.mean0), printPrice(of.mean1)];

  test.each([
    { what: 'of all', from: START, to: end, mean: ['1.75', '0.8125'] },
    { what: 'of the first price alone', from: START, to: later, mean: ['1', '1'] },
    { what: 'of the second alone', from: later, to: end, mean: ['4', '0.25'] },
    { what: 'from within one to within the other', ...between(20, 35), mean: ['2', '0.75'] },
  ])('$what is weighed by time, and that of inverses is not the inverse', ({ from, to, mean }) => {
    expect(shown(meanPrices(from, to, POOL))).toEqual(mean);
  });

  test('of a price that never moved is that price, although every millisecond is cut', () => {
    const still = { ...START, ...held(3n, 7n) };
    const mean = shown(meanPrices(still, cumulativeAt(still, 86_400_000, POOL), POOL));
    expect(mean).toEqual(['2.33333333333333333', '0.428571428571428571']);
    const tenths = { ...POOL, decimals0: 9, decimals1: 6 };
    const steady = { ...START, ...held(2_000_000_000_000n, 5_000_000_000n) };
    expect(shown(meanPrices(steady, cumulativeAt(steady, 60_001, tenths), tenths))).toEqual(['2.5', '0.4']);
  });

  test('counts whole tokens of both', () => {
    expect(shown(meanPrices(START, end, { ...POOL, decimals0: 3, decimals1: 1 }))).toEqual(['175', '0.008125']);
  });

  test('of no time, or of a pool that had no price, is none', () => {
    expect(meanPrices(end, end, POOL)).toBeUndefined();
    const empty = { ...START, ...held(0n, 0n) };
    expect(meanPrices(empty, cumulativeAt(empty, 99, POOL), POOL)).toBeUndefined();
  });

  function between(fromMs: number, toMs: number) {
    return { from: cumulativeAt(START, fromMs, POOL), to: cumulativeAt(later, toMs, POOL) };
  }
});

describe('of any history', () => {
  test('the cumulative price of a moment never falls, and a mean lies between the lowest and the highest price', () => {
    const property = fc.property(anyHistory, fc.nat(10_000), (history, step) => {
      for (const steps of stepsByPool(playHistory(history))) {
        const prices: Price[] = [];
        const [first] = steps as readonly [(typeof steps)[number]];
        let last = cumulativeAt(first.after, first.after.atMs, first.pool);
        for (const [at, { after, pool }] of steps.entries()) {
          const untilMs = steps[at + 1]?.after.atMs ?? after.atMs + 1 + step;
          if (untilMs > after.atMs) prices.push(spotPrice(after, pool));
          for (const ms of [after.atMs, Math.min(after.atMs + step, untilMs), untilMs]) {
            const now = cumulativeAt(after, ms, pool);
            expect(now.cumulative0 >= last.cumulative0 && now.cumulative1 >= last.cumulative1).toBe(true);
            last = now;
          }
        }
        const mean = meanPrices(first.after, last, first.pool)?.mean0 as Price;
        const sorted = prices.sort(comparePrices);
        expect(comparePrices(mean, sorted.at(-1) as Price)).toBeLessThanOrEqual(0);
        expect(comparePrices(mean, sorted[0] as Price)).toBeGreaterThanOrEqual(0);
      }
    });
    fc.assert(property, { numRuns: 150 });
  });

  test('the sums between two moments are what the changes between them add up to', () => {
    const property = fc.property(anyHistory, fc.nat(), (history, at) => {
      for (const steps of stepsByPool(playHistory(history))) {
        const [from, to] = [steps[at % steps.length]?.after, steps.at(-1)?.after];
        const between = steps.slice((at % steps.length) + 1).map(({ change }) => change);
        const total = (key: 'volume0' | 'volume1' | 'fees0' | 'fees1') =>
          between.reduce((sum, change) => sum + change[key], 0n);
        expect(to && sumsBetween(from, to)).toEqual({
          volume0: total('volume0'),
          volume1: total('volume1'),
          fees0: total('fees0'),
          fees1: total('fees1'),
          swaps: between.filter(({ swaps }) => swaps > 0).length,
        });
      }
    });
    fc.assert(property, { numRuns: 100 });
  });
});

type Step = ReturnType<typeof stepsByPool>[number][number];

function spotPrice({ reserve0, reserve1 }: Step['after'], pool: Step['pool']): Price {
  // The curve of a stable pool is asked elsewhere; here it is told by the mean of a millisecond.
  const figures = { ...held(reserve0, reserve1), atMs: 0, cumulative0: 0n, cumulative1: 0n };
  return meanPrices(figures, cumulativeAt(figures, 1, pool), pool)?.mean0 as Price;
}
