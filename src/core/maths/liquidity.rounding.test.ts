// In every possible pool, each rounding of a mint or refund favours the pool.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import { type Amount, amount, MAX_AMOUNT } from '../amount.ts';
import { mintFor, type PoolState, worthOf } from './liquidity.ts';
import { sqrtDown } from './rounding.ts';

const reserve = anyAmount({ min: 1n, max: MAX_AMOUNT / 2n });
/** Any possible pool: the supply starts at √k, and fees only raise k. */
const anyPool = fc
  .tuple(reserve, reserve)
  .chain(([reserve0, reserve1]) =>
    anyAmount({ min: 1n, max: sqrtDown(reserve0 * reserve1) }).map((supply) => ({ reserve0, reserve1, supply })),
  );
const sidesOf = (pool: PoolState, a: { 0: Amount; 1: Amount }) =>
  [
    [pool.reserve0, a[0]],
    [pool.reserve1, a[1]],
  ] as const;

describe('in every pool', () => {
  test('a mint takes exactly what its LP tokens cost, never more than offered, and is the most the offer buys', () => {
    const property = fc.property(anyPool, reserve, reserve, (pool, offered0, offered1) => {
      const mint = mintFor(pool, offered0, offered1);
      const minted = mint?.minted ?? 0n;
      const buysMore = (minted + 1n) * pool.reserve0 <= offered0 * pool.supply;
      expect(buysMore && (minted + 1n) * pool.reserve1 <= offered1 * pool.supply).toBe(false);
      if (mint === null) return;
      expect(mint.taken0 <= offered0 && mint.taken1 <= offered1).toBe(true);
      for (const [reserve, taken] of sidesOf(pool, [mint.taken0, mint.taken1])) {
        expect(taken * pool.supply >= minted * reserve && (taken - 1n) * pool.supply < minted * reserve).toBe(true);
        // The reserve per LP token of the other providers never falls.
        expect((reserve + taken) * pool.supply >= reserve * (pool.supply + minted)).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('providing and then refunding is never profitable', () => {
    const property = fc.property(anyPool, reserve, reserve, (pool, offered0, offered1) => {
      const mint = mintFor(pool, offered0, offered1);
      fc.pre(mint !== null);
      const back = worthOf(
        {
          reserve0: amount(pool.reserve0 + mint.taken0),
          reserve1: amount(pool.reserve1 + mint.taken1),
          supply: amount(pool.supply + mint.minted),
        },
        amount(mint.minted),
      );
      expect(back.amount0 <= mint.taken0 && back.amount1 <= mint.taken1).toBe(true);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('a refund returns the share rounded down, never lowers the others’ share, and gains nothing by being split', () => {
    const property = fc.property(
      anyPool,
      fc.bigInt({ min: 0n, max: MAX_AMOUNT }),
      fc.bigInt({ min: 0n, max: MAX_AMOUNT }),
      (pool, drawn, cut) => {
        const burned = amount(drawn % (pool.supply + 1n));
        const first = amount(cut % (burned + 1n));
        const worth = worthOf(pool, burned);
        for (const [reserve, returned] of sidesOf(pool, [worth.amount0, worth.amount1])) {
          expect(returned * pool.supply <= burned * reserve && (returned + 1n) * pool.supply > burned * reserve).toBe(
            true,
          );
          expect((reserve - returned) * pool.supply >= reserve * (pool.supply - burned)).toBe(true);
        }
        const one = worthOf(pool, first);
        const rest = {
          reserve0: amount(pool.reserve0 - one.amount0),
          reserve1: amount(pool.reserve1 - one.amount1),
          supply: amount(pool.supply - first),
        };
        const two = worthOf(rest, amount(burned - first));
        expect(one.amount0 + two.amount0 <= worth.amount0 && one.amount1 + two.amount1 <= worth.amount1).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 2000 });
  });
});
