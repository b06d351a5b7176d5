// Lots leave oldest first, and those that come back stand where they stood.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../../test/times.ts';
import { Disposed } from './disposed.ts';
import type { Lot } from './lot.ts';
import { TokenLots } from './lots.ts';
import { PackedLots } from './packed-lots.ts';

/** In the order of their transactions; `units` tells lots of the same transaction apart. */
const anyLots = (firstUnits: bigint) =>
  fc
    .array(fc.nat({ max: 400 }), { maxLength: 200, size: 'max' })
    .map((sequences) =>
      sequences
        .toSorted((one, other) => one - other)
        .map((sequence, at): Lot => ({ units: firstUnits + BigInt(at), cost: 1n, sequence, atMs: 1, marks: 0 })),
    );

test('lots come back in the order of acquisition, after those of the same transaction', () => {
  fc.assert(
    fc.property(anyLots(1n), anyLots(1000n), (own, others) => {
      const [lots, returned] = [new TokenLots(), new PackedLots()];
      for (const lot of own) lots.add(lot);
      for (const lot of others) returned.push(lot);
      lots.putBack(returned);
      expect(returned.count).toBe(0);
      const all = new PackedLots();
      lots.move(lots.units, all);
      const merged = [...own, ...others].sort((one, other) => one.sequence - other.sequence);
      expect(Array.from({ length: all.count }, () => all.shift())).toEqual(merged);
    }),
    { numRuns: times(100) },
  );
});

test('however a lot is split, its cost is the sum of those of its parts', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 2n ** 120n),
      fc.bigInt(0n, 2n ** 200n),
      fc.array(fc.nat({ max: 999 })),
      (units, cost, parts) => {
        const lots = new TokenLots();
        lots.add({ units, cost, sequence: 1, atMs: 1, marks: 0 });
        const [disposed, moved] = [new Disposed(), new PackedLots()];
        for (const [at, part] of parts.entries()) {
          const taken = (lots.units * BigInt(part)) / 1000n;
          if (at % 2 === 0) lots.take(taken, disposed);
          else lots.move(taken, moved);
        }
        expect(disposed.known.units + moved.units + lots.units).toBe(units);
        expect(disposed.known.cost + moved.cost + lots.cost).toBe(cost);
      },
    ),
    { numRuns: times(100) },
  );
});
