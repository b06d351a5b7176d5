// A route through pools of different curves: each pool pays by its own curve, and an exact output costs the smallest input.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { APPLE, BREAD, CORN, MAKER, PaperExchange } from '../../../test/paper-exchange.ts';
import { createPool, pairOf, provide } from '../../../test/paper-orders.ts';
import { outFor } from '../../../test/stable/definition.ts';
import { type Amount, amount, PPM } from '../amount.ts';
import { planSwap } from '../commands/swap.ts';
import type { Rates } from '../pool.ts';
import { Refused } from '../refusal.ts';
import { type RouteHop, WHOLE_SHARE } from './shape.ts';

const ROUTE: readonly RouteHop[] = [
  { tokenIn: APPLE.address, tokenOut: BREAD.address, share: WHOLE_SHARE },
  { tokenIn: BREAD.address, tokenOut: CORN.address, share: WHOLE_SHARE },
];
const POOL = { reserveIn: 100_000n, reserveOut: 10n ** 9n, decimalsIn: 2, decimalsOut: 6, amplification: 200n };

/** 10000 apples for 1000.00 bread on a constant-product curve, and a stable pool of a thousand bread and corn each. */
function market(rates: Rates): PaperExchange {
  const exchange = PaperExchange.open({ apple: 10_000n, bread: 100_000n, rates });
  exchange.fund(MAKER, BREAD, 100_000n).fund(MAKER, CORN, 10n ** 9n);
  exchange.run(createPool({ ...pairOf(BREAD, CORN), ...rates, curve: 'stable', amplification: 200n }));
  exchange.run(provide(100_000n, 10n ** 9n, { account: MAKER, ...pairOf(BREAD, CORN) }));
  return exchange;
}

const terms = (exact: { in: Amount } | { out: Amount }) => ({ ...pairOf(APPLE, CORN), referred: false, exact });

test('over a constant-product and a stable pool, the second pays by its own curve, and an exact output costs the smallest input', () => {
  const property = fc.property(anyRates, anyAmount({ min: 1n, max: 100_000n }), (rates, units) => {
    const state = market(rates).state();
    const planned = (exact: { in: Amount } | { out: Amount }) => planSwap(terms(exact), state, ROUTE);
    const plan = planned({ in: units });
    fc.pre(!(plan instanceof Refused));
    const [first, second] = plan.hops.map(({ fill }) => fill);
    expect(second?.amountIn).toBe(first?.amountOut);
    expect(second?.baseOut).toBe(outFor(POOL, first?.amountOut ?? 0n, rates.lpFeePpm));
    const { numerator, denominator } = plan.priceImpact;
    expect(numerator >= 0n && numerator <= denominator).toBe(true);

    const back = planned({ out: plan.amountOut });
    if (back instanceof Refused) throw new Error(`refused: ${back.refusal.code}`);
    expect(back.amountOut).toBe(plan.amountOut);
    expect(back.amountIn).toBeLessThanOrEqual(units);
    const again = planned({ in: back.amountIn });
    expect(again instanceof Refused ? 0n : again.amountOut).toBeGreaterThanOrEqual(plan.amountOut);
    const less = planned({ in: amount(back.amountIn - 1n) });
    expect(less instanceof Refused ? 0n : less.amountOut).toBeLessThan(plan.amountOut);
  });
  fc.assert(property, { numRuns: 200 });
});

test('a trade of 1 % of a balanced stable pool has a price impact of less than 0.01 %', () => {
  const plan = planSwap({ ...terms({ in: amount(1000n) }), ...pairOf(BREAD, CORN) }, market(NO_FEES).state());
  if (plan instanceof Refused) throw new Error(`refused: ${plan.refusal.code}`);
  const { numerator, denominator } = plan.priceImpact;
  expect(numerator * PPM).toBeLessThan(denominator * 100n);
  expect(numerator).toBeGreaterThan(0n);
});

const NO_FEES = { lpFeePpm: 0n, protocolFeePpm: 0n, refFeePpm: 0n } as Rates;
