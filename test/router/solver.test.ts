// Without its limits, the router reaches the upper bound of any route to within measurement error.
import { expect, test } from 'vitest';
import { complete, SIZES, type Size, snapshotOf, tradeOf } from '../../bench/router/markets.ts';
import { Random } from '../../bench/router/random.ts';
import { Router } from '../../src/router/router.ts';
import { Bound } from './bound.ts';
import { bestOf } from './execute.ts';

const LIFTED = { maxPools: 64, minGain: 0 };

test.each([
  { tokens: 5, markets: 30 },
  { tokens: 12, markets: 12 },
])('the router is within 10 ppm of the upper bound in complete markets of $tokens tokens', ({ tokens, markets }) => {
  const random = new Random(tokens);
  const gaps: number[] = [];
  for (let seed = 1; seed <= markets; seed++) {
    const made = complete(seed, tokens);
    const [router, bound] = [new Router(snapshotOf(made), LIFTED), new Bound(made)];
    for (const size of Object.keys(SIZES) as Size[]) {
      const trade = tradeOf(random, made, size);
      const routes = router.findIn(trade.from, trade.to, Number(trade.amount));
      gaps.push(1 - Number(bestOf(made, trade, routes)) / bound.of(trade));
    }
  }
  // The bound is a float: a route may exceed it by a rounding error.
  expect(Math.min(...gaps)).toBeGreaterThan(-1e-12);
  expect(Math.max(...gaps)).toBeLessThan(1e-5);
  expect(gaps.filter((gap) => gap < 1e-6).length).toBeGreaterThanOrEqual(gaps.length * 0.95);
});
