// Prices and liquidity, computed by other means than the curves: roots by bisection, and plain fractions.
import type { Pool } from '../core/pool.ts';

/** The properties that a pool's price depends on. */
export type PricedPool = Pick<Pool, 'amplification'> & { readonly decimals0: number; readonly decimals1: number };
export type Reserves = { readonly reserve0: bigint; readonly reserve1: bigint };
/** The price of token0 in token1, both in base units. */
export type Ratio = { readonly of1: bigint; readonly of0: bigint };

/** Undefined for an empty pool. */
export function ratioOf(pool: PricedPool, { reserve0, reserve1 }: Reserves): Ratio | undefined {
  if (reserve0 === 0n || reserve1 === 0n) return undefined;
  if (pool.amplification === null) return { of1: reserve1, of0: reserve0 };
  const { x, y, scale0, scale1 } = sidesOf(pool, { reserve0, reserve1 });
  const d = leastD(x, y, pool.amplification);
  // By definition, the price uses the integer next to the real D that makes the price higher.
  const cube = (y > x ? d : d - 1n) ** 3n;
  const bend = 4n * pool.amplification * x * y;
  return { of1: y * (bend * x + cube) * scale0, of0: x * (bend * y + cube) * scale1 };
}

/** The liquidity per base unit of the LP token, multiplied by 2^64. */
export function indexOf(pool: PricedPool, reserves: Reserves, supply: bigint): bigint {
  const { reserve0, reserve1 } = reserves;
  if (pool.amplification === null) {
    const square = (reserve0 * reserve1) << 128n;
    const root = least((n) => n * n > square) - 1n;
    return (root << 64n) / supply;
  }
  const { x, y } = sidesOf(pool, reserves);
  return (leastD(x, y, pool.amplification) << 64n) / supply;
}

/** The most that a pool can pay for this many millionths of a unit without lowering its invariant. */
export function mostPaid(pool: PricedPool, held: Reserves, is0In: boolean, millionths: bigint): bigint {
  const { x: x0, y: y0, scale0, scale1 } = sidesOf(pool, held);
  const [x, y, scaleIn, scaleOut] = is0In ? [x0, y0, scale0, scale1] : [y0, x0, scale1, scale0];
  const grown = x + millionths * scaleIn;
  const step = scaleOut * 1_000_000n;
  const { amplification: ann } = pool;
  const d = ann === null ? 0n : leastD(x, y, ann);
  const isKept = (rest: bigint) =>
    ann === null ? grown * rest >= x * y : 4n * grown * rest * (ann * (grown + rest - d) + d) >= d ** 3n;
  const leastLeft = least((units) => isKept(units * step));
  const paid = y / step - leastLeft;
  return paid > 0n ? paid : 0n;
}

/** In millionths of a base unit of the token with more decimals. */
function sidesOf({ decimals0, decimals1 }: PricedPool, { reserve0, reserve1 }: Reserves) {
  const finest = Math.max(decimals0, decimals1);
  const [scale0, scale1] = [10n ** BigInt(finest - decimals0), 10n ** BigInt(finest - decimals1)];
  return { x: reserve0 * scale0 * 1_000_000n, y: reserve1 * scale1 * 1_000_000n, scale0, scale1 };
}

/** The smallest integer that is not below the real D. */
const leastD = (x: bigint, y: bigint, ann: bigint): bigint =>
  least((d) => d * d * d + 4n * x * y * (ann - 1n) * d >= 4n * x * y * ann * (x + y));

/** The smallest n ≥ 1 from which on the condition holds. */
function least(holds: (n: bigint) => boolean): bigint {
  let high = 1n;
  while (!holds(high)) high *= 2n;
  let low = high / 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Whole units of token1 for one of token0, cut to 18 digits. */
export function priceOf({ of1, of0 }: Ratio, { decimals0, decimals1 }: PricedPool) {
  const places = 18 + of0.toString().length;
  const text = ((of1 * 10n ** BigInt(places)) / of0).toString();
  return { digits: BigInt(text.slice(0, 18)), exponent: text.length - 18 - places + decimals0 - decimals1 };
}

export const isHigher = (a: Ratio, b: Ratio): boolean => a.of1 * b.of0 > b.of1 * a.of0;
