// The PostgreSQL store keeps the contract of every store.
import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type Database } from '../../../test/postgres/database.ts';
import { POLICY } from '../../../test/store-contract/site.ts';
import { storeContract } from '../../../test/store-contract/store-contract.ts';
import { openPostgresCopyTarget } from './copy-target.ts';
import { openPostgresStore } from './store.ts';

const version1 = await readFile('test/version-1/postgres.sql', 'utf8');
const version2 = await readFile('test/version-2/postgres.sql', 'utf8');

const OPTIONS = { poolSize: 3, timeoutMs: 60_000, findOutMs: 60_000 };

/** New exchanges, each with a factory of its own: copying one takes a fraction of the time that making it does. */
const templates: Promise<Database>[] = [];
let places = 0;
afterAll(async () => {
  for (const template of templates) await (await template).drop();
});

async function newExchange(): Promise<Database> {
  // No test has more than three places.
  const at = places++ % 3;
  templates[at] ??= makeExchange();
  return createDatabase(undefined, (await templates[at]).name);
}

async function makeExchange(): Promise<Database> {
  const database = await createDatabase();
  await (await openPostgresStore({ url: database.url, ...OPTIONS, policy: POLICY })).close();
  return database;
}

storeContract('PostgreSQL', async () => {
  let database: Promise<Database> | undefined;
  /** What a store opens first has an exchange in it already; whatever else comes first finds it empty. */
  const first = async (make: () => Promise<Database>) => {
    database ??= make();
    return { url: (await database).url, ...OPTIONS };
  };
  const ask = async (statements: string) => {
    const sql = postgres((await first(createDatabase)).url, { max: 1, onnotice: () => {} });
    try {
      return [...(await sql.unsafe(statements).simple())];
    } finally {
      await sql.end();
    }
  };
  const execute = async (statements: string) => void (await ask(statements));
  return {
    open: async (policy) => openPostgresStore({ ...(await first(newExchange)), policy }),
    openTarget: async () => openPostgresCopyTarget(await first(createDatabase)),
    execute,
    ask,
    setSchema: ({ version, oldest }) =>
      execute(`UPDATE schema_version SET version = ${version}, oldest = ${oldest ?? 'oldest'}`),
    version1,
    version2,
    remove: async () => (await database)?.drop(),
  };
});

test('all who open an empty database at once make one exchange in it', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const open = () => openPostgresStore({ url, ...OPTIONS, policy: POLICY });
  const stores = await Promise.all([open(), open(), open()]);
  expect(new Set(stores.map(({ factory }) => factory)).size).toBe(1);
  for (const store of stores) await store.close();
});
