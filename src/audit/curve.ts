// Checks a swap against the curve of its pool by other means than the curve itself: without computing roots.
import type { Pool } from '../core/pool.ts';

/** Both reserves in base units of the token with more decimals. */
export type Reserves = { readonly x: bigint; readonly y: bigint };

/** The name of the invariant that fell in a swap; undefined if none did. */
export function fallenOf({ amplification }: Pool, before: Reserves, after: Reserves): 'k' | 'D' | undefined {
  if (amplification === null) return after.x * after.y < before.x * before.y ? 'k' : undefined;
  return hasFallen(cubicOf(before, amplification), cubicOf(after, amplification)) ? 'D' : undefined;
}

/** D is the root of d³ + linear·d = constant, whose left side is strictly increasing. */
type Cubic = { readonly linear: bigint; readonly constant: bigint };

const cubicOf = ({ x, y }: Reserves, ann: bigint): Cubic => ({
  linear: 4n * x * y * (ann - 1n),
  constant: 4n * x * y * ann * (x + y),
});

/**
 * True if D is lower after than before. Substituting D³ from the first cubic into the second leaves qD − p, which is positive exactly
 * if D has fallen; whether D is above or below p/q follows from the first cubic at p/q.
 */
function hasFallen(before: Cubic, after: Cubic): boolean {
  const [p, q] = [after.constant - before.constant, after.linear - before.linear];
  if (q === 0n) return p < 0n;
  // Multiplied by q³: if q is negative, both comparisons flip, and the result stays the same.
  return p ** 3n + before.linear * p * q ** 2n < before.constant * q ** 3n;
}
