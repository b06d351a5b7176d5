// The PostgreSQL store fulfils the contract of every store.
import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { APPLE, BREAD } from '../../../test/paper-exchange.ts';
import { registerToken } from '../../../test/paper-orders.ts';
import { createDatabase, type Database } from '../../../test/postgres/database.ts';
import { POLICY, post } from '../../../test/store-contract/site.ts';
import { storeContract } from '../../../test/store-contract/store-contract.ts';
import { openPostgresCopyTarget } from './copy-target.ts';
import { openPostgresStore } from './store.ts';

const version1 = await readFile('test/version-1/postgres.sql', 'utf8');
const version2 = await readFile('test/version-2/postgres.sql', 'utf8');

const OPTIONS = { poolSize: 3, timeoutMs: 60_000, findOutMs: 60_000 };

/** Exchanges that tests reuse one after another, since a database takes longer to create than a test to run. */
const exchanges: Exchange[] = [];
afterAll(async () => {
  for (const exchange of exchanges) await exchange.drop();
});

class Exchange {
  readonly url: string;
  readonly drop: () => Promise<void>;
  readonly #sql: postgres.Sql;
  readonly #renewal: string;

  static async make(): Promise<Exchange> {
    const database = await createDatabase();
    const { url } = database;
    await (await openPostgresStore({ url, ...OPTIONS, policy: POLICY })).close();
    const sql = connect(url);
    // A table that refers to another was created after it.
    const tables = await sql<{ name: string }[]>`
      SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY oid DESC`;
    const restart = `SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S';`;
    const statements = [...tables.map(({ name }) => `DELETE FROM ${name};`), restart];
    for (const { name } of tables.toReversed()) {
      const [{ rows } = { rows: null }] = await sql.unsafe(`SELECT json_agg(t)::text AS rows FROM ${name} t`);
      if (rows) statements.push(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, '${rows}');`);
    }
    return new Exchange(database, sql, statements.join('\n'));
  }

  private constructor({ url, drop }: Database, sql: postgres.Sql, renewal: string) {
    this.url = url;
    this.#sql = sql;
    this.#renewal = renewal;
    this.drop = async () => {
      await sql.end();
      await drop();
    };
  }

  /** Deletes what a test has written, and ends the connections that it has left open. */
  async renew(): Promise<void> {
    await this.#sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await this.#sql.unsafe(this.#renewal).simple();
  }
}

const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} });

storeContract('PostgreSQL', async () => {
  let taken: Promise<Database | Exchange> | undefined;
  let isAltered = false;
  /** A store that is opened first gets a reused exchange; anything else gets an empty database. */
  const first = async (take: () => Promise<Database | Exchange>) => {
    taken ??= take();
    return { url: (await taken).url, ...OPTIONS };
  };
  const ask = async (statements: string) => {
    isAltered ||= /\b(CREATE|ALTER|DROP)\b/.test(statements);
    const sql = connect((await first(createDatabase)).url);
    try {
      return [...(await sql.unsafe(statements).simple())];
    } finally {
      await sql.end();
    }
  };
  const execute = async (statements: string) => void (await ask(statements));
  return {
    open: async (policy) =>
      openPostgresStore({ ...(await first(async () => exchanges.pop() ?? Exchange.make())), policy }),
    openTarget: async () => openPostgresCopyTarget(await first(createDatabase)),
    execute,
    ask,
    setSchema: ({ version, oldest }) =>
      execute(`UPDATE schema_version SET version = ${version}, oldest = ${oldest ?? 'oldest'}`),
    version1,
    version2,
    async remove() {
      const database = await taken;
      if (!(database instanceof Exchange) || isAltered) return database?.drop();
      await database.renew();
      exchanges.push(database);
    },
  };
});

test('concurrent openings of an empty database create one exchange', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const open = () => openPostgresStore({ url, ...OPTIONS, policy: POLICY });
  const stores = await Promise.all([open(), open(), open()]);
  expect(new Set(stores.map(({ factory }) => factory)).size).toBe(1);
  for (const store of stores) await store.close();
});

test('a batch that waits for the journal while the schema is upgraded is not written', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const store = await openPostgresStore({ url, ...OPTIONS, policy: POLICY });
  onTestFinished(() => store.close());
  await post(store, registerToken(APPLE));
  const [upgrading, watching] = [connect(url), connect(url)];
  onTestFinished(async () => void (await Promise.all([upgrading.end(), watching.end()])));
  const { waiting } = await upgrading.begin(async (sql) => {
    await sql`SELECT FROM head FOR UPDATE`;
    const waiting = post(store, registerToken(BREAD)).catch((error: Error) => error.message);
    const locked = () =>
      watching`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await locked()).count).toBe(1);
    await sql`UPDATE schema_version SET oldest = 1000`;
    return { waiting };
  });
  expect(await waiting).toMatch(/start a newer millpond$/);
  expect([...(await watching`SELECT sequence::int FROM head`)]).toEqual([{ sequence: 1 }]);
});
