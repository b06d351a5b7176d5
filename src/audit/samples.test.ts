// The samples of an audit: as many as asked for, the same from one seed, others from another.
import { expect, test } from 'vitest';
import { Samples } from './samples.ts';

const drawn = (samples: Samples, oneIn: number) =>
  Array.from({ length: 10_000 }, (_, number) => number).filter((number) => samples.has(`tile ${number}`, oneIn));

test.each([
  [100, 60, 140],
  [10, 900, 1100],
  [1, 10_000, 10_000],
])('one in %i is drawn', (oneIn, least, most) => {
  const { length } = drawn(new Samples('a seed'), oneIn);
  expect(length).toBeGreaterThanOrEqual(least);
  expect(length).toBeLessThanOrEqual(most);
});

test('a seed draws the same again, and nobody knows it before', () => {
  const samples = new Samples();
  expect(samples.seed).toMatch(/^[0-9a-f]{16}$/);
  expect(drawn(new Samples(samples.seed), 100)).toEqual(drawn(samples, 100));
  expect(drawn(new Samples(), 100)).not.toEqual(drawn(samples, 100));
});
