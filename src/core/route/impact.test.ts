// The price impact of a swap over several pools; pools that carry little of it do not affect the price.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { type Depth, leg, listed, planOf } from '../../../test/paper-legs.ts';
import { type Amount, amount, MAX_AMOUNT, PPM, ppm } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import type { Shape } from '../curves/curves.ts';
import type { ListedToken } from '../pool.ts';
import { Refused } from '../refusal.ts';
import { impactAgainst, isWithin, roundedToken } from './impact.ts';
import type { ExactAmount, Leg } from './leg.ts';
import { planLegs } from './plan.ts';

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((name) => listed(name)) as [
  ListedToken,
  ListedToken,
  ListedToken,
  ListedToken,
];
const STABLE: Shape = { curve: 'stable', amplification: 100n };

const decimal = ({ numerator, denominator }: Fraction) => Number((numerator * 10n ** 12n) / denominator) / 1e12;
const impactOf = (legs: readonly Leg[], exact: ExactAmount, referred = false) =>
  decimal(planOf(legs, exact, referred).priceImpact);

const DEEP: Depth = [10n ** 15n, 10n ** 15n];
/** Pays a million for a unit. */
const DUST: Depth = [10n, 10n ** 7n];

describe('a dust pool at an absurd price', () => {
  const paid = { in: amount(10n ** 9n) };

  test.each<[string, readonly Leg[], ExactAmount]>([
    [
      'behind another pool',
      [leg(A, C, DEEP, { share: 2 ** -10 }), leg(C, B, DUST), leg(A, B, DEEP, { share: 1 - 2 ** -10 })],
      paid,
    ],
    [
      'before another pool',
      [leg(A, C, DUST, { share: 2 ** -10 }), leg(C, B, DEEP), leg(A, B, DEEP, { share: 1 - 2 ** -10 })],
      paid,
    ],
    [
      'as the pool of the pair',
      [leg(A, B, DUST, { share: 2 ** -10 }), leg(A, C, DEEP, { share: 1 - 2 ** -10 }), leg(C, B, DEEP)],
      paid,
    ],
    [
      'in two places, one of them behind the pool that carries most',
      [
        leg(A, C, DEEP, { share: 1 - 2 ** -10 }),
        leg(A, B, DUST, { share: 2 ** -10 }),
        leg(C, D, DUST, { share: 2 ** -10 }),
        leg(D, B, DEEP),
        leg(C, B, DEEP, { share: 1 - 2 ** -10 }),
      ],
      paid,
    ],
    [
      'among stable pools',
      [
        leg(A, C, DEEP, { share: 2 ** -10, shape: STABLE }),
        leg(C, B, DUST, { shape: STABLE }),
        leg(A, B, DEEP, { share: 1 - 2 ** -10, shape: STABLE }),
      ],
      paid,
    ],
    [
      'for an exact output',
      [leg(A, C, DEEP), leg(C, B, DUST, { share: 2 ** -10 }), leg(A, B, DEEP, { share: 1 - 2 ** -10 })],
      { out: amount(10n ** 9n) },
    ],
  ])('%s leaves the price impact below 1000 ppm if it carries little', (_, legs, exact) => {
    expect(impactOf(legs, exact)).toBeLessThan(0.001);
  });

  test('counts if it pays a twentieth of the output, in either order of the hops', () => {
    const [even, better]: Depth[] = [
      [10n ** 30n, 10n ** 30n],
      [10n ** 30n, 19n * 10n ** 30n],
    ];
    const good = (share: number) => [leg(A, C, better as Depth, { share }), leg(C, B, even as Depth)];
    const usual = (share: number) => [leg(A, D, even as Depth, { share }), leg(D, B, even as Depth)];
    // At 19 for one, 1/362 of the input brings 1/20 of the result: 19 of 19 + 361.
    const [enough, less] = [3 / 1024, 2 / 1024];
    expect(impactOf([...good(enough), ...usual(1 - enough)], paid)).toBeCloseTo(1 - (1 + 18 * enough) / 19, 6);
    expect(impactOf([...usual(1 - enough), ...good(enough)], paid)).toBeCloseTo(1 - (1 + 18 * enough) / 19, 6);
    expect(impactOf([...good(less), ...usual(1 - less)], paid)).toBe(0);
  });

  test('cannot make a bad trade look fair: a pool that takes most and pays almost nothing sets no price', () => {
    // The pair's own pool is moved to a hundredth; the rest goes to a pool that pays a thousandth.
    const legs = [
      leg(A, B, [10n ** 9n, 10n ** 9n], { share: 1 / 4 }),
      leg(A, C, [10n ** 12n, 10n ** 9n], { share: 3 / 4 }),
      leg(C, B, DEEP),
    ];
    const trade = planOf(legs, { in: amount(36n * 10n ** 9n) });
    expect(trade.amountOut).toBeLessThan(10n ** 9n);
    expect(decimal(trade.priceImpact)).toBeGreaterThan(0.95);
  });
});

