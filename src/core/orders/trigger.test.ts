// Windows of averages, and which of them are evidence for a trigger.
import { describe, expect, test } from 'vitest';
import { gridOf, isEvidence, isWindow, type Trigger, windowStart } from './trigger.ts';

describe('a window', () => {
  test.each<[number, boolean]>([
    [0, true],
    [1000, true],
    [60_000, true],
    [61_000, false],
    [120_000, true],
    [3_600_000, true],
    [3_660_000, false],
    [1500, false],
    [-1000, false],
  ])('of %i ms is allowed: %s', (overMs, isOne) => {
    expect(isWindow(overMs)).toBe(isOne);
  });

  test.each([
    [0, 123_456, 123_456],
    [1000, 123_456, 122_000],
    [60_000, 180_000, 120_000],
    [60_000, 180_999, 120_000],
    [120_000, 180_999, 60_000],
    [120_000, 239_999, 60_000],
    [120_000, 240_000, 120_000],
  ])('of %i ms that ends at %i begins at %i', (overMs, toMs, fromMs) => {
    expect(windowStart(overMs, toMs)).toBe(fromMs);
    expect(fromMs % (overMs === 0 ? 1 : gridOf(overMs))).toBe(0);
  });

  const trigger: Trigger = { when: 'below', price: { numerator: 1n, denominator: 2n }, overMs: 1000 };
  const evidence = { average: { numerator: 1n, denominator: 2n }, fromMs: 99_000, toMs: 100_000, asOf: 7, via: [] };
  const now = { order: 7, placedAtMs: 100_000, nowMs: 100_000, sequence: 8 };
  test.each<[string, object, object, boolean]>([
    ['that ends now is evidence', {}, {}, true],
    ['that ended a minute ago is evidence', {}, { nowMs: 160_000 }, true],
    ['that ended more than a minute ago is no evidence', {}, { nowMs: 160_001 }, false],
    ['that ends in the future is no evidence', {}, { nowMs: 99_999 }, false],
    ['that is longer than the trigger’s is no evidence', { fromMs: 98_000 }, {}, false],
    ['that is shorter than the trigger’s is no evidence', { fromMs: 99_001 }, {}, false],
    ['computed before the order was placed is no evidence', { asOf: 6 }, {}, false],
    ['that ended before the order was placed is no evidence', {}, { placedAtMs: 100_001, nowMs: 100_001 }, false],
    ['computed from a future transaction is no evidence', { asOf: 8 }, {}, false],
    ['that has not passed is no evidence', { average: { numerator: 500_001n, denominator: 1_000_000n } }, {}, false],
  ])('%s', (_, told, when, isOne) => {
    expect(isEvidence(trigger, { ...evidence, ...told }, { ...now, ...when })).toBe(isOne);
  });
});
