// The amount filled of an order, compared with trying every amount; dust pools must neither fake nor hide that a limit is reached.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MadePool } from '../../bench/router/markets.ts';
import { addressOf, bookOf } from '../../test/router/exact-paths.ts';
import { untilSeen } from '../../test/until-seen.ts';
import { type Account, type Amount, amount, ppm } from '../core/amount.ts';
import { isFill, limitFor, type PlacedOrder } from '../core/orders/order.ts';
import { isPassable } from './choice.ts';
import { fillFor, type NextFill, type PoolsNow, type Unreached } from './fill-for.ts';
import { RouteFinder } from './finder.ts';

const FEES = { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(0n) };
const pool = (one: number, other: number, reserveOne: bigint, reserveOther: bigint): MadePool => ({
  one,
  other,
  reserveOne: amount(reserveOne),
  reserveOther: amount(reserveOther),
  rates: FEES,
});

/** The pools between token 0 and token 1, as `fillFor` needs them; counts the searches. */
function poolsOf(pools: readonly MadePool[], tokens = 3): PoolsNow & { searches: number } {
  const finder = new RouteFinder({ maxPools: 16, minGain: 5e-6 });
  finder.restart(bookOf({ tokens, pools }));
  return {
    searches: 0,
    maxPriceImpactPpm: ppm(150_000n),
    estimate: (units) => finder.estimate({ tokenA: addressOf(0), tokenB: addressOf(1) }, units),
    cheapest(units: Amount) {
      this.searches += 1;
      return finder.best({ tokenA: addressOf(0), tokenB: addressOf(1), exact: { out: units }, referred: false });
    },
    best(units: Amount) {
      this.searches += 1;
      return finder.best({ tokenA: addressOf(0), tokenB: addressOf(1), exact: { in: units }, referred: false });
    },
  };
}

const orderOf = (amountA: bigint, minReceived: bigint, terms: Partial<PlacedOrder> = {}): PlacedOrder => ({
  account: 'ann' as Account,
  tokenA: addressOf(0),
  tokenB: addressOf(1),
  amountA: amount(amountA),
  minReceived: amount(minReceived),
  inParts: true,
  placedAtMs: 0,
  expiresAtMs: 1_000_000,
  ...terms,
});

const found = (result: NextFill | Unreached): bigint | null => ('units' in result ? result.units : null);
const paid = (pools: PoolsNow, units: bigint): bigint => {
  const way = pools.best(amount(units));
  return isPassable(way) ? way.plan.amountOut : 0n;
};

describe('one pool fills', () => {
  // Reserves of 1,000,000 and 4,000,000: the pool pays nearly 3.988 for the first unit, after fees.
  const pools = poolsOf([pool(0, 1, 1_000_000n, 4_000_000n)]);
  test.each<[string, PlacedOrder, bigint, number, bigint | null]>([
    ['all of an order if its last unit pays the limit', orderOf(10_000n, 38_000n), 10_000n, 0, 10_000n],
    ['nothing if the first unit pays less than the limit', orderOf(10_000n, 40_000n), 10_000n, 0, null],
    // √(3.988/3.6) − 1 of the reserve, divided by the fraction of the input that is left after fees.
    ['up to the unit that would pay less than the limit', orderOf(100_000n, 360_000n), 100_000n, 0, 52_616n],
    ['the same if some was filled before', orderOf(100_000n, 360_000n), 60_000n, 0, 52_616n],
    ['a little less if dust would be left', orderOf(100_000n, 360_000n), 52_700n, 0, 52_600n],
    ['no all-or-nothing order below its limit', orderOf(100_000n, 380_000n, { inParts: false }), 100_000n, 0, null],
    [
      'all of an all-or-nothing order if it pays the limit as a whole',
      orderOf(100_000n, 360_000n, { inParts: false }),
      100_000n,
      0,
      100_000n,
    ],
    ['the part that is due', orderOf(10_000n, 30_000n, { schedule: { times: 4, everyMs: 1000 } }), 10_000n, 0, 2500n],
    [
      'one of several parts that are due',
      orderOf(10_000n, 30_000n, { schedule: { times: 4, everyMs: 1000 } }),
      10_000n,
      2999,
      2500n,
    ],
    ['no part too early', orderOf(10_000n, 30_000n, { schedule: { times: 4, everyMs: 1000 } }), 7500n, 999, null],
    ['nothing of an expired order', orderOf(10_000n, 30_000n), 10_000n, 1_000_000, null],
    [
      'an order without a limit as far as the price impact limit allows',
      orderOf(10n ** 6n, 0n, { schedule: { times: 1, everyMs: 1 } }),
      10n ** 6n,
      0,
      176_824n,
    ],
  ])('%s', (_, order, left, nowMs, expected) => {
    expect(found(fillFor({ order, left: amount(left), nowMs }, pools))).toBe(expected);
  });

  test('less of an order if another order offers a better price', () => {
    const order = orderOf(100_000n, 360_000n);
    const sought = { order, left: amount(100_000n), nowMs: 0 };
    const at = (numerator: bigint) => found(fillFor({ ...sought, rival: { numerator, denominator: 100n } }, pools));
    expect([at(350n), at(360n), at(380n), at(399n)]).toEqual([52_616n, 52_616n, 24_488n, null]);
  });

  test('an order after at most nine searches', () => {
    for (const [amountA, minReceived, most] of [
      [10_000n, 38_000n, 1],
      [10_000n, 40_000n, 3],
      [100_000n, 360_000n, 9],
    ] as const) {
      const counted = poolsOf([pool(0, 1, 10n ** 15n, 4n * 10n ** 15n)]);
      fillFor(
        { order: orderOf(amountA * 10n ** 9n, minReceived * 10n ** 9n), left: amount(amountA * 10n ** 9n), nowMs: 0 },
        counted,
      );
      expect(counted.searches).toBeLessThanOrEqual(most);
    }
  });
});

