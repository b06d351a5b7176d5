// A stable pool's output straight from the inequalities that define it: by bisection, with none of the program's code.

export type StablePool = {
  readonly reserveIn: bigint;
  readonly reserveOut: bigint;
  readonly decimalsIn: number;
  readonly decimalsOut: number;
  readonly amplification: bigint;
};

const MILLIONTHS = 1_000_000n;

/** Both reserves in millionths of a unit of the finer token. */
function sidesOf(pool: StablePool) {
  const finest = Math.max(pool.decimalsIn, pool.decimalsOut);
  const unitIn = 10n ** BigInt(finest - pool.decimalsIn);
  const unitOut = 10n ** BigInt(finest - pool.decimalsOut);
  return { x: pool.reserveIn * unitIn * MILLIONTHS, y: pool.reserveOut * unitOut * MILLIONTHS, unitIn, unitOut };
}

/** The pool's invariant, rounded up. */
export function invariantOf(pool: StablePool): bigint {
  const { x, y } = sidesOf(pool);
  const ann = pool.amplification;
  return smallest(x + y, (d) => d ** 3n + 4n * x * y * (ann - 1n) * d >= 4n * x * y * ann * (x + y));
}

/** Whether the pool's reserves have an invariant of at least d. */
export function hasInvariant(pool: StablePool, d: bigint): boolean {
  const { x, y } = sidesOf(pool);
  return onOrAbove(x, y, d, pool.amplification);
}

export function outFor(pool: StablePool, amountIn: bigint, lpFeePpm: bigint): bigint {
  const { x, unitIn, unitOut } = sidesOf(pool);
  const d = invariantOf(pool);
  const paid = x + amountIn * (MILLIONTHS - lpFeePpm) * unitIn;
  const mayGo = (out: bigint) => onOrAbove(paid, (pool.reserveOut - out) * unitOut * MILLIONTHS, d, pool.amplification);
  // The largest allowed output is one unit less than the smallest output that is not allowed.
  const most = smallest(pool.reserveOut, (out) => !mayGo(out)) - 1n;
  return most < 0n ? 0n : most;
}

const onOrAbove = (x: bigint, y: bigint, d: bigint, ann: bigint): boolean =>
  4n * x * y * (ann * (x + y) + d - ann * d) >= d ** 3n;

/** The smallest integer from 0 to `most` that holds, if all larger ones hold too. */
function smallest(most: bigint, holds: (value: bigint) => boolean): bigint {
  let [low, high] = [0n, most];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (holds(middle)) high = middle;
    else low = middle + 1n;
  }
  return high;
}
