// The connection is lost around the COMMIT of side records, keys or sessions: the caller learns the outcome, or that it is unknown.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ann } from '../../../test/paper-orders.ts';
import { createDatabase, type Database } from '../../../test/postgres/database.ts';
import { DatabaseProxy } from '../../../test/postgres/proxy.ts';
import type { Statement } from '../../../test/postgres/wire.ts';
import { OutcomeUnknown, StoreUnavailable } from '../../ports/store.ts';
import { type Access, accessIn } from '../sql/access.ts';
import { sideRecordsIn } from '../sql/side-records.ts';
import { type Connection, connect } from './connection.ts';
import { databaseOf, transactOn } from './database.ts';
import { migrate } from './schema.ts';
import { TimedConnections } from './timed-connections.ts';
import type { AskServer } from './transact-once.ts';

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
  const sql = connect({ url: proxy.url, ...TIMES }, 2);
  const changes = new TimedConnections({ url: proxy.url, ...TIMES }, 2, { sql, graceMs: 0 });
  onTestFinished(async () => {
    // The driver would wait until the timeout for a connection that was cut within a transaction.
    await sql.end({ timeout: 0 });
    await Promise.all([reads.close(), changes.close()]);
  });
  const ask: AskServer = (work) => reads.ask(work);
  const transact = transactOn(ask, (work) => changes.ask(work));
  return { proxy, records: sideRecordsIn(databaseOf(ask), transact), writes: accessIn(databaseOf(ask), transact) };
}

const make = (id: string) => [{ kind: 'test', id, version: 0, body: '{}' }] as const;

test.each(['after', 'during', 'silence'] as const)(
  'a change is reported as made although the answer to its COMMIT is lost: %s',
  async (how) => {
    const { proxy, records } = await open();
    const sprung = proxy.trap(COMMIT, how);
    expect(await records.change(make(how), { nowMs: 1 })).toBe(true);
    await sprung;
    expect(await records.find('test', how)).toMatchObject({ version: 1, body: '{}' });
  },
);

test('if the connection is cut before the COMMIT, the change fails as OutcomeUnknown, and was not made', async () => {
  const { proxy, records } = await open();
  void proxy.trap(COMMIT, 'before');
  await expect(records.change(make('before'), { nowMs: 1 })).rejects.toThrow(OutcomeUnknown);
  expect(await records.find('test', 'before')).toBeUndefined();
});

test('if the connection is cut before the COMMIT and another transaction makes the same record, the change fails as OutcomeUnknown', async () => {
  const { proxy, records } = await open();
  const other = proxy.trap(COMMIT, 'before').then(async () => {
    await expect.poll(() => direct`SELECT FROM pg_stat_activity WHERE state LIKE 'idle in%'`).toHaveLength(0);
    await direct`INSERT INTO records (kind, id, version, body) VALUES ('test', 'other', 1, '{}')`;
  });
  await expect(records.change(make('other'), { nowMs: 1 })).rejects.toThrow(OutcomeUnknown);
  await other;
});

test('a change that waits for a row’s lock longer than the timeout fails as unavailable, and is not made later', async () => {
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

type Writes = Access;

const keyOf = (id: string) => {
  const key = { id, account: ann, role: 'trader', name: '', hash: id, restrictions: null } as const;
  return { ...key, createdAtMs: 1, revokedAtMs: null };
};
const sessionOf = (hash: string, keyId: string) => ({ hash, keyId, expiresAtMs: 9e12, begunAtMs: 1, device: '' });
const BOUNDS = { nowMs: 1, mostOfKey: 10 };

/** By name: the write, its answer, and a query that returns one row if it was committed. */
const WRITES: Record<
  string,
  readonly [write: (on: Writes, id: string) => Promise<unknown>, answer: unknown, made: string]
> = {
  addKey: [(on, id) => on.addKey(keyOf(`new ${id}`)), undefined, `FROM keys WHERE id = 'new ' || $1`],
  revokeKey: [(on, id) => on.revokeKey(id, 5), true, 'FROM keys WHERE id = $1 AND revoked_at_ms = 5'],
  addSession: [
    (on, id) => on.addSession(sessionOf(`new ${id}`, id), BOUNDS),
    undefined,
    `FROM sessions WHERE hash = 'new ' || $1`,
  ],
  endSession: [(on, id) => on.endSession(id), undefined, 'WHERE NOT EXISTS (SELECT FROM sessions WHERE hash = $1)'],
  endOtherSessions: [
    (on, id) => on.endOtherSessions(ann, `kept ${id}`),
    1,
    'WHERE NOT EXISTS (SELECT FROM sessions WHERE hash = $1)',
  ],
};

test.each(
  Object.keys(WRITES).flatMap((name) =>
    (['after', 'silence', 'before', 'statement'] as const).map((how) => [name, how] as const),
  ),
)('%s is reported as made, not made or unknown when its connection is lost: %s', async (name, how) => {
  const [write, answer, made] = WRITES[name] as (typeof WRITES)[string];
  const { proxy, writes } = await open();
  const id = `${name} ${how}`;
  await writes.addKey(keyOf(id));
  for (const hash of [id, `kept ${id}`]) await writes.addSession(sessionOf(hash, id), BOUNDS);
  await direct`DELETE FROM sessions WHERE key_id <> ${id}`;
  const isMade = async () => (await direct.unsafe(`SELECT ${made}`, [id])).count === 1;
  expect(await isMade()).toBe(false);
  const isWrite = ({ step, text }: Statement) => step === 'run' && /INSERT|UPDATE|DELETE/.test(text);
  const sprung = proxy.trap(how === 'statement' ? isWrite : COMMIT, how === 'statement' ? 'during' : how);
  const outcome = await write(writes, id).catch((error: unknown) => error);
  await sprung;
  if (how === 'before') expect(outcome).toBeInstanceOf(OutcomeUnknown);
  else if (how === 'statement') expect(outcome).toBeInstanceOf(StoreUnavailable);
  else expect(outcome).toBe(answer);
  expect(await isMade()).toBe(how === 'after' || how === 'silence');
});
