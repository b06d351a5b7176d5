// A node is frozen in the middle of a statement and holds a lock: the others end its transaction, and no other transaction.
// Takes 40 s, nearly all of them waiting.
import postgres from 'postgres';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { asBefore17 } from '../../../test/postgres/before-17.ts';
import { createDatabase } from '../../../test/postgres/database.ts';
import { DatabaseProxy } from '../../../test/postgres/proxy.ts';
import { MARKET, order, POLICY } from '../../../test/store-contract/site.ts';
import { connect, isLost } from './connection.ts';
import { endFrozen } from './frozen-peers.ts';
import { openProjection } from './projection/projection.ts';
import { migrate } from './schema.ts';
import { transact } from './transaction.ts';
import { PostgresWriter } from './writer.ts';

const HOUR_MS = 3_600_000;
const OPTIONS = { poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000 };
/** The lock timeout of a batch is then 0.8 s. */
const IMPATIENT = { ...OPTIONS, timeoutMs: 1000 };

const LOCK = 'SELECT 1 FROM head WHERE id = 1 FOR UPDATE';
const ADVISORY_LOCK = 'SELECT pg_advisory_xact_lock(42)';
const READ = 'SELECT 1 FROM head';
const ALTER = 'ALTER TABLE head ADD COLUMN unused integer';

let url: string;
let observer: postgres.Sql;

beforeEach(async () => {
  const database = await createDatabase();
  url = database.url;
  observer = open(url);
  await migrate(observer);
  onTestFinished(database.drop);
});

function open(url: string): postgres.Sql {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end({ timeout: 0 }));
  return sql;
}

type Holder = { readonly pid: number; readonly done: Promise<unknown> };

/** Begins a transaction with `lock`, does `next` within it and commits; resolves when the server is as `seen`. */
async function hold(
  sql: postgres.Sql,
  lock: string,
  next: (sql: postgres.Sql) => PromiseLike<unknown>,
  seen: object,
): Promise<Holder> {
  const [{ pid }] = await sql<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
  await sql.unsafe(`BEGIN; ${lock}`).simple();
  const run = async () => {
    await next(sql);
    await sql.unsafe('COMMIT');
  };
  const done = run().catch((error: Error) => error);
  await untilSeen(pid, seen);
  return { pid, done };
}

/** A transaction whose client sends the announcement of a statement, and never its values. */
async function freeze(lock: string, through = url): Promise<Holder> {
  const proxy = await DatabaseProxy.start(through);
  void proxy.trap(({ step, text }) => step === 'run' && text.includes('AS announced'), 'hold');
  return hold(open(proxy.url), lock, (sql) => sql`SELECT ${1}::int AS announced`, {
    state: 'active',
    wait_event_type: 'Client',
  });
}

const wait = (statement: string, through = url) =>
  hold(open(through), 'SELECT 1', (sql) => sql.unsafe(statement), { wait_event_type: 'Lock' });

const untilSeen = (pid: number, seen: object) =>
  vi.waitFor(
    async () => expect(await observer`SELECT * FROM pg_stat_activity WHERE pid = ${pid}`).toMatchObject([seen]),
    30_000,
  );

const end = (olderThanMs: number, sql = observer) => endFrozen(sql as never, olderThanMs);

describe('a transaction that is frozen in the middle of a statement', () => {
  test.each([
    ['the row of the head', LOCK],
    ['an advisory lock', ADVISORY_LOCK],
  ])('and holds %s is ended once it is old enough, and the next gets the lock', async (_, lock) => {
    const frozen = await freeze(lock);
    const waiting = await wait(lock);
    expect(await end(HOUR_MS)).toEqual([]);
    expect(await end(0)).toEqual([frozen.pid]);
    expect(await waiting.done).toBeUndefined();
    expect(await frozen.done).toBeInstanceOf(Error);
    expect(await end(0)).toEqual([]);
  });

  test('is found behind a queue of others that wait for it', async () => {
    const frozen = await freeze(LOCK);
    const waiting = [await wait(LOCK), await wait(LOCK), await wait(LOCK)];
    expect(await end(0)).toEqual([frozen.pid]);
    for (const { done } of waiting) expect(await done).toBeUndefined();
  });

  test('is left alone while nobody waits for it', async () => {
    await freeze(LOCK);
    expect(await end(0)).toEqual([]);
  });

  test('and only reads is left alone, also if a change of the schema waits for it', async () => {
    await freeze(READ);
    await wait(ALTER);
    expect(await end(0)).toEqual([]);
  });

  test('can be ended by a role that is no superuser, if the transaction is its own and not if it is of another role', async () => {
    const [own, other] = [await newRole(), await newRole()];
    const frozen = await freeze(LOCK, own);
    await wait(LOCK, own);
    await wait(LOCK, other);
    expect(await end(0, open(other))).toEqual([]);
    expect(await end(0, open(own))).toEqual([frozen.pid]);
  });
});

