// A pool's figures compared with the ledger's balances, and their running totals with sums of exact fractions.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, CORN, PaperExchange, poolAddressOf, ratesOf } from '../../../test/paper-exchange.ts';
import { anyHistory, playHistory, replayJournal } from '../../../test/paper-history.ts';
import { stepsByPool, stepsOf } from '../../../test/paper-market.ts';
import { ann, bob, collectFees, createPool, pairOf, provide, refund, swap } from '../../../test/paper-orders.ts';
import { amount } from '../amount.ts';
import { hopsOf } from '../commands/swap-receipt.ts';
import { curveOf } from '../curves/curves.ts';
import { poolState } from '../pool.ts';
import { WHOLE_SHARE } from '../route/shape.ts';
import { advance, changesOf, cumulativeAt, type PoolFigures, type PriceTerms } from './figures.ts';

const POOL: PriceTerms = { curve: 'constant-product', amplification: null, decimals0: 0, decimals1: 2 };
const APPLE_BREAD = poolAddressOf(APPLE.address, BREAD.address);
const AT = { sequence: 7, createdAtMs: 1000 };

function market() {
  const exchange = PaperExchange.open();
  for (const token of [APPLE, BREAD, CORN]) exchange.fund(ann, token, 10n ** 9n);
  exchange.run(createPool(ratesOf(2000n, 1000n, 1000n)), provide(40_000n, 10_000n));
  exchange.run(provide(50_000n, 20_000n, pairOf(BREAD, CORN)));
  return exchange;
}
const lastChanges = ({ journal }: PaperExchange) => changesOf((journal.at(-1) as (typeof journal)[number]).receipt);

describe('the effect of a transaction on pools', () => {
  test('a first provide includes the locked LP tokens', () => {
    const exchange = PaperExchange.open().fund(ann, APPLE, 40_000n).fund(ann, BREAD, 10_000n);
    exchange.run(provide(10_000n, 40_000n, pairOf(BREAD, APPLE)));
    expect(lastChanges(exchange)).toMatchObject([
      {
        ...{ pool: APPLE_BREAD, delta0: 40_000n, delta1: 10_000n, deltaSupply: 20_000n, swaps: 0, volume0: 0n },
        liquidity: { kind: 'provide', account: ann, lpTokens: 19_000n, amount0: 40_000n, amount1: 10_000n },
      },
    ]);
  });

  test('a refund takes from both reserves and from the supply', () => {
    const exchange = market();
    exchange.run(refund({ account: ann, lpTokens: amount(1000n) }));
    expect(lastChanges(exchange)).toMatchObject([
      {
        ...{ delta0: -2000n, delta1: -500n, deltaSupply: -1000n, swaps: 0 },
        liquidity: { kind: 'refund', account: ann, lpTokens: 1000n, amount0: 2000n, amount1: 500n },
      },
    ]);
  });

  test('a swap counts its input and output, and its LP fee in the input token', () => {
    const exchange = market();
    exchange.run(swap(1000n, { ...pairOf(BREAD, APPLE), referrer: bob }));
    // 1000 − 2 go in; 40000·998/10998 = 3629 leave the pool, of which 4 and 4 are fees.
    const volume = { volume0: 3621n, volume1: 1000n, fees0: 0n, fees1: 2n };
    expect(lastChanges(exchange)).toEqual([
      { pool: APPLE_BREAD, delta0: -3629n, delta1: 1000n, deltaSupply: 0n, ...volume, swaps: 1, liquidity: undefined },
    ]);
  });

  test('a routed swap counts once in each of its pools, and collecting fees counts nowhere', () => {
    const exchange = market();
    const route = [
      { tokenIn: APPLE.address, tokenOut: BREAD.address, share: WHOLE_SHARE },
      { tokenIn: BREAD.address, tokenOut: CORN.address, share: WHOLE_SHARE },
    ];
    exchange.run(swap(1000n, { ...pairOf(APPLE, CORN), route, referrer: bob }));
    const { receipt } = exchange.journal.at(-1) as (typeof exchange.journal)[number];
    const [first, second] = receipt.kind === 'swap' ? hopsOf(receipt) : [];
    expect(lastChanges(exchange)).toMatchObject([
      { pool: APPLE_BREAD, volume0: 1000n, volume1: first?.amountOut, fees0: first?.fees.lp, swaps: 1 },
      { volume0: first?.amountOut, volume1: second?.amountOut, fees0: second?.fees.lp, swaps: 1 },
    ]);
    exchange.run(collectFees());
    expect(lastChanges(exchange)).toEqual([]);
  });
});

