// A stable pool: chosen at creation, traded by its curve, provided and refunded like any other.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import { APPLE, BREAD, CORN, MAKER, PaperExchange, poolAddressOf, ratesOf } from '../../../test/paper-exchange.ts';
import { ann, buy, createPool, pairOf, provide, refund, setPoolFees, swap } from '../../../test/paper-orders.ts';
import { invariantOf } from '../../../test/stable/definition.ts';
import { ISSUER, lpToken } from '../accounts.ts';
import { amount, MAX_AMOUNT, ppm } from '../amount.ts';
import { poolState } from '../pool.ts';
import type { Command } from './command.ts';

const STABLE = { curve: 'stable', amplification: 200n } as const;
const PAIR = pairOf(BREAD, CORN);
const ANY_IMPACT = { maxPriceImpactPpm: ppm(1_000_000n) };

/** 1000.00 bread against 1000.000000 corn without fees; ann has as much of each. */
function market(terms: Partial<ReturnType<typeof createPool>> = {}) {
  const exchange = PaperExchange.open()
    .fund(MAKER, BREAD, 100_000n)
    .fund(MAKER, CORN, 10n ** 9n);
  exchange.run(createPool({ ...PAIR, ...ratesOf(0n, 0n, 0n), ...STABLE, ...terms }));
  exchange.run(provide(100_000n, 10n ** 9n, { account: MAKER, ...PAIR }));
  return exchange.fund(ann, BREAD, 100_000n).fund(ann, CORN, 10n ** 9n);
}

const stateOf = (exchange: PaperExchange, pair = PAIR) => {
  const pool = exchange.pool(pair);
  if (!pool) throw new Error('there is no pool');
  return poolState(pool, (account, token) => exchange.balanceOf(account, token));
};
const worthOf = (exchange: PaperExchange) => {
  const { reserve0: reserveIn, reserve1: reserveOut, supply } = stateOf(exchange);
  return { d: invariantOf({ reserveIn, reserveOut, decimalsIn: 2, decimalsOut: 6, amplification: 200n }), supply };
};

test('a pool keeps the curve of its createPool command, which is in the receipt, when its fees are changed', () => {
  const exchange = PaperExchange.open();
  const pair = pairOf(APPLE, CORN);
  expect(exchange.decide(createPool({ ...pair, ...STABLE }))).toMatchObject({
    receipt: { ...pair, ...STABLE, lpFeePpm: 2000n },
    newPool: { ...STABLE, lpFeePpm: 2000n },
  });
  expect(exchange.decide(createPool({ ...pair, curve: 'constant-product' }))).not.toHaveProperty('receipt.curve');
  exchange.run(createPool({ ...pair, ...STABLE }), setPoolFees({ ...pair, lpFeePpm: ppm(1n) }));
  expect(exchange.pool(pair)).toMatchObject({ ...STABLE, lpFeePpm: 1n });
});

describe('a stable pool trades', () => {
  test('nearly one for one in both directions, where a constant-product pool would pay half', () => {
    // Computed to 40 digits: with 1000 + 1000 at Ann 200, 1000 in leave 65.887234… of the other.
    const [there, back] = [
      swap(100_000n, { ...PAIR, ...ANY_IMPACT }),
      swap(10n ** 9n, { ...pairOf(CORN, BREAD), ...ANY_IMPACT }),
    ];
    expect(market().decide(there)).toMatchObject({ receipt: { amountB: 934_112_765n } });
    expect(market().decide(back)).toMatchObject({ receipt: { amountB: 93_411n } });
  });

  test('an exact output for the smallest input', () => {
    const exchange = market();
    const bought = exchange.decide(buy(500_000_000n, { ...PAIR, ...ANY_IMPACT }));
    if (!('receipt' in bought) || bought.receipt.kind !== 'swap') throw new Error('refused');
    const { amountA, amountB } = bought.receipt;
    expect(amountB).toBe(500_000_000n);
    const sold = (units: bigint) => exchange.decide(swap(units, { ...PAIR, ...ANY_IMPACT }));
    expect(sold(amountA)).toMatchObject({ receipt: { amountB: expect.toSatisfy((out: bigint) => out >= amountB) } });
    expect(sold(amountA - 1n)).toMatchObject({
      receipt: { amountB: expect.toSatisfy((out: bigint) => out < amountB) },
    });
  });
});

