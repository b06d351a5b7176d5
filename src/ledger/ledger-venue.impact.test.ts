// Strangers create pools at absurd prices: they must not get a swap refused that pays as much as a route within the limit.
import { beforeEach, describe, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { MAKER, ratesOf, token } from '../../test/paper-exchange.ts';
import { ann, bob, buy, createPool, deposit, pairOf, provide, registerToken, swap } from '../../test/paper-orders.ts';
import { amount, PPM, ppm } from '../core/amount.ts';
import { hopsOf } from '../core/commands/swap-receipt.ts';
import type { Fraction } from '../core/curves/curve.ts';
import type { ListedToken } from '../core/pool.ts';
import type { RoutePlan } from '../core/route/leg.ts';
import type { QuoteTerms } from '../ports/venue/trading.ts';
import type { RefusedError } from '../ports/venue.ts';

const [TON, USDT, NOT, JUNK] = [token('ton', 9), token('usdt', 6), token('not', 9), token('junk', 18)];
const TOKENS = [TON, USDT, NOT, JUNK];
const E = (digits: number) => 10n ** BigInt(digits);

const pool = (a: ListedToken, unitsA: bigint, b: ListedToken, unitsB: bigint) => [
  createPool({ ...pairOf(a, b), ...ratesOf(2000n, 1000n, 1000n) }),
  provide(unitsA, unitsB, { ...pairOf(a, b), account: MAKER }),
];

const on = useExchange(
  [
    ...TOKENS.map(registerToken),
    ...TOKENS.flatMap((each) => [MAKER, ann, bob].map((account) => deposit(account, each, E(33)))),
    // 4 million TON for 10 million USDT, and 500 NOT for one TON.
    ...pool(TON, 4n * E(15), USDT, 10n * E(12)),
    ...pool(TON, E(14), NOT, 500n * E(14)),
  ],
  { routed: true },
);

const best = (pair: ReturnType<typeof pairOf>, exact: QuoteTerms['exact']): QuoteTerms => ({
  ...pair,
  referred: false,
  exact,
  routing: 'best',
});
const isWithin = ({ numerator, denominator }: Fraction) => numerator * PPM <= 150_000n * denominator;
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: RefusedError) => error.refusal.code,
  );
const routeOf = ({ hops }: RoutePlan) =>
  hops.map(({ tokenIn, tokenOut, share }) => ({ tokenIn: tokenIn.address, tokenOut: tokenOut.address, share }));

/** Provides liquidity as bob, a stranger without special permissions. */
const griefs = (unitsA: bigint, unitsB: bigint, a: ListedToken, b: ListedToken) =>
  on.exchange.execute(bob, provide(unitsA, unitsB, { ...pairOf(a, b), account: bob }));

