// The PostgreSQL store keeps the contract of every store.
import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { createDatabase } from '../../../test/postgres/database.ts';
import { storeContract } from '../../../test/store-contract/store-contract.ts';
import { openPostgresCopyTarget } from './copy-target.ts';
import { openPostgresStore } from './store.ts';

const version1 = await readFile('test/version-1/postgres.sql', 'utf8');
const version2 = await readFile('test/version-2/postgres.sql', 'utf8');

storeContract('PostgreSQL', async () => {
  const { url, drop } = await createDatabase();
  const at = { url, poolSize: 3, timeoutMs: 60_000, findOutMs: 60_000 };
  const ask = async (statements: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      return [...(await sql.unsafe(statements).simple())];
    } finally {
      await sql.end();
    }
  };
  const execute = async (statements: string) => void (await ask(statements));
  return {
    open: (policy) => openPostgresStore({ ...at, policy }),
    openTarget: () => openPostgresCopyTarget(at),
    execute,
    ask,
    setSchema: ({ version, oldest }) =>
      execute(`UPDATE schema_version SET version = ${version}, oldest = ${oldest ?? 'oldest'}`),
    version1,
    version2,
    remove: drop,
  };
});
