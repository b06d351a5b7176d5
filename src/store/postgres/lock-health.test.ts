// For how long the journal's lock could not be taken, and what a node answers to /readyz then.
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase } from '../../../test/postgres/database.ts';
import { MARKET, order, POLICY } from '../../../test/store-contract/site.ts';
import { isLocked } from './connection.ts';
import { LockHealth } from './lock-health.ts';
import { migrate } from './schema.ts';
import { PostgresWriter } from './writer.ts';

describe('the time without the lock', () => {
  type Event = (health: LockHealth) => void;
  const taken =
    (nowMs: number): Event =>
    (health) =>
      health.taken(nowMs);
  const refused =
    (sinceMs: number, nowMs: number): Event =>
    (health) =>
      health.refused(sinceMs, nowMs);
  const head =
    (id: string): Event =>
    (health) =>
      health.sawHead(id);

  test.each<[string, readonly Event[], number]>([
    ['is zero at first', [], 0],
    ['is zero after a batch had it', [taken(1000)], 0],
    [
      'counts from the beginning of the first attempt that failed',
      [refused(1000, 5000), refused(6000, 10_000)],
      11_000,
    ],
    ['ends with the next batch that has it', [refused(1000, 5000), taken(6000)], 0],
    ['begins anew after that', [refused(1000, 5000), taken(6000), refused(7000, 9000)], 5000],
    ['goes on while no batch of another node moves the head', [head('1'), refused(1000, 5000), head('1')], 11_000],
    ['ends when a batch of another node has moved the head', [head('1'), refused(1000, 5000), head('2')], 0],
    ['goes on if the head is seen for the first time', [refused(1000, 5000), head('1')], 11_000],
  ])('%s', (_, events, expectedMs) => {
    const health = new LockHealth();
    for (const event of events) event(health);
    expect(health.blockedForMs(12_000)).toBe(expectedMs);
  });

  test('a lock that nobody has tried to take for a while is tried by a check', () => {
    const health = new LockHealth();
    expect(health.isUntriedFor(1000, 0)).toBe(true);
    for (const event of [taken(5000), refused(2000, 5000)]) {
      event(health);
      expect([5999, 6000].map((nowMs) => health.isUntriedFor(1000, nowMs))).toEqual([false, true]);
    }
  });
});

describe('a node', () => {
  let url: string;
  let other: postgres.Sql;
  let writer: PostgresWriter;
  const batch = MARKET.map((command) => order(command));

  beforeEach(async () => {
    const database = await createDatabase();
    url = database.url;
    onTestFinished(database.drop);
    other = postgres(url, { max: 1, onnotice: () => {} });
    await migrate(other);
    writer = new PostgresWriter({ url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000 }, POLICY, '00'.repeat(32));
    onTestFinished(async () => {
      await other.end({ timeout: 0 });
      await writer.close();
    });
    vi.useFakeTimers({ toFake: ['performance'], now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const lock = () => other.unsafe('BEGIN; SELECT FROM head FOR UPDATE').simple();
  const unlock = () => other.unsafe('COMMIT');
  const pass = (ms: number) => vi.advanceTimersByTime(ms);

  test('without work is ready while the lock is free, however long nobody has taken it', async () => {
    for (let times = 0; times < 3; times += 1) {
      await writer.check();
      pass(3_600_000);
    }
  });

  test('without work is not ready once the lock was taken for 10 s, and is again when it is free', async () => {
    await lock();
    await writer.check();
    pass(9999);
    await writer.check();
    pass(1);
    await expect(writer.check()).rejects.toMatchObject({
      reason: 'busy',
      message: "no batch could take the journal's lock for 10 s: another process holds it",
    });
    await unlock();
    pass(1000);
    await writer.check();
    expect((await writer.commit(batch)).outcomes).toHaveLength(batch.length);
  });

  test('whose batch could not have the lock is not ready 10 s after that batch began', async () => {
    const impatient = new PostgresWriter(
      { url, poolSize: 1, timeoutMs: 4000, findOutMs: 4000 },
      POLICY,
      '00'.repeat(32),
    );
    onTestFinished(() => impatient.close());
    await lock();
    // On a busy machine the node's own timeout may be first.
    while (!isLocked(await impatient.commit(batch).catch((error: Error) => error)));
    pass(9999);
    await impatient.check();
    pass(1);
    await expect(impatient.check()).rejects.toThrow('for 10 s');
  }, 90_000);

  test('is ready while batches of other nodes have the lock, although it has not got it for 10 s', async () => {
    await writer.check();
    for (let times = 0; times < 3; times += 1) {
      await lock();
      pass(10_000);
      await writer.check();
      await other.unsafe('UPDATE head SET sequence = sequence; COMMIT').simple();
    }
  });
});
