// However the reserves of pools change, the price of no route rises by more than the bound that Gains computes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { APPLE, account, BREAD, CORN, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import { createPool, pairOf, provide, swap } from '../../test/paper-orders.ts';
import { tailOf } from '../../test/paper-tail.ts';
import { amount, ppm } from '../core/amount.ts';
import { Follower } from '../journal/follower.ts';
import type { Tail } from '../ports/tail.ts';
import { RouteFinder } from '../routes/finder.ts';
import { Gains } from './gains.ts';

const bob = account('bob');
const PAIRS = [pairOf(APPLE, BREAD), pairOf(BREAD, CORN), pairOf(APPLE, CORN)];
const WAYS = PAIRS.flatMap((pair) => [pair, { tokenA: pair.tokenB, tokenB: pair.tokenA }]);
const FREELY = { account: bob, maxPriceImpactPpm: ppm(1_000_000n) };

/** Three pools, of which the second is stable; one unit of bread is worth ten thousand units of corn. */
function start() {
  const exchange = PaperExchange.open({ apple: 10n ** 7n, bread: 4n * 10n ** 7n, rates: ratesOf(2000n, 1000n, 0n) });
  for (const token of [APPLE, BREAD, CORN]) exchange.fund(bob, token, 10n ** 14n);
  const [, stable, third] = PAIRS;
  exchange.run(createPool({ ...stable, curve: 'stable', amplification: 100n }));
  exchange.run(provide(4n * 10n ** 7n, 4n * 10n ** 11n, { ...stable, account: bob }));
  exchange.run(provide(10n ** 7n, 4n * 10n ** 11n, { ...third, account: bob, mayCreatePool: true }));
  const [finder, gains] = [new RouteFinder({ maxPools: 16, minGain: 5e-6 }), new Gains({ maxPools: 16 })];
  const follower = new Follower(tailOf(exchange) as Tail, [finder, gains]);
  return { exchange, finder, gains, follower };
}

const anySwaps = fc.array(
  fc.record({ way: fc.nat(WAYS.length - 1), part: fc.integer({ min: 1, max: 3000 }), looks: fc.boolean() }),
  { minLength: 1, maxLength: 30, size: 'max' },
);

// Takes a second of CPU.
test('the logarithm of any price rises by at most top − base, through constant-product and stable pools', async () => {
  const property = fc.asyncProperty(anySwaps, fc.bigInt(1n, 10n ** 7n), async (swaps, units) => {
    const { exchange, finder, gains, follower } = start();
    const paid = () => WAYS.map(({ tokenA, tokenB }) => finder.estimate({ tokenA, tokenB }, amount(units)));
    while (!(await follower.follow()));
    const looks = [{ base: gains.base, prices: paid() }];
    for (const { way, part, looks: isLook } of swaps) {
      const { tokenA, tokenB } = WAYS[way] as (typeof WAYS)[number];
      const reserve = exchange.balanceOf(`pool ${exchange.state().poolAddress(tokenA, tokenB)}` as never, tokenA);
      exchange.answer(swap((reserve * BigInt(part)) / 1000n, { tokenA, tokenB, ...FREELY }));
      while (!(await follower.follow()));
      const { top } = gains;
      const now = paid();
      for (const { base, prices } of looks) {
        for (const [at, price] of now.entries()) {
          // 1e-4 allows for better routes that the search in floating-point numbers misses, and for rounding.
          expect(Math.log(price / (prices[at] as number))).toBeLessThanOrEqual(top - base + 1e-4);
        }
      }
      if (isLook) looks.push({ base: gains.base, prices: now });
    }
  });
  await fc.assert(property, { numRuns: 60 });
});

test('while two prices go up and down 500 times each, the bound stays below 1 %', async () => {
  const { exchange, gains, follower } = start();
  while (!(await follower.follow()));
  const { base } = gains;
  for (let round = 0; round < 500; round++) {
    exchange.run(swap(10_000n, { ...PAIRS[0], ...FREELY }), swap(39_990n, { ...WAYS[1], ...FREELY }));
    exchange.run(swap(10_000n, { ...PAIRS[1], ...FREELY }));
    exchange.run(swap(10n ** 8n, { ...WAYS[3], ...FREELY }));
    while (!(await follower.follow()));
    expect(gains.top - base).toBeLessThan(0.01);
  }
});