test('neither a trade nor providing and refunding lowers the value of an LP token', () => {
  const anyStep = fc.record({
    kind: fc.constantFrom('there', 'back', 'provide', 'refund'),
    units: anyAmount({ min: 1n, max: 100_000n }),
  });
  const commandOf = ({ kind, units }: { kind: string; units: bigint }): Command => {
    if (kind === 'there') return swap(units, { ...PAIR, ...ANY_IMPACT });
    if (kind === 'back') return swap(units * 10_000n, { ...pairOf(CORN, BREAD), ...ANY_IMPACT });
    if (kind === 'provide') return provide(units, units * 10_000n, { ...PAIR, ...ANY_IMPACT });
    return refund({ account: ann, ...PAIR, lpTokens: amount(units * 50n) });
  };
  const property = fc.property(fc.array(anyStep, { minLength: 1, maxLength: 8 }), fc.boolean(), (steps, isFree) => {
    const exchange = market(isFree ? {} : ratesOf(2000n, 1000n, 1000n));
    for (const step of steps) {
      const before = worthOf(exchange);
      exchange.answer(commandOf(step));
      const after = worthOf(exchange);
      // D is rounded up, so it may appear to fall by less than one.
      expect((after.d + 1n) * before.supply).toBeGreaterThan((before.d - 1n) * after.supply);
      if (step.kind === 'there' || step.kind === 'back') expect(after.d).toBeGreaterThanOrEqual(before.d);
    }
  });
  fc.assert(property, { numRuns: 150 });
});

test('providing takes both tokens in the pool’s current ratio, and refunding it leaves the reserves as before, but for rounding', () => {
  const exchange = market();
  exchange.run(swap(60_000n, { ...PAIR, ...ANY_IMPACT }));
  const { reserve0, reserve1, supply } = stateOf(exchange);
  const [outcome] = exchange.answer(provide(30_000n, 10n ** 9n, { ...PAIR, ...ANY_IMPACT }));
  const { receipt } = (outcome as { posted: { receipt: { amountA: bigint; amountB: bigint; lpTokens: bigint } } })
    .posted;
  expect(receipt.amountA * reserve1).toBeLessThan((receipt.amountB + 1n) * reserve0);
  exchange.run(refund({ account: ann, ...PAIR }));
  const after = stateOf(exchange);
  expect(after.supply).toBe(supply);
  expect(after.reserve0 - reserve0).toBeLessThanOrEqual(1n);
  expect(after.reserve1 - reserve1).toBeLessThanOrEqual(10_000n);
});

test('minting more LP tokens than the largest amount is refused, and up to it is not', () => {
  // One token has 6 decimals more: when that side is emptied, the pool has far more LP tokens than √(xy).
  const exchange = PaperExchange.open()
    .fund(MAKER, APPLE, 2n ** 50n)
    .fund(MAKER, CORN, 10n ** 6n * 2n ** 50n);
  const pair = pairOf(APPLE, CORN);
  exchange.run(createPool({ ...pair, ...ratesOf(0n, 0n, 0n), curve: 'stable', amplification: 1_000_000n }));
  exchange.run(provide(2n ** 50n, 10n ** 6n * 2n ** 50n, { account: MAKER, ...pair }));
  exchange.fund(ann, APPLE, MAX_AMOUNT - 2n ** 50n);
  exchange.run(swap(2n ** 58n, { ...pair, ...ANY_IMPACT }));
  exchange.fund(ann, CORN, MAX_AMOUNT - 10n ** 6n * 2n ** 50n);
  const lp = lpToken(poolAddressOf(APPLE.address, CORN.address));
  const [supply, apples] = [-exchange.balanceOf(ISSUER, lp), stateOf(exchange, pair).reserve0];
  // The most apples for which supply·(1 + apples/reserve) still fits.
  const most = ((MAX_AMOUNT - supply) * apples) / supply;
  const offer = (units: bigint) => provide(units, MAX_AMOUNT / 2n, { ...pair, ...ANY_IMPACT });
  expect(exchange.decide(offer(most + apples / supply + 2n))).toMatchObject({
    code: 'amount_too_large',
    symbol: 'LP tokens',
  });
  expect(exchange.decide(offer(most))).toHaveProperty('receipt');
});