test('after ten splits, a last pool that pays almost nothing still shows as price impact', () => {
  const chain: readonly ListedToken[] = Array.from({ length: 11 }, (_, at) => listed(`m${at}`));
  const free: Depth = [10n ** 30n, 10n ** 30n];
  // At each token a quarter goes to B, at a spot price of one; the rest continues, and ends at a pool that pays almost nothing.
  const legs = chain
    .slice(0, -1)
    .flatMap((from, at) => [
      leg(from, B, [10n ** 9n, 10n ** 9n], { share: 1 / 4 }),
      leg(from, chain[at + 1] as ListedToken, free, { share: 3 / 4 }),
    ]);
  const end = leg(chain.at(-1) as ListedToken, B, [10n ** 12n, 10n ** 9n]);
  expect(impactOf([...legs, end], { in: amount(10n ** 12n) })).toBeGreaterThan(0.9);
});

test('a swap that pays more than the prices before it has an impact of zero, never below', () => {
  const plan = planOf(
    [
      leg(A, C, [10n ** 15n, 10n ** 18n], { share: 2 ** -15 }),
      leg(C, B, DEEP),
      leg(A, B, DEEP, { share: 1 - 2 ** -15 }),
    ],
    { in: amount(10n ** 6n) },
  );
  expect(plan.amountOut).toBeGreaterThan(10n ** 6n);
  expect(plan.priceImpact.numerator).toBe(0n);
});

test.each([1n, 2n, 3n, 5n])(
  'buying %d shares over two pools has an impact of at most 3000 ppm, though a fee is rounded up to a share',
  (wanted) => {
    const share = listed('share', 0);
    const rates = { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(0n) };
    const legs = [leg(A, C, DEEP), leg(C, share, [10n ** 14n, 10_000n], { rates })];
    const plan = planOf(legs, { out: amount(wanted) });
    expect(plan.hops[1]?.fill.protocolFee).toBe(1n);
    expect(isWithin(plan.priceImpact, ppm(3000n))).toBe(true);
  },
);

test.each([
  [5n, 200_000n],
  [10n, 100_000n],
  [100n, 10_000n],
])('a fee rounded up to one of %d units between two pools has an impact of at least %d ppm', (units, leastPpm) => {
  const rates = { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(0n) };
  const coarse = listed('coarse', 0);
  const legs = [leg(A, coarse, [10n ** 15n, 10n ** 6n], { rates }), leg(coarse, B, [10n ** 6n, 10n ** 15n])];
  const plan = planOf(legs, { in: amount(units * 1_003_000_000n) });
  expect(plan.hops[0]?.fill).toMatchObject({ baseOut: units, protocolFee: 1n });
  expect(isWithin(plan.priceImpact, ppm(leastPpm - 1000n))).toBe(false);
  expect(isWithin(plan.priceImpact, ppm(leastPpm + 2000n))).toBe(true);
  expect(roundedToken(plan, ppm(leastPpm - 1000n))).toBe(coarse);
});

