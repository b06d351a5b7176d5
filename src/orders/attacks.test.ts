// An attacker who knows every order and acts before or after each fill: no order is paid below its limit, and gains are bounded.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, account, BREAD, CORN, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import { ann, pairOf, placeOrder, provide, refund, swap } from '../../test/paper-orders.ts';
import { times } from '../../test/times.ts';
import { untilSeen } from '../../test/until-seen.ts';
import { orderAccount } from '../core/accounts.ts';
import { ppm } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { SwapReceipt } from '../core/commands/swap-receipt.ts';

const eve = account('eve');
const [SELL, BUY] = [pairOf(APPLE, BREAD), pairOf(BREAD, APPLE)];
const MINE = { account: eve, maxPriceImpactPpm: ppm(1_000_000n) };
const RUNS = { numRuns: times(60) };

/** An apple is worth four bread; `above` is how much more the order asks for, in hundredths of a percent. */
const anyCase = fc.record({
  apples: fc.bigInt(100_000n, 10_000_000n),
  offered: fc.bigInt(1000n, 2_000_000n),
  above: fc.bigInt(40n, 2000n),
  lpFee: fc.constantFrom(0n, 500n, 2000n, 10_000n),
  spent: fc.bigInt(1n, 40_000_000n),
  /** The order buys exactly as much bread as its limit says, rather than sell all apples for at least that. */
  isPurchase: fc.boolean(),
});
type Case = typeof anyCase extends fc.Arbitrary<infer Each> ? Each : never;

function begin({ apples, offered, above, lpFee, isPurchase }: Case) {
  const exchange = PaperExchange.open({ apple: apples, bread: 4n * apples, rates: ratesOf(lpFee, 0n, 0n) });
  exchange
    .fund(ann, APPLE, offered)
    .fund(eve, APPLE, 10n ** 9n)
    .fund(eve, BREAD, 10n ** 9n)
    .fund(eve, CORN, 10n ** 9n);
  const limit = (4n * offered * (10_000n + above)) / 10_000n;
  exchange.run(placeOrder(offered, limit, isPurchase ? { isPurchase } : {}));
  return { kept: new Kept(exchange), exchange, order: exchange.journal.length, offered, limit };
}

const held = (exchange: PaperExchange, token = BREAD) => exchange.balanceOf(eve, token.address);

/** Sells eve's surplus apples to the pool, so that she has as many as before. */
function squareUp(exchange: PaperExchange, apples: bigint): void {
  const surplus = held(exchange, APPLE) - apples;
  if (surplus > 0n) exchange.answer(swap(surplus, { ...SELL, ...MINE }));
}

function fillsOf({ journal }: PaperExchange, order: number): readonly SwapReceipt[] {
  return journal.flatMap(({ receipt }) => (receipt.kind === 'swap' && receipt.fill?.order === order ? receipt : []));
}

const isPaid = (exchange: PaperExchange, { order, offered, limit }: ReturnType<typeof begin>): boolean =>
  fillsOf(exchange, order).every(({ amountA, amountB }) => amountB * offered >= limit * amountA);

