// The transfers of a swap, and its limits from both sides.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import { APPLE, account, BREAD, PaperExchange, ratesOf } from '../../../test/paper-exchange.ts';
import { ann, bob, buy, deposit, pairOf, setPoolStatus, swap } from '../../../test/paper-orders.ts';
import { amount, MAX_AMOUNT, ppm } from '../amount.ts';
import { parseDecimal } from '../maths/decimal.ts';
import type { SwapCommand } from './swap.ts';

const backwards = pairOf(BREAD, APPLE);

/** A million apples against two million (20000.00) bread. */
const market = (rates = ratesOf(2000n, 1000n, 1000n)) =>
  PaperExchange.open({ apple: 1_000_000n, bread: 2_000_000n, rates })
    .fund(ann, APPLE, 10_000n)
    .fund(ann, BREAD, 10_000n);

describe('the transfers of a swap', () => {
  test.each<{ what: string; exchange: PaperExchange; command: SwapCommand; moves: [string, string, string, bigint][] }>(
    [
      {
        what: 'a swap pays the protocol fee to the pool’s fee account',
        exchange: market(),
        command: swap(10_000n),
        moves: [
          ['ann', 'pool apple-bread', 'apple', 10_000n],
          ['pool apple-bread', 'ann', 'bread', 19_742n],
          ['pool apple-bread', 'pool apple-bread fees', 'bread', 20n],
        ],
      },
      {
        what: 'a swap with a referrer pays the referrer too',
        exchange: market(),
        command: swap(10_000n, { referrer: bob }),
        moves: [
          ['ann', 'pool apple-bread', 'apple', 10_000n],
          ['pool apple-bread', 'ann', 'bread', 19_722n],
          ['pool apple-bread', 'pool apple-bread fees', 'bread', 20n],
          ['pool apple-bread', 'bob', 'bread', 20n],
        ],
      },
      {
        what: 'a swap in a pool without these fees moves only its input and output',
        exchange: market(ratesOf(2000n, 0n, 0n)),
        command: swap(10_000n, { referrer: bob }),
        moves: [
          ['ann', 'pool apple-bread', 'apple', 10_000n],
          ['pool apple-bread', 'ann', 'bread', 19_762n],
        ],
      },
      {
        what: 'a swap in the other direction: 9980·1000000 / 2009980 = 4965.2…',
        exchange: market(),
        command: swap(10_000n, backwards),
        moves: [
          ['ann', 'pool apple-bread', 'bread', 10_000n],
          ['pool apple-bread', 'ann', 'apple', 4960n],
          ['pool apple-bread', 'pool apple-bread fees', 'apple', 5n],
        ],
      },
    ],
  )('$what', ({ exchange, command, moves }) => {
    const transfers = moves.map(([from, to, token, amount]) => ({ from, to, token, amount }));
    expect(exchange.decide(command)).toMatchObject({ transfers });
  });

  test('a swapper who is the referrer gets the fee back in the same transaction', () => {
    const exchange = market();
    exchange.run(swap(10_000n, { referrer: ann }));
    expect(exchange.balanceOf(ann, BREAD.address)).toBe(10_000n + 19_722n + 20n);
  });
});

test('the receipt names the amounts and the fees, in the order of the request', () => {
  const fees = { lp: 20n, protocol: 5n, ref: 5n };
  const receipt = { kind: 'swap', ...backwards, pool: 'apple-bread', amountA: 10_000n, amountB: 4955n, fees };
  expect(market().decide(swap(10_000n, { ...backwards, referrer: bob }))).toMatchObject({ receipt });
});

describe('the limits of a swap', () => {
  test('a swap may spend the account’s last unit, and not one more', () => {
    expect(market().decide(swap(10_000n))).toHaveProperty('receipt');
    const short = { code: 'insufficient_funds', account: 'ann', needed: '10001', available: '10000', symbol: 'APPLE' };
    expect(market().decide(swap(10_001n))).toEqual(short);
  });

  test('a swap may fill a reserve up to the largest amount, and not beyond', () => {
    const exchange = market(ratesOf(0n, 0n, 0n));
    exchange.run(deposit(ann, APPLE, MAX_AMOUNT - 1_010_000n));
    const all = { maxPriceImpactPpm: ppm(1_000_000n) };
    const tooLarge = { code: 'amount_too_large', symbol: 'APPLE', max: MAX_AMOUNT.toString() };
    expect(exchange.decide(swap(MAX_AMOUNT - 999_999n, all))).toEqual(tooLarge);
    exchange.run(swap(MAX_AMOUNT - 1_000_000n, all));
    expect(exchange.balanceOf(account('pool apple-bread'), APPLE.address)).toBe(MAX_AMOUNT);
  });

  // With half of the input kept as LP fee, 2000 of 1000000 count as 1000: an impact of 1000 / 1001000.
  test.each([
    { limitPpm: 1000n, unitsA: 2002n, accepted: true },
    { limitPpm: 1000n, unitsA: 2003n, accepted: false },
    { limitPpm: 0n, unitsA: 2n, accepted: false },
    { limitPpm: 1_000_000n, unitsA: 10_000n, accepted: true },
  ])('$unitsA apples at an impact limit of $limitPpm ppm are accepted: $accepted', ({ limitPpm, unitsA, accepted }) => {
    const answer = market(ratesOf(500_000n, 0n, 0n)).decide(swap(unitsA, { maxPriceImpactPpm: ppm(limitPpm) }));
    expect(answer).toHaveProperty(accepted ? 'receipt' : 'percent');
  });

  test('the refusal of a price impact over the limit prints the impact as more than the limit', () => {
    const exchange = market(ratesOf(0n, 0n, 0n)).fund(ann, APPLE, 2n ** 60n);
    const property = fc.property(
      anyAmount({ min: 1n, max: 2n ** 60n }),
      anyAmount({ max: 999_999n }),
      (units, limit) => {
        const answer = exchange.decide(swap(units, { maxPriceImpactPpm: ppm(limit) }));
        fc.pre('code' in answer && answer.code === 'price_impact_too_high');
        const [percent, maxPercent] = [answer.percent, answer.maxPercent].map((text) =>
          parseDecimal(text, 4, 10n ** 9n),
        );
        expect(maxPercent).toBe(limit);
        expect(percent).toBeGreaterThan(limit);
        expect(percent).toBeLessThanOrEqual(1_000_000n);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});

describe('a swap along a given route', () => {
  const route = [{ tokenIn: APPLE.address, tokenOut: BREAD.address, share: 2 ** 30 }];
  const free = () => market(ratesOf(0n, 0n, 0n));

  // 1,998 units of bread cost 1,000 apples.
  test.each([
    { expected: 990n, answer: 'code' },
    { expected: 991n, answer: 'receipt' },
  ])('may cost a hundredth more than expected: 1,000 against $expected gives a $answer', ({ expected, answer }) => {
    expect(free().decide(buy(1998n, { route, expected: amount(expected) }))).toHaveProperty(answer);
  });

  test('through a paused pool is refused as route_moved if an amount is expected, and else as pool_paused', () => {
    const exchange = free();
    exchange.run(setPoolStatus('paused'));
    expect(exchange.decide(swap(10n, { route, expected: amount(1n) }))).toEqual({ code: 'route_moved' });
    expect(exchange.decide(swap(10n, { route }))).toMatchObject({ code: 'pool_paused' });
  });
});
