// The real program copies an exchange between databases, killed with -9 at every critical point.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { MAIN, Program, temporaryDirectory } from '../crash/process.ts';
import { APPLE, BREAD, MAKER } from '../paper-exchange.ts';
import { ann, deposit, provide, registerToken, swap, withdraw } from '../paper-orders.ts';
import { createDatabase } from '../postgres/database.ts';
import { order, POLICY, post } from '../store-contract/site.ts';

/** `long` fills more than two chunks, for tests in which it matters which chunk is being written; copying it takes longest. */
const SWAPS = { long: 11_000, short: 500 };
type Length = keyof typeof SWAPS;
const totalOf = (length: Length) => SWAPS[length] + 6;

const openSqlite = (path: string) => openSqliteStore({ path, busyTimeoutMs: 60_000, policy: POLICY });
const openPostgres = (url: string) =>
  openPostgresStore({ url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });

const passed = (length: Length) =>
  expect.stringMatching(
    new RegExp(`^copied and verified: ${totalOf(length)} transactions, \\d+ transfers, \\d+ balances\\n$`),
  );

let [folder, path, url] = ['', '', ''];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  for (const length of ['long', 'short'] as const) await fill(await openSqlite(join(folder, length)), SWAPS[length]);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  path = await sourceOf('short');
  const database = await createDatabase();
  url = database.url;
  onTestFinished(database.drop);
});

async function sourceOf(length: Length): Promise<string> {
  const source = join(temporaryDirectory(), 'source.db');
  await copyFile(join(folder, length), source);
  return source;
}

/** A withdrawal of more than the balance. */
const refusedUnder = (key: string) => order(withdraw(ann, BREAD, 10n ** 30n), ann, { key, fingerprint: 'f' });

async function fill(store: Store, count: number): Promise<void> {
  await post(store, registerToken(APPLE), registerToken(BREAD));
  await post(store, deposit(MAKER, APPLE, 10n ** 12n), deposit(MAKER, BREAD, 10n ** 12n));
  await post(store, provide(10n ** 11n, 10n ** 11n, { account: MAKER }), deposit(ann, APPLE, 10n ** 11n));
  const swaps = Array.from({ length: count }, (_, index) =>
    order(swap(1000n + BigInt(index)), ann, { key: `${index}`, fingerprint: 'f' }),
  );
  await store.commit(swaps);
  await store.commit([refusedUnder('refused')]);
  const key = {
    account: ann,
    role: 'trader',
    hash: 'a'.repeat(64),
    createdAtMs: 1,
    revokedAtMs: null,
    name: '',
    restrictions: null,
  } as const;
  await store.addKey({ id: 'first', ...key });
  await store.close();
}

const copy = (from: string, to: string) =>
  new Program([process.execPath, MAIN, 'copy'], { COPY_FROM: from, COPY_TO: to });
const audit = (database: string) => new Program([process.execPath, MAIN, 'audit'], { DATABASE_URL: database });
async function outcomeOf(program: Program) {
  const { code } = await program.ended;
  return { code, out: program.stdout, err: program.stderr };
}

test('an exchange copied from SQLite to PostgreSQL and back passes the audit and is still the same exchange', async () => {
  path = await sourceOf('long');
  const total = totalOf('long');
  const there = await outcomeOf(copy(`sqlite:${path}`, url));
  expect(there).toMatchObject({ code: 0, out: passed('long') });
  expect(there.err).toContain(`copied: ${total} of ${total} (100 %)\n`);
  expect(there.err).toContain(`verified: ${total} of ${total} (100 %)\n`);
  const back = `sqlite:${path}.back`;
  expect(await outcomeOf(copy(url, back))).toMatchObject({ code: 0, out: there.out });
  expect(await outcomeOf(audit(back))).toMatchObject({ code: 0 });
  const again = await outcomeOf(copy(`sqlite:${path}`, back));
  expect(again).toMatchObject({
    code: 1,
    out: '',
    err: `copy FAILED: the target already contains this exchange, complete up to transaction ${total}\n`,
  });
});

