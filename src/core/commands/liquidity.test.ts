// Providing and refunding: who creates the pool, the transfers, the order of tokens, and every limit from both sides.
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, CORN, MAKER, PaperExchange, ratesOf, TREASURY } from '../../../test/paper-exchange.ts';
import { ann, bob, createPool, pairOf, provide, refund, swap } from '../../../test/paper-orders.ts';
import { ISSUER, LOCK, lpToken } from '../accounts.ts';
import { amount, MAX_AMOUNT, ppm } from '../amount.ts';
import { worthOf } from '../maths/liquidity.ts';
import { type Pool, poolState } from '../pool.ts';

const moves = (...rows: [string, string, string, bigint][]) =>
  rows.map(([from, to, token, amount]) => ({ from, to, token, amount }));

/** 1000 apples against 30.00 bread; √(1000·3000) = 1732 LP tokens, 732 of them with the maker. */
const market = () => PaperExchange.open({ apple: 1000n, bread: 3000n }).fund(ann, APPLE, 100n).fund(ann, BREAD, 300n);

describe('the first provider of a pair', () => {
  const offer = provide(4000n, 1000n, pairOf(CORN, APPLE));
  const fresh = () => PaperExchange.open().fund(ann, APPLE, 1000n).fund(ann, CORN, 4000n);

  test('creates the pool with the default rates, numbered by the sequence of the command', () => {
    const decision = fresh().decide(offer);
    const [token0, token1] = [APPLE.address, CORN.address];
    const pool = { number: 6, address: 'apple-corn', token0, token1, ...ratesOf(2000n, 1000n, 1000n) };
    expect(decision).toMatchObject({ newPool: { ...pool, protocolFeeAddress: TREASURY } });
  });

  test('gives everything offered, and 1000 LP tokens are locked', () => {
    expect(fresh().decide(offer)).toMatchObject({
      transfers: moves(
        ['ann', 'pool apple-corn', 'corn', 4000n],
        ['ann', 'pool apple-corn', 'apple', 1000n],
        [ISSUER, 'ann', 'LP apple-corn', 1000n],
        [ISSUER, LOCK, 'LP apple-corn', 1000n],
      ),
      receipt: { kind: 'provide', ...pairOf(CORN, APPLE), amountA: 4000n, amountB: 1000n, lpTokens: 1000n },
    });
  });

  test('uses an existing pool and keeps its rates', () => {
    const exchange = fresh();
    exchange.run(createPool({ ...pairOf(APPLE, CORN), ...ratesOf(1n, 0n, 2n) }));
    expect(exchange.decide(offer)).not.toHaveProperty('newPool');
    exchange.run(offer);
    expect(exchange.pool(offer)).toMatchObject({ ...ratesOf(1n, 0n, 2n), number: 6 });
    expect(exchange.pools.size).toBe(1);
  });
});

describe('a later provider', () => {
  test('gives only what the ratio needs, in the order of the request', () => {
    // 100·1732 / 3000 = 57.7…: 57 LP tokens cost ⌈57·1000 / 1732⌉ = 33 apples and ⌈57·3000 / 1732⌉ = 99 bread.
    expect(market().decide(provide(100n, 38n, pairOf(BREAD, APPLE)))).toMatchObject({
      transfers: moves(
        ['ann', 'pool apple-bread', 'bread', 99n],
        ['ann', 'pool apple-bread', 'apple', 33n],
        [ISSUER, 'ann', 'LP apple-bread', 57n],
      ),
      receipt: { kind: 'provide', ...pairOf(BREAD, APPLE), amountA: 99n, amountB: 33n, lpTokens: 57n },
    });
  });

  // 174 LP tokens cost ⌈174·1000 / 1732⌉ = 101 apples and ⌈174·3000 / 1732⌉ = 302 bread.
  test.each([
    { apples: 101n, bread: 302n, answer: { receipt: { amountA: 101n, amountB: 302n } } },
    { apples: 100n, bread: 302n, answer: { needed: '101', available: '100', symbol: 'APPLE' } },
    { apples: 101n, bread: 301n, answer: { needed: '3.02', available: '3.01', symbol: 'BREAD' } },
  ])('must own the 101 apples and 302 bread that the ratio takes: $apples, $bread', ({ apples, bread, answer }) => {
    const exchange = PaperExchange.open({ apple: 1000n, bread: 3000n })
      .fund(bob, APPLE, apples)
      .fund(bob, BREAD, bread);
    expect(exchange.decide(provide(101n, 303n, { account: bob }))).toMatchObject(answer);
  });

  test('is refused if fewer LP tokens are minted than its minimum, and not if exactly as many', () => {
    const answer = (minimum: bigint) => market().decide(provide(100n, 300n, { minLpTokens: amount(minimum) }));
    expect(answer(173n)).toMatchObject({ receipt: { lpTokens: 173n } });
    const refusal = { actual: '0.000000173', minimum: '0.000000174', symbol: 'LP tokens' };
    expect(answer(174n)).toEqual({ code: 'below_minimum', ...refusal });
  });

  // 17 of 20 apples are 85 %; 28 LP tokens cost ⌈28·1000 / 1732⌉ = 17 of them.
  test.each([
    { what: 'by default', terms: {}, apples: 20n, accepted: true },
    { what: 'by default', terms: {}, apples: 21n, accepted: false },
    { what: 'with a minimum of LP tokens', terms: { minLpTokens: amount(28n) }, apples: 500n, accepted: true },
    { what: 'with any impact allowed', terms: { maxPriceImpactPpm: ppm(1_000_000n) }, apples: 500n, accepted: true },
    { what: 'with its own limit', terms: { maxPriceImpactPpm: ppm(190_476n) }, apples: 21n, accepted: false },
    { what: 'with its own limit', terms: { maxPriceImpactPpm: ppm(190_477n) }, apples: 21n, accepted: true },
    {
      what: 'with both',
      terms: { minLpTokens: amount(28n), maxPriceImpactPpm: ppm(0n) },
      apples: 20n,
      accepted: false,
    },
  ])('is refused if the pool takes too little of the offer: $apples apples $what, accepted: $accepted', (row) => {
    const { terms, apples, accepted } = row;
    const refused = { code: 'ratio_too_far', takenA: '17', offeredA: `${apples}`, takenB: '0.49', offeredB: '0.49' };
    const answer = accepted ? { receipt: { amountA: 17n, amountB: 49n } } : refused;
    expect(market().decide(provide(apples, 49n, terms))).toMatchObject(answer);
    const swapped = accepted ? { receipt: { amountA: 49n, amountB: 17n } } : { code: 'ratio_too_far', takenB: '17' };
    expect(market().decide(provide(49n, apples, { ...pairOf(BREAD, APPLE), ...terms }))).toMatchObject(swapped);
  });

  test('cannot raise a reserve above the largest amount, and so neither the supply of LP tokens', () => {
    const half = MAX_AMOUNT / 2n;
    const exchange = PaperExchange.open({ apple: half, bread: half })
      .fund(ann, APPLE, MAX_AMOUNT - half)
      .fund(ann, BREAD, MAX_AMOUNT - half);
    const rest = MAX_AMOUNT - half;
    expect(exchange.decide(provide(rest + 1n, rest))).toMatchObject({ code: 'amount_too_large', symbol: 'APPLE' });
    expect(exchange.decide(provide(rest, rest + 1n))).toMatchObject({ code: 'amount_too_large', symbol: 'BREAD' });
    exchange.run(provide(rest, rest));
    expect(exchange.balanceOf(ISSUER, lpToken((exchange.pool(pairOf(APPLE, BREAD)) as Pool).address))).toBe(
      -MAX_AMOUNT,
    );
  });
});

