// A pool's averages: how far a price that was moved, dust, or liquidity that comes and goes can bend them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { averagesOf, type Span } from './average.ts';

/** Seconds at a price, as a multiple of the true one, and with liquidity, as a multiple of what it usually is. */
type Held = readonly [seconds: number, price: number, liquidity: number];
const UNIT = 10n ** 12n;
const units = (value: number) => BigInt(Math.round(value * Number(UNIT)));
/** Prices are in units of a trillionth here, which the averages do not depend on. */
function spansOf(history: readonly Held[]): readonly Span[] {
  return history.flatMap(([seconds, price, liquidity]) =>
    Array.from({ length: seconds }, () => ({
      ms: 1000,
      sums: { price0: units(price) * 1000n, price1: units(1 / price) * 1000n, liquidity: units(liquidity) * 1000n },
    })),
  );
}
const averageOf = (...history: readonly Held[]) => {
  const [, , now] = history.at(-1) as Held;
  const averages = averagesOf(spansOf(history), units(now));
  return averages && { price: Number(averages.price0) / 1e12, liquidity: Number(averages.liquidity) / 1e12 };
};

test.each<[string, readonly Held[], number, number]>([
  ['a steady market', [[60, 1, 1]], 1, 1],
  [
    'a fall by half, half a minute ago',
    [
      [30, 1, 1],
      [30, 0.5, 1],
    ],
    0.75,
    1,
  ],
  [
    'half a minute of dust at ten times the price, then a market',
    [
      [30, 10, 1e-9],
      [30, 1, 1],
    ],
    1,
    0.5,
  ],
  [
    'a minute of dust less a second, then a market',
    [
      [59, 10, 1e-9],
      [1, 1, 1],
    ],
    9.85,
    1e-9,
  ],
  [
    'one second of a thousand times the liquidity at ten times the price',
    [
      [30, 1, 1],
      [1, 10, 1000],
      [29, 1, 1],
    ],
    1.15,
    1,
  ],
  [
    'a thousand times the liquidity for the last two seconds, at half the price',
    [
      [58, 1, 1],
      [2, 0.5, 1000],
    ],
    59 / 60,
    1,
  ],
  [
    'nearly all of it taken out for the last second',
    [
      [59, 1, 1],
      [1, 0.5, 0.01],
    ],
    59.5 / 60,
    0.01,
  ],
  [
    'nearly all of it taken out for a second',
    [
      [29, 1, 1],
      [1, 0.5, 0.01],
      [30, 1, 1],
    ],
    59.005 / 59.01,
    59.01 / 60,
  ],
  [
    'twice the liquidity from half a minute ago on',
    [
      [30, 1, 1],
      [30, 2, 2],
    ],
    5 / 3,
    1.5,
  ],
])('%s', (_, history, price, liquidity) => {
  const found = averageOf(...history);
  expect(found?.price).toBeCloseTo(price, 6);
  expect(found?.liquidity).toBeCloseTo(liquidity, 6);
});

test('a pool without liquidity has no averages', () => {
  expect(averagesOf(spansOf([[60, 1, 0]]), 0n)).toBeUndefined();
  expect(
    averagesOf(
      spansOf([
        [59, 1, 1],
        [1, 1, 0],
      ]),
      0n,
    ),
  ).toBeUndefined();
});

describe('whoever holds a false price for less than half of the window, with any liquidity of their own', () => {
  const others = fc.integer({ min: 31, max: 60 });
  test('moves the average by no more than the time that they hold it', () => {
    const property = fc.property(
      others,
      fc.double({ min: 1e-6, max: 1, noNaN: true }),
      fc.array(fc.double({ min: 1, max: 1e9, noNaN: true }), { minLength: 30, maxLength: 30 }),
      (honest, price, added) => {
        // Others always leave their liquidity of 1 in the pool, and the attacker adds more while the price is false.
        const held = Array.from({ length: 60 - honest }, (_, at): Held => [1, price, added[at] ?? 1]);
        const found = averageOf([honest, 1, 1], ...held);
        const most = (60 - honest) / 60;
        expect(found?.price).toBeGreaterThanOrEqual(1 - most - 1e-6);
        expect(found?.liquidity).toBeLessThanOrEqual(1 + 1e-9);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

test('equal parts count alike, however they are split', () => {
  const [whole] = [
    averagesOf([{ ms: 60_000, sums: { price0: 60_000n * 7n, price1: 60_000n * 5n, liquidity: 60_000n * 3n } }], 3n),
  ];
  const split = Array.from({ length: 60 }, () => ({
    ms: 1000,
    sums: { price0: 7000n, price1: 5000n, liquidity: 3000n },
  }));
  expect(averagesOf(split, 3n)).toEqual(whole);
});