// Takes two seconds of CPU in all.
describe('an attacker who knows all orders', () => {
  test('and buys until one is filled, to sell again afterwards, gains nothing', async () => {
    let fills = 0;
    const property = fc.asyncProperty(anyCase, async (each) => {
      const it = begin(each);
      const { exchange, kept } = it;
      await kept.quieten();
      const [apples, bread] = [held(exchange, APPLE), held(exchange)];
      exchange.answer(swap(each.spent, { ...BUY, ...MINE }));
      await kept.quieten();
      fills += fillsOf(exchange, it.order).length;
      squareUp(exchange, apples);
      expect(held(exchange) - bread).toBeLessThanOrEqual(0n);
      expect(isPaid(exchange, it)).toBe(true);
    });
    await fc.assert(property, RUNS);
    expect(fills).toBeGreaterThan(RUNS.numRuns / 4);
  });

  test('and moves the price there and back in one commit, causes no fill except by fees left in the pool, and gains nothing', async () => {
    let unmoved = 0;
    const property = fc.asyncProperty(anyCase, async (each) => {
      const it = begin(each);
      const { exchange, kept, order } = it;
      await kept.quieten();
      const [apples, bread] = [held(exchange, APPLE), held(exchange)];
      const bought = exchange.decide(swap(each.spent, { ...BUY, ...MINE }));
      if (!('receipt' in bought)) return;
      const back = swap((bought.receipt as SwapReceipt).amountB, { ...SELL, ...MINE });
      exchange.run(swap(each.spent, { ...BUY, ...MINE }), back);
      await kept.quieten();
      if (fillsOf(exchange, order).length === 0) unmoved += 1;
      else expect(each.lpFee).toBeGreaterThan(0n);
      expect(held(exchange, APPLE)).toBe(apples);
      expect(held(exchange)).toBeLessThanOrEqual(bread);
      expect(isPaid(exchange, it)).toBe(true);
    });
    await fc.assert(property, RUNS);
    expect(unmoved).toBeGreaterThan(RUNS.numRuns / 2);
  });

  test('and trades between the look and the commit, takes at most 1 % of the fill, and only of what it pays above the limit', async () => {
    const seen = { between: 0, refused: 0, most: 0 };
    const property = fc.asyncProperty(anyCase, fc.bigInt(1n, 2_000_000n), async (each, sold) => {
      const it = begin(each);
      const { exchange, kept } = it;
      // Bob and eve move the price to where the order can be filled.
      exchange.answer(
        swap(each.spent, { ...BUY, account: account('bob') }),
        swap(each.spent / 4n + 1n, { ...BUY, ...MINE }),
      );
      const found = await kept.look();
      const fill = found.find((command) => command.kind === 'fillOrder');
      if (fill?.kind !== 'fillOrder') return;
      const bread = held(exchange);
      const sale = exchange.answer(swap(sold, { ...SELL, ...MINE }))[0];
      if (!sale || 'refusal' in sale) return;
      const [outcome] = kept.do(found);
      seen.between += 1;
      if (outcome && 'refusal' in outcome) seen.refused += 1;
      // Buys back as many apples as she sold.
      const back = exchange.answer({ ...buyBack(sold), ...MINE } as Command)[0];
      if (!back || 'refusal' in back) return;
      const gain = held(exchange) - bread;
      expect(isPaid(exchange, it)).toBe(true);
      const expected = (fill.amountB ?? fill.expected) as bigint;
      // A purchase loses apples instead, up to its limit, and each is worth no more than what it found it would get for one.
      const surplus =
        fill.amountB === undefined
          ? expected - (it.limit * fill.amountA) / it.offered
          : (expected * expected * it.offered) / (it.limit * fill.amountA) - expected + 1n;
      expect(gain).toBeLessThanOrEqual(surplus);
      expect(gain).toBeLessThanOrEqual(expected / 100n + 1n);
      seen.most = Math.max(seen.most, Number(gain) / Number(expected));
    });
    await untilSeen(
      () => fc.assert(property, { numRuns: times(200) }),
      () => Math.min(seen.between, seen.refused) > 10,
    );
    console.log(
      `${seen.between} trades between, ${seen.refused} fills refused, most gained ${(100 * seen.most).toFixed(3)} % of a fill`,
    );
  });

  test('and provides liquidity for the moment of a fill, cannot make the order be paid below its limit', async () => {
    const property = fc.asyncProperty(anyCase, async (each) => {
      const it = begin(each);
      const { exchange, kept } = it;
      await kept.quieten();
      exchange.answer(provide(each.apples / 2n, 2n * each.apples, { account: eve }));
      exchange.answer(swap(each.spent, { ...BUY, ...MINE }));
      await kept.quieten();
      exchange.answer(refund({ account: eve }));
      await kept.quieten();
      expect(isPaid(exchange, it)).toBe(true);
    });
    await fc.assert(property, RUNS);
  });

  test('and opens dust pools at an absurd price, causes fewer than 20 commands and no fill below the limit', async () => {
    const property = fc.asyncProperty(
      anyCase,
      fc.bigInt(1001n, 5000n),
      fc.bigInt(2n, 1000n),
      async (each, dust, times) => {
        const it = begin(each);
        const { exchange, kept } = it;
        await kept.quieten();
        exchange.run(provide(dust, dust, { ...pairOf(APPLE, CORN), account: eve, mayCreatePool: true }));
        exchange.run(provide(dust, dust * 4n * times, { ...pairOf(CORN, BREAD), account: eve, mayCreatePool: true }));
        const done = await kept.quieten();
        expect(isPaid(exchange, it)).toBe(true);
        // The unsold part is still in the order, or was returned.
        expect(exchange.balanceOf(orderAccount(it.order), APPLE.address) + used(exchange, it.order)).toBe(it.offered);
        expect(done.length).toBeLessThan(20);
      },
    );
    await fc.assert(property, RUNS);
  });
});

const used = (exchange: PaperExchange, order: number): bigint =>
  fillsOf(exchange, order).reduce((sum, { amountA, fill }) => sum + amountA + (fill?.returned ?? 0n), 0n);

const buyBack = (apples: bigint) => ({ kind: 'swap', ...BUY, amountB: apples }) as const;
