// The total cost of a swap: worked by hand, against its parts, and with dust pools on the route.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { FREE, leg, listed, planOf } from '../../../test/paper-legs.ts';
import { amount, PPM, ppm } from '../amount.ts';
import type { Shape } from '../curves/curves.ts';
import type { ListedToken, Rates } from '../pool.ts';
import { Refused } from '../refusal.ts';
import { costOf, midPriceOf } from './cost.ts';
import type { Leg, RoutePlan } from './leg.ts';
import { planLegs } from './plan.ts';

const [A, B, C] = ['a', 'b', 'c'].map((name) => listed(name)) as [ListedToken, ListedToken, ListedToken];
const rates = (lp: bigint, protocol = 0n, ref = 0n): Rates => ({
  lpFeePpm: ppm(lp),
  protocolFeePpm: ppm(protocol),
  refFeePpm: ppm(ref),
});
const USUAL = rates(2000n, 1000n, 1000n);

const cost = (plan: RoutePlan) => costOf(plan, midPriceOf(plan.hops));
/** In millionths, rounded down. */
const ppmOf = (plan: RoutePlan): bigint => {
  const { numerator, denominator } = cost(plan);
  return (numerator * PPM) / denominator;
};

describe('the cost of a swap in one pool', () => {
  const deep = [10n ** 18n, 4n * 10n ** 18n] as const;
  test.each<[string, Rates, boolean, bigint]>([
    ['is zero without fees', FREE, false, 0n],
    ['is 0.2998 % at the usual rates', USUAL, false, 2998n],
    ['is 0.3996 % at the usual rates with a referrer', USUAL, true, 3996n],
    ['is half with an LP fee of 50 %', rates(500_000n), false, 500_000n],
    ['is half with a protocol fee of 50 %', rates(0n, 500_000n), false, 500_000n],
    [
      'is three quarters if providers take half, and protocol and referrer half of the rest',
      rates(500_000n, 250_000n, 250_000n),
      true,
      750_000n,
    ],
  ])('%s', (_, own, referred, expected) => {
    const plan = planOf([leg(A, B, deep, { rates: own })], { in: amount(10n ** 9n) }, referred);
    expect(ppmOf(plan)).toBe(expected);
  });

  test('includes the price impact', () => {
    // 1000 for 4000 pays 4000·1000/2000 = 2000 of 4000.
    expect(cost(planOf([leg(A, B, [1000n, 4000n])], { in: amount(1000n) }))).toEqual({
      numerator: 2_000_000n,
      denominator: 4_000_000n,
    });
  });

  test('includes rounding: a fee of 0.1 % that is rounded up to one unit costs a quarter of four units', () => {
    // 41 for about 4.1: 4 leave the pool, of which the protocol takes one.
    const plan = planOf([leg(A, B, [10n ** 12n, 10n ** 11n], { rates: rates(0n, 1000n) })], { in: amount(41n) });
    expect(plan.amountOut).toBe(3n);
    expect(ppmOf(plan)).toBe(268_292n);
  });

  test('is measured from the spot price of a stable pool’s curve, not from the ratio of its reserves', () => {
    const shape: Shape = { curve: 'stable', amplification: 1000n };
    const plan = planOf([leg(A, B, [10n ** 12n, 2n * 10n ** 12n], { shape, rates: rates(10_000n) })], {
      in: amount(10n ** 6n),
    });
    expect(ppmOf(plan)).toBeGreaterThanOrEqual(10_000n);
    expect(ppmOf(plan)).toBeLessThan(10_010n);
  });
});

test('in any pool the cost is at least fees and impact together, and at most these plus rounding', () => {
  const depth = anyAmount({ min: 10n ** 6n, max: 10n ** 24n });
  const property = fc.property(
    depth,
    depth,
    anyRates,
    depth,
    fc.boolean(),
    (reserveIn, reserveOut, own, units, referred) => {
      const plan = planLegs([leg(A, B, [reserveIn, reserveOut], { rates: own })], { in: units }, referred);
      fc.pre(!(plan instanceof Refused));
      const { numerator, denominator } = cost(plan);
      expect(numerator >= 0n && numerator <= denominator).toBe(true);
      const impact = plan.priceImpact;
      const keptPpm = (PPM - own.lpFeePpm) * (PPM - own.protocolFeePpm - (referred ? own.refFeePpm : 0n));
      // The rest of the mid price's payment after fees and impact, over a common denominator.
      const left = keptPpm * (impact.denominator - impact.numerator) * denominator;
      const whole = PPM * PPM * impact.denominator;
      const received = (denominator - numerator) * whole;
      expect(received).toBeLessThanOrEqual(left);
      // At most one unit is rounded off, plus one for each of the two fees that are rounded up.
      expect(received + 3n * whole * reserveIn).toBeGreaterThanOrEqual(left);
    },
  );
  fc.assert(property, { numRuns: 300 });
});

describe('the cost of a route', () => {
  const deep = [10n ** 15n, 4n * 10n ** 15n] as const;
  const way = (share: number) => [
    leg(A, C, [10n ** 15n, 2n * 10n ** 15n], { share, rates: USUAL }),
    leg(C, B, [10n ** 15n, 2n * 10n ** 15n], { rates: USUAL }),
  ];
  test('includes the fees of every pool in a row', () => {
    // 1 − 0.998²·0.999² is 0.005987, and each pool's price impact is a millionth.
    expect(ppmOf(planOf(way(1), { in: amount(10n ** 9n) }))).toBe(5989n);
  });

  test('is measured from a mid price that a dust pool with a tiny share does not move, however absurd its own price', () => {
    const [into, out] = way(1 - 2 ** -20) as [Leg, Leg];
    const dust = leg(A, B, [1000n, 10n ** 8n], { share: 2 ** -20, rates: USUAL });
    const plan = planOf([dust, into, out], { in: amount(10n ** 10n) });
    const { numerator, denominator } = midPriceOf(plan.hops);
    expect(numerator).toBe(denominator * 4n);
    // The dust pool pays more than the others, which lowers the cost.
    expect(ppmOf(plan)).toBeGreaterThan(0n);
    expect(ppmOf(plan)).toBeLessThan(5989n);
  });

  test('is half for an exact output too, in one pool with an LP fee of 50 %', () => {
    const plan = planOf([leg(A, B, deep, { rates: rates(500_000n) })], { out: amount(10n ** 9n) });
    expect(ppmOf(plan)).toBe(500_000n);
  });
});
