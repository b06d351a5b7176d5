// Pools with general curves: compared with a fine search, and with the same curve in closed form.
import { expect, test } from 'vitest';
import { complete, snapshotOf, tradeOf } from '../../bench/router/markets.ts';
import { Random } from '../../bench/router/random.ts';
import { amount } from '../../src/core/amount.ts';
import type { GeneralCurve, Hyperbola, NumericCurve } from '../../src/core/curves/curve.ts';
import { curveOf } from '../../src/core/curves/curves.ts';
import { WHOLE_SHARE as WHOLE } from '../../src/core/route/shape.ts';
import { paidFor } from '../../src/router/evaluate.ts';
import { RouterMarket } from '../../src/router/market.ts';
import { type Candidate, Router } from '../../src/router/router.ts';
import { bestOf, leastOf } from './execute.ts';
import { asGeneral, finest } from './numeric.ts';

const LIFTED = { maxPools: 64, minGain: 0 };

/** Pays all·(1 − 1/√(1 + x/depth)). */
const rootCurve = (all: number, depth: number): GeneralCurve => ({
  pays: (x) => all * (1 - 1 / Math.sqrt(1 + x / depth)),
  slope: (x) => all / (2 * depth) / (1 + x / depth) ** 1.5,
  inputAt: (slope) => Math.max(0, depth * ((all / (2 * depth * slope)) ** (2 / 3) - 1)),
  reach: (x) => (2 / 3) * (depth + x),
});

/** A stable pool with random reserves. */
function stableCurve(random: Random): NumericCurve {
  const reserve = () => amount(BigInt(Math.round(random.powerBetween(1e10, 1e12))));
  const curve = curveOf({ curve: 'stable', amplification: random.oneOf([1n, 100n, 10_000n]) }, 9, 9);
  return curve.numeric({ reserveIn: reserve(), reserveOut: reserve() }, { in: 0.998, out: 0.999 });
}

test.each([
  { kind: 'a curve with a root', draw: (random: Random) => rootCurve(2 * depth(random), depth(random)) },
  { kind: 'a stable curve', draw: stableCurve },
])('the split between a pool with $kind and a path over two pools pays what a fine search finds', ({ draw }) => {
  const random = new Random(6);
  const costly = asGeneral({ alpha: 1e-3, beta: 1e-12 });
  for (let each = 0; each < 100; each++) {
    const direct = draw(random);
    const [first, second] = [{ alpha: random.between(0.5, 2), beta: 1 / depth(random) }, draw(random)];
    const market = new RouterMarket();
    market.append(0, 1, direct, costly);
    market.append(0, 2, first, costly);
    market.append(2, 1, second, costly);
    const x = random.powerBetween(1e7, 1e13);
    const total = (share: number) => paidFor(direct, x * share) + paidFor(second, paidFor(first, x * (1 - share)));
    const shareOf = (route: Candidate) =>
      route.reduce((sum, { pool, share }) => (pool === 0 ? sum + share / WHOLE : sum), 0);
    const found = Math.max(...new Router(market, LIFTED).findIn(0, 1, x).map((route) => total(shareOf(route))));
    expect(1 - found / total(finest(total))).toBeLessThan(1e-6);
  }
});

const depth = (random: Random): number => random.powerBetween(1e9, 1e12);

test('the router finds equally good routes if a constant product is given as a general curve instead of in closed form', () => {
  const random = new Random(7);
  for (let seed = 1; seed <= 20; seed++) {
    const made = complete(seed, 6);
    const plain = snapshotOf(made);
    const general = new RouterMarket();
    made.pools.forEach(({ one, other }, pool) => {
      const [forward, backward] = [plain.curve(2 * pool), plain.curve(2 * pool + 1)] as [Hyperbola, Hyperbola];
      general.append(one, other, pool % 2 === 0 ? asGeneral(forward) : forward, asGeneral(backward));
    });
    const trade = tradeOf(random, made, 'L');
    const routers = [plain, general].map((market) => new Router(market, LIFTED)) as [Router, Router];
    const [one, other] = routers.map((router) =>
      Number(bestOf(made, trade, router.findIn(trade.from, trade.to, Number(trade.amount)))),
    ) as [number, number];
    expect(Math.abs(other / one - 1)).toBeLessThan(1e-6);
    const [cost, same] = routers.map((router) =>
      Number(leastOf(made, trade, router.findOut(trade.from, trade.to, Number(trade.amount)))),
    ) as [number, number];
    if (cost > 0) expect(Math.abs(same / cost - 1)).toBeLessThan(1e-6);
  }
});
