// Figures of a window: sums are differences of running totals, and the mean price is weighted by time, in both directions.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import { anyHistory, playHistory } from '../../../test/paper-history.ts';
import { stepsByPool } from '../../../test/paper-market.ts';
import { parsePrice } from '../../../test/parse-price.ts';
import { amount, MAX_AMOUNT } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { CONSTANT_PRODUCT } from '../curves/curves.ts';
import { cumulativeAt, type PriceTerms, spotOf } from './figures.ts';
import { comparePrices, invertPrice, type Price, priceOf, printPrice } from './price.ts';
import { meanPrices, sumsBetween } from './window.ts';

const POOL: PriceTerms = { curve: 'constant-product', amplification: null, decimals0: 0, decimals1: 0 };
const held = (reserve0: bigint, reserve1: bigint) => ({
  reserve0: amount(reserve0),
  reserve1: amount(reserve1),
  supply: amount(1n),
});

describe('the mean price', () => {
  const START = { ...held(1n, 1n), atMs: 0, cumulative0: 0n, cumulative1: 0n };
  /** A price of 1 for 30 ms, then of 4 for 10 ms. */
  const later = { ...held(1n, 4n), ...cumulativeAt(START, 30, POOL) };
  const shown = (of: ReturnType<typeof meanPrices>) => of && [printPrice(of.mean0), printPrice(of.mean1)];

  test.each([
    { what: 'of the whole span', from: START, to: later, span: [0, 40], mean: ['1.75', '0.8125'] },
    { what: 'of the first price alone', from: START, to: START, span: [0, 30], mean: ['1', '1'] },
    { what: 'of the first price up to the second', from: START, to: later, span: [0, 30], mean: ['1', '1'] },
    { what: 'of the second price alone', from: later, to: later, span: [30, 40], mean: ['4', '0.25'] },
    { what: 'of parts of the first and the second', from: START, to: later, span: [20, 35], mean: ['2', '0.75'] },
  ])('$what is weighted by time, and so is that of the inverse price', ({ from, to, span, mean }) => {
    const [fromMs = 0, toMs = 0] = span;
    expect(shown(meanPrices(from, to, { fromMs, toMs }, POOL))).toEqual(mean);
  });

  test.each([
    { what: 'that has fallen', first: 4n, second: 1n, mean: ['2.5', '0.625'] },
    { what: 'that has risen', first: 1n, second: 4n, mean: ['2.5', '0.625'] },
  ])('of a price $what lies between the two', ({ first, second, mean }) => {
    const before = { ...START, ...held(1n, first) };
    const after = { ...held(1n, second), ...cumulativeAt(before, 50, POOL) };
    expect(shown(meanPrices(before, after, { fromMs: 0, toMs: 100 }, POOL))).toEqual(mean);
  });

  test('of a price that never moved is that price, although every millisecond is rounded', () => {
    const still = { ...START, ...held(3n, 7n) };
    const mean = shown(meanPrices(still, still, { fromMs: 0, toMs: 86_400_000 }, POOL));
    expect(mean).toEqual(['2.33333333333333333', printPrice(invertPrice(parsePrice('2.33333333333333333')))]);
    const tenths = { ...POOL, decimals0: 9, decimals1: 6 };
    const steady = { ...START, ...held(2_000_000_000_000n, 5_000_000_000n) };
    expect(shown(meanPrices(steady, steady, { fromMs: 0, toMs: 60_001 }, tenths))).toEqual(['2.5', '0.4']);
  });

  test('of a price that never moved is that price as shown, with any decimals and in both directions', () => {
    const anyPool = fc.record({
      ...{ reserve0: anyAmount({ min: 1n }), reserve1: anyAmount({ min: 1n }), much: fc.bigInt(1n, 1000n) },
      ...{
        decimals0: fc.nat(30),
        decimals1: fc.nat(30),
        isStable: fc.boolean(),
        ms: fc.integer({ min: 1, max: 1e12 }),
      },
    });
    const property = fc.property(anyPool, ({ reserve0, reserve1, much, decimals0, decimals1, isStable, ms }) => {
      const shape = isStable ? ({ curve: 'stable', amplification: 100n } as const) : CONSTANT_PRODUCT;
      const pool = { ...shape, decimals0, decimals1 };
      const still = { ...START, ...held(reserve0, reserve1) };
      const price = priceOf(spotOf(still, pool) as Fraction, decimals0, decimals1);
      const told = [price, invertPrice(price)].map(printPrice);
      expect(shown(meanPrices(still, still, { fromMs: 0, toMs: ms }, pool))).toEqual(told);
      // Liquidity that keeps the price does not change the mean.
      fc.pre(!isStable && reserve0 * much < MAX_AMOUNT && reserve1 * much < MAX_AMOUNT);
      const more = { ...held(reserve0 * much, reserve1 * much), ...cumulativeAt(still, ms, pool) };
      expect(shown(meanPrices(still, more, { fromMs: 0, toMs: 2 * ms }, pool))).toEqual(told);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('has all eighteen digits even if the decimals differ a lot', () => {
    const wide = { ...POOL, decimals0: 30, decimals1: 0 };
    // One third and then two thirds of a token; one unit is worth 10^30 of the other's.
    const first = { ...START, ...held(3n * 10n ** 30n, 1n) };
    const second = { ...held(3n * 10n ** 30n, 2n), ...cumulativeAt(first, 10, wide) };
    expect(shown(meanPrices(first, second, { fromMs: 0, toMs: 20 }, wide))).toEqual(['0.5', '2.25']);
    const third = { ...held(3n * 10n ** 30n, 2n), ...cumulativeAt(first, 20, wide) };
    expect(shown(meanPrices(first, third, { fromMs: 0, toMs: 30 }, wide))).toEqual(['0.444444444444444444', '2.5']);
  });

  test('is per whole token, whatever the decimals of the two tokens', () => {
    const wide = { ...POOL, decimals0: 3, decimals1: 1 };
    expect(shown(meanPrices(START, later, { fromMs: 0, toMs: 40 }, wide))).toEqual(['175', '0.008125']);
  });

  test('is undefined for a window of zero length and for an empty pool', () => {
    expect(meanPrices(later, later, { fromMs: 40, toMs: 40 }, POOL)).toBeUndefined();
    const empty = { ...START, ...held(0n, 0n) };
    expect(meanPrices(empty, empty, { fromMs: 0, toMs: 99 }, POOL)).toBeUndefined();
  });
});

describe('after any history', () => {
  test('the cumulative price never falls, and a mean lies between the lowest and the highest price', () => {
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
        const span = { fromMs: first.after.atMs, toMs: last.atMs };
        const mean = meanPrices(first.after, (steps.at(-1) as Step).after, span, first.pool)?.mean0 as Price;
        const sorted = prices.sort(comparePrices);
        expect(comparePrices(mean, sorted.at(-1) as Price)).toBeLessThanOrEqual(0);
        expect(comparePrices(mean, sorted[0] as Price)).toBeGreaterThanOrEqual(0);
      }
    });
    fc.assert(property, { numRuns: 150 });
  });

  test('the sums between two times equal the sum of the changes between them', () => {
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
  return priceOf(spotOf(held(reserve0, reserve1), pool) as Fraction, pool.decimals0, pool.decimals1);
}
