// The part of an order that pools fill immediately; if its limit is far from the price, this must cost no search in integers.
import { expect, test } from 'vitest';
import { addressOf, bookOf } from '../../test/router/exact-paths.ts';
import { type Account, type Amount, amount, ppm } from '../core/amount.ts';
import type { NewOrder } from '../ports/order-quote.ts';
import { type FillAnswer, fillNow } from './fill-now.ts';
import { RouteFinder } from './finder.ts';

const FEES = { lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n), refFeePpm: ppm(0n) };
const [tokenA, tokenB] = [addressOf(0), addressOf(1)];
const maxPriceImpactPpm = ppm(150_000n);

/** Asks in a market of one pool with 1,000,000 and 4,000,000 units: it pays nearly 3.988 for the first unit, after fees. */
function ask(order: Partial<NewOrder>, least: boolean): FillAnswer & { searches: number } {
  const finder = new RouteFinder({ maxPools: 16, minGain: 5e-6 });
  const pool = { one: 0, other: 1, reserveOne: amount(1_000_000n), reserveOther: amount(4_000_000n), rates: FEES };
  finder.restart(bookOf({ tokens: 2, pools: [pool] }));
  const whole = { account: 'ann' as Account, tokenA, tokenB, inParts: true, ...order } as NewOrder;
  const pools = finder.poolsOf(whole, { maxPriceImpactPpm });
  let searches = 0;
  const counted = {
    ...pools,
    best(units: Amount) {
      searches += 1;
      return pools.best(units);
    },
  };
  return { ...fillNow({ order: whole, maxPriceImpactPpm, least }, counted, 1000), searches };
}

const terms = (amountA: bigint, minReceived: bigint, more: Partial<NewOrder> = {}): Partial<NewOrder> => ({
  ...{ amountA: amount(amountA), minReceived: amount(minReceived), ...more },
});

test.each<[string, Partial<NewOrder>, bigint | null]>([
  ['all of an order within its limit', terms(10_000n, 38_000n), 10_000n],
  ['an order up to the unit that would pay less than its limit', terms(100_000n, 360_000n), 52_616n],
  ['nothing of an order whose limit no unit reaches', terms(10_000n, 40_000n), null],
  ['nothing of an all-or-nothing order below its limit', terms(100_000n, 380_000n, { inParts: false }), null],
  ['all of an all-or-nothing order within its limit', terms(100_000n, 360_000n, { inParts: false }), 100_000n],
  ['the first part of a schedule', terms(10_000n, 30_000n, { schedule: { times: 4, everyMs: 1000 } }), 2500n],
  ['the first part of a schedule without limit', terms(10_000n, 0n, { schedule: { times: 4, everyMs: 1000 } }), 2500n],
])('the pools fill %s', (_, order, expected) => {
  const { fill, least } = ask(order, true);
  expect(fill?.amountA ?? null).toBe(expected);
  if (fill)
    expect(fill.amountB * (order.amountA as bigint)).toBeGreaterThanOrEqual(
      fill.amountA * (order.minReceived as bigint),
    );
  // The smallest fill does not depend on the limit.
  const smallest = order.inParts === false ? order.amountA : (order.amountA as bigint) / 1000n;
  expect(least?.amountA).toBe(smallest);
  expect(ask(order, false)).toMatchObject({ fill, least: null });
});

test('an order whose limit is far from the price costs no search, and one if its smallest fill is asked for', () => {
  expect(ask(terms(10_000n, 50_000n), false)).toEqual({ least: null, fill: null, searches: 0 });
  expect(ask(terms(10_000n, 50_000n), true)).toMatchObject({ least: { amountA: 10n, amountB: 38n }, searches: 1 });
});

test('the pools fill nothing of an order between tokens without a route', () => {
  expect(ask({ ...terms(10_000n, 20_000n), tokenB: addressOf(7) }, true)).toMatchObject({ least: null, fill: null });
});
