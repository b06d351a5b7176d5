// A place is held until the query is answered, and a refused query releases none.
import { expect, test } from 'vitest';
import { ReadsInFlight } from './reads-in-flight.ts';

test('a refused query does not release the place of another', () => {
  const reads = new ReadsInFlight(1);
  const [held, refused] = [{ isReading: false }, { isReading: false }];
  reads.enter(held);
  for (let time = 0; time < 3; time += 1) {
    expect(() => reads.enter(refused)).toThrow('1 queries are already running');
    reads.leave(refused);
  }
  reads.leave(held);
  reads.leave(held);
  reads.enter(refused);
  expect(() => reads.enter(held)).toThrow('already running');
});

test('a query started by run() releases its place when it ends, also if it fails', async () => {
  const reads = new ReadsInFlight(1);
  const waiting = Promise.withResolvers<string>();
  const first = reads.run(() => waiting.promise);
  await expect(reads.run(async () => 'second')).rejects.toThrow('already running');
  waiting.reject(new Error('not found'));
  await expect(first).rejects.toThrow('not found');
  expect(await reads.run(async () => 'third')).toBe('third');
});
