// A stranger opens a deep path at a far worse price: it must not switch off the price impact limit, nor lower a quote's mid price.
import { describe, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { MAKER, ratesOf, token } from '../../test/paper-exchange.ts';
import { ann, bob, buy, createPool, deposit, pairOf, provide, registerToken, swap } from '../../test/paper-orders.ts';
import { amount } from '../core/amount.ts';
import type { ListedToken } from '../core/pool.ts';
import type { QuoteTerms } from '../ports/venue/trading.ts';
import type { RefusedError } from '../ports/venue.ts';

const [GOLD, CASH, X] = [token('gold', 9), token('cash', 6), token('x', 9)];
const TOKENS = [GOLD, CASH, X];
const gold = (whole: bigint) => whole * 10n ** 9n;
const cash = (whole: bigint) => whole * 10n ** 6n;

const on = useExchange(
  [
    ...TOKENS.map(registerToken),
    ...TOKENS.flatMap((each) => [MAKER, ann, bob].map((account) => deposit(account, each, 10n ** 30n))),
    createPool({ ...pairOf(GOLD, CASH), ...ratesOf(2000n, 1000n, 1000n) }),
    provide(gold(100_000n), cash(250_000n), { ...pairOf(GOLD, CASH), account: MAKER }),
  ],
  { routed: true },
);

const griefs = (unitsA: bigint, unitsB: bigint, a: ListedToken, b: ListedToken) =>
  on.exchange.execute(bob, provide(unitsA, unitsB, { ...pairOf(a, b), account: bob }));

/** Opens a path over X with `times` the depth of the sound pool and a price of `percent` of the sound one. */
async function opensPath(times: bigint, percent: bigint): Promise<void> {
  await griefs(times * gold(100_000n), times * gold(100_000n), GOLD, X);
  await griefs(times * gold(100_000n), (times * cash(250_000n) * percent) / 100n, X, CASH);
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: RefusedError) => error.refusal.code,
  );
const sells = (units: bigint, key?: string) =>
  codeOf(on.exchange.execute(ann, swap(units, pairOf(GOLD, CASH)), key, 'best'));
const quoteOf = async (exact: QuoteTerms['exact']) =>
  (await on.exchange.quote({ ...pairOf(GOLD, CASH), referred: false, exact, routing: 'best' })).plan;

describe.each<[times: bigint, percent: bigint, sold: bigint]>([
  // A far worse path, for a swap of half, all and three times the sound pool.
  [20n, 12n, 50_000n],
  [20n, 12n, 100_000n],
  [20n, 12n, 300_000n],
  // A path that is not far worse, and so deep that it pays more for the whole amount than the sound pool.
  [10n, 70n, 50_000n],
  [18n, 60n, 100_000n],
  [3n, 80n, 20_000n],
  [100n, 80n, 100_000n],
  // So deep that the path pays more than the sound pool even for a tenth of the swap, or leaves it less than a twentieth.
  [60n, 75n, 500_000n],
  [200n, 49n, 2_000_000n],
])('after a path %i times as deep at %i %% of the price', (times, percent, sold) => {
  test(`a swap of ${sold} is refused for its price impact, as before, and quoted at the sound mid price`, async () => {
    expect(await sells(gold(sold))).toBe('price_impact_too_high');
    await opensPath(times, percent);
    expect(await sells(gold(sold), 'key')).toBe('price_impact_too_high');
    const quoted = await quoteOf({ in: amount(gold(sold)) });
    const { numerator, denominator } = quoted.midPrice ?? { numerator: 0n, denominator: 1n };
    // 0.0025 units of CASH for a unit of GOLD.
    if (quoted.midPrice) expect([numerator * 400n >= denominator]).toEqual([true]);
    expect(quoted.priceImpact.numerator * 100n > 15n * quoted.priceImpact.denominator).toBe(true);
  });

  test('an exact output, a route of the user and a bulk are refused, too', async () => {
    await opensPath(times, percent);
    const { amountOut, hops } = await quoteOf({ in: amount(gold(sold)) });
    const bought = buy(amountOut, pairOf(GOLD, CASH));
    expect(await codeOf(on.exchange.execute(ann, bought, undefined, 'best'))).toBe('price_impact_too_high');
    const route = hops.map(({ tokenIn, tokenOut, share }) => ({
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      share,
    }));
    const own = { ...swap(gold(sold), pairOf(GOLD, CASH)), route };
    expect(await codeOf(on.exchange.execute(ann, own, undefined, 'best'))).toBe('price_impact_too_high');
    const submission = { command: swap(gold(sold), pairOf(GOLD, CASH)), routing: 'best' as const };
    const done = await on.exchange.executeAll(ann, [submission, { ...submission, command: own }]);
    expect(done.map((each) => (each as RefusedError).refusal?.code)).toEqual(Array(2).fill('price_impact_too_high'));
  });
});

test('a swap that was within its limit stays so, and pays no less', async () => {
  const before = await quoteOf({ in: amount(gold(10_000n)) });
  await opensPath(20n, 12n);
  const after = await quoteOf({ in: amount(gold(10_000n)) });
  expect(after.amountOut).toBe(before.amountOut);
  expect(after.priceImpact).toEqual(before.priceImpact);
  expect(await sells(gold(10_000n))).toBe('done');
});

test('a path at nearly the sound price still rescues a swap that the sound pool alone refuses', async () => {
  expect(await sells(gold(30_000n))).toBe('price_impact_too_high');
  await opensPath(20n, 98n);
  expect(await sells(gold(30_000n))).toBe('done');
});