describe('a copy that is killed with -9 while it', () => {
  test.each([
    ['begins', 'short', 'head', 'UPDATE', 'NEW.sequence = -1'],
    ['writes the first transactions', 'short', 'journal', 'INSERT', 'NEW.sequence = 1'],
    ['writes the middle of the journal', 'long', 'journal', 'INSERT', 'NEW.sequence = 7000'],
    ['writes balances', 'short', 'balances', 'INSERT', 'true'],
    ['writes replies', 'long', 'replies', 'INSERT', "NEW.key = 'refused'"],
    ['finishes', 'short', 'head', 'UPDATE', 'NEW.sequence > 0'],
  ] as const)('%s, it completes when it is run again', async (_, length, table, event, condition) => {
    path = await sourceOf(length);
    await (await openPostgres(url)).close();
    const release = await holdUp({ table, event, condition });
    const killed = copy(`sqlite:${path}`, url);
    await release.reached();
    await killed.kill();
    await release.now();
    if (condition !== 'NEW.sequence = -1') {
      const served = await outcomeOf(audit(url));
      expect(served).toMatchObject({ code: 2, err: expect.stringContaining('it is an unfinished copy, with ') });
    }
    expect(await outcomeOf(copy(`sqlite:${path}`, url))).toMatchObject({ code: 0, out: passed(length) });
    expect(await outcomeOf(audit(url))).toMatchObject({ code: 0 });
  });
});

test('a copy fails if the source stores a refusal meanwhile; run again, it copies that refusal too', async () => {
  await (await openPostgres(url)).close();
  const release = await holdUp({ table: 'replies', event: 'INSERT', condition: "NEW.key = 'refused'" });
  const first = copy(`sqlite:${path}`, url);
  await release.reached();
  const refused = refusedUnder('refused meanwhile');
  const source = await openSqlite(path);
  const refusal = await source.commit([refused]);
  await source.close();
  await release.now();
  const words =
    'copy FAILED: the source changed during the copy: stop the server that uses it and run the same copy again';
  expect(await outcomeOf(first)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(words) });
  expect(await outcomeOf(copy(`sqlite:${path}`, url))).toMatchObject({ code: 0, out: passed('short') });
  const copied = await openPostgres(url);
  await post(copied, deposit(ann, BREAD, 10n ** 30n));
  expect(await copied.commit([refused])).toEqual(refusal);
  await copied.close();
});

/** Makes the target block at the first row that meets a condition, until it is released. */
async function holdUp({ table, event, condition }: { table: string; event: string; condition: string }) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end({ timeout: 0 }));
  await sql.unsafe(`
    SELECT pg_advisory_lock(7);
    CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NEW; END';
    CREATE TRIGGER hold_up BEFORE ${event} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION hold_up()`);
  return {
    async reached() {
      const waits = () => sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      while ((await waits()).count === 0) await sql`SELECT pg_sleep(0.02)`;
    },
    async now() {
      await sql`SELECT pg_advisory_unlock(7)`;
      await sql.unsafe(`DROP TRIGGER hold_up ON ${table}`);
    },
  };
}

describe('a copy is refused with a message and exit code', () => {
  test.each([
    ['1 when the target holds another exchange', 1, 'copy FAILED: the target already contains another exchange'],
    ['2 when there is no source', 2, 'there is no such file'],
    ['2 when a URL cannot be read', 2, '--to=…: must be sqlite:PATH or postgres://'],
    ['2 when a URL is missing', 2, 'usage: millpond copy --from URL --to URL'],
  ])('%s', async (name, code, message) => {
    const here = `sqlite:${path}${message.includes('no such file') ? '.gone' : ''}`;
    if (code === 1) {
      const other = await openPostgres(url);
      await post(other, registerToken(APPLE));
      await other.close();
    }
    const to = name.includes('read') ? ['--to', 'mysql://u:p@h/d'] : [];
    const program = new Program([process.execPath, MAIN, 'copy', '--from', here, ...to], {
      ...(!name.includes('missing') && { COPY_TO: url }),
    });
    expect(await outcomeOf(program)).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  });
});
