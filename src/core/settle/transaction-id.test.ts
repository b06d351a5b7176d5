// A transaction id is a UUIDv7, contains its sequence number and sorts like the journal.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssertionFailure } from '../assert.ts';
import { ENTROPY_VALUES, nextTimeMs, sequenceOf, timeOf, transactionId } from './transaction-id.ts';

const MAX_SEQUENCE = 2 ** 48 - 1;
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const sequence = fc
  .integer({ min: 0, max: 47 })
  .chain((bits) => fc.maxSafeInteger().map((draw) => 2 ** bits + (Math.abs(draw) % 2 ** bits)));
const entropy = fc.integer({ min: 0, max: ENTROPY_VALUES - 1 });

describe('transactionId', () => {
  // The layout documented in the module, built here with one shift per field instead of as text.
  const packed = (timeMs: number, sequence: number, entropy: number) => {
    const low = BigInt(sequence) % 2n ** 36n;
    const high = BigInt(sequence) / 2n ** 36n;
    const bits = (BigInt(timeMs) << 80n) | (7n << 76n) | (high << 64n) | (2n << 62n) | (low << 26n) | BigInt(entropy);
    return bits.toString(16).padStart(32, '0');
  };

  test.each([
    [0, 1, 0, '00000000-0000-7000-8000-000004000000'],
    [1_700_000_000_000, 1, 0, '018bcfe5-6800-7000-8000-000004000000'],
    [1_700_000_000_000, 1, ENTROPY_VALUES - 1, '018bcfe5-6800-7000-8000-000007ffffff'],
    [1_700_000_000_000, 2 ** 22 - 1, 0, '018bcfe5-6800-7000-8000-fffffc000000'],
    [1_700_000_000_000, 2 ** 22, 0, '018bcfe5-6800-7000-8001-000000000000'],
    [1_700_000_000_000, 2 ** 36 - 1, 0, '018bcfe5-6800-7000-bfff-fffffc000000'],
    [1_700_000_000_000, 2 ** 36, 0, '018bcfe5-6800-7001-8000-000000000000'],
    [2 ** 48 - 1, MAX_SEQUENCE, ENTROPY_VALUES - 1, 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
  ])('at %i, sequence %i, entropy %i, is %s', (timeMs, sequence, entropy, id) => {
    expect(transactionId(timeMs, sequence, entropy)).toBe(id);
    expect(sequenceOf(id)).toBe(sequence);
  });

  test('is a UUIDv7 that packs the time, the sequence and the entropy', () => {
    const property = fc.property(time, sequence, entropy, (timeMs, sequence, entropy) => {
      const id = transactionId(timeMs, sequence, entropy);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(id.replaceAll('-', '')).toBe(packed(timeMs, sequence, entropy));
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('sorts by time, then by sequence', () => {
    const moment = fc.tuple(fc.oneof(fc.constantFrom(1_700_000_000_000, 1_700_000_000_001), time), sequence);
    const property = fc.property(moment, moment, entropy, entropy, (a, b, entropyA, entropyB) => {
      fc.pre(a[0] !== b[0] || a[1] !== b[1]);
      const isBefore = a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
      expect(transactionId(...a, entropyA) < transactionId(...b, entropyB)).toBe(isBefore);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test.each([0, -1, MAX_SEQUENCE + 1])('throws on the sequence %i', (sequence) => {
    expect(() => transactionId(0, sequence, 0)).toThrow(AssertionFailure);
  });
});

describe('sequenceOf', () => {
  test('inverts transactionId over all 48 bits', () => {
    const property = fc.property(time, sequence, entropy, (timeMs, sequence, entropy) => {
      expect(sequenceOf(transactionId(timeMs, sequence, entropy))).toBe(sequence);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test.each([
    ['an empty text', ''],
    ['garbage', 'not-a-uuid'],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['a UUIDv4', '018bcfe5-6800-4000-8000-000004000000'],
    ['a UUIDv8', '018bcfe5-6800-8000-8000-000004000000'],
    ['a UUID of variant 0', '018bcfe5-6800-7000-7000-000004000000'],
    ['a UUID of variant 3', '018bcfe5-6800-7000-c000-000004000000'],
    ['an id in upper case', '018BCFE5-6800-7000-8000-000004000000'],
    ['an id without dashes', '018bcfe568007000800000004000000'],
    ['an id in braces', '{018bcfe5-6800-7000-8000-000004000000}'],
    ['an id with a digit too few', '018bcfe5-6800-7000-8000-00000400000'],
    ['an id with a digit too many', '018bcfe5-6800-7000-8000-0000040000000'],
    ['an id with a line break after it', '018bcfe5-6800-7000-8000-000004000000\n'],
    ['an id with a character that is not a hex digit', '018bcfe5-6800-7000-8000-00000400000g'],
  ])('returns null for %s', (_, text) => expect(sequenceOf(text)).toBeNull());
});

test('timeOf returns the milliseconds that any id was made with', () => {
  fc.assert(
    fc.property(time, sequence, entropy, (timeMs, sequence, entropy) => {
      expect(timeOf(transactionId(timeMs, sequence, entropy))).toBe(timeMs);
    }),
  );
});

test.each([
  { what: 'nothing is written yet', clockMs: 5, lastMs: null, nextMs: 5 },
  { what: 'the clock is ahead', clockMs: 8, lastMs: 7, nextMs: 8 },
  { what: 'the clock has not moved', clockMs: 7, lastMs: 7, nextMs: 7 },
  { what: 'the clock is behind', clockMs: 6, lastMs: 7, nextMs: 7 },
])('the next transaction’s time is $nextMs if $what', ({ clockMs, lastMs, nextMs }) => {
  expect(nextTimeMs(clockMs, lastMs === null ? null : transactionId(lastMs, 1, 0))).toBe(nextMs);
});
