// For any history of an exchange: nothing is created or lost, providers never lose, and batching changes no answer.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyHistory, playHistory, replayJournal, startOfHistory } from '../../../test/paper-history.ts';
import { hasInvariant, invariantOf } from '../../../test/stable/definition.ts';
import { times } from '../../../test/times.ts';
import { LOCK, lpToken } from '../accounts.ts';
import type { Amount, TokenAddress } from '../amount.ts';
import { LOCKED_LP, worthOf } from '../maths/liquidity.ts';
import { poolState } from '../pool.ts';
import { balanceIsSound } from './transfer.ts';

const RUNS = { numRuns: times(80) };

describe('after any history', () => {
  test('every token nets to zero over all accounts, and every balance is sound', () => {
    const property = fc.property(anyHistory, (history) => {
      const sums = new Map<TokenAddress, bigint>();
      for (const { account, token, balance } of playHistory(history).balances.values()) {
        expect(balanceIsSound(account, balance), `${account} ${token} ${balance}`).toBe(true);
        sums.set(token, (sums.get(token) ?? 0n) + balance);
      }
      expect([...sums.values()]).toEqual([...sums.keys()].map(() => 0n));
    });
    fc.assert(property, RUNS);
  });

  test('the journal has no gap and adds up to the balances', () => {
    const property = fc.property(anyHistory, (history) => {
      const { journal, balances } = playHistory(history);
      expect(journal.map(({ sequence }) => sequence)).toEqual(journal.map((_, i) => i + 1));
      const books = replayJournal(journal, () => {});
      expect(new Map([...balances].map(([key, { balance }]) => [key, balance]))).toEqual(books);
    });
    fc.assert(property, RUNS);
  });

  test('no swap has lowered a pool’s k or D, and nothing has lowered k per squared LP token', () => {
    const property = fc.property(anyHistory, (history) => {
      const { journal, pools, tokens } = playHistory(history);
      replayJournal(journal, ({ receipt, sequence }, balanceBefore, balanceAfter) => {
        for (const pool of pools.values()) {
          const [before, after] = [poolState(pool, balanceBefore), poolState(pool, balanceAfter)];
          if (pool.amplification !== null) {
            const [decimalsIn = 0, decimalsOut = 0] = [pool.token0, pool.token1].map((t) => tokens.get(t)?.decimals);
            const was = { reserveIn: before.reserve0, reserveOut: before.reserve1, decimalsIn, decimalsOut };
            const stable = { ...was, amplification: pool.amplification };
            const is = { ...stable, reserveIn: after.reserve0, reserveOut: after.reserve1 };
            // D is rounded up, so an untouched pool may be below it.
            const isTouched = before.reserve0 !== after.reserve0;
            if (receipt.kind === 'swap' && isTouched)
              expect(hasInvariant(is, invariantOf(stable)), `D at ${sequence}`).toBe(true);
            continue;
          }
          const [kBefore, kAfter] = [before.reserve0 * before.reserve1, after.reserve0 * after.reserve1];
          if (receipt.kind === 'swap') expect(kAfter >= kBefore, `k at ${sequence}`).toBe(true);
          expect(kAfter * before.supply ** 2n >= kBefore * after.supply ** 2n, `k/S² at ${sequence}`).toBe(true);
        }
      });
    });
    fc.assert(property, RUNS);
  });

  test('the LP tokens of all holders and the locked ones add up to 100 % of a pool, and its reserves can pay them all', () => {
    const property = fc.property(anyHistory, (history) => {
      const exchange = playHistory(history);
      for (const pool of exchange.pools.values()) {
        const state = poolState(pool, exchange.state().balanceOf);
        if (state.supply === 0n) continue;
        const positions = [...exchange.balances.values()].filter(
          ({ token, balance }) => token === lpToken(pool.address) && balance > 0n,
        );
        expect(positions.find(({ account }) => account === LOCK)?.balance).toBe(LOCKED_LP);
        const percent = positions.map(({ balance }) => ({ numerator: balance * 100n, denominator: state.supply }));
        expect(sumOf(percent)).toEqual({ numerator: 100n, denominator: 1n });
        const worths = positions.map(({ balance }) => worthOf(state, balance as Amount));
        for (const [reserve, side] of [
          [state.reserve0, 'amount0'],
          [state.reserve1, 'amount1'],
        ] as const) {
          const left = worths.reduce((rest, worth) => rest - worth[side], reserve as bigint);
          // Each position loses less than one unit to rounding.
          expect(left >= 0n && left < BigInt(positions.length)).toBe(true);
        }
      }
    });
    fc.assert(property, RUNS);
  });

  test('a batch gets the same answers as its instructions one by one', () => {
    const property = fc.property(anyHistory, (history) => {
      const [together, oneByOne] = [startOfHistory(), startOfHistory()];
      for (const batch of history) {
        const { outcomes } = together.settle(batch);
        expect(batch.flatMap((instruction) => oneByOne.settle([instruction]).outcomes)).toEqual(outcomes);
      }
      expect(together).toEqual(oneByOne);
    });
    fc.assert(property, RUNS);
  });
});

type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

/** Adds ratios exactly and reduces the sum. */
function sumOf(ratios: readonly Ratio[]): Ratio {
  const sum = ratios.reduce(
    (a, b) => ({
      numerator: a.numerator * b.denominator + b.numerator * a.denominator,
      denominator: a.denominator * b.denominator,
    }),
    { numerator: 0n, denominator: 1n },
  );
  const divisor = gcd(sum.numerator, sum.denominator);
  return { numerator: sum.numerator / divisor, denominator: sum.denominator / divisor };
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
