// Checks how the audit compares the invariant D of a pool before and after, against the inequalities that define D.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAmount } from '../../test/arbitraries.ts';
import { hasInvariant, invariantOf, outFor } from '../../test/stable/definition.ts';
import type { Pool } from '../core/pool.ts';
import { fallenOf } from './curve.ts';

const poolOf = (amplification: bigint | null) => ({ amplification }) as Pool;
const decimals = { decimalsIn: 0, decimalsOut: 0 };

test('for any stable pool before and after a trade, fallenOf reports D if it has fallen and nothing if it has not', () => {
  const side = anyAmount({ min: 1n });
  const amplification = anyAmount({ min: 1n, max: 1_000_000n });
  const property = fc.property(side, side, amplification, side, fc.bigInt(-1n, 1n), (x, y, ann, paid, unit) => {
    const pool = { reserveIn: x, reserveOut: y, ...decimals, amplification: ann };
    // Right at the boundary: the least that a trade may leave in the pool, a unit more and a unit less.
    const left = y - outFor(pool, paid, 0n) + unit;
    fc.pre(left > 0n);
    const after = { ...pool, reserveIn: x + paid, reserveOut: left };
    const d = invariantOf(pool);
    const fallen = fallenOf(poolOf(ann), { x, y }, { x: x + paid, y: left });
    if (hasInvariant(after, d)) expect(fallen).toBeUndefined();
    // Between D − 1 and D, the rounded D does not tell, and either result is accepted.
    else if (!hasInvariant(after, d - 1n)) expect(fallen).toBe('D');
  });
  fc.assert(property, { numRuns: 700 });
});

test.each([
  { what: '16 and 5', after: { x: 16n, y: 5n }, fell: undefined },
  { what: '16 and 4, a unit less', after: { x: 16n, y: 4n }, fell: 'D' },
  { what: '5 and 16, unchanged', after: { x: 5n, y: 16n }, fell: undefined },
  { what: '10 and 10, whose D is also 20', after: { x: 10n, y: 10n }, fell: undefined },
  { what: '10 and 9, a unit less', after: { x: 10n, y: 9n }, fell: 'D' },
])('from reserves of 5 and 16 (Ann is 5, D is 20) to $what: what has fallen is $fell', ({ after, fell }) => {
  expect(fallenOf(poolOf(5n), { x: 5n, y: 16n }, after)).toBe(fell);
});

test('for a constant-product pool, fallenOf compares k instead', () => {
  expect(fallenOf(poolOf(null), { x: 4n, y: 5n }, { x: 10n, y: 2n })).toBeUndefined();
  expect(fallenOf(poolOf(null), { x: 4n, y: 5n }, { x: 19n, y: 1n })).toBe('k');
});
