// Markets that could mislead a router: with dust pools, closed pools and reserves of every size; and a router used many times.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  complete,
  curveOf,
  type MadeMarket,
  type MadePool,
  powerLaw,
  type Size,
  snapshotOf,
  tradeOf,
} from '../../bench/router/markets.ts';
import { Random } from '../../bench/router/random.ts';
import { amount, MAX_AMOUNT } from '../../src/core/amount.ts';
import { Router } from '../../src/router/router.ts';
import { anyAmount } from '../arbitraries.ts';
import { bestOf, checked } from './execute.ts';

const LIMITS = { maxPools: 16, minGain: 5e-6 };

test('300 dust pools beside 5,000 others cost a trade less than 0.02 %', () => {
  const clean = powerLaw(1, 1000, 5000);
  const random = new Random(2);
  const pairs = new Set(clean.pools.map(({ one, other }) => `${one} ${other}`));
  const dust: MadePool[] = [];
  while (dust.length < 300) {
    // Dust pools of the most used tokens, at random prices, of which many look far better than the market's.
    const [one, other] = [random.below(30), 30 + random.below(900)];
    if (pairs.has(`${one} ${other}`)) continue;
    pairs.add(`${one} ${other}`);
    const reserve = () => amount(BigInt(1 + random.below(1000)));
    dust.push({ ...(clean.pools[0] as MadePool), one, other, reserveOne: reserve(), reserveOther: reserve() });
  }
  const dusty: MadeMarket = { tokens: 1000, pools: [...dust, ...clean.pools] };
  const [router, dustyRouter] = [new Router(snapshotOf(clean), LIMITS), new Router(snapshotOf(dusty), LIMITS)];
  for (const size of ['S', 'S', 'S', 'M', 'M', 'L'] as Size[]) {
    for (let each = 0; each < 5; each++) {
      const trade = tradeOf(random, clean, size);
      const [from, to, x] = [trade.from, trade.to, Number(trade.amount)];
      const without = bestOf(clean, trade, router.findIn(from, to, x));
      expect(Number(bestOf(dusty, trade, dustyRouter.findIn(from, to, x))) / Number(without)).toBeGreaterThan(0.9998);
    }
  }
});

test('the result depends on the market only, not on earlier calls', () => {
  const made = powerLaw(3, 60, 200);
  const random = new Random(4);
  const trades = Array.from({ length: 40 }, (_, index) => tradeOf(random, made, index % 2 === 0 ? 'M' : 'L'));
  const ask = (router: Router, { from, to, amount }: (typeof trades)[number]) => [
    router.findIn(from, to, Number(amount)),
    router.findOut(from, to, Number(amount) / 1e6),
  ];
  const market = snapshotOf(made);
  const busy = new Router(market, LIMITS);
  const fresh = trades.map((trade) => ask(new Router(snapshotOf(made), LIMITS), trade));
  for (const [index, trade] of trades.entries()) expect(ask(busy, trade)).toEqual(fresh[index]);
  made.pools.forEach((_, pool) => {
    market.close(pool);
  });
  expect(ask(busy, trades[0] as (typeof trades)[number])).toEqual([[], []]);
  for (const [pool, each] of made.pools.entries()) market.set(pool, curveOf(each, true), curveOf(each, false));
  for (const [index, trade] of [...trades.entries()].reverse()) expect(ask(busy, trade)).toEqual(fresh[index]);
});

test('a pool added later is found, and a closed one is not used', () => {
  const made = complete(5, 5);
  const market = snapshotOf({ ...made, pools: made.pools.slice(0, -1) });
  const router = new Router(market, LIMITS);
  const trade = { ...tradeOf(new Random(1), made, 'W'), from: 3, to: 4 };
  const uses = (pool: number) =>
    router.findIn(trade.from, trade.to, Number(trade.amount)).some((route) => route.some((hop) => hop.pool === pool));
  expect(uses(9)).toBe(false);
  const last = made.pools[9] as MadePool;
  expect(market.append(last.one, last.other, curveOf(last, true), curveOf(last, false))).toBe(9);
  expect(uses(9)).toBe(true);
  market.close(9);
  expect(uses(9)).toBe(false);
});

test('for reserves and amounts of every size all routes are valid, and there is one for an exact input', () => {
  const reserve = anyAmount({ min: 1n, max: MAX_AMOUNT });
  const rates = (complete(1, 2).pools[0] as MadePool).rates;
  const property = fc.property(
    fc.array(fc.tuple(reserve, reserve), { minLength: 15, maxLength: 15 }),
    anyAmount({ min: 1n, max: MAX_AMOUNT }),
    (reserves, units) => {
      const pools = complete(1, 6).pools.map((pool, index) => {
        const [reserveOne, reserveOther] = reserves[index] as (typeof reserves)[number];
        return { ...pool, reserveOne, reserveOther, rates };
      });
      const router = new Router(snapshotOf({ tokens: 6, pools }), { maxPools: 64, minGain: 0 });
      const routes = router.findIn(0, 1, Number(units));
      expect(routes.length).toBeGreaterThan(0);
      for (const route of [...routes, ...router.findOut(0, 1, Number(units))]) checked(pools, route, 0, 1);
    },
  );
  fc.assert(property, { numRuns: 500, seed: 1 });
});
