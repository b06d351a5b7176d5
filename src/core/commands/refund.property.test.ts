// Withdrawing liquidity is always possible: in any state that a pool can reach, each position with a value can be refunded.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, CORN, MAKER, PaperExchange, poolAddressOf, ratesOf } from '../../../test/paper-exchange.ts';
import { ann, createPool, pairOf, provide, refund, setPoolStatus, swap } from '../../../test/paper-orders.ts';
import { times } from '../../../test/times.ts';
import { lpToken } from '../accounts.ts';
import { amount, ppm } from '../amount.ts';
import { worthOf } from '../maths/liquidity.ts';
import { type Pool, poolState, type Token } from '../pool.ts';
import type { RefundReceipt } from './refund.ts';

const ANY = { maxPriceImpactPpm: ppm(1_000_000n) };
const PAIR = pairOf(APPLE, BREAD);
const LP = lpToken(poolAddressOf(APPLE.address, BREAD.address));

const stateOf = (exchange: PaperExchange, pair = PAIR) =>
  poolState(exchange.pool(pair) as Pool, exchange.state().balanceOf);

/** A pool that bread was swapped into until one apple was left. */
function emptied(shape: object = {}, rates = ratesOf(2000n, 0n, 0n)): PaperExchange {
  const exchange = PaperExchange.open().fund(MAKER, APPLE, 10_000n).fund(MAKER, BREAD, 1_000_000n);
  exchange.run(createPool({ ...rates, ...shape }), provide(10_000n, 1_000_000n, { account: MAKER }));
  for (let units = 10n ** 6n; stateOf(exchange).reserve0 > 1n; units *= 2n) {
    exchange.fund(ann, BREAD, units);
    exchange.answer(swap(units, { ...pairOf(BREAD, APPLE), ...ANY }));
  }
  return exchange;
}

describe.each([
  ['a constant-product pool', {}],
  ['a stable pool', { curve: 'stable', amplification: 100n }],
] as const)('%s with one unit of a token', (_, shape) => {
  test('refunds the whole position: nothing of that token, and its share of the other', () => {
    const exchange = emptied(shape);
    const { reserve0, reserve1, supply } = stateOf(exchange);
    expect(reserve0).toBe(1n);
    const held = exchange.balanceOf(MAKER, LP);
    const bread = (held * reserve1) / supply;
    exchange.run(refund());
    expect(exchange.journal.at(-1)?.receipt).toMatchObject({ amountA: 0n, amountB: bread, lpTokens: held });
    expect(exchange.balanceOf(MAKER, BREAD.address)).toBe(bread);
    expect(stateOf(exchange)).toEqual({ reserve0: 1n, reserve1: reserve1 - bread, supply: 1000n });
  });

  test('refunds a part, and in the other token alone without a swap, also while the pool is paused', () => {
    const exchange = emptied(shape);
    const part = { portionPpm: ppm(250_000n) };
    const { receipt } = exchange.decide(refund(part)) as { receipt: RefundReceipt };
    expect(receipt).toMatchObject({ amountA: 0n });
    expect(exchange.decide(refund({ ...part, only: 'B' }))).toMatchObject({ receipt });
    expect(receipt).not.toHaveProperty('swapped');
    exchange.run(setPoolStatus('paused'));
    expect(exchange.decide(refund({ ...part, only: 'B' }))).toMatchObject({ receipt });
  });

  test.each([
    [{ minA: amount(0n) }, undefined],
    [{ minA: amount(1n) }, { code: 'below_minimum', actual: '0', symbol: 'APPLE' }],
    [
      { minA: amount(1n), only: 'B' },
      { code: 'below_minimum', actual: '0', symbol: 'APPLE' },
    ],
    [{ lpTokens: amount(0n) }, { code: 'refund_too_small', tokenA: 'APPLE', tokenB: 'BREAD' }],
    [
      { only: 'A', ...ANY },
      { code: 'output_zero', symbolA: 'BREAD', symbolB: 'APPLE', isRefund: true },
    ],
  ] as const)('accepts a minimum of zero, and names the token of a minimum that is not met: %o', (terms, refusal) => {
    const answer = emptied(shape).decide(refund(terms));
    if (refusal) expect(answer).toMatchObject(refusal);
    else expect(answer).toHaveProperty('receipt');
  });

  test('is traded and provided to as before', () => {
    const exchange = emptied(shape);
    exchange.run(refund());
    exchange.fund(ann, APPLE, 1000n).fund(ann, BREAD, 10n ** 30n);
    exchange.run(swap(1n, ANY), provide(100n, 10n ** 29n, { minLpTokens: amount(1n) }), swap(10n, ANY));
    exchange.run(refund({ account: ann }));
    expect(exchange.balanceOf(ann, LP)).toBe(0n);
  });
});

