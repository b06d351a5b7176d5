// The projection in a SQLite file, where all processes share one write lock.
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { POLICY } from '../../../../test/store-contract/site.ts';
import { useTempFolder } from '../../../../test/temp-folder.ts';
import type { Projection } from '../../../ports/projection.ts';
import { StoreUnavailable } from '../../../ports/store.ts';
import { openSqliteStore } from '../store.ts';
import { openProjection } from './projection.ts';

const at = useTempFolder();
const opened: { close(): unknown }[] = [];
const open = (busyTimeoutMs: number): Projection => {
  const projection = openProjection({ path: at('exchange.db'), busyTimeoutMs });
  opened.push(projection);
  return projection;
};
/** Another connection, as of another process, that holds the write lock until the test commits or closes it. */
const writer = (): DatabaseSync => {
  const db = new DatabaseSync(at('exchange.db'));
  opened.push({ close: () => db.isOpen && db.close() });
  db.exec('BEGIN IMMEDIATE');
  return db;
};

beforeEach(async () => {
  const store = await openSqliteStore({ path: at('exchange.db'), busyTimeoutMs: 1000, policy: POLICY });
  await store.close();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

test('a lease that was taken while the clock was a day ahead can be taken by another holder once the clock is right', async () => {
  const projection = open(1000);
  const lease = { name: 'market', forMs: 10_000 } as const;
  expect(await projection.takeLease({ ...lease, holder: 'one' })).toBe(1);
  const db = new DatabaseSync(at('exchange.db'));
  db.exec('UPDATE lease SET until_ms = until_ms + 86400000');
  db.close();
  expect(await projection.takeLease({ ...lease, holder: 'two' })).toBe(2);
  expect(await projection.takeLease({ ...lease, holder: 'one' })).toBeUndefined();
});

test('if two wait for the write lock to take a lease, only one gets the lease', async () => {
  const other = writer();
  const taking = ['one', 'two'].map((holder) => open(60_000).takeLease({ name: 'market', holder, forMs: 3_600_000 }));
  other.exec('COMMIT');
  const fences = await Promise.all(taking);
  expect(fences.filter((fence) => fence !== undefined)).toHaveLength(1);
});

test('taking a lease fails as busy if the write lock is not released in time, and reads go on meanwhile', async () => {
  writer();
  const projection = open(100);
  const taking = projection.takeLease({ name: 'market', holder: 'one', forMs: 0 });
  expect(await projection.standing()).toEqual({ cursor: 0, fence: 0 });
  await expect(taking).rejects.toMatchObject({ reason: 'busy' });
  await expect(taking).rejects.toThrow(StoreUnavailable);
});

test('a read, or an attempt to take a held lease, does not wait for the write lock', async () => {
  const one = open(1000);
  await one.takeLease({ name: 'market', holder: 'one', forMs: 3_600_000 });
  writer();
  const two = open(0);
  expect(await two.takeLease({ name: 'market', holder: 'two', forMs: 3_600_000 })).toBeUndefined();
  expect(await two.everything()).toEqual({ cursor: 0, pools: [], openOrders: [] });
});
