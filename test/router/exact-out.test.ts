// The cost of an exact output equals the exact input that yields it, within 0.2 %.
import { expect, test } from 'vitest';
import { powerLaw, SIZES, type Size, snapshotOf, tradeOf } from '../../bench/router/markets.ts';
import { Random } from '../../bench/router/random.ts';
import { amount } from '../../src/core/amount.ts';
import { Router } from '../../src/router/router.ts';
import { bestOf, leastOf } from './execute.ts';

test.each(Object.keys(SIZES) as Size[])('buying the output of a trade of size %s costs its input', (size) => {
  const made = powerLaw(1, 100, 400);
  const router = new Router(snapshotOf(made), { maxPools: 32, minGain: 5e-6 });
  const random = new Random(5);
  for (let each = 0; each < 30; each++) {
    const trade = tradeOf(random, made, size);
    const { from, to } = trade;
    const received = bestOf(made, trade, router.findIn(from, to, Number(trade.amount)));
    const wanted = { from, to, amount: amount(received) };
    const paid = leastOf(made, wanted, router.findOut(from, to, Number(received)));
    expect(Number(paid) / Number(trade.amount)).toBeLessThan(1 + 2e-6);
    expect(Number(paid) / Number(trade.amount)).toBeGreaterThan(1 - 2e-3);
  }
});

test('an output too large for a single path is split over several, and there is no route for the sum of all reserves', () => {
  const made = powerLaw(1, 20, 60);
  const router = new Router(snapshotOf(made), { maxPools: 32, minGain: 5e-6 });
  const into = made.pools.flatMap(({ one, other, reserveOne, reserveOther }) =>
    one === 0 ? [reserveOne] : other === 0 ? [reserveOther] : [],
  );
  const [all, deepest] = [
    into.reduce((sum, reserve) => sum + reserve, 0n),
    into.reduce((most, reserve) => (reserve > most ? reserve : most)),
  ];
  const wanted = { from: 7, to: 0, amount: amount(deepest / 2n) };
  const routes = router.findOut(7, 0, Number(wanted.amount));
  expect(routes.map((route) => route.some(({ share }) => share < 2 ** 30))).toEqual([true]);
  expect(leastOf(made, wanted, routes)).not.toBeNull();
  expect(router.findOut(7, 0, Number(all))).toEqual([]);
});
