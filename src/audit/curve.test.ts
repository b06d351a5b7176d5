// Checks the audit's comparison of two D against the inequalities that define them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAmount } from '../../test/arbitraries.ts';
import { hasInvariant, invariantOf, outFor } from '../../test/stable/definition.ts';
import type { Pool } from '../core/pool.ts';
import { fallenOf } from './curve.ts';

const poolOf = (amplification: bigint | null) => ({ amplification }) as Pool;
const decimals = { decimalsIn: 0, decimalsOut: 0 };

test('whether D has fallen, for any pool before and after', () => {
  const side = anyAmount({ min: 1n });
  const amplification = anyAmount({ min: 1n, max: 1_000_000n });
  const property = fc.property(side, side, amplification, side, fc.bigInt(-1n, 1n), (x, y, ann, paid, unit) => {
    const pool = { reserveIn: x, reserveOut: y, ...decimals, amplification: ann };
    // Right at the boundary: the least a trade may leave, a unit more and a unit less.
    const left = y - outFor(pool, paid, 0n) + unit;
    fc.pre(left > 0n);
    const after = { ...pool, reserveIn: x + paid, reserveOut: left };
    const d = invariantOf(pool);
    const fallen = fallenOf(poolOf(ann), { x, y }, { x: x + paid, y: left });
    if (hasInvariant(after, d)) expect(fallen).toBeUndefined();
    // The integer D lies between the two.
    else if (!hasInvariant(after, d - 1n)) expect(fallen).toBe('D');
  });
  fc.assert(property, { numRuns: 700 });
});

test.each([
  { what: 'mirrored', after: { x: 16n, y: 5n }, fell: undefined },
  { what: 'mirrored, a unit less', after: { x: 16n, y: 4n }, fell: 'D' },
  { what: 'as it was', after: { x: 5n, y: 16n }, fell: undefined },
  { what: 'level, which holds as much by less: D of 10 and 10 is 20', after: { x: 10n, y: 10n }, fell: undefined },
  { what: 'level, a unit less', after: { x: 10n, y: 9n }, fell: 'D' },
])('by Ann 5, D of 5 and 16 is 20: $what', ({ after, fell }) => {
  expect(fallenOf(poolOf(5n), { x: 5n, y: 16n }, after)).toBe(fell);
});

test('for a constant product it is k', () => {
  expect(fallenOf(poolOf(null), { x: 4n, y: 5n }, { x: 10n, y: 2n })).toBeUndefined();
  expect(fallenOf(poolOf(null), { x: 4n, y: 5n }, { x: 19n, y: 1n })).toBe('k');
});
