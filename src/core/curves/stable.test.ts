// Checks the stable curve against figures worked by hand and against the inequalities that define it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { hasInvariant, invariantOf, outFor, type StablePool } from '../../../test/stable/definition.ts';
import { anyPool } from '../../../test/stable/pools.ts';
import { type Amount, amount, MAX_AMOUNT, PPM, ppm } from '../amount.ts';
import { swapExactIn, swapExactOut } from '../maths/fill.ts';
import type { Reserves } from './curve.ts';
import { StableCurve } from './stable.ts';

const curveOf = ({ amplification, decimalsIn, decimalsOut }: StablePool) =>
  new StableCurve(amplification, decimalsIn, decimalsOut);
const reservesOf = ({ reserveIn, reserveOut }: StablePool): Reserves => ({
  reserveIn: amount(reserveIn),
  reserveOut: amount(reserveOut),
});
const rates = (lp: bigint, protocol: bigint, ref: bigint) => ({
  lpFeePpm: ppm(lp),
  protocolFeePpm: ppm(protocol),
  refFeePpm: ppm(ref),
});
const FREE = rates(0n, 0n, 0n);
const anyInput = anyAmount({ min: 1n });
const fits = ({ reserveIn }: StablePool, amountIn: Amount) => reserveIn + amountIn <= MAX_AMOUNT;

describe('a stable pool worked by hand, with 1000 of each token, so that D is 2000', () => {
  const LEVEL = { reserveIn: 1000n, reserveOut: 1000n, decimalsIn: 0, decimalsOut: 0, amplification: 100n };

  test.each([
    { what: 'Ann 1: y² + 1100y = D³/4400, so 906.2… stay', pool: { ...LEVEL, amplification: 1n }, out: 93n },
    { what: 'Ann 100: 100y² − 88000y = D³/4400, so 900.19… stay', pool: LEVEL, out: 99n },
    {
      what: 'the output token has three decimals more: 900.19758… stay',
      pool: { ...LEVEL, reserveOut: 1_000_000n, decimalsOut: 3 },
      out: 99_802n,
    },
    {
      what: 'the input token has three decimals more: 900.19… stay',
      pool: { ...LEVEL, reserveIn: 1_000_000n, decimalsIn: 3 },
      amountIn: 100_000n,
      out: 99n,
    },
    {
      what: 'an LP fee of 0.2 % is not rounded: 99.8 count and 900.39678… stay',
      pool: { ...LEVEL, reserveOut: 10n ** 9n, decimalsOut: 6 },
      at: rates(2000n, 0n, 0n),
      out: 99_603_210n,
    },
    { what: 'an input as large as the reserve: 90.4… stay', pool: LEVEL, amountIn: 1000n, out: 909n },
  ])('$what', ({ pool, amountIn = 100n, at = FREE, out }) => {
    const fill = swapExactIn(curveOf(pool), reservesOf(pool), at, amount(amountIn));
    expect(fill).toMatchObject({ amountIn, baseOut: out });
  });

  test('a balanced pool has a spot price of one, and the price impact of a trade is what it pays below that', () => {
    const fill = swapExactIn(curveOf(LEVEL), reservesOf(LEVEL), FREE, amount(100n));
    const { numerator, denominator } = fill?.priceImpact ?? { numerator: 0n, denominator: 0n };
    expect(numerator * 100n).toBe(denominator);
  });

  test('an output of 100 costs 107.1… at Ann 1 and 100.2… at Ann 100', () => {
    const priced = (amplification: bigint) => {
      const pool = { ...LEVEL, amplification };
      return swapExactOut(curveOf(pool), reservesOf(pool), FREE, amount(100n), MAX_AMOUNT);
    };
    expect([priced(1n), priced(100n)]).toMatchObject([{ amountIn: 108n }, { amountIn: 101n }]);
  });
});

test('at Ann 5, D of reserves of 5 and 16 is exactly 20, so an input of 11 pays 11 and exchanges the reserves', () => {
  // Large enough that floats cannot hold all digits.
  const unit = 10n ** 30n + 7n;
  const pool = { reserveIn: 5n * unit, reserveOut: 16n * unit, decimalsIn: 9, decimalsOut: 9, amplification: 5n };
  const [curve, reserves, mirrored] = [curveOf(pool), reservesOf(pool), amount(11n * unit)];
  expect(swapExactIn(curve, reserves, FREE, mirrored)?.amountOut).toBe(mirrored);
  expect(swapExactOut(curve, reserves, FREE, mirrored, MAX_AMOUNT)).toMatchObject({ amountIn: mirrored });
});

