// Quotes a pool on the chain without a venue: the core's constant product over the pool's getter.
import type { Address } from '@ton/core';
import { amount } from '../../src/core/amount.ts';
import { constantProduct } from '../../src/core/curves/constant-product.ts';
import { type Fill, swapExactIn } from '../../src/core/maths/fill.ts';
import type { PoolData } from '../../src/ton/dialect/dialect.ts';
import { ratesOf } from '../../src/ton/venue/dex.ts';

export type PoolOffer = {
  /** The router's wallet of the offered token. */
  readonly routerWallet: Address;
  readonly amount: bigint;
  /** The referral fee; 0 without a referrer. */
  readonly refFeeBps: bigint;
};

/** Null if nothing would come out; the offered token must be one of the pool's two. */
export function quoteOf(pool: PoolData, offer: PoolOffer): Fill | null {
  const isFirst = pool.wallet0.equals(offer.routerWallet);
  if (!isFirst && !pool.wallet1.equals(offer.routerWallet)) throw new Error('The pool does not have this token');
  const [reserveIn, reserveOut] = isFirst ? [pool.reserve0, pool.reserve1] : [pool.reserve1, pool.reserve0];
  const reserves = { reserveIn: amount(reserveIn), reserveOut: amount(reserveOut) };
  return swapExactIn(constantProduct, reserves, ratesOf(pool, offer.refFeeBps), amount(offer.amount));
}
