// Providing and refunding in one token: the same result as in two steps, in one transaction, with the fees and limits of any swap.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, CORN, MAKER, PaperExchange, poolAddressOf, ratesOf } from '../../../test/paper-exchange.ts';
import { ann, createPool, pairOf, provide, refund, setPoolStatus, swap } from '../../../test/paper-orders.ts';
import { feeAccount, lpToken } from '../accounts.ts';
import { amount, MAX_AMOUNT, ppm } from '../amount.ts';
import type { Command } from './command.ts';
import type { ProvideReceipt } from './provide.ts';
import type { RefundReceipt } from './refund.ts';

const POOL = poolAddressOf(APPLE.address, BREAD.address);
const LP = lpToken(POOL);
const ANY = { maxPriceImpactPpm: ppm(1_000_000n) };
const toApple = pairOf(BREAD, APPLE);

/** A million apples and two million bread; ann has a hundred thousand apples. */
const market = (rates = ratesOf(2000n, 1000n, 1000n)) =>
  PaperExchange.open({ apple: 1_000_000n, bread: 2_000_000n, rates }).fund(ann, APPLE, 100_000n);

const held = (exchange: PaperExchange, account = ann) =>
  [APPLE.address, BREAD.address, LP].map((token) => exchange.balanceOf(account, token));

function done<Receipt>(exchange: PaperExchange, command: Command): Receipt {
  exchange.run(command);
  return exchange.journal.at(-1)?.receipt as Receipt;
}

describe('a provide of one token', () => {
  test('equals a swap followed by a provide, to the unit, in one transaction', () => {
    const [exchange, other] = [market(), market()];
    const before = exchange.journal.length;
    const { swapped, ...provided } = done<ProvideReceipt>(exchange, provide(50_000n, 0n));
    expect(exchange.journal.length).toBe(before + 1);
    if (!swapped) throw new Error('nothing was swapped');
    const byHand = done(other, swap(swapped.amountIn));
    expect(byHand).toMatchObject({ amountB: swapped.amountOut, fees: swapped.fees });
    const rest = done(other, provide(50_000n - swapped.amountIn, swapped.amountOut));
    expect(rest).toEqual(provided);
    expect(held(exchange)).toEqual(held(other));
    expect(exchange.balanceOf(feeAccount(POOL), BREAD.address)).toBe(swapped.fees.protocol);
    // At most two apples and two units of bread are left over.
    const [apples = 0n, bread = 0n] = held(exchange);
    expect(bread).toBeLessThanOrEqual(2n);
    expect(apples - 50_000n).toBeLessThanOrEqual(2n);
  });

  test('has the same result if the tokens are named in the other order', () => {
    const [one, other] = [market(), market()];
    const first = done<ProvideReceipt>(one, provide(5000n, 0n));
    const second = done<ProvideReceipt>(other, provide(0n, 5000n, toApple));
    expect(second.swapped).toEqual({ ...first.swapped, sold: 'B' });
    expect([second.amountB, second.amountA, second.lpTokens]).toEqual([first.amountA, first.amountB, first.lpTokens]);
    expect(held(one)).toEqual(held(other));
  });

  test.each([
    ['if there is no pool', provide(5000n, 0n, pairOf(APPLE, CORN)), 'both_tokens_needed'],
    ['if the pool is paused', provide(5000n, 0n), 'pool_paused', setPoolStatus('paused')],
    ['for one unit', provide(1n, 0n), 'liquidity_too_small'],
    ['above the largest amount', provide(MAX_AMOUNT, 0n, ANY), 'amount_too_large'],
    ['above the balance', provide(100_002n, 0n), 'insufficient_funds'],
  ] as const)('is refused %s', (_, command, code, before: Command | undefined = undefined) => {
    const exchange = market();
    if (before) exchange.run(before);
    const was = held(exchange);
    expect(exchange.decide(command)).toMatchObject({ code });
    expect(held(exchange)).toEqual(was);
  });

  test('needs no funds beyond the offer, so the whole balance can be offered', () => {
    expect(market().decide(provide(100_000n, 0n))).toHaveProperty('receipt');
  });

  test('is refused in an empty pool, which has no price', () => {
    const exchange = PaperExchange.open().fund(ann, APPLE, 1000n);
    exchange.run({ kind: 'createPool', ...pairOf(APPLE, BREAD), force: true });
    expect(exchange.decide(provide(1000n, 0n))).toMatchObject({ code: 'both_tokens_needed', tokenA: 'APPLE' });
  });

  test('is refused below its minLpTokens, and if the price impact of its swap is above its maxPriceImpactPpm', () => {
    const exchange = market();
    const { lpTokens } = (exchange.decide(provide(50_000n, 0n)) as { receipt: ProvideReceipt }).receipt;
    expect(exchange.decide(provide(50_000n, 0n, { minLpTokens: lpTokens }))).toHaveProperty('receipt');
    const more = { minLpTokens: amount(lpTokens + 1n) };
    expect(exchange.decide(provide(50_000n, 0n, more))).toMatchObject({ code: 'below_minimum' });
    // About 24,700 apples are swapped, 2.4 % of the pool's new reserve. A minimum of LP tokens does not lift the impact limit.
    const limit = (of: bigint) =>
      exchange.decide(provide(50_000n, 0n, { maxPriceImpactPpm: ppm(of), minLpTokens: lpTokens }));
    expect(limit(30_000n)).toHaveProperty('receipt');
    expect(limit(20_000n)).toMatchObject({ code: 'price_impact_too_high' });
  });

  test('is refused if the price impact of its swap is above the exchange’s limit, unless it names its own', () => {
    const exchange = market().fund(ann, APPLE, 10n ** 7n);
    expect(exchange.decide(provide(10n ** 6n, 0n))).toMatchObject({ code: 'price_impact_too_high', maxPercent: '15' });
    expect(exchange.decide(provide(10n ** 6n, 0n, ANY))).toHaveProperty('receipt');
  });

  test('is refused if the fees leave nothing of its swap', () => {
    expect(market(ratesOf(999_999n, 0n, 0n)).decide(provide(1000n, 0n))).toMatchObject({ code: 'liquidity_too_small' });
  });
});