describe('in any pool', () => {
  const anyTrade = fc
    .record({ pool: anyPool, amountIn: anyInput, at: anyRates })
    .filter((t) => fits(t.pool, t.amountIn));

  test('the output is the most that keeps D, to the unit', () => {
    const property = fc.property(anyTrade, ({ pool, amountIn, at }) => {
      const out = curveOf(pool).baseOut(reservesOf(pool), amountIn * (PPM - at.lpFeePpm));
      expect(out).toBe(outFor(pool, amountIn, at.lpFeePpm));
    });
    fc.assert(property, { numRuns: 700 });
  });

  test('a swap never lowers D, and without a fee it would if it paid a unit more', () => {
    const property = fc.property(anyTrade, ({ pool, amountIn, at }) => {
      const [curve, reserves] = [curveOf(pool), reservesOf(pool)];
      const fill = swapExactIn(curve, reserves, at, amountIn);
      fc.pre(fill !== null);
      expect(hasInvariant({ ...pool, ...fill.after }, invariantOf(pool))).toBe(true);
      const { after } = swapExactIn(curve, reserves, FREE, amountIn) ?? fill;
      expect(curve.keeps(reserves, after)).toBe(true);
      expect(curve.keeps(reserves, { ...after, reserveOut: amount(after.reserveOut - 1n) })).toBe(false);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('an exact output costs the smallest input that reaches it: a unit less does not', () => {
    const property = fc.property(anyTrade, ({ pool, amountIn, at }) => {
      const [curve, reserves] = [curveOf(pool), reservesOf(pool)];
      const out = swapExactIn(curve, reserves, at, amountIn)?.amountOut;
      fc.pre(out !== undefined);
      const fill = swapExactOut(curve, reserves, at, out, amountIn);
      if (fill === null || fill === 'input_too_large') throw new Error('the pool can pay it');
      expect(fill.amountOut).toBe(out);
      expect(fill.amountIn).toBeLessThanOrEqual(amountIn);
      expect(swapExactIn(curve, reserves, at, fill.amountIn)?.amountOut).toBeGreaterThanOrEqual(out);
      const less = swapExactIn(curve, reserves, at, amount(fill.amountIn - 1n));
      expect(less?.amountOut ?? 0n).toBeLessThan(out);
    });
    fc.assert(property, { numRuns: 1500 });
  });

  test('a larger input never pays less, and the price impact is between 0 and 1', () => {
    const property = fc.property(anyTrade, anyInput, ({ pool, amountIn, at }, other) => {
      const [curve, reserves] = [curveOf(pool), reservesOf(pool)];
      const [less, more] = amountIn < other ? [amountIn, other] : [other, amountIn];
      expect(curve.baseOut(reserves, more * PPM)).toBeGreaterThanOrEqual(curve.baseOut(reserves, less * PPM));
      const counted = amountIn * (PPM - at.lpFeePpm);
      const { numerator, denominator } = curve.impact(reserves, counted, curve.baseOut(reserves, counted));
      expect(numerator).toBeGreaterThanOrEqual(0n);
      expect(numerator).toBeLessThanOrEqual(denominator);
    });
    fc.assert(property, { numRuns: 1500 });
  });

  test('the spot price, which uses a rounded D, is not below the spot price from a more precise D', () => {
    const property = fc.property(anyPool, (pool) => {
      const fine = (reserve: bigint) => (reserve * 10n ** 9n) as Amount;
      const finer = { reserveIn: fine(pool.reserveIn), reserveOut: fine(pool.reserveOut) };
      const [spot, least] = [curveOf(pool).spot(reservesOf(pool)), curveOf(pool).spot(finer)];
      expect(spot.numerator * least.denominator).toBeGreaterThanOrEqual(least.numerator * spot.denominator);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

test.each([
  { what: 'full reserves', reserveIn: MAX_AMOUNT / 2n, reserveOut: MAX_AMOUNT, amountIn: MAX_AMOUNT / 2n },
  { what: 'an uneven pool, into the full side', reserveIn: 2n ** 117n, reserveOut: 1n, amountIn: 2n ** 117n },
  { what: 'an uneven pool, into the empty side', reserveIn: 1n, reserveOut: 2n ** 117n, amountIn: 1n },
  { what: 'the largest input, to the empty side', reserveIn: 1n, reserveOut: MAX_AMOUNT, amountIn: MAX_AMOUNT - 1n },
])('even with 0 and 30 decimals the output is the most that keeps D: $what', ({ reserveIn, reserveOut, amountIn }) => {
  for (const [decimalsIn, decimalsOut] of [
    [0, 30],
    [30, 0],
    [18, 18],
  ] as const) {
    for (const amplification of [1n, 200n, 1_000_000n]) {
      const pool = { reserveIn, reserveOut, decimalsIn, decimalsOut, amplification };
      const out = curveOf(pool).baseOut(reservesOf(pool), amountIn * PPM);
      expect(out).toBe(outFor(pool, amountIn, 0n));
      expect(out).toBeLessThan(reserveOut);
    }
  }
});
