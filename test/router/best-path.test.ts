// The router is never worse than the best single path of up to four pools, to the unit, and finds a route if there is one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { complete, type MadeMarket, powerLaw, snapshotOf, type Trade } from '../../bench/router/markets.ts';
import { amount } from '../../src/core/amount.ts';
import { WHOLE_SHARE as WHOLE } from '../../src/core/route/shape.ts';
import { type Candidate, Router } from '../../src/router/router.ts';
import { bestOf, execute, executeOut, leastOf } from './execute.ts';

const LIMITS = { maxPools: 16, minGain: 5e-6 };

/** Every path of at most four pools that visits no token twice. */
function everyPath({ pools }: MadeMarket, { from, to }: Trade): Candidate[] {
  const found: Candidate[] = [];
  const walk = (at: number, seen: readonly number[], way: Candidate) => {
    if (at === to) found.push(way);
    if (at === to || way.length === 4) return;
    pools.forEach(({ one, other }, pool) => {
      const next = one === at ? other : other === at ? one : at;
      if (next === at || seen.includes(next)) return;
      walk(next, [...seen, next], [...way, { pool, forward: one === at, share: WHOLE }]);
    });
  };
  walk(from, [from], []);
  return found;
}

const anyMarket = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  shape: fc.constantFrom('complete', 'power law'),
  // If prices differ by less than the fee, no loop is profitable; if by 2 % and more, some are.
  noise: fc.constantFrom('inside the fee', 0.02, 0.2),
});
const marketOf = ({ seed, shape, noise }: { seed: number; shape: string; noise: string | number }) =>
  shape === 'complete' ? complete(seed, 6, noise as number) : powerLaw(seed, 12, 26, noise as number);
const anyTrade = fc.record({
  from: fc.nat(5),
  step: fc.integer({ min: 1, max: 5 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});

function tradeIn(made: MadeMarket, { from, step, part }: { from: number; step: number; part: number }): Trade {
  const pool = made.pools.find(({ one, other }) => one === from || other === from);
  const reserve = pool?.one === from ? pool.reserveOne : pool?.reserveOther;
  // From a millionth of a reserve to ten times it, evenly over the powers of ten.
  return { from, to: (from + step) % 6, amount: amount(BigInt(Math.ceil(Number(reserve) * 10 ** (part * 7 - 6)))) };
}

test('no single path pays more for an exact input than the router’s best route', () => {
  const property = fc.property(anyMarket, anyTrade, (drawn, terms) => {
    const made = marketOf(drawn);
    const trade = tradeIn(made, terms);
    const routes = new Router(snapshotOf(made), LIMITS).findIn(trade.from, trade.to, Number(trade.amount));
    const best = everyPath(made, trade).reduce((most, path) => {
      const paid = execute(made, trade, path);
      return paid > most ? paid : most;
    }, 0n);
    expect(bestOf(made, trade, routes)).toBeGreaterThanOrEqual(best);
    for (const route of routes) expect(route.length).toBeLessThanOrEqual(LIMITS.maxPools);
  });
  fc.assert(property, { numRuns: 300, seed: 1 });
});

test('no single path costs less for an exact output than the router’s cheapest route', () => {
  const property = fc.property(anyMarket, anyTrade, (drawn, terms) => {
    const made = marketOf(drawn);
    const trade = tradeIn(made, terms);
    const wanted = { ...trade, from: trade.to, to: trade.from };
    const routes = new Router(snapshotOf(made), LIMITS).findOut(wanted.from, wanted.to, Number(wanted.amount));
    const least = everyPath(made, wanted).reduce<bigint | null>((fewest, path) => {
      const paid = executeOut(made, wanted, path);
      return fewest === null || (paid !== null && paid < fewest) ? paid : fewest;
    }, null);
    const found = leastOf(made, wanted, routes);
    if (least !== null) expect(found).toBeLessThanOrEqual(least);
    for (const route of routes) expect(route.length).toBeLessThanOrEqual(LIMITS.maxPools);
  });
  fc.assert(property, { numRuns: 200, seed: 1 });
});