type Shape = { readonly curve?: 'stable'; readonly amplification?: bigint };
const anyShape = fc.constantFrom<Shape>(
  {},
  ...[1n, 100n, 10n ** 6n].map((of) => ({ curve: 'stable', amplification: of }) as const),
);
const anySize = fc.oneof(fc.bigInt(1001n, 3000n), fc.bigInt(1001n, 10n ** 18n));
const anyAct = fc.record({
  what: fc.constantFrom('swap', 'provide', 'refund', 'refundOne'),
  isReverse: fc.boolean(),
  /** Relative to the reserve, or to the position: up to a million times as much. */
  part: fc.constantFrom(1n, 10n ** 3n, 10n ** 6n, 10n ** 9n, 10n ** 12n),
  times: fc.bigInt(1n, 9n),
});

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

test('in any state that a pool can reach, no reserve is empty, and each position with a value can be refunded in full, in whole and in parts', () => {
  const property = fc.property(
    fc.record({ first: anySize, second: anySize, fee: fc.constantFrom(0n, 1n, 2000n, 300_000n) }),
    fc.record({ shape: anyShape, other: fc.constantFrom<Token>(BREAD, CORN) }),
    fc.array(anyAct, { maxLength: 8 }),
    fc.bigInt(1n, 1_000_000n),
    ({ first, second, fee }, { shape, other }, acts, portion) => {
      const pair = pairOf(APPLE, other);
      const back = pairOf(other, APPLE);
      const exchange = PaperExchange.open().fund(MAKER, APPLE, first).fund(MAKER, other, second);
      exchange.run(
        createPool({ ...pair, ...ratesOf(fee, fee / 2n, 0n), ...shape }),
        provide(first, second, { ...pair, account: MAKER }),
      );
      for (const token of [APPLE, other]) exchange.fund(ann, token, 10n ** 33n);
      const lp = lpToken((exchange.pool(pair) as Pool).address);
      for (const { what, isReverse, part, times } of acts) {
        const { reserve0, reserve1, supply } = stateOf(exchange, pair);
        const of = (whole: bigint) => smaller((whole * part * times) / 10n ** 6n + 1n, 10n ** 33n);
        if (what === 'swap')
          exchange.answer(swap(of(isReverse ? reserve1 : reserve0), { ...(isReverse ? back : pair), ...ANY }));
        else if (what === 'provide') exchange.answer(provide(of(reserve0), of(reserve1), { ...pair, ...ANY }));
        else {
          const account = isReverse ? MAKER : ann;
          const lpTokens = amount((exchange.balanceOf(account, lp) * smaller(part, 10n ** 6n)) / 10n ** 6n);
          exchange.answer(refund({ ...pair, account, lpTokens, ...(what === 'refundOne' && { only: 'A', ...ANY }) }));
        }
        const after = stateOf(exchange, pair);
        expect(after.reserve0 > 0n && after.reserve1 > 0n).toBe(true);
        // Neither reserve per LP token falls through a refund, so no invariant per LP token does.
        if (what !== 'refund') continue;
        expect(after.reserve0 * supply >= reserve0 * after.supply).toBe(true);
        expect(after.reserve1 * supply >= reserve1 * after.supply).toBe(true);
      }
      for (const account of [MAKER, ann]) {
        for (const portionPpm of [portion, 1_000_000n].map(ppm)) {
          const held = exchange.balanceOf(account, lp);
          if (held === 0n) continue;
          const lpTokens = amount((held * portionPpm) / 1_000_000n);
          const before = stateOf(exchange, pair);
          const { amount0, amount1 } = worthOf(before, lpTokens);
          if (amount0 + amount1 === 0n) continue;
          exchange.run(refund({ ...pair, account, portionPpm }));
          expect(exchange.journal.at(-1)?.receipt).toMatchObject({ amountA: amount0, amountB: amount1, lpTokens });
          const after = stateOf(exchange, pair);
          expect(after.reserve0 > 0n && after.reserve1 > 0n).toBe(true);
          expect(after.reserve0 * before.supply >= before.reserve0 * after.supply).toBe(true);
          expect(after.reserve1 * before.supply >= before.reserve1 * after.supply).toBe(true);
        }
      }
    },
  );
  fc.assert(property, { numRuns: times(300) });
});