describe('a refund of one token', () => {
  test.each(['A', 'B'] as const)('equals a refund followed by a swap, to the unit, in one transaction: %s', (only) => {
    const [exchange, other] = [market(), market()];
    const portionPpm = ppm(100_000n);
    const { swapped, ...refunded } = done<RefundReceipt>(exchange, refund({ portionPpm, only }));
    if (!swapped) throw new Error('nothing was swapped');
    expect(done(other, refund({ portionPpm }))).toEqual(refunded);
    const sold = only === 'A' ? refunded.amountB : refunded.amountA;
    expect(done(other, swap(sold, { account: MAKER, ...(only === 'A' && toApple) }))).toMatchObject({
      amountB: swapped.amountOut,
      fees: swapped.fees,
    });
    expect(swapped).toMatchObject({ sold: only === 'A' ? 'B' : 'A', amountIn: sold });
    expect(held(exchange, MAKER)).toEqual(held(other, MAKER));
    expect(exchange.balanceOf(MAKER, only === 'A' ? BREAD.address : APPLE.address)).toBe(0n);
  });

  test('the minimum applies to the whole returned amount, and nothing is returned in the other token', () => {
    const exchange = market();
    const part = { portionPpm: ppm(100_000n), only: 'A' } as const;
    const { receipt } = exchange.decide(refund(part)) as { receipt: RefundReceipt };
    const total = receipt.amountA + (receipt.swapped?.amountOut ?? 0n);
    expect(exchange.decide(refund({ ...part, minA: amount(total) }))).toHaveProperty('receipt');
    expect(exchange.decide(refund({ ...part, minA: amount(total + 1n) }))).toMatchObject({ code: 'below_minimum' });
    expect(exchange.decide(refund({ ...part, minB: amount(1n) }))).toMatchObject({
      code: 'below_minimum',
      actual: '0',
    });
  });

  test('is refused to the owner of most of a pool, because its swap would move the price too far', () => {
    const exchange = market();
    expect(exchange.decide(refund({ only: 'A' }))).toMatchObject({ code: 'price_impact_too_high' });
    expect(exchange.decide(refund({ only: 'A', ...ANY }))).toHaveProperty('receipt');
  });

  test('pays the last provider almost nothing for the other token, so it is refused unless any price impact is accepted', () => {
    const exchange = market(ratesOf(0n, 0n, 0n));
    expect(exchange.decide(refund({ only: 'B' }))).toMatchObject({ code: 'price_impact_too_high', maxPercent: '15' });
    const { swapped, amountA } = done<RefundReceipt>(exchange, refund({ only: 'B', ...ANY }));
    // The 1000 locked units of 1,414,213 leave 708 apples and 1415 bread.
    expect(swapped).toMatchObject({ amountIn: amountA, amountOut: 1413n });
  });

  test('is refused while the pool is paused; a refund of both tokens is not', () => {
    const exchange = market();
    exchange.run(setPoolStatus('paused'));
    expect(exchange.decide(refund({ portionPpm: ppm(1000n), only: 'B' }))).toMatchObject({ code: 'pool_paused' });
    expect(exchange.decide(refund({ portionPpm: ppm(1000n) }))).toHaveProperty('receipt');
  });

  test('is refused if the other token’s part is too small to buy anything', () => {
    const exchange = PaperExchange.open({ apple: 1_000_000n, bread: 2000n });
    // About 500 apples and 1 bread.
    expect(exchange.decide(refund({ lpTokens: amount(23n), only: 'B' }))).toMatchObject({ code: 'output_zero' });
  });
});

