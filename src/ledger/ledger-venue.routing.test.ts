// The best route on a real store: swaps equal their quotes to the unit, and no single path pays more.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER, ratesOf, token } from '../../test/paper-exchange.ts';
import {
  ann,
  bob,
  buy,
  createPool,
  deposit,
  pairOf,
  provide,
  refund,
  registerToken,
  setPoolFees,
  setPoolStatus,
  swap,
  updateToken,
} from '../../test/paper-orders.ts';
import { POLICY } from '../../test/store-contract/site.ts';
import { amount, ppm, type TokenAddress } from '../core/amount.ts';
import { hopReceipt, hopsOf } from '../core/commands/swap-receipt.ts';
import type { ListedToken } from '../core/pool.ts';
import { isWithin } from '../core/route/impact.ts';
import { WHOLE_SHARE } from '../core/route/shape.ts';
import type { Quote, QuoteTerms } from '../ports/venue/trading.ts';
import { RefusedError } from '../ports/venue.ts';

const DATES = token('dates', 3);
const EGGS = token('eggs', 0);
const TOKENS = [APPLE, BREAD, CORN, DATES];
/** Deep and shallow, expensive and cheap pools, and none between corn and eggs. */
const POOLS: readonly (readonly [ListedToken, ListedToken, bigint, bigint, bigint])[] = [
  [APPLE, BREAD, 100_000n, 400_000n, 3000n],
  [APPLE, CORN, 900_000n, 9_000_000n, 1000n],
  [BREAD, CORN, 1_000_000n, 2_500_000n, 500n],
  [BREAD, DATES, 300_000n, 200_000n, 0n],
  [CORN, DATES, 800_000n, 220_000n, 10_000n],
  [DATES, EGGS, 10_000n, 10_000n, 2000n],
];

const on = useExchange(
  [
    ...[...TOKENS, EGGS].map(registerToken),
    ...[...TOKENS, EGGS].flatMap((token) => [deposit(MAKER, token, 10n ** 9n), deposit(ann, token, 10n ** 9n)]),
    ...POOLS.flatMap(([a, b, unitsA, unitsB, lp]) => [
      createPool({ ...pairOf(a, b), ...ratesOf(lp, 1000n, 1000n) }),
      provide(unitsA, unitsB, { ...pairOf(a, b), account: MAKER }),
    ]),
  ],
  { routed: true },
);

const AT_ANY_PRICE = { maxPriceImpactPpm: ppm(1_000_000n) };
const best = (pair: ReturnType<typeof pairOf>, units: bigint): QuoteTerms => ({
  ...pair,
  referred: false,
  exact: { in: amount(units) },
  routing: 'best',
});
const direct = (terms: QuoteTerms): QuoteTerms => ({ ...terms, routing: 'direct' });
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: RefusedError) => error.refusal,
  );

/** Every path of up to four pools that visits no token twice. */
function waysOf(from: TokenAddress, to: TokenAddress, passed: readonly TokenAddress[] = []): readonly TokenAddress[][] {
  if (from === to) return [[to]];
  if (passed.length === 4) return [];
  return POOLS.flatMap(([a, b]) => {
    const next = a.address === from ? b.address : b.address === from ? a.address : undefined;
    if (next === undefined || passed.includes(next)) return [];
    return waysOf(next, to, [...passed, from]).map((way) => [from, ...way]);
  });
}

const routeOver = (way: readonly TokenAddress[]) =>
  way.slice(1).map((tokenOut, at) => ({ tokenIn: way[at] as TokenAddress, tokenOut, share: WHOLE_SHARE }));

