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
  const first = reads.run('203.0.113.1', () => waiting.promise);
  await expect(reads.run('203.0.113.1', async () => 'second')).rejects.toThrow('already running');
  waiting.reject(new Error('not found'));
  await expect(first).rejects.toThrow('not found');
  expect(await reads.run('203.0.113.1', async () => 'third')).toBe('third');
});

test.each([
  ['an address', () => '203.0.113.1', 10],
  ['an IPv6 /64', (at: number) => `2001:db8:7:1::${at}`, 10],
  ['an IPv6 /56', (at: number) => `2001:db8:7:1${10 + at}::1`, 40],
  ['an IPv6 /48', (at: number) => `2001:db8:7:${at}00::1`, 40],
  ['this machine', () => '127.0.0.1', 40],
  ['all addresses together', (at: number) => `203.0.113.${at}`, 80],
] as const)(
  'of 80 places, %s may take its share with run(), and again once they are released',
  async (_name, ip, most) => {
    const reads = new ReadsInFlight(80);
    for (const _ of ['first', 'again']) {
      const waiting = Promise.withResolvers<string>();
      const asked = Array.from({ length: 90 }, (_, at) => reads.run(ip(at), () => waiting.promise));
      waiting.resolve('read');
      const answers = await Promise.allSettled(asked);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
      const code = most === 80 ? 'overloaded' : 'rate_limited';
      expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: { code } });
    }
  },
);