describe('providing one token and refunding it', () => {
  test('returns less than was provided, because of the fees', () => {
    const exchange = market();
    const { lpTokens } = done<ProvideReceipt>(exchange, provide(50_000n, 0n));
    exchange.run(refund({ account: ann, lpTokens, only: 'A' }));
    const [apples = 0n, bread = 0n] = held(exchange);
    expect(bread).toBeLessThanOrEqual(2n);
    expect(apples).toBeLessThan(100_000n);
  });

  // Includes pools without fees, tiny pools, and pools in which only the locked LP tokens are left.
  test('is never profitable, however often and in any order', () => {
    const size = fc.oneof(fc.bigInt(1001n, 3000n), fc.bigInt(1001n, 10n ** 15n));
    const part = fc.bigInt(1n, 1000n);
    const act = fc.record({
      what: fc.constantFrom('provide', 'swap', 'refund'),
      side: fc.constantFrom('A', 'B'),
      part,
    });
    const property = fc.property(
      fc.record({ apple: size, bread: size, stake: size, fee: fc.constantFrom(0n, 1n, 2000n, 300_000n) }),
      fc.constantFrom({}, ...[1n, 100n, 1_000_000n].map((of) => ({ curve: 'stable' as const, amplification: of }))),
      fc.record({ isLeft: fc.boolean(), acts: fc.array(act, { maxLength: 6 }) }),
      ({ apple, bread, stake, fee }, shape, { isLeft, acts }) => {
        const exchange = PaperExchange.open().fund(MAKER, APPLE, apple).fund(MAKER, BREAD, bread);
        exchange.run(
          createPool({ ...ratesOf(fee, fee / 2n, 0n), ...shape }),
          provide(apple, bread, { account: MAKER }),
        );
        if (isLeft) exchange.answer(refund({ only: 'A', ...ANY }));
        exchange.fund(ann, APPLE, stake);
        for (const { what, side, part } of acts) {
          const [apples, loaves, lp] = held(exchange).map((units) => (units * part + 999n) / 1000n) as [
            bigint,
            bigint,
            bigint,
          ];
          const [amountA, amountB] = side === 'A' ? [apples, 0n] : [0n, loaves];
          if (what === 'refund' && lp > 0n)
            exchange.answer(refund({ account: ann, lpTokens: amount(lp), only: side, ...ANY }));
          if (what === 'refund' || amountA + amountB === 0n) continue;
          const reversed = side === 'B' ? toApple : {};
          exchange.answer(
            what === 'provide' ? provide(amountA, amountB, ANY) : swap(amountA + amountB, { ...reversed, ...ANY }),
          );
        }
        exchange.answer(refund({ account: ann, only: 'A', ...ANY }));
        exchange.answer(refund({ account: ann }));
        const [, loaves = 0n] = held(exchange);
        if (loaves > 0n) exchange.answer(swap(loaves, { ...toApple, ...ANY }));
        expect(held(exchange)[0]).toBeLessThanOrEqual(stake);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});
