// Depth, from both sides: the reported payment moves the price far enough, and one unit less does not.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import type { StablePool } from '../../../test/stable/definition.ts';
import { anyPool, ordinaryPool } from '../../../test/stable/pools.ts';
import { amount, MAX_AMOUNT, ppm } from '../amount.ts';
import { constantProduct } from '../curves/constant-product.ts';
import type { Curve, Fraction, Reserves } from '../curves/curve.ts';
import { StableCurve } from '../curves/stable.ts';
import { type SwapRates, swapExactIn } from '../maths/fill.ts';
import { movesBy, paymentMoving } from './depth.ts';

const FREE = { lpFeePpm: ppm(0n), protocolFeePpm: ppm(0n), refFeePpm: ppm(0n) };
const RATES = { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(0n) };
const pool = (reserveIn: bigint, reserveOut: bigint): Reserves => ({
  reserveIn: amount(reserveIn),
  reserveOut: amount(reserveOut),
});
const part = (numerator: bigint, denominator: bigint): Fraction => ({ numerator, denominator });
const anyPart = fc.constantFrom(part(999n, 1000n), part(100n, 101n), part(95n, 100n), part(100n, 105n), part(1n, 2n));

describe('the payment that moves a price, worked by hand', () => {
  test('to move the price to a quarter, as much as the reserve goes in, and half of the other reserve comes out', () => {
    expect(paymentMoving(constantProduct, pool(1000n, 4000n), FREE, part(1n, 4n))).toMatchObject({
      amountIn: 1000n,
      amountOut: 2000n,
    });
    expect(paymentMoving(constantProduct, pool(1000n, 4000n), FREE, part(1001n, 4000n))?.amountIn).toBe(1000n);
    // 4·10⁶ / 2001 is 1999.0…, so 2000 stay: 2000 / 2001 is above 0.999, and 1999 / 2002 is not.
    expect(paymentMoving(constantProduct, pool(1000n, 4000n), FREE, part(999n, 4000n))?.amountIn).toBe(1002n);
  });

  test('a payment in the second token moves the price up, one in the first moves it down', () => {
    const sides = { curve01: constantProduct, curve10: constantProduct, reserve0: amount(10n ** 6n) };
    const { up, down } = movesBy({ ...sides, reserve1: amount(4n * 10n ** 6n), rates: FREE }, 10_000n);
    // √1.01 − 1 of the second is 19950.2…, √(1/0.99) − 1 of the first is 5037.8…; the difference is rounding.
    expect(up?.amountIn).toBe(19_952n);
    expect(down?.amountIn).toBe(5038n);
    expect(up?.after).toEqual(pool(4_019_952n, 995_037n));
  });

  test.each([
    ['an empty pool', pool(0n, 0n)],
    ['a pool whose last unit nobody can buy', pool(5n, 1n)],
    ['a pool that can hold no more', pool(MAX_AMOUNT - 10n, 10n ** 20n)],
  ])('no payment moves the price of %s', (_, reserves) => {
    expect(paymentMoving(constantProduct, reserves, RATES, part(95n, 100n))).toBeNull();
  });
});

describe('the reported payment is the smallest that moves the price far enough', () => {
  const small = fc.bigInt({ min: 1n, max: 400n }).map(amount);
  const first = (curve: Curve, reserves: Reserves, rates: SwapRates, to: Fraction, most: number) => {
    for (let units = 1; units <= most; units++) if (moves(curve, reserves, rates, to, BigInt(units))) return units;
    return undefined;
  };

  test('of all payments to a small constant-product pool', () => {
    const property = fc.property(small, small, anyRates, anyPart, (reserveIn, reserveOut, rates, to) => {
      const told = paymentMoving(constantProduct, { reserveIn, reserveOut }, rates, to)?.amountIn;
      const tried = first(constantProduct, { reserveIn, reserveOut }, rates, to, 1000);
      if (tried !== undefined) expect(told).toBe(BigInt(tried));
      else expect(told === undefined || told > 1000n).toBe(true);
    });
    fc.assert(property, { numRuns: 300 });
  });

  test('of all payments to a small stable pool', () => {
    const curves = fc.record({ amplification: fc.bigInt(1n, 1000n), decimalsIn: fc.nat(2), decimalsOut: fc.nat(2) });
    const property = fc.property(small, small, curves, anyPart, (reserveIn, reserveOut, shape, to) => {
      const curve = new StableCurve(shape.amplification, shape.decimalsIn, shape.decimalsOut);
      const told = paymentMoving(curve, { reserveIn, reserveOut }, RATES, to)?.amountIn;
      const tried = first(curve, { reserveIn, reserveOut }, RATES, to, 400);
      if (tried !== undefined) expect(told).toBe(BigInt(tried));
      else expect(told === undefined || told > 400n).toBe(true);
    });
    fc.assert(property, { numRuns: 60 });
  });
});

describe('the reported payment moves the price far enough and one unit less does not', () => {
  test('in any constant-product pool', () => {
    const reserve = anyAmount({ min: 1n, max: MAX_AMOUNT / 2n });
    const property = fc.property(reserve, reserve, anyRates, anyPart, (reserveIn, reserveOut, rates, to) => {
      bothSides(constantProduct, { reserveIn, reserveOut }, { ...rates, refFeePpm: ppm(0n) }, to);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('in any stable pool', () => {
    const property = fc.property(fc.oneof(ordinaryPool, anyPool), anyPart, (of: StablePool, to) => {
      const curve = new StableCurve(of.amplification, of.decimalsIn, of.decimalsOut);
      bothSides(curve, pool(of.reserveIn, of.reserveOut), RATES, to);
    });
    fc.assert(property, { numRuns: 300 });
  });
});

function bothSides(curve: Curve, reserves: Reserves, rates: SwapRates, to: Fraction): void {
  const fill = paymentMoving(curve, reserves, rates, to);
  const most = MAX_AMOUNT - reserves.reserveIn;
  if (!fill) {
    expect(moves(curve, reserves, rates, to, most)).toBe(false);
    return;
  }
  expect(fill).toEqual(swapExactIn(curve, reserves, rates, fill.amountIn));
  expect(moves(curve, reserves, rates, to, fill.amountIn)).toBe(true);
  expect(moves(curve, reserves, rates, to, fill.amountIn - 1n)).toBe(false);
}

/** Whether the payment lowers the spot price to the given part of it, computed with exact fractions. */
function moves(curve: Curve, reserves: Reserves, rates: SwapRates, to: Fraction, units: bigint): boolean {
  const fill =
    units > 0n && units <= MAX_AMOUNT - reserves.reserveIn && swapExactIn(curve, reserves, rates, amount(units));
  if (!fill) return false;
  const [before, after] = [curve.spot(reserves), curve.spot(fill.after)];
  const was = before.numerator * to.numerator * after.denominator;
  return after.numerator * before.denominator * to.denominator <= was;
}
