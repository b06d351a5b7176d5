// The float curve equals the exact one at realistic amounts, and stays finite and concave at all others.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StablePool } from '../../../test/stable/definition.ts';
import { anyPool, ordinaryPool } from '../../../test/stable/pools.ts';
import { amount, MAX_AMOUNT, PPM, ppm } from '../amount.ts';
import { swapExactIn } from '../maths/fill.ts';
import { StableCurve } from './stable.ts';

const RATES = { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(0n) };
const KEPT = { in: 0.998, out: 0.999 };

const exactOf = (pool: StablePool) => ({
  curve: new StableCurve(pool.amplification, pool.decimalsIn, pool.decimalsOut),
  reserves: { reserveIn: amount(pool.reserveIn), reserveOut: amount(pool.reserveOut) },
});
const numericOf = (pool: StablePool) => {
  const { curve, reserves } = exactOf(pool);
  return curve.numeric(reserves, KEPT);
};
const isClose = (value: number, to: number, within: number) => Math.abs(value / to - 1) <= within;

describe('at realistic amounts', () => {
  const anyTrade = fc.record({ pool: ordinaryPool, parts: fc.bigInt(1n, 3_000_000n) });

  test('the float curve pays what the exact curve pays, and its slope at zero is the spot price after fees', () => {
    const property = fc.property(anyTrade, ({ pool, parts }) => {
      const { curve, reserves } = exactOf(pool);
      const amountIn = amount((pool.reserveIn * parts) / PPM);
      const { amountOut } = swapExactIn(curve, reserves, RATES, amountIn) ?? { amountOut: 0n };
      // Allows three units for rounding.
      const within = 1e-9 + 3 / Number(amountOut);
      expect(isClose(curve.numeric(reserves, KEPT).pays(Number(amountIn)), Number(amountOut), within)).toBe(true);
      const { numerator, denominator } = curve.spot(reserves);
      const spot = Number((numerator * 10n ** 40n) / denominator) / 1e40;
      expect(isClose(curve.numeric(reserves, KEPT).slope(0), spot * KEPT.in * KEPT.out, 1e-9)).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('slope is the derivative of pays, 1 / reach the relative rate at which slope falls, and inputAt inverts slope', () => {
    const property = fc.property(anyTrade, ({ pool, parts }) => {
      const numeric = numericOf(pool);
      const x = Number((pool.reserveIn * parts) / PPM);
      const h = Number(pool.reserveIn) * 1e-4;
      const risen = (numeric.pays(x + h) - numeric.pays(x - h)) / (2 * h);
      expect(isClose(numeric.slope(x), risen, 1e-4)).toBe(true);
      const fallen = Math.log(numeric.slope(x - h) / numeric.slope(x + h)) / (2 * h);
      expect(isClose(numeric.reach(x) * fallen, 1, 1e-3)).toBe(true);
      expect(isClose(numeric.slope(numeric.inputAt(numeric.slope(x))), numeric.slope(x), 1e-12)).toBe(true);
      expect(isClose(numeric.inputAt(numeric.slope(x)), x, 1e-12 * (1 + numeric.reach(x) / x))).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

test('in any pool the float curve is finite, rising and concave, and never pays more than the reserve', () => {
  const property = fc.property(anyPool, fc.double({ min: 0, max: Number(MAX_AMOUNT), noNaN: true }), (pool, x) => {
    const numeric = numericOf(pool);
    const [price, further] = [numeric.slope(x), numeric.slope(2 * x + 1)];
    for (const value of [price, further, numeric.pays(x), numeric.reach(x)]) expect(value).toSatisfy(Number.isFinite);
    expect(numeric.reach(x)).toBeGreaterThan(0);
    expect(further).toBeLessThanOrEqual(price * (1 + 1e-9));
    expect(numeric.pays(2 * x + 1)).toBeGreaterThanOrEqual(numeric.pays(x) * (1 - 1e-9));
    expect(numeric.pays(x)).toBeLessThanOrEqual(Number(pool.reserveOut));
    for (const wanted of [0, price / 2, price, numeric.slope(0) * 2, Number.MAX_VALUE]) {
      const input = numeric.inputAt(wanted);
      expect(input).toBeGreaterThanOrEqual(0);
      expect(input).toBeLessThanOrEqual(Number(MAX_AMOUNT));
    }
    expect(numeric.inputAt(numeric.slope(0) * 2)).toBe(0);
  });
  fc.assert(property, { numRuns: 1000 });
});
