// Small markets worked by hand: paths, splits, and the order of hops.
import { describe, expect, test } from 'vitest';
import { RouterMarket } from './market.ts';
import { Router } from './router.ts';

const LIMITS = { maxPools: 16, minGain: 5e-6 };
const HALF = 2 ** 29;
const WHOLE = 2 ** 30;

/** A pool without fees. */
const pool = (market: RouterMarket, one: number, other: number, reserveOne: number, reserveOther: number) =>
  market.append(
    one,
    other,
    { alpha: reserveOther / reserveOne, beta: 1 / reserveOne },
    { alpha: reserveOne / reserveOther, beta: 1 / reserveOther },
  );

test('the router uses the direct pool alone if no other path is better', () => {
  const market = new RouterMarket();
  pool(market, 0, 1, 1e9, 1e9);
  pool(market, 0, 2, 1e9, 0.9e9);
  pool(market, 2, 1, 1e9, 1e9);
  expect(new Router(market, LIMITS).findIn(0, 1, 1e6)).toEqual([[{ pool: 0, forward: true, share: WHOLE }]]);
});

test('two equal paths carry half each, with hops in the order of the flow; for an exact output the last hops have the shares', () => {
  const market = new RouterMarket();
  for (const middle of [1, 2]) {
    pool(market, 0, middle, 1e9, 1e9);
    pool(market, middle, 3, 1e9, 1e9);
  }
  const router = new Router(market, LIMITS);
  const [split] = router.findIn(0, 3, 1e7);
  expect(split?.map(({ pool }) => pool)).toEqual([0, 2, 1, 3]);
  for (const { pool, share } of split ?? []) expect(share).toBeCloseTo(pool === 0 || pool === 2 ? HALF : WHOLE, -2);
  const [bought] = router.findOut(3, 0, 1e7);
  expect(bought?.map(({ pool, forward }) => [pool, forward])).toEqual([
    [1, false],
    [3, false],
    [2, false],
    [0, false],
  ]);
  for (const { pool, share } of bought ?? []) expect(share).toBeCloseTo(pool === 0 || pool === 2 ? HALF : WHOLE, -2);
});

describe('the limits of a route', () => {
  const market = new RouterMarket();
  for (let middle = 2; middle < 12; middle++) {
    pool(market, 0, middle, 1e9, 1e9);
    pool(market, middle, 1, 1e9, 1e9);
  }

  test('it has as many pools as maxPools and minGain allow, and there is none if the shortest path has more than maxPools', () => {
    const pools = (maxPools: number, minGain: number) =>
      new Router(market, { maxPools, minGain }).findIn(0, 1, 1e7)[0]?.length;
    expect([2, 3, 4, 7, 16, 20].map((most) => pools(most, 0))).toEqual([2, 2, 4, 6, 16, 20]);
    expect(pools(20, 1)).toBe(2);
    expect(pools(1, 0)).toBeUndefined();
  });
});

test('a route contains no loop, even if the loop would be profitable', () => {
  const market = new RouterMarket();
  pool(market, 0, 1, 1e9, 1e9);
  // Around the loop 0, 2, 3, each unit would become 8.
  for (const [one, other] of [
    [0, 2],
    [2, 3],
    [3, 0],
  ] as const) {
    pool(market, one, other, 1e9, 2e9);
  }
  expect(new Router(market, LIMITS).findIn(0, 1, 1e6)).toEqual([[{ pool: 0, forward: true, share: WHOLE }]]);
});

test('there is no route between tokens that no open pools connect', () => {
  const market = new RouterMarket();
  expect(new Router(market, LIMITS).findIn(0, 1, 1e6)).toEqual([]);
  pool(market, 0, 1, 1e9, 1e9);
  pool(market, 2, 3, 1e9, 1e9);
  const router = new Router(market, LIMITS);
  expect([router.findIn(0, 2, 1e6), router.findOut(0, 2, 1e6)]).toEqual([[], []]);
  market.close(0);
  expect([router.findIn(0, 1, 1e6), router.findOut(0, 1, 1e6)]).toEqual([[], []]);
});
