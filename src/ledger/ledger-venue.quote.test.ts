// Quotes on a real store equal the swaps that follow, to the unit.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD } from '../../test/paper-exchange.ts';
import { ann, bob, deposit, pairOf, swap } from '../../test/paper-orders.ts';
import { MARKET } from '../../test/store-contract/site.ts';
import { amount, ppm } from '../core/amount.ts';
import { hopReceipt, hopsOf } from '../core/commands/swap-receipt.ts';
import { RefusedError } from '../ports/venue.ts';

const on = useExchange([...MARKET, deposit(ann, APPLE, 10n ** 9n), deposit(ann, BREAD, 10n ** 9n)]);

describe('a quote', () => {
  const anyTerms = fc.record({
    units: fc.bigInt({ min: 1n, max: 20_000n }),
    backwards: fc.boolean(),
    referred: fc.boolean(),
  });
  const pairFor = (backwards: boolean) => (backwards ? pairOf(BREAD, APPLE) : pairOf(APPLE, BREAD));

  test('for an exact input has the amounts, or the refusal, of the swap that follows, to the unit', async () => {
    await fc.assert(
      fc.asyncProperty(anyTerms, async ({ units, backwards, referred }) => {
        const pair = pairFor(backwards);
        const terms = { ...pair, maxPriceImpactPpm: ppm(1_000_000n), ...(referred ? { referrer: bob } : {}) };
        const quoted = on.exchange.quote({ ...pair, referred, exact: { in: amount(units) } });
        const quote = await quoted.catch((error: RefusedError) => error);
        const swapped = on.exchange.execute(ann, swap(units, terms));
        if (quote instanceof RefusedError) {
          await expect(swapped).rejects.toEqual(quote);
          return;
        }
        const { receipt, sequence } = await swapped;
        expect(receipt).toMatchObject({ amountA: quote.plan.amountIn, amountB: quote.plan.amountOut });
        expect(hopsOf(receipt)).toEqual(quote.plan.hops.map(hopReceipt));
        expect(sequence).toBe(quote.sequence + 1);
      }),
      { numRuns: 60 },
    );
  });

  test('for an exact output names the smallest input: a swap of it pays the output, and one unit less would not', async () => {
    await fc.assert(
      fc.asyncProperty(anyTerms, async ({ units, backwards, referred }) => {
        const pair = pairFor(backwards);
        const asked = { ...pair, referred };
        const { plan } = await on.exchange.quote({ ...asked, exact: { out: amount(units) } });
        const less = on.exchange.quote({ ...asked, exact: { in: amount(plan.amountIn - 1n) } });
        const brought = await less.then(
          ({ plan: { amountOut } }) => amountOut,
          () => 0n,
        );
        expect(brought).toBeLessThan(units);
        const terms = { ...pair, maxPriceImpactPpm: ppm(1_000_000n), ...(referred ? { referrer: bob } : {}) };
        const { receipt } = await on.exchange.execute(ann, swap(plan.amountIn, terms));
        expect(plan.amountOut).toBe(units);
        expect(receipt.amountB).toBeGreaterThanOrEqual(units);
      }),
      { numRuns: 40 },
    );
  });

  test('is refused as pool_too_small if the exact output is the whole reserve of the pool', async () => {
    const { reserve1 } = await on.exchange.pool(APPLE.address, BREAD.address);
    const ask = (units: bigint) =>
      on.exchange.quote({ ...pairOf(APPLE, BREAD), referred: false, exact: { out: amount(units) } });
    await expect(ask(reserve1)).rejects.toMatchObject({ refusal: { code: 'pool_too_small' } });
    expect((await ask(reserve1 / 2n)).plan.amountOut).toBe(reserve1 / 2n);
  });
});
