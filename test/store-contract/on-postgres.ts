// The contract of every store, on PostgreSQL.
import postgres from 'postgres';
import { afterAll } from 'vitest';
import { explain } from '../../src/store/postgres/connection.ts';
import { openPostgresCopyTarget } from '../../src/store/postgres/copy-target.ts';
import { MIGRATIONS, migrate } from '../../src/store/postgres/schema.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { createDatabase, type Database } from '../postgres/database.ts';
import { type Place, POLICY } from './site.ts';
import { type Part, storeContract } from './store-contract.ts';

export const OPTIONS = { poolSize: 3, timeoutMs: 60_000, findOutMs: 60_000 };

export function contractOnPostgres(part: Part): void {
  const exchanges: Exchange[] = [];
  afterAll(async () => {
    for (const exchange of exchanges) await exchange.drop();
  });
  storeContract('PostgreSQL', part, () => newPlace(exchanges));
}

/** A database that several tests reuse, emptied in between, since creating one takes longer than most tests. */
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
    // Newest first: a table that refers to another was created after it, and must be emptied before it.
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

export const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} });

/** Uses a database of `exchanges` if the test begins by opening a store, and returns it emptied afterwards. */
async function newPlace(exchanges: Exchange[]): Promise<Place> {
  let taken: Promise<Database | Exchange> | undefined;
  let isAltered = false;
  /** The first use decides: opening a store takes a reused database, anything else a new, empty one. */
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
    async upgrade(...more) {
      isAltered = true;
      const { url } = await first(createDatabase);
      const sql = connect(url);
      try {
        return await migrate(sql, [...MIGRATIONS, ...more]);
      } catch (error) {
        throw explain(error, url);
      } finally {
        await sql.end();
      }
    },
    async remove() {
      const database = await taken;
      if (!(database instanceof Exchange) || isAltered) return database?.drop();
      await database.renew();
      exchanges.push(database);
    },
  };
}
