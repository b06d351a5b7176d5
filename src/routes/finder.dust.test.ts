// Amounts of a few base units in a large market, where rounding decides between thousands of paths: the best one is found.
import { expect, test } from 'vitest';
import { powerLaw } from '../../bench/router/markets.ts';
import { Random } from '../../bench/router/random.ts';
import { addressOf, bookOf, leastCost, mostPaid } from '../../test/router/exact-paths.ts';
import { amount } from '../core/amount.ts';
import { Refused } from '../core/refusal.ts';
import { RouteFinder } from './finder.ts';

const SEED = Number(process.env.BEST_PRICE_SEED ?? 1);
const TRADES = Math.ceil(Number(process.env.BEST_PRICE_MARKETS ?? 300) / 25);

test(`no single path beats the finder in ${TRADES} trades of a few units among 5,000 pools, seed ${SEED}`, () => {
  const made = powerLaw(SEED, 1000, 5000);
  const finder = new RouteFinder({ maxPools: 16, minGain: 5e-6 });
  finder.restart(bookOf(made));
  const random = new Random(SEED);
  let asked = 0;
  while (asked < TRADES) {
    const from = random.below(1000);
    const to = (from + 1 + random.below(999)) % 1000;
    const pair = { tokenA: addressOf(from), tokenB: addressOf(to), referred: false };
    const wanted = amount(BigInt(Math.ceil(random.powerBetween(1, 50))));
    const cost = leastCost(made, { from, to, amount: wanted });
    if (cost === undefined) continue;
    asked += 1;
    const out = finder.best({ ...pair, exact: { out: wanted } }).plan;
    if (out instanceof Refused) throw new Error(out.refusal.code);
    expect(out.amountIn).toBeLessThanOrEqual(cost);
    const most = mostPaid(made, { from, to, amount: amount(cost) });
    const paid = finder.best({ ...pair, exact: { in: amount(cost) } }).plan;
    if (paid instanceof Refused) throw new Error(paid.refusal.code);
    expect(paid.amountOut).toBeGreaterThanOrEqual(most ?? 0n);
  }
});
