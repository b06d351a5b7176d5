// Pools so deep or flat that a trade hardly moves their price: each gains little at any price, but carries much.
import { describe, expect, test } from 'vitest';
import { Random } from '../../bench/router/random.ts';
import { amount } from '../../src/core/amount.ts';
import type { GeneralCurve, NumericCurve } from '../../src/core/curves/curve.ts';
import { curveOf } from '../../src/core/curves/curves.ts';
import { WHOLE_SHARE as WHOLE } from '../../src/core/route/shape.ts';
import { isGeneral, paidFor } from '../../src/router/evaluate.ts';
import { RouterMarket } from '../../src/router/market.ts';
import { type Candidate, Router } from '../../src/router/router.ts';
import { asGeneral, finest } from './numeric.ts';

const LIMITS = { maxPools: 16, minGain: 5e-6 };
const KEPT = { in: 0.999, out: 1 };
const RESERVE = 1e12;

const level = (amplification: bigint | null, reserve: number, kept = KEPT): NumericCurve => {
  const held = amount(BigInt(reserve));
  const curve =
    amplification === null
      ? { curve: 'constant-product' as const, amplification }
      : { curve: 'stable' as const, amplification };
  return curveOf(curve, 9, 9).numeric({ reserveIn: held, reserveOut: held }, kept);
};

/** The output of the best route, and of the best split between a direct pool of 1e12 and a path over two others. */
function paidBeside([first, second]: readonly [NumericCurve, NumericCurve], x: number) {
  const direct = level(null, RESERVE);
  const market = new RouterMarket();
  market.append(0, 1, direct, direct);
  market.append(0, 2, first, first);
  market.append(2, 1, second, second);
  const total = (share: number) => paidFor(direct, x * share) + paidFor(second, paidFor(first, x * (1 - share)));
  const directly = (route: Candidate) =>
    route.reduce((sum, { pool, share }) => (pool === 0 ? sum + share / WHOLE : sum), 0);
  const found = new Router(market, LIMITS).findIn(0, 1, x).map((route) => total(directly(route)));
  return { found: Math.max(...found), most: total(finest(total)) };
}

function gapBeside(ways: readonly [NumericCurve, NumericCurve], x: number): number {
  const { found, most } = paidBeside(ways, x);
  return 1 - found / most;
}

describe('the split between a pool and a path over two others', () => {
  const PARTS = [6e-4, 8e-4, 9e-4, 2e-3, 5e-3, 8e-3, 1.1e-2, 3e-2];

  test.each([
    { kind: 'constant products, 100 times as deep', amplification: null, times: 100 },
    { kind: 'constant products, 1,000 times as deep', amplification: null, times: 1000 },
    { kind: 'stable pools of Ann 200', amplification: 200n, times: 10 },
    { kind: 'stable pools of Ann 10,000', amplification: 10_000n, times: 1 },
    { kind: 'stable pools of Ann 1,000,000', amplification: 1_000_000n, times: 1 },
    { kind: 'stable pools of Ann 1,000,000, 100 times as deep', amplification: 1_000_000n, times: 100 },
  ])('over $kind, loses at most minGain for each of the two', ({ amplification, times }) => {
    const deep = level(amplification, RESERVE * times);
    for (const part of PARTS) expect(gapBeside([deep, deep], RESERVE * part)).toBeLessThan(2 * LIMITS.minGain);
  });

  test('over curves 10^11 times as deep, loses at most minGain for each of the two', () => {
    const deep = asGeneral({ alpha: 0.999, beta: 1e-23 });
    for (const part of PARTS) expect(gapBeside([deep, deep], RESERVE * part)).toBeLessThan(2 * LIMITS.minGain);
  });

  test('pays at least as much as the best single path if the curves are too deep for floats to see their curvature', () => {
    const straight = asGeneral({ alpha: 0.999, beta: 1e-32 });
    const direct = level(null, RESERVE);
    for (const part of PARTS) {
      const x = RESERVE * part;
      const path = Math.max(paidFor(direct, x), paidFor(straight, paidFor(straight, x)));
      expect(paidBeside([straight, straight], x).found).toBeGreaterThanOrEqual(path * (1 - 1e-12));
    }
  });
});

test('if a curve returns NaN, the router returns single paths only', () => {
  const broken: GeneralCurve = { ...asGeneral({ alpha: 1.1, beta: 1e-12 }), inputAt: () => Number.NaN };
  const market = new RouterMarket();
  market.append(0, 1, level(null, RESERVE), level(null, RESERVE));
  market.append(0, 2, broken, broken);
  market.append(2, 1, level(null, RESERVE), level(null, RESERVE));
  const router = new Router(market, LIMITS);
  for (const routes of [router.findIn(0, 1, 1e10), router.findOut(0, 1, 1e10)]) {
    expect(routes.length).toBeGreaterThan(0);
    for (const { share } of routes.flat()) expect(share).toBe(WHOLE);
  }
});

test('a search over 120 stable pools calls inputAt fewer than 6,800 times', () => {
  const random = new Random(3);
  const market = new RouterMarket();
  let flows = 0;
  const counted = (curve: NumericCurve): NumericCurve => {
    if (!isGeneral(curve)) return curve;
    const inputAt = (slope: number) => {
      flows++;
      return curve.inputAt(slope);
    };
    return { ...curve, inputAt };
  };
  const TOKENS = 16;
  for (let one = 0; one < TOKENS; one++) {
    for (let other = one + 1; other < TOKENS; other++) {
      const curve = curveOf({ curve: 'stable', amplification: random.oneOf([10n, 100n, 1000n, 5000n]) }, 9, 9);
      const [all, part] = [random.powerBetween(1e11, 1e14), random.between(0.2, 0.8)];
      const [x, y] = [amount(BigInt(Math.round(all * part))), amount(BigInt(Math.round(all * (1 - part))))];
      const forward = curve.numeric({ reserveIn: x, reserveOut: y }, KEPT);
      market.append(one, other, counted(forward), counted(curve.numeric({ reserveIn: y, reserveOut: x }, KEPT)));
    }
  }
  const router = new Router(market, LIMITS);
  for (const size of [1e12, 3e13]) {
    for (let to = 1; to < TOKENS; to++) {
      for (const ask of [() => router.findIn(0, to, size), () => router.findOut(0, to, size)]) {
        flows = 0;
        ask();
        // Sixteen calls for each of 400 search steps, and a few more for the splits under way when the steps are used up.
        expect(flows).toBeLessThan(400 * 16 + 400);
      }
    }
  }
});
