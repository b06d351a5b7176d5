// A quote equals STON.fi's formula, implemented here a second time and in 1/10000, over pools of every size.
import { Address } from '@ton/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT } from '../../src/core/amount.ts';
import type { PoolData } from '../../src/ton/dialect/dialect.ts';
import { anyAmount } from '../arbitraries.ts';
import { quoteOf } from './pool-quote.ts';

const [wallet0, wallet1, neither] = [1, 2, 3].map((byte) => new Address(0, Buffer.alloc(32, byte))) as [
  Address,
  Address,
  Address,
];
const ceil = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

const anyBps = fc.bigInt({ min: 0n, max: 100n });
const anyPool: fc.Arbitrary<PoolData> = fc.record({
  ...{ isLocked: fc.constant(false), supply: fc.constant(1n) },
  reserve0: anyAmount({ min: 1n, max: MAX_AMOUNT / 2n }),
  reserve1: anyAmount({ min: 1n, max: MAX_AMOUNT / 2n }),
  ...{ wallet0: fc.constant(wallet0), wallet1: fc.constant(wallet1) },
  ...{ lpFeeBps: anyBps, protocolFeeBps: anyBps, refFeeBps: fc.constant(null) },
  ...{ feeAddress: fc.constant(null), collected0: fc.constant(0n), collected1: fc.constant(0n) },
});

test('a quote equals the formula of the contracts, in both directions', () => {
  const property = fc.property(
    anyPool,
    anyAmount({ min: 1n, max: MAX_AMOUNT / 2n }),
    anyBps,
    fc.boolean(),
    (pool, amount, refFeeBps, isFirst) => {
      const [rIn, rOut] = isFirst ? [pool.reserve0, pool.reserve1] : [pool.reserve1, pool.reserve0];
      const scaled = amount * (10_000n - pool.lpFeeBps);
      const base = (scaled * rOut) / (rIn * 10_000n + scaled);
      const protocolFee = ceil(base * pool.protocolFeeBps, 10_000n);
      const refFee = ceil(base * refFeeBps, 10_000n);
      const out = base - protocolFee - refFee;
      const quote = quoteOf(pool, { routerWallet: isFirst ? wallet0 : wallet1, amount, refFeeBps });
      if (out <= 0n) expect(quote).toBeNull();
      else expect(quote).toMatchObject({ amountOut: out, baseOut: base, protocolFee, refFee });
    },
  );
  fc.assert(property, { numRuns: 2000 });
});

test('a quote equals an example computed by hand; a token that the pool does not have is an error', () => {
  const pool = {
    ...{
      isLocked: false,
      supply: 1n,
      wallet0,
      wallet1,
      refFeeBps: null,
      feeAddress: null,
      collected0: 0n,
      collected1: 0n,
    },
    ...{ reserve0: 1_000_000_000_000n, reserve1: 4_000_000_000_000n, lpFeeBps: 20n, protocolFeeBps: 10n },
  };
  const offer = { routerWallet: wallet0, amount: 1_000_000_000n };
  // 998·4000000/1000998 = 3988.019…: this leaves the pool, and 3988020 of it goes to the protocol.
  expect(quoteOf(pool, { ...offer, refFeeBps: 0n })).toMatchObject({
    baseOut: 3_988_019_956n,
    protocolFee: 3_988_020n,
  });
  expect(() => quoteOf(pool, { ...offer, routerWallet: neither, refFeeBps: 0n })).toThrow('does not have this token');
});
