// The simulated queue behaves as a queue with one server must.
import { expect, test } from 'vitest';
import { ceiling, simulate } from '../../bench/scale/queue.ts';

const TIME = { fixedMs: 2, eachMs: 0.02 };

test('with low load a swap is committed alone and waits for its own commit', () => {
  const found = simulate(TIME, 1);
  expect(found?.meanBatch).toBeLessThan(1.01);
  expect(found?.p50Ms).toBeCloseTo(2.02, 6);
});

test('a batch has the swaps that arrived while the last batch was committed', () => {
  const found = simulate(TIME, 5000);
  // A batch of n takes fixed + n × each, and n arrive in that time.
  expect(found?.meanBatch).toBeCloseTo(10 / (1 - 5 * TIME.eachMs), 0);
});

test('the queue keeps up below the rate of the largest batches, and not above it', () => {
  const most = ceiling(TIME);
  expect(most).toBeCloseTo(500_000 / 12, 6);
  expect(simulate(TIME, 0.9 * most)).toBeDefined();
  expect(simulate(TIME, 1.2 * most)).toBeUndefined();
});