describe('a dust pool', () => {
  const deep = [pool(0, 2, 10n ** 9n, 10n ** 9n), pool(2, 1, 10n ** 9n, 4n * 10n ** 9n)];
  const dust = pool(0, 1, 10n, 10n ** 7n);

  test('at an absurd price does not get an order filled if it cannot fill a thousandth of it', () => {
    // A thousandth is 10,000, for which the dust pool pays at most 10^7: less than the limit.
    const order = orderOf(10n ** 7n, 2n * 10n ** 10n);
    const sought = { order, left: order.amountA, nowMs: 0 };
    expect(found(fillFor(sought, poolsOf([...deep, dust])))).toBeNull();
    expect(found(fillFor(sought, poolsOf(deep)))).toBeNull();
  });

  test('makes an order that other pools fill anyway pay more, and does not change the filled amount', () => {
    const order = orderOf(10n ** 6n, 3_900_000n);
    const sought = { order, left: order.amountA, nowMs: 0 };
    const with_ = fillFor(sought, poolsOf([...deep, dust])) as NextFill;
    const without = fillFor(sought, poolsOf(deep)) as NextFill;
    expect(with_.units).toBe(without.units);
    expect(with_.way.plan.amountOut).toBeGreaterThan(without.way.plan.amountOut);
  });

  test('at a bad price does not keep other pools from filling an order', () => {
    const bad = pool(0, 1, 10n ** 7n, 10n);
    const order = orderOf(10n ** 6n, 3_900_000n);
    expect(found(fillFor({ order, left: order.amountA, nowMs: 0 }, poolsOf([...deep, bad])))).toBe(10n ** 6n);
  });

  test('raises the filled amount only by what it takes itself, however much it pays for that', () => {
    const order = orderOf(10n ** 8n, 380_000_000n);
    const sought = { order, left: order.amountA, nowMs: 0 };
    const [with_, without] = [poolsOf([...deep, dust]), poolsOf(deep)].map((pools) =>
      found(fillFor(sought, pools)),
    ) as [bigint, bigint];
    // √(10·10^7/3.8): what the dust pool takes until it pays no more than the limit for its next unit.
    expect(with_ - without).toBeLessThan(5200n);
  });
});

const reserve = fc.bigInt(200n, 3000n);
const anyPools = fc.oneof(
  fc.tuple(reserve, reserve).map(([a, b]) => [pool(0, 1, a, b * 1000n)]),
  fc
    .tuple(reserve, reserve, reserve, reserve, reserve, reserve)
    .map(([a, b, c, d, e, f]) => [
      pool(0, 1, a, b * 1000n),
      pool(0, 2, c, d * 10_000n),
      pool(2, 1, e * 10_000n, f * 1000n),
    ]),
);

// Takes two seconds of CPU.
test('except for rounding, no other allowed amount pays more above the limit, and nothing is filled only if no amount does', async () => {
  const seen = { none: 0, all: 0, part: 0 };
  const property = fc.property(
    anyPools,
    fc.integer({ min: 20, max: 250 }),
    fc.integer({ min: 300, max: 1400 }),
    fc.boolean(),
    fc.integer({ min: 1, max: 100 }),
    (made, units, perMille, inParts, percentLeft) => {
      const pools = poolsOf(made);
      const spot = pools.best(amount(2n));
      fc.pre(isPassable(spot));
      const atSpot = (spot.plan.amountOut * BigInt(units)) / 2n;
      const order = orderOf(BigInt(units), (atSpot * BigInt(perMille)) / 1000n, { inParts });
      fc.pre(order.minReceived >= 1000n);
      const left = amount((BigInt(units) * BigInt(percentLeft) + 99n) / 100n);
      const result = found(fillFor({ order, left, nowMs: 0 }, pools));
      // The payment above the limit, in units of tokenB.
      const above = (x: bigint) => Number(paid(pools, x)) - (Number(order.minReceived) * Number(x)) / units;
      const allowed: bigint[] = [];
      for (let x = 1n; x <= left; x++) if (isFill(order, { left }, x, 0)) allowed.push(x);
      const reachable = allowed.filter((x) => paid(pools, x) >= limitFor(order, x));
      if (result === null) {
        seen.none += 1;
        expect(Math.max(0, ...reachable.map(above))).toBeLessThanOrEqual(4);
        return;
      }
      seen[result === left ? 'all' : 'part'] += 1;
      expect(allowed).toContain(result);
      expect(reachable).toContain(result);
      const best = reachable.reduce((one, other) => (above(other) > above(one) ? other : one));
      // One unit of one token is worth hundreds of the other: a difference of two units, or of units lost on the way, is rounding.
      const isNext = best - result <= 2n && result - best <= 2n;
      if (!isNext) expect(above(best) - above(result)).toBeLessThanOrEqual(4 + above(best) / 100);
    },
  );
  await untilSeen(
    () => fc.assert(property, { numRuns: 200 }),
    () => Math.min(...Object.values(seen)) > 3,
  );
});
