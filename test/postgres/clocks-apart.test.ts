// Nodes on one database whose clocks are up to an hour apart: all accept the same sessions, keys and challenges, for as long.
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKey, keysOf } from '../../src/access/keys.ts';
import { Challenges } from '../../src/access/people/challenges.ts';
import { FRESH_MS, sessionsOf } from '../../src/access/sessions.ts';
import type { Account } from '../../src/core/amount.ts';
import { StoreClock } from '../../src/journal/store-clock.ts';
import type { Store } from '../../src/ports/store.ts';
import { connect } from '../../src/store/postgres/connection.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { POLICY } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';

const APART_MS = [20, 1000, 3_600_000].flatMap((ms) => [ms, -ms]);
const alice = 'alice' as Account;

let store: Store;

beforeAll(async () => {
  const { url, drop } = await createDatabase();
  store = await openPostgresStore({ url, timeoutMs: 60_000, findOutMs: 60_000, poolSize: 2, policy: POLICY });
  return async () => {
    await store.close();
    await drop();
  };
});

/** A node whose clock is this far ahead of the database's; `time.passedMs` lets time pass on it. */
async function nodeAhead(ms: number) {
  const time = { passedMs: 0 };
  // As if the database answered at once, so that the result does not depend on how busy the machine is.
  const clock = new StoreClock(
    { clock: async () => (await store.clock()) + time.passedMs },
    { hereMs: () => Date.now() + ms + time.passedMs, elapsedMs: () => time.passedMs },
  );
  onTestFinished(await clock.keep());
  const { nowMs } = clock;
  return { time, nowMs, sessions: sessionsOf(store, { nowMs }), keys: keysOf(store, undefined, nowMs) };
}

describe.each(APART_MS)('a node whose clock is ahead by %i ms', (ms) => {
  test('begins sessions that are valid on another node for their normal lifetime, and ends no older session', async () => {
    const [one, other] = [await nodeAhead(ms), await nodeAhead(0)];
    const { key } = await createKey(store, { account: alice, role: 'trader' }, 0);
    const old = await sessionsOf(store, { lifeMs: 600_000, nowMs: other.nowMs }).begin(key);
    const { token } = await one.sessions.begin(key);
    expect(await other.sessions.find(token)).toMatchObject({ account: 'alice', isFresh: true });
    expect(await other.sessions.find(old.token)).toMatchObject({ account: 'alice' });
    other.time.passedMs += FRESH_MS + 60_000;
    expect(await other.sessions.find(token)).toMatchObject({ account: 'alice', isFresh: false });
    other.time.passedMs += 12 * 3_600_000;
    expect(await other.sessions.find(token)).toBeUndefined();
  });

  test('creates API keys and challenges that another node accepts, a challenge only once', async () => {
    const [one, other] = [await nodeAhead(ms), await nodeAhead(0)];
    const made = await one.keys.create({ account: alice, role: 'trader' });
    expect(await other.keys.authenticate(made?.key ?? '')).toMatchObject({ account: 'alice' });
    const challenges = new Challenges(store.sideRecords);
    const challenge = await challenges.make(['sign in'], one.nowMs());
    const use = await challenges.use(challenge, ['sign in'], other.nowMs());
    expect(use).toBeDefined();
    expect(await store.sideRecords.change(use ? [use] : [], { nowMs: one.nowMs() })).toBe(true);
    expect(await store.sideRecords.change(use ? [use] : [], { nowMs: one.nowMs() })).toBe(false);
  });

  test('gives its keys the same time as another node, by which daily spending is counted', async () => {
    const [one, other] = [await nodeAhead(ms), await nodeAhead(0)];
    expect(Math.abs(one.keys.nowMs() - other.keys.nowMs())).toBeLessThan(5000);
  });
});

test('if the database does not answer, or takes over a second, StoreClock goes on from its last reading', async () => {
  let [elapsedMs, answer] = [0, async () => 1000];
  const clock = new StoreClock({ clock: () => answer() }, { hereMs: () => 5000, elapsedMs: () => elapsedMs });
  await clock.ask();
  expect(clock.nowMs()).toBe(1000);
  answer = async () => {
    throw new Error('away');
  };
  await expect(clock.ask()).rejects.toThrow('away');
  expect(clock.nowMs()).toBe(1000);
  answer = async () => {
    elapsedMs += 1001;
    return 3000;
  };
  await clock.ask();
  expect(clock.nowMs()).toBe(2001);
  answer = async () => 4000;
  await clock.ask();
  expect(clock.nowMs()).toBe(4000);
});

test('if the database’s clock jumps an hour ahead, its reading is refused, and StoreClock keeps the former time', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const sql = connect({ url, timeoutMs: 60_000, findOutMs: 60_000, poolSize: 1 }, 1);
  // Replaces clock_timestamp() for every later connection to this database.
  await sql.unsafe(`
    CREATE SCHEMA set_clock;
    CREATE TABLE set_clock.ahead AS SELECT interval '0' AS by;
    CREATE FUNCTION set_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql
      RETURN pg_catalog.clock_timestamp() + (SELECT by FROM set_clock.ahead);
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = set_clock, pg_catalog, public', current_database());
    END $$`);
  const options = { url, timeoutMs: 60_000, findOutMs: 60_000, poolSize: 1, policy: POLICY };
  const other = await openPostgresStore(options);
  const clock = new StoreClock(other, { elapsedMs: () => 0 });
  await clock.ask();
  await sql`UPDATE set_clock.ahead SET by = interval '1 hour'`;
  await expect(other.clock()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'clock' });
  await expect(clock.ask()).rejects.toMatchObject({ reason: 'clock' });
  expect(Math.abs(clock.nowMs() - Date.now())).toBeLessThan(60_000);
  await other.close();
  await sql.end();
});
