// Packed lots behave like a list of lots.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import { times } from '../../../test/times.ts';
import { Disposed } from './disposed.ts';
import type { Lot } from './lot.ts';
import { PackedLots } from './packed-lots.ts';

const anyLot: fc.Arbitrary<Lot> = fc.record({
  units: anyAmount({ min: 1n }),
  // Costs on both sides of 128 bits, of which the highest are kept elsewhere.
  cost: fc.oneof(
    fc.constant(null),
    anyAmount(),
    fc.bigInt(2n ** 128n - 2n ** 66n, 2n ** 128n + 2n),
    fc.bigInt(0n, 2n ** 240n),
  ),
  sequence: fc.integer({ min: 1, max: 2 ** 48 - 1 }),
  atMs: fc.integer({ min: 1, max: 8.64e15 }),
  marks: fc.integer({ min: 0, max: 63 }),
});

test('lots that move to another queue, by units or by transaction, and before it, are those that a list moves', () => {
  const anyLots = fc.array(anyLot, { maxLength: 300, size: 'max' });
  const anyMove = fc.record({ way: fc.constantFrom('units', 'through', 'before'), at: fc.nat({ max: 320 }) });
  fc.assert(
    fc.property(anyLots, anyLots, fc.array(anyMove, { maxLength: 6 }), (ones, others, moves) => {
      const inOrder = (lots: readonly Lot[]) => lots.toSorted((a, b) => a.sequence - b.sequence);
      const [packed, list] = [[new PackedLots(), new PackedLots()] as const, [inOrder(ones), inOrder(others)] as const];
      for (const at of [0, 1] as const) for (const lot of list[at]) packed[at].push(lot);
      for (const { way, at } of moves) {
        const [from, to] = at % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
        const moved = way === 'before' ? list[from].length : Math.min(at, list[from].length);
        const units = list[from].slice(0, moved).reduce((sum, lot) => sum + lot.units, 0n);
        const next = list[from][moved];
        if (way === 'before') packed[from].moveBefore(packed[to]);
        else if (way === 'units')
          expect(packed[from].moveUnits(next ? units + next.units - 1n : units, packed[to])).toBe(
            next ? next.units - 1n : 0n,
          );
        else {
          const through = list[from][moved - 1]?.sequence ?? 0;
          const isSorted = list[from].every(
            (lot, place) => place === 0 || lot.sequence >= (list[from][place - 1] as Lot).sequence,
          );
          if (!isSorted || next?.sequence === through) continue;
          packed[from].moveThrough(through, packed[to]);
        }
        const gone = list[from].splice(0, moved);
        if (way === 'before') list[to].unshift(...gone);
        else list[to].push(...gone);
      }
      for (const at of [0, 1] as const) {
        expect(totalsOf(packed[at])).toEqual(totals(list[at]));
        expect(Array.from({ length: packed[at].count }, () => packed[at].shift())).toEqual(list[at]);
      }
    }),
    { numRuns: times(50) },
  );
});

test('what lots that are taken add up to is what each of them adds', () => {
  fc.assert(
    fc.property(
      fc.array(anyLot, { maxLength: 100, size: 'max' }),
      fc.array(fc.nat({ max: 60 }), { maxLength: 4 }),
      (lots, takes) => {
        const [packed, list] = [new PackedLots(), [...lots]];
        for (const lot of lots) packed.push(lot);
        for (const count of takes) {
          const [disposed, each] = [new Disposed(), new Disposed()];
          const gone = list.splice(0, count);
          for (const lot of gone) each.add(lot);
          packed.takeUnits(
            gone.reduce((sum, { units }) => sum + units, 0n),
            disposed,
          );
          expect([disposed.known, disposed.unknown]).toEqual([each.known, each.unknown]);
          expect(totalsOf(packed)).toEqual(totals(list));
        }
      },
    ),
    { numRuns: times(50) },
  );
});

const totalsOf = ({ count, units, unknownUnits, cost }: PackedLots) => [count, units, unknownUnits, cost];
const totals = (lots: readonly Lot[]) => [
  lots.length,
  lots.reduce((sum, { units }) => sum + units, 0n),
  lots.reduce((sum, { units, cost }) => sum + (cost === null ? units : 0n), 0n),
  lots.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n),
];

const anyStep = fc.oneof(
  fc.record({ step: fc.constantFrom('push', 'unshift'), lots: fc.array(anyLot, { maxLength: 40, size: 'max' }) }),
  fc.record({ step: fc.constantFrom('shift', 'pop'), count: fc.integer({ min: 1, max: 50 }) }),
);

test('any additions and removals at both ends give what a list gives', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      const [packed, list] = [new PackedLots(), [] as Lot[]];
      for (const step of steps) {
        if ('lots' in step) {
          for (const lot of step.lots) {
            packed[step.step as 'push'](lot);
            list[step.step as 'push'](lot);
          }
        } else {
          for (let left = Math.min(step.count, list.length); left > 0; left -= 1)
            expect(packed[step.step as 'pop']()).toEqual(list[step.step as 'pop']());
        }
        expect([packed.first, packed.last]).toEqual([list[0], list.at(-1)]);
        expect(totalsOf(packed)).toEqual(totals(list));
      }
    }),
    { numRuns: times(50) },
  );
});

test('the lots of a transaction are found among thousands, also across blocks', () => {
  const packed = new PackedLots();
  const lot = { units: 1n, cost: 1n, atMs: 1, marks: 0 };
  for (let sequence = 2; sequence < 6000; sequence += 2)
    for (let same = 0; same < 3; same += 1) packed.push({ ...lot, sequence, units: BigInt(same + 1) });
  for (let sequence = 2; sequence < 6000; sequence += 2)
    expect(
      packed.find(sequence).map(({ units }) => units),
      `${sequence}`,
    ).toEqual([1n, 2n, 3n]);
  for (const missing of [1, 3, 2051, 6000]) expect(packed.find(missing)).toEqual([]);
});