describe('the best route', () => {
  const anyTerms = fc
    .record({
      ends: fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })),
      units: fc.oneof(fc.bigInt({ min: 1n, max: 200n }), fc.bigInt({ min: 1n, max: 150_000n })),
      side: fc.constantFrom('in', 'out'),
      referred: fc.boolean(),
    })
    .map(({ ends: [at, step], units, side, referred }) => ({
      ...pairOf(TOKENS[at] as ListedToken, TOKENS[(at + step) % 4] as ListedToken),
      exact: side === 'in' ? { in: amount(units) } : { out: amount(units) },
      referred,
    }));

  test('is executed as quoted, to the unit, and no single path of pools is better', { timeout: 240_000 }, async () => {
    let routed = 0;
    await fc.assert(
      fc.asyncProperty(anyTerms, async ({ exact, referred, ...pair }) => {
        const terms = { ...pair, exact, referred };
        const quoted = await on.exchange.quote({ ...terms, routing: 'best' }).catch((error: RefusedError) => error);
        const ways = waysOf(pair.tokenA, pair.tokenB).map((way) =>
          on.exchange.quote({ ...terms, route: routeOver(way) }).catch(() => undefined),
        );
        const others = (await Promise.all(ways)).filter((quote) => quote !== undefined);
        // The limit is lifted only if the quote exceeds it: of two routes that pay the same, another limit may choose the other one.
        const isOver =
          !(quoted instanceof RefusedError) && !isWithin(quoted.plan.priceImpact, POLICY.maxPriceImpactPpm);
        const own = { ...pair, ...(isOver && AT_ANY_PRICE), ...(referred && { referrer: bob }) };
        const command = 'in' in exact ? swap(exact.in, own) : buy(exact.out, own);
        const swapped = await on.exchange
          .execute(ann, command, undefined, 'best')
          .catch((error: RefusedError) => error);
        if (quoted instanceof RefusedError || swapped instanceof RefusedError) {
          expect([swapped, others]).toEqual([quoted, []]);
          return;
        }
        for (const { plan } of others) {
          if ('in' in exact) expect(quoted.plan.amountOut).toBeGreaterThanOrEqual(plan.amountOut);
          else expect(quoted.plan.amountIn).toBeLessThanOrEqual(plan.amountIn);
        }
        const { receipt, sequence } = swapped;
        expect(receipt).toMatchObject({ amountA: quoted.plan.amountIn, amountB: quoted.plan.amountOut });
        expect(hopsOf(receipt)).toEqual(quoted.plan.hops.map(hopReceipt));
        expect(sequence).toBe(quoted.sequence + 1);
        if (quoted.plan.hops.length > 2) routed += 1;
      }),
      { numRuns: 100 },
    );
    expect(routed).toBeGreaterThan(0);
  });

  test('leads over other tokens if the pair has no pool, while direct routing is refused', async () => {
    const terms = best(pairOf(APPLE, EGGS), 100n);
    const { plan } = await on.exchange.quote(terms);
    expect(plan.hops.at(-1)?.tokenOut).toEqual(EGGS);
    expect(await refusalOf(on.exchange.quote(direct(terms)))).toMatchObject({ code: 'unknown_pool' });
    const { receipt } = await on.exchange.execute(ann, swap(100n, pairOf(APPLE, EGGS)), undefined, 'best');
    expect(receipt.amountB).toBe(plan.amountOut);
    const alone = on.exchange.execute(ann, swap(100n, pairOf(APPLE, EGGS)));
    expect(await refusalOf(alone)).toMatchObject({ code: 'unknown_pool' });
  });

  test('is refused with the reason of the pair’s pool or of the route that would be used, or as unknown_pool without any route', async () => {
    const isolated = token('figs', 0);
    await on.exchange.execute(MAKER, registerToken(isolated));
    const asked = [
      [pairOf(APPLE, isolated), { code: 'unknown_pool', tokenA: 'APPLE', tokenB: 'FIGS' }],
      [pairOf(APPLE, APPLE), { code: 'same_token', token: 'APPLE' }],
      [pairOf(APPLE, token('grapes', 0)), { code: 'unknown_token', token: 'grapes' }],
    ] as const;
    for (const [pair, refusal] of asked) {
      expect(await refusalOf(on.exchange.quote(best(pair, 100n)))).toEqual(refusal);
      expect(await refusalOf(on.exchange.execute(ann, swap(100n, pair), undefined, 'best'))).toEqual(refusal);
    }
    const dust = { code: 'output_zero', symbolA: 'CORN', symbolB: 'DATES' };
    expect(await refusalOf(on.exchange.quote(best(pairOf(CORN, EGGS), 1n)))).toEqual(dust);
    expect(await refusalOf(on.exchange.execute(ann, swap(1n, pairOf(CORN, EGGS)), undefined, 'best'))).toEqual(dust);
    const all = { ...best(pairOf(DATES, EGGS), 0n), exact: { out: amount(10_000n) } };
    expect(await refusalOf(on.exchange.quote(all))).toMatchObject({ code: 'pool_too_small' });
    const wanted = on.exchange.execute(ann, buy(10_000n, pairOf(DATES, EGGS)), undefined, 'best');
    expect(await refusalOf(wanted)).toMatchObject({ code: 'pool_too_small' });
  });

  test('is not searched anew for a repeated key: the first swap is returned, even after a pool of its route was paused', async () => {
    const order = () => on.exchange.execute(ann, swap(5000n, pairOf(APPLE, BREAD)), 'once', 'best');
    const first = await order();
    expect(hopsOf(first.receipt).length).toBeGreaterThan(1);
    await on.exchange.execute(MAKER, setPoolStatus('paused', pairOf(APPLE, CORN)));
    const again = await order();
    expect([again.transactionId, again.receipt]).toEqual([first.transactionId, first.receipt]);
    const alone = await on.exchange.execute(ann, swap(5000n, pairOf(APPLE, BREAD)), 'once');
    expect(alone.transactionId).toBe(first.transactionId);
  });
});

