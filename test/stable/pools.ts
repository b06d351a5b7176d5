// Random stable pools for property tests: any decimals and amplification, balanced or extremely uneven.
import fc from 'fast-check';
import { MAX_AMOUNT } from '../../src/core/amount.ts';
import { anyAmount } from '../arbitraries.ts';
import type { StablePool } from './definition.ts';

const decimals = fc.integer({ min: 0, max: 30 });
const amplification = fc.oneof(anyAmount({ min: 1n, max: 1_000_000n }), fc.constantFrom(1n, 200n, 1_000_000n));
const reserve = anyAmount({ min: 1n, max: MAX_AMOUNT });

export const anyPool: fc.Arbitrary<StablePool> = fc.record({
  reserveIn: reserve,
  reserveOut: reserve,
  decimalsIn: decimals,
  decimalsOut: decimals,
  amplification,
});

/** Realistic pools: about a million of each, at most seven to one. */
export const ordinaryPool: fc.Arbitrary<StablePool> = fc
  .record({
    wholeIn: fc.bigInt(300_000n, 2_000_000n),
    wholeOut: fc.bigInt(300_000n, 2_000_000n),
    decimalsIn: fc.constantFrom(6, 9, 12),
    decimalsOut: fc.constantFrom(6, 9, 12),
    amplification: fc.bigInt(10n, 2000n),
  })
  .map(({ wholeIn, wholeOut, ...pool }) => ({
    reserveIn: wholeIn * 10n ** BigInt(pool.decimalsIn),
    reserveOut: wholeOut * 10n ** BigInt(pool.decimalsOut),
    ...pool,
  }));
