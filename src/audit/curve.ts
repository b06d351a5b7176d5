// What the audit asks of a swap by the curve of its pool, by other means than the curve: no root is taken.
import type { Pool } from '../core/pool.ts';

/** Both reserves in units of the finer token. */
export type Held = { readonly x: bigint; readonly y: bigint };

/** What fell through a swap, by its name; undefined where nothing did. */
export function fallenOf({ amplification }: Pool, before: Held, after: Held): 'k' | 'D' | undefined {
  if (amplification === null) return after.x * after.y < before.x * before.y ? 'k' : undefined;
  return hasFallen(cubicOf(before, amplification), cubicOf(after, amplification)) ? 'D' : undefined;
}

/** D is the root of d³ + linear·d = constant, whose left side rises everywhere. */
type Cubic = { readonly linear: bigint; readonly constant: bigint };

const cubicOf = ({ x, y }: Held, ann: bigint): Cubic => ({
  linear: 4n * x * y * (ann - 1n),
  constant: 4n * x * y * ann * (x + y),
});

/**
 * Whether D is lower after than before. With D³ from the cubic of before put into that of after, what is left of it is
 * qD − p, which is above zero just when D has fallen; and D is above or below p/q as the cubic of before says at p/q.
 */
function hasFallen(before: Cubic, after: Cubic): boolean {
  const [p, q] = [after.constant - before.constant, after.linear - before.linear];
  if (q === 0n) return p < 0n;
  // Times q³: where q is below zero both comparisons turn round, and the answer stays.
  return p ** 3n + before.linear * p * q ** 2n < before.constant * q ** 3n;
}