describe('changes between a quote and its swap', () => {
  const SALE = best(pairOf(APPLE, BREAD), 5000n);
  let before: Quote;

  beforeEach(async () => {
    before = await on.exchange.quote(SALE);
    expect(before.plan.hops.some(({ tokenOut }) => tokenOut.address === CORN.address)).toBe(true);
  });

  /** Swaps along the quoted route, and along the best one now, both with the quoted minimum. */
  const swapAsQuoted = async () => {
    const route = before.plan.hops.map(({ tokenIn, tokenOut, share }) => ({
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      share,
    }));
    const minReceived = before.plan.amountOut;
    const terms = { ...pairOf(APPLE, BREAD), ...AT_ANY_PRICE };
    return {
      stale: await refusalOf(on.exchange.execute(ann, swap(5000n, { ...terms, route, minReceived }))),
      fresh: await refusalOf(on.exchange.execute(ann, swap(5000n, { ...terms, minReceived }), undefined, 'best')),
    };
  };

  test('a pool is paused: the old route is refused, the new one avoids it', async () => {
    const outOfApple = async () => {
      const { plan } = await on.exchange.quote(best(pairOf(APPLE, DATES), 10_000n));
      return plan.hops
        .filter(({ tokenIn }) => tokenIn.address === APPLE.address)
        .map(({ tokenOut }) => tokenOut.symbol);
    };
    expect(await outOfApple()).toContain('CORN');
    await on.exchange.execute(MAKER, setPoolStatus('paused', pairOf(APPLE, CORN)));
    expect(await swapAsQuoted()).toMatchObject({
      stale: { code: 'pool_paused', tokenA: 'APPLE', tokenB: 'CORN' },
      fresh: { code: 'below_minimum' },
    });
    const { plan } = await on.exchange.quote(SALE);
    expect(plan.hops.map(({ tokenOut }) => tokenOut)).toEqual([BREAD]);
    expect(plan).toEqual((await on.exchange.quote(direct(SALE))).plan);
    expect(await outOfApple()).toEqual(['BREAD']);
  });

  test('a token is paused: no route uses it', async () => {
    await on.exchange.execute(MAKER, updateToken(CORN, { status: 'paused' }));
    expect(await swapAsQuoted()).toMatchObject({
      stale: { code: 'token_paused', token: 'CORN' },
      fresh: { code: 'below_minimum' },
    });
  });

  test('a pool is hidden: it is used as before', async () => {
    await on.exchange.execute(MAKER, setPoolStatus('hidden', pairOf(APPLE, CORN)));
    await on.exchange.execute(MAKER, updateToken(CORN, { status: 'hidden' }));
    expect((await on.exchange.quote(SALE)).plan.amountOut).toBe(before.plan.amountOut);
  });

  test('a pool is emptied: the old route pays too little, the new one avoids it', async () => {
    await on.exchange.execute(MAKER, refund(pairOf(BREAD, CORN)));
    const { stale } = await swapAsQuoted();
    // Only the locked minimum stays in the pool, which is almost nothing.
    expect(stale).toMatchObject({ code: 'below_minimum' });
    const { plan } = await on.exchange.quote(SALE);
    expect(plan.amountOut).toBeGreaterThanOrEqual((await on.exchange.quote(direct(SALE))).plan.amountOut);
    expect(plan.amountOut).toBeLessThan(before.plan.amountOut);
  });

  test('a pool’s fees rise: both the old route and the new one pay less than quoted', async () => {
    await on.exchange.execute(MAKER, setPoolFees({ ...pairOf(APPLE, CORN), lpFeePpm: ppm(900_000n) }));
    expect(await swapAsQuoted()).toMatchObject({ stale: { code: 'below_minimum' }, fresh: { code: 'below_minimum' } });
  });

  test('a pool is created: the old route is executed as quoted, the new one uses it', async () => {
    await on.exchange.execute(MAKER, provide(10n ** 7n, 10n ** 8n, pairOf(APPLE, EGGS)));
    await on.exchange.execute(MAKER, deposit(ann, EGGS, 10n ** 9n));
    await on.exchange.execute(MAKER, provide(10n ** 8n, 10n ** 8n, pairOf(BREAD, EGGS)));
    const { plan } = await on.exchange.quote(SALE);
    expect(plan.hops.some(({ tokenOut }) => tokenOut.address === EGGS.address)).toBe(true);
    expect(plan.amountOut).toBeGreaterThan(before.plan.amountOut);
    expect(await swapAsQuoted()).toEqual({ stale: undefined, fresh: undefined });
  });
});

test('the time of a route search is reported: for a quote to its caller, also if it is refused, and for a swap with its account', async () => {
  const told: unknown[] = [];
  on.exchange.onSearch((account) => told.push(account));
  await on.exchange.quote({ ...best(pairOf(APPLE, BREAD), 1000n), onSearch: (ms) => told.push(ms > 0) });
  await refusalOf(on.exchange.quote({ ...best(pairOf(APPLE, BREAD), 1n), onSearch: (ms) => told.push(ms > 0) }));
  await on.exchange.execute(ann, swap(1000n, pairOf(APPLE, BREAD)), undefined, 'best');
  expect(told).toEqual([true, true, ann]);
});