describe('cumulative prices', () => {
  const first: PoolFigures = { ...advance(undefined, changeOf(4n, 1n), AT, POOL) };

  test('start at zero with the first reserves', () => {
    expect(first).toMatchObject({ cumulative0: 0n, cumulative1: 0n, atMs: 1000, sequence: 7 });
  });

  test('weight the price before a change by its duration, in both directions', () => {
    const next = advance(first, changeOf(1n, 1n), { sequence: 8, createdAtMs: 1010 }, POOL);
    expect(next).toMatchObject({ cumulative0: 10n * 2n ** 190n, cumulative1: 40n * 2n ** 192n, atMs: 1010 });
  });

  test('do not grow by a change within the same millisecond or with an earlier time', () => {
    for (const createdAtMs of [1000, 999]) {
      const next = advance(first, changeOf(96n, 1n), { sequence: 8, createdAtMs }, POOL);
      expect(next).toMatchObject({ cumulative0: 0n, cumulative1: 0n, atMs: 1000, reserve0: 100n });
    }
  });

  test('do not grow while a pool has no reserves', () => {
    const empty = { ...first, reserve0: amount(0n), reserve1: amount(0n) };
    expect(cumulativeAt(empty, 9999, POOL)).toEqual({ atMs: 9999, cumulative0: 0n, cumulative1: 0n });
  });

  test('cannot be computed for a time before the figures', () => {
    expect(cumulativeAt(first, 1000, POOL).cumulative0).toBe(0n);
    expect(() => cumulativeAt(first, 999, POOL)).toThrow();
  });

  test('cannot be advanced by a transaction that was counted before', () => {
    expect(() => advance(first, changeOf(1n, 1n), { sequence: 7, createdAtMs: 2000 }, POOL)).toThrow();
  });
});

describe('after any history', () => {
  test('reserves and supply are the balances of the ledger', () => {
    const property = fc.property(anyHistory, (history) => {
      const exchange = playHistory(history);
      const steps = Map.groupBy(stepsOf(exchange), ({ transaction }) => transaction.sequence);
      replayJournal(exchange.journal, ({ sequence }, before, after) => {
        const touched = new Set(steps.get(sequence)?.map(({ pool }) => pool.address));
        for (const { pool, after: figures } of steps.get(sequence) ?? []) {
          expect(figures).toMatchObject(poolState(pool, after));
        }
        for (const pool of exchange.pools.values()) {
          if (!touched.has(pool.address)) expect(poolState(pool, after)).toEqual(poolState(pool, before));
        }
      });
    });
    fc.assert(property, { numRuns: 200 });
  });

  test('no total ever falls, and cumulative prices are sums of the curve’s prices', () => {
    const property = fc.property(anyHistory, (history) => {
      for (const steps of stepsByPool(playHistory(history))) {
        let [sum0, sum1] = [0n, 0n];
        for (const { before, after, pool } of steps) {
          if (!before) continue;
          for (const total of ['volume0', 'volume1', 'fees0', 'fees1', 'swaps', 'atMs'] as const) {
            expect(after[total] >= before[total]).toBe(true);
          }
          const reserves = { reserveIn: before.reserve0, reserveOut: before.reserve1 };
          const spot = curveOf(pool, pool.decimals0, pool.decimals1).spot(reserves);
          const elapsed = BigInt(after.atMs - before.atMs);
          sum0 += ((2n ** 192n * spot.numerator) / spot.denominator) * elapsed;
          sum1 += ((2n ** 192n * spot.denominator) / spot.numerator) * elapsed;
          expect(after).toMatchObject({ cumulative0: sum0, cumulative1: sum1 });
        }
      }
    });
    fc.assert(property, { numRuns: 200 });
  });
});

function changeOf(delta0: bigint, delta1: bigint) {
  const sums = { volume0: 0n, volume1: 0n, fees0: 0n, fees1: 0n, swaps: 0 };
  return { pool: APPLE_BREAD, delta0, delta1, deltaSupply: 2n, ...sums, liquidity: undefined };
}
