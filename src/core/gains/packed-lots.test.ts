// Packed lots behave like a list of lots.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import { times } from '../../../test/times.ts';
import { type Lot, PackedLots } from './packed-lots.ts';

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
        expect([packed.count, packed.first, packed.last]).toEqual([list.length, list[0], list.at(-1)]);
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