describe('a transaction for which others wait is not ended', () => {
  test('while the server executes its statement', async () => {
    const slow = await hold(open(url), LOCK, (sql) => sql`SELECT pg_sleep(60)`, { wait_event: 'PgSleep' });
    await wait(LOCK);
    expect(await end(0)).toEqual([]);
    await observer`SELECT pg_cancel_backend(${slow.pid})`;
  });

  test('between two statements, where the server itself ends it', async () => {
    const free = Promise.withResolvers<void>();
    const idle = await hold(open(url), LOCK, () => free.promise, { state: 'idle in transaction' });
    await wait(LOCK);
    expect(await end(0)).toEqual([]);
    free.resolve();
    expect(await idle.done).toBeUndefined();
  });

  test('while its client goes on, if slowly: it is in the middle of another statement when it is looked at again', async () => {
    let isDone = false;
    let count = 0;
    const goOn = async (sql: postgres.Sql) => {
      // A new text each time, so that the server waits for the client after it was announced.
      while (!isDone) await sql.unsafe(`SELECT $1::int AS number_${count++}`, [1], { prepare: true });
    };
    const busy = await hold(open(url), LOCK, goOn, { state: 'active' });
    await wait(LOCK);
    for (let looks = 0; looks < 5; looks += 1) expect(await end(0)).toEqual([]);
    isDone = true;
    expect(await busy.done).toBeUndefined();
  });
});

test('a transaction that is ended in the middle of a statement fails as lost, and the process goes on', async () => {
  const sql = connect({ ...OPTIONS, url }, 1);
  onTestFinished(() => sql.end({ timeout: 0 }));
  const failed = transact(sql, async (one) => {
    await one`SELECT pg_sleep(60)`;
  }).catch((error: Error) => error);
  await vi.waitFor(async () => expect((await observer.unsafe(END_SLEEPING)).count).toBe(1), 30_000);
  expect(isLost(await failed)).toBe(true);
});

const END_SLEEPING = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;

/** The URL of a role that may use the exchange, but is no superuser. */
async function newRole(): Promise<string> {
  const role = new URL(url);
  role.username = `node_${Math.random().toString(36).slice(2)}`;
  await observer.unsafe(`CREATE ROLE ${role.username} LOGIN; GRANT ALL ON head TO ${role.username}`).simple();
  onTestFinished(async () => {
    const sql = open(url);
    await sql.unsafe(`DROP OWNED BY ${role.username}; DROP ROLE ${role.username}`).simple();
  });
  return role.href;
}

describe('on a server without transaction_timeout, as before PostgreSQL 17', () => {
  const batch = MARKET.map((command) => order(command));

  test('a batch that is frozen in the middle of a statement does not keep the others from the journal', async () => {
    const proxy = await DatabaseProxy.start(await asBefore17(url));
    const [frozen, other] = [openWriter({ ...OPTIONS, url: proxy.url }), openWriter({ ...IMPATIENT, url })];
    const held = proxy.trap(({ step, text }) => step === 'run' && text.includes('FROM schema_version'), 'hold');
    const answer = frozen.commit(batch).catch((error: Error) => error);
    await held;
    await expect(other.commit(batch)).rejects.toThrow();
    await vi.waitFor(() => other.commit(batch), { timeout: 50_000 });
    expect(isLost(await answer)).toBe(true);
  }, 60_000);

  test('a frozen holder of the log lease does not keep the others from the lease', async () => {
    const proxy = await DatabaseProxy.start(await asBefore17(url));
    const [frozen, other] = [openLeases({ ...OPTIONS, url: proxy.url }), openLeases({ ...IMPATIENT, url })];
    const fence = (await frozen.takeLease({ name: 'log', holder: 'frozen', forMs: 1 })) as number;
    const held = proxy.trap(({ step, text }) => step === 'run' && text.startsWith('SELECT 1 FROM journal'), 'hold');
    const adding = frozen
      .addToLog([], { fence, from: 0, to: 1, lastId: 'none' })
      .catch((error: Error) => error.message);
    await held;
    const taken = await vi.waitFor(() => other.takeLease({ name: 'log', holder: 'other', forMs: 1000 }), {
      timeout: 50_000,
    });
    expect(taken).toBeGreaterThan(fence);
    expect(await adding).toContain('postgres://');
  }, 60_000);
});

function openWriter(options: typeof OPTIONS & { url: string }): PostgresWriter {
  const writer = new PostgresWriter(options, POLICY, '00'.repeat(32));
  onTestFinished(() => writer.close());
  return writer;
}

function openLeases(options: typeof OPTIONS & { url: string }) {
  const projection = openProjection(options);
  onTestFinished(() => projection.close());
  return projection;
}