/** For pools in a row there is one price. */
test('the impact over pools in a row is exact, for tokens of any decimals and reserves of any size; only the fee rounding of the last does not count', () => {
  const depth = anyAmount({ min: 1n, max: MAX_AMOUNT });
  const anyDecimals = fc.array(fc.constantFrom(0, 6, 9, 18, 30), { minLength: 4, maxLength: 4 });
  const property = fc.property(
    fc.array(fc.tuple(depth, depth), { minLength: 3, maxLength: 3 }),
    anyDecimals,
    anyRates,
    anyAmount({ min: 1n, max: MAX_AMOUNT }),
    fc.boolean(),
    (depths, decimals, rates, units, referred) => {
      const tokens = ['a', 'b', 'c', 'd'].map((name, at) => listed(name, decimals[at]));
      const legs = depths.map((each, at) =>
        leg(tokens[at] as ListedToken, tokens[at + 1] as ListedToken, each as Depth, { rates }),
      );
      const plan = planLegs(legs, { in: units as Amount }, referred);
      fc.pre(!(plan instanceof Refused));
      const { fill } = plan.hops[2] as (typeof plan.hops)[number];
      const ofLast = rates.protocolFeePpm + (referred ? rates.refFeePpm : 0n);
      const added = (fill.protocolFee + fill.refFee) * PPM - fill.baseOut * ofLast;
      let [top, bottom] = [1n, 1n];
      for (const [at, [reserveIn, reserveOut]] of depths.entries()) {
        const ref = referred && at === 2 ? rates.refFeePpm : 0n;
        top *= reserveOut * (PPM - rates.lpFeePpm) * (PPM - rates.protocolFeePpm - ref);
        bottom *= reserveIn * PPM * PPM;
      }
      const fair = BigInt(units) * top * PPM;
      const short = fair - (plan.amountOut * PPM + added) * bottom;
      const { numerator, denominator } = plan.priceImpact;
      expect(numerator * fair).toBe((short > 0n ? short : 0n) * denominator);
    },
  );
  fc.assert(property, { numRuns: 300 });
});

describe('against a benchmark', () => {
  const limit = ppm(150_000n);
  /** A swap through one pool, whose price it moves to a quarter. */
  const steep = planOf([leg(A, B, [10n ** 6n, 10n ** 12n])], { in: amount(10n ** 6n) });
  const sound = planOf([leg(A, C, DEEP), leg(C, B, DEEP)], { in: amount(10n ** 6n) });

  test('a plan that pays more than the benchmark has no impact, even if its own is above the limit', () => {
    expect(isWithin(steep.priceImpact, limit)).toBe(false);
    expect(isWithin(sound.priceImpact, limit)).toBe(true);
    expect(impactAgainst(steep, sound).numerator).toBe(0n);
    expect(impactAgainst(sound, sound)).toEqual({
      numerator: expect.any(BigInt),
      denominator: expect.any(BigInt),
    });
    expect(decimal(impactAgainst(sound, sound))).toBeCloseTo(decimal(sound.priceImpact), 11);
  });

  test('a plan that pays half of the benchmark has an impact of a half', () => {
    const half = planOf([leg(A, B, [10n ** 15n, 5n * 10n ** 14n])], { in: amount(10n ** 6n) });
    expect(decimal(impactAgainst(half, sound))).toBeCloseTo(0.5, 5);
  });

  test('a plan for an exact output is measured by its cost', () => {
    const wanted = { out: amount(10n ** 6n) };
    const [costly, fair] = [
      planOf([leg(A, B, [10n ** 6n, 2n * 10n ** 6n])], wanted),
      planOf([leg(A, B, DEEP)], wanted),
    ];
    // It costs a million for half of the reserve, as much as at a price of one for one.
    expect([costly.amountIn, decimal(costly.priceImpact)]).toEqual([10n ** 6n, 0.5]);
    expect(decimal(impactAgainst(costly, fair))).toBeLessThan(1e-5);
  });
});
