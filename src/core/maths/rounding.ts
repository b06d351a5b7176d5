// Integer division with the rounding direction in the name.
import { assert } from '../assert.ts';

export function mulDivDown(a: bigint, b: bigint, divisor: bigint): bigint {
  assert(a >= 0n && b >= 0n && divisor > 0n, 'mulDivDown takes non-negative factors and a positive divisor');
  return (a * b) / divisor;
}

export function mulDivUp(a: bigint, b: bigint, divisor: bigint): bigint {
  assert(a >= 0n && b >= 0n && divisor > 0n, 'mulDivUp takes non-negative factors and a positive divisor');
  return (a * b + divisor - 1n) / divisor;
}

/** ⌊√value⌋ by Newton's method from above: each step lowers the estimate until it reaches the root. */
export function sqrtDown(value: bigint): bigint {
  assert(value >= 0n, 'sqrtDown takes a non-negative value');
  if (value < 2n) return value;
  let root = aboveRoot(value);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** A little more than the root: in floats, as long as they reach. */
function aboveRoot(value: bigint): bigint {
  const estimate = Math.sqrt(Number(value));
  if (estimate === Number.POSITIVE_INFINITY) return 1n << BigInt((value.toString(16).length * 4 + 1) >> 1);
  return BigInt(Math.ceil(estimate * (1 + 2 ** -50))) + 1n;
}
