// Checks exact-in swaps against published figures, figures worked by hand, and the definition of each rounding.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { amount, MAX_AMOUNT, ppm } from '../amount.ts';
import { AssertionFailure } from '../assert.ts';
import { swapExactIn } from '../maths/fill.ts';
import { constantProduct } from './constant-product.ts';
import type { Reserves } from './curve.ts';

const ONE = 10n ** 18n;

const pool = (reserveIn: bigint, reserveOut: bigint): Reserves => ({
  reserveIn: amount(reserveIn),
  reserveOut: amount(reserveOut),
});
const rates = (lp: bigint, protocol: bigint, ref: bigint) => ({
  lpFeePpm: ppm(lp),
  protocolFeePpm: ppm(protocol),
  refFeePpm: ppm(ref),
});

// Uniswap v2-core, test/UniswapV2Pair.spec.ts, swapTestCases.
test.each([
  [1n, 5n, 10n, 1_662_497_915_624_478_906n],
  [1n, 10n, 5n, 453_305_446_940_074_565n],
  [2n, 5n, 10n, 2_851_015_155_847_869_602n],
  [2n, 10n, 5n, 831_248_957_812_239_453n],
  [1n, 10n, 10n, 906_610_893_880_149_131n],
  [1n, 100n, 100n, 987_158_034_397_061_298n],
  [1n, 1000n, 1000n, 996_006_981_039_903_216n],
])('%i into %i : %i at 0.3 %% pays %i, as Uniswap v2 does', (amountIn, reserveIn, reserveOut, out) => {
  const fill = swapExactIn(
    constantProduct,
    pool(reserveIn * ONE, reserveOut * ONE),
    rates(3000n, 0n, 0n),
    amount(amountIn * ONE),
  );
  expect(fill?.amountOut).toBe(out);
});

describe('an exact-in swap worked by hand', () => {
  test.each([
    {
      what: 'default rates and a referrer: 9980 of 10000 count, 9980·2000000 / 1009980 = 19762.7…',
      of: [pool(1_000_000n, 2_000_000n), rates(2000n, 1000n, 1000n), 10_000n] as const,
      fill: { baseOut: 19_762n, protocolFee: 20n, refFee: 20n, amountOut: 19_722n, lpFee: 20n },
      after: pool(1_010_000n, 1_980_238n),
    },
    {
      what: 'no referrer: the referrer’s part goes to the swapper',
      of: [pool(1_000_000n, 2_000_000n), rates(2000n, 1000n, 0n), 10_000n] as const,
      fill: { baseOut: 19_762n, protocolFee: 20n, refFee: 0n, amountOut: 19_742n, lpFee: 20n },
      after: pool(1_010_000n, 1_980_238n),
    },
    {
      what: 'fees that divide evenly are not rounded up: 1000·3000 / 2000 = 1500, a tenth and a fifth of it',
      of: [pool(1000n, 3000n), rates(0n, 100_000n, 200_000n), 1000n] as const,
      fill: { baseOut: 1500n, protocolFee: 150n, refFee: 300n, amountOut: 1050n, lpFee: 0n },
      after: pool(2000n, 1500n),
    },
    {
      what: 'an LP fee of almost everything: 1 of 1000000 counts, 1·100 / 2 = 50',
      of: [pool(1n, 100n), rates(999_999n, 0n, 0n), 1_000_000n] as const,
      fill: { baseOut: 50n, protocolFee: 0n, refFee: 0n, amountOut: 50n, lpFee: 999_999n },
      after: pool(1_000_001n, 50n),
    },
    {
      what: 'an input that fills its reserve to the largest amount leaves the last unit of the other reserve',
      of: [pool(1n, 5n), rates(0n, 0n, 0n), MAX_AMOUNT - 1n] as const,
      fill: { baseOut: 4n, protocolFee: 0n, refFee: 0n, amountOut: 4n, lpFee: 0n },
      after: pool(MAX_AMOUNT, 1n),
    },
  ])('$what', ({ of: [reserves, rates, amountIn], fill, after }) => {
    expect(swapExactIn(constantProduct, reserves, rates, amount(amountIn))).toMatchObject({ ...fill, amountIn, after });
  });

  test('the price impact is the input after fees as a fraction of the reserve with it', () => {
    const fill = swapExactIn(constantProduct, pool(1_000_000n, 2_000_000n), rates(2000n, 1000n, 0n), amount(10_000n));
    expect(fill?.priceImpact).toEqual({ numerator: 9980n * 1_000_000n, denominator: 1_009_980n * 1_000_000n });
  });
});