describe('a refund', () => {
  test('burns the whole position unless it names a part', () => {
    // 732·1000 / 1732 = 422.6… and 732·3000 / 1732 = 1267.8….
    expect(market().decide(refund(pairOf(BREAD, APPLE)))).toMatchObject({
      transfers: moves(
        ['maker', ISSUER, 'LP apple-bread', 732n],
        ['pool apple-bread', 'maker', 'bread', 1267n],
        ['pool apple-bread', 'maker', 'apple', 422n],
      ),
      receipt: { kind: 'refund', ...pairOf(BREAD, APPLE), amountA: 1267n, amountB: 422n, lpTokens: 732n },
    });
  });

  test.each([
    { portionPpm: 1_000_000n, lpTokens: 732n },
    { portionPpm: 999_999n, lpTokens: 731n },
    { portionPpm: 500_000n, lpTokens: 366n },
    { portionPpm: 1367n, lpTokens: 1n },
    { portionPpm: 1366n, lpTokens: null },
    { portionPpm: 0n, lpTokens: null },
  ])('of $portionPpm ppm burns $lpTokens LP tokens (null: is refused)', ({ portionPpm, lpTokens }) => {
    const answer = market().decide(refund({ portionPpm: ppm(portionPpm) }));
    expect(answer).toMatchObject(lpTokens === null ? { code: 'refund_too_small' } : { receipt: { lpTokens } });
  });

  test.each([
    { limit: { minA: amount(422n) }, answer: { receipt: { amountA: 422n } } },
    {
      limit: { minA: amount(423n) },
      answer: { code: 'below_minimum', actual: '422', minimum: '423', symbol: 'APPLE' },
    },
    { limit: { minB: amount(1267n) }, answer: { receipt: { amountB: 1267n } } },
    {
      limit: { minB: amount(1268n) },
      answer: { code: 'below_minimum', actual: '12.67', minimum: '12.68', symbol: 'BREAD' },
    },
  ])('is refused if it returns less than its minimum, and not if exactly as much: $limit', ({ limit, answer }) => {
    expect(market().decide(refund(limit))).toMatchObject(answer);
  });

  test('of an unknown pair is refused', () => {
    const unknown = { code: 'unknown_pool', tokenA: 'APPLE', tokenB: 'CORN' };
    expect(market().decide(refund(pairOf(APPLE, CORN)))).toEqual(unknown);
  });

  test('returns exactly the position’s value, and the locked LP tokens keep some reserves in the pool', () => {
    const exchange = market();
    exchange.run(provide(50n, 150n), swap(50n));
    const pool = exchange.pool(pairOf(APPLE, BREAD)) as Pool;
    for (const holder of [ann, MAKER]) {
      const worth = worthOf(
        poolState(pool, exchange.state().balanceOf),
        amount(exchange.balanceOf(holder, lpToken(pool.address))),
      );
      exchange.run(refund({ account: holder }));
      expect(exchange.journal.at(-1)?.receipt).toMatchObject({ amountA: worth.amount0, amountB: worth.amount1 });
    }
    const { reserve0, reserve1, supply } = poolState(pool, exchange.state().balanceOf);
    expect(supply).toBe(1000n);
    expect(reserve0 > 0n && reserve1 > 0n).toBe(true);
    expect(exchange.decide(refund({ account: bob }))).toMatchObject({ code: 'no_position' });
  });
});
