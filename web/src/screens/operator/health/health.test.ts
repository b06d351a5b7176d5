// The verdict that the console derives from the exchange's status.
import { describe, expect, test } from 'vitest';
import { bytes, milliseconds, type Status, since, verdictOn } from './health.ts';

const WELL: Status = {
  version: '0.1.0',
  startedAt: '2026-11-15T00:00:00.000Z',
  store: 'sqlite',
  sequence: 12_409,
  queue: { depth: 3, capacity: 10_000 },
  commits: { count: 512, p50Ms: 2.14, p99Ms: 6.4, meanBatch: 1.8 },
  requests: { seconds: 60, count: 1204, refused: 12, failed: 0, perSecond: 20 },
  memory: { rssBytes: 130e6, heapBytes: 60e6 },
  database: { bytes: 48e6, freeBytes: 90e9 },
  observer: { sequence: 12_409, stored: 12_400, stores: true },
  follower: { sequence: 12_409 },
  eventReaders: 3,
  webhooks: { active: 4, retrying: 0, paused: 1 },
  orders: {
    placing: 'on',
    open: 2,
    keeper: { server: 'node-1 4711', loading: false, oldestReachable: { order: 42, seconds: 4.9 }, putOff: 0 },
  },
};

const keeper = (terms: object) => ({
  orders: { ...WELL.orders, keeper: { ...WELL.orders?.keeper, ...terms } } as Status['orders'],
});

describe('the verdict', () => {
  test('is normal, with the median time of the commits if there were any', () => {
    expect(verdictOn(WELL)).toEqual({
      tone: 'water',
      title: 'All systems normal.',
      says: ['The median of the last 512 commits was 2.1 ms.'],
    });
    expect(verdictOn({ ...WELL, commits: null }).says).toEqual([
      'Nothing has been written since this process started.',
    ]);
  });

  test.each([
    [{ queue: { depth: 5000, capacity: 10_000 } }, 'wheat', '5,000 commands are waiting'],
    [{ queue: { depth: 9000, capacity: 10_000 } }, 'oxide', '9,000 commands are waiting'],
    [{ commits: { count: 5, p50Ms: 2, p99Ms: 1500, meanBatch: 1 } }, 'wheat', 'take 1,500 ms or longer'],
    [keeper({ oldestReachable: { order: 42, seconds: 5 } }), 'wheat', 'Order no. 42 could have been filled for 5 sec'],
    [{ orders: { placing: 'on', open: 1, keeper: null } }, 'wheat', '1 order is open, and no server fills'],
    [{ requests: { ...WELL.requests, failed: 1 } }, 'oxide', '1 request failed in the last minute'],
    [{ database: { bytes: 1, freeBytes: 2e9 } }, 'wheat', 'has 2 GB left'],
    [{ database: { bytes: 1, freeBytes: 4e8 } }, 'oxide', 'has 400 MB left'],
    [{ observer: { sequence: 0, stored: 0, stores: true } }, 'wheat', '12,409 transactions behind'],
    [{ webhooks: { active: 4, retrying: 2, paused: 0 } }, 'wheat', 'Deliveries to 2 webhooks failed'],
  ] as const)('with %j has the tone %s and says "%s"', (change, tone, says) => {
    const verdict = verdictOn({ ...WELL, ...change });
    expect(verdict.tone).toBe(tone);
    expect(verdict.says).toEqual([expect.stringContaining(says)]);
  });

  test('lists the worst problem first', () => {
    const troubled = { ...WELL, webhooks: { active: 1, retrying: 1, paused: 0 }, database: { bytes: 1, freeBytes: 1 } };
    expect(verdictOn(troubled)).toMatchObject({ tone: 'oxide', title: 'Something is wrong.' });
    expect(verdictOn(troubled).says[0]).toContain('The disk');
  });

  test('is normal if the free space is unknown and there is no observer or follower', () => {
    const status = { ...WELL, database: { bytes: 1, freeBytes: null }, observer: null, follower: null };
    expect(verdictOn(status).tone).toBe('water');
  });
});

test('bytes, milliseconds and the time since a start are written in readable units', () => {
  expect([0, 999, 1000, 48e6, 90e9, 5e15].map(bytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 kB',
    '48 MB',
    '90 GB',
    '5,000 TB',
  ]);
  expect([0.04, 2.14, 12.6].map(milliseconds)).toEqual(['0 ms', '2.1 ms', '13 ms']);
  const now = Date.parse('2026-11-16T03:04:05.000Z');
  const starts = ['2026-11-16T03:04:00Z', '2026-11-16T03:01:00Z', '2026-11-16T01:00:00Z', '2026-11-14T01:00:00Z'];
  expect(starts.map((start) => since(start, now))).toEqual(['5 s', '3 min', '2 h 4 min', '2 d 2 h']);
});
