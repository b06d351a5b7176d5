// Small records when the connection is lost around a COMMIT: the caller is told what happened, or that it is not known.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type Database } from '../../../test/postgres/database.ts';
import { DatabaseProxy } from '../../../test/postgres/proxy.ts';
import type { Statement } from '../../../test/postgres/wire.ts';
import { OutcomeUnknown, StoreUnavailable } from '../../ports/store.ts';
import { type Connection, connect } from './connection.ts';
import { migrate } from './schema.ts';
import { postgresSideRecords } from './side-records.ts';
import { TimedConnections } from './timed-connections.ts';

const TIMES = { poolSize: 2, timeoutMs: 1000, findOutMs: 1000 };
const COMMIT = ({ step, text }: Statement) => step === 'run' && text.trim().toLowerCase() === 'commit';
let database: Database;
let direct: Connection;

beforeAll(async () => {
  database = await createDatabase();
  direct = connect({ url: database.url, ...TIMES }, 1);
  await migrate(direct);
}, 60_000);
afterAll(async () => {
  await direct.end({ timeout: 0 });
  await database.drop();
});

async function open() {
  const proxy = await DatabaseProxy.start(database.url);
  const reads = new TimedConnections({ url: database.url, ...TIMES }, 1);
  const changes = new TimedConnections({ url: proxy.url, ...TIMES }, 2, { graceMs: 0 });
  onTestFinished(async () => void (await Promise.all([reads.close(), changes.close()])));
  const records = postgresSideRecords({ ask: (work) => reads.ask(work), transact: (work) => changes.ask(work) });
  return { proxy, records };
}

const make = (id: string) => [{ kind: 'test', id, version: 0, body: '{}' }] as const;

test.each(['after', 'during', 'silence'] as const)('a change is made whose COMMIT lost its answer: %s', async (how) => {
  const { proxy, records } = await open();
  const sprung = proxy.trap(COMMIT, how);
  expect(await records.change(make(how), { nowMs: 1 })).toBe(true);
  await sprung;
  expect(await records.find('test', how)).toMatchObject({ version: 1, body: '{}' });
});

test('if the COMMIT may never have arrived, the outcome is not known', async () => {
  const { proxy, records } = await open();
  void proxy.trap(COMMIT, 'before');
  await expect(records.change(make('before'), { nowMs: 1 })).rejects.toThrow(OutcomeUnknown);
  expect(await records.find('test', 'before')).toBeUndefined();
});

test('the same record by another transaction does not show that the change was made', async () => {
  const { proxy, records } = await open();
  const other = proxy.trap(COMMIT, 'before').then(async () => {
    await expect.poll(() => direct`SELECT FROM pg_stat_activity WHERE state LIKE 'idle in%'`).toHaveLength(0);
    await direct`INSERT INTO records (kind, id, version, body) VALUES ('test', 'other', 1, '{}')`;
  });
  await expect(records.change(make('other'), { nowMs: 1 })).rejects.toThrow(OutcomeUnknown);
  await other;
});

test('a change that waits for too long before its COMMIT is never made', async () => {
  const { records } = await open();
  await records.change(make('locked'), { nowMs: 1 });
  await direct.begin(async (sql) => {
    await sql`SELECT FROM records WHERE id = 'locked' FOR UPDATE`;
    const change = records.change([{ kind: 'test', id: 'locked', version: 1, body: '{"late":1}' }], { nowMs: 1 });
    await expect(change).rejects.toThrow(StoreUnavailable);
  });
  // Waits for the lock of the change, if it holds one.
  const [row] = await direct`SELECT version FROM records WHERE id = 'locked' FOR UPDATE`;
  expect(row).toEqual({ version: 1 });
});