describe('after a stranger has created a pool of 0.001 NOT and 1 USDT', () => {
  const SALE = best(pairOf(TON, USDT), { in: amount(10n * E(9)) });
  const PURCHASE = best(pairOf(TON, USDT), { out: amount(25n * E(6)) });
  let before: { readonly sold: RoutePlan; readonly bought: RoutePlan };

  beforeEach(async () => {
    before = {
      sold: (await on.exchange.quote(SALE)).plan,
      bought: (await on.exchange.quote(PURCHASE)).plan,
    };
    await griefs(E(6), E(6), NOT, USDT);
  });

  test('10 TON are still swapped for at least as much USDT as before, as quoted', async () => {
    const { plan } = await on.exchange.quote(SALE);
    expect(plan.hops.length).toBeGreaterThan(1);
    expect(plan.amountOut).toBeGreaterThanOrEqual(before.sold.amountOut);
    expect(isWithin(plan.priceImpact)).toBe(true);
    const { receipt } = await on.exchange.execute(ann, swap(10n * E(9), pairOf(TON, USDT)), undefined, 'best');
    expect(receipt.amountB).toBe(plan.amountOut);
  });

  test('an exact output of 25 USDT costs no more TON than before, as quoted', async () => {
    const { plan } = await on.exchange.quote(PURCHASE);
    expect(plan.amountIn).toBeLessThanOrEqual(before.bought.amountIn);
    expect(isWithin(plan.priceImpact)).toBe(true);
    const { receipt } = await on.exchange.execute(ann, buy(25n * E(6), pairOf(TON, USDT)), undefined, 'best');
    expect(receipt.amountA).toBe(plan.amountIn);
  });

  test('two more such pools on a path through another token do not get the swap refused, nor lower its quote', async () => {
    await griefs(E(6), E(3), JUNK, USDT);
    await griefs(E(3), E(9), TON, JUNK);
    const { plan } = await on.exchange.quote(SALE);
    expect(plan.amountOut).toBeGreaterThanOrEqual(before.sold.amountOut);
    const swapped = on.exchange.execute(ann, swap(10n * E(9), pairOf(TON, USDT)), undefined, 'best');
    expect(await codeOf(swapped)).toBe('done');
  });

  test('all of five equal swaps in a bulk succeed', async () => {
    const submissions = Array.from({ length: 5 }, () => ({
      command: swap(10n * E(9), pairOf(TON, USDT)),
      routing: 'best' as const,
    }));
    const done = await on.exchange.executeAll(ann, submissions);
    expect(done.map((each) => (each instanceof Error ? each.message : each.status))).toEqual(
      Array(5).fill('completed'),
    );
  });

  describe('a swap that uses the dust pool', () => {
    // Nearly all of the swap goes through the dust pool, whose price falls to a fraction: that hop alone is far over the limit.
    const TAKING = best(pairOf(NOT, USDT), { in: amount(2n * E(7)) });
    const order = swap(2n * E(7), pairOf(NOT, USDT));

    test('is quoted a price impact relative to the route within the limit, and is executed as quoted', async () => {
      const { plan } = await on.exchange.quote(TAKING);
      expect(plan.hops.map(({ tokenOut }) => tokenOut.symbol)).toContain('USDT');
      const alone = plan.hops.find(({ tokenIn, tokenOut }) => tokenIn === NOT && tokenOut === USDT) ?? plan.hops[0];
      expect(isWithin(alone?.fill.priceImpact as Fraction)).toBe(false);
      expect(isWithin(plan.priceImpact)).toBe(true);
      // A NOT is worth 0.005 USDT on that route too, so the quote's cost and impact are consistent.
      const { numerator, denominator } = plan.midPrice as Fraction;
      expect(numerator * 200_000n).toBe(denominator);
      const { receipt } = await on.exchange.execute(ann, order, 'key', 'best');
      expect(receipt.amountB).toBe(plan.amountOut);
      expect((await on.exchange.execute(ann, order, 'key', 'best')).receipt).toEqual(receipt);
    });

    test('can be sent with the route and the minimum of its quote, and is executed as quoted', async () => {
      const { plan } = await on.exchange.quote(TAKING);
      const asQuoted = { ...order, route: routeOf(plan), minReceived: plan.amountOut };
      const { receipt } = await on.exchange.execute(ann, asQuoted, 'key', 'best');
      expect(receipt.amountB).toBe(plan.amountOut);
      expect(hopsOf(receipt)).toHaveLength(plan.hops.length);
      expect((await on.exchange.execute(ann, asQuoted, 'key', 'best')).receipt).toEqual(receipt);
    });

    test('is refused for its price impact with direct routing, or with a limit that no route meets', async () => {
      expect(await codeOf(on.exchange.execute(ann, order))).toBe('price_impact_too_high');
      const strict = { ...order, maxPriceImpactPpm: ppm(0n) };
      expect(await codeOf(on.exchange.execute(ann, strict, undefined, 'best'))).toBe('price_impact_too_high');
    });
  });
});

describe('a swap that truly moves the price', () => {
  const order = swap(100n * E(15), pairOf(TON, NOT));

  test('is refused for its price impact, also after dust pools appear and when repeated under its key', async () => {
    const { plan } = await on.exchange.quote(best(pairOf(TON, NOT), { in: amount(100n * E(15)) }));
    expect(isWithin(plan.priceImpact)).toBe(false);
    expect(await codeOf(on.exchange.execute(ann, order, undefined, 'best'))).toBe('price_impact_too_high');
    // Extremely cheap, but too shallow to be useful.
    await griefs(E(15), E(3), TON, JUNK);
    await griefs(E(20), E(6), JUNK, NOT);
    expect(await codeOf(on.exchange.execute(ann, order, 'key', 'best'))).toBe('price_impact_too_high');
    const own = { ...order, route: routeOf(plan) };
    expect(await codeOf(on.exchange.execute(ann, own, 'own', 'best'))).toBe('price_impact_too_high');
    const head = await on.exchange.head();
    expect(await codeOf(on.exchange.execute(ann, own, 'own', 'best'))).toBe('price_impact_too_high');
    expect(await on.exchange.head()).toBe(head);
  });
});