describe('a swap pays nothing', () => {
  // Each row has the largest input that buys nothing; one unit more buys one unit.
  test.each([
    { what: 'if the output would be less than a unit', last: 1n, of: pool(1000n, 1000n), at: rates(0n, 0n, 0n) },
    { what: 'if the LP fee takes it', last: 2n, of: pool(1000n, 501n), at: rates(2000n, 0n, 0n) },
    { what: 'if the protocol fee takes it', last: 2n, of: pool(1000n, 1000n), at: rates(2000n, 1000n, 0n) },
    { what: 'if both fees take a unit each', last: 3n, of: pool(1000n, 1000n), at: rates(2000n, 1000n, 1000n) },
  ])('$what', ({ last, of, at }) => {
    expect(swapExactIn(constantProduct, of, at, amount(last))).toBeNull();
    expect(swapExactIn(constantProduct, of, at, amount(last + 1n))).toMatchObject({ amountOut: 1n });
  });

  test.each([
    { what: 'for an input of zero', reserves: pool(1000n, 1000n), amountIn: 0n },
    { what: 'from an empty pool', reserves: pool(0n, 0n), amountIn: 0n },
    { what: 'from a reserve of one unit', reserves: pool(1n, 1n), amountIn: MAX_AMOUNT - 1n },
  ])('$what', ({ reserves, amountIn }) => {
    expect(swapExactIn(constantProduct, reserves, rates(0n, 0n, 0n), amount(amountIn))).toBeNull();
  });
});

test('an input that would raise the reserve above the largest amount throws', () => {
  expect(() => swapExactIn(constantProduct, pool(10n, 10n), rates(0n, 0n, 0n), amount(MAX_AMOUNT - 9n))).toThrow(
    AssertionFailure,
  );
});

const reserve = anyAmount({ min: 1n, max: MAX_AMOUNT / 2n });
const anySwap = fc.record({ reserveIn: reserve, reserveOut: reserve, rates: anyRates, amountIn: reserve });

describe('in every pool', () => {
  test('the output before fees is the most that k allows for the input after the LP fee: one unit more would lower k', () => {
    const property = fc.property(anySwap, ({ reserveIn, reserveOut, rates, amountIn }) => {
      const fill = swapExactIn(constantProduct, { reserveIn, reserveOut }, rates, amountIn);
      fc.pre(fill !== null);
      const counted = reserveIn * 1_000_000n + amountIn * (1_000_000n - rates.lpFeePpm);
      const kScaled = reserveIn * reserveOut * 1_000_000n;
      expect(counted * (reserveOut - fill.baseOut) >= kScaled).toBe(true);
      expect(counted * (reserveOut - fill.baseOut - 1n) < kScaled).toBe(true);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('k never falls, each fee is rounded up, and the output plus its fees is what leaves the reserve', () => {
    const property = fc.property(anySwap, ({ reserveIn, reserveOut, rates, amountIn }) => {
      const fill = swapExactIn(constantProduct, { reserveIn, reserveOut }, rates, amountIn);
      fc.pre(fill !== null);
      expect(fill.after).toEqual({ reserveIn: reserveIn + amountIn, reserveOut: reserveOut - fill.baseOut });
      expect(fill.after.reserveIn * fill.after.reserveOut >= reserveIn * reserveOut).toBe(true);
      expect(fill.amountOut + fill.protocolFee + fill.refFee).toBe(fill.baseOut);
      for (const [fee, ratePpm, of] of [
        [fill.lpFee, rates.lpFeePpm, amountIn],
        [fill.protocolFee, rates.protocolFeePpm, fill.baseOut],
        [fill.refFee, rates.refFeePpm, fill.baseOut],
      ] as const) {
        expect(fee * 1_000_000n >= of * ratePpm && (fee - 1n) * 1_000_000n < of * ratePpm).toBe(true);
      }
      // A swap always costs something, so nobody can fill the journal for free.
      if (rates.protocolFeePpm > 0n) expect(fill.protocolFee > 0n).toBe(true);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
