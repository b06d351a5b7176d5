// The PostgreSQL store when several programs open, write or upgrade one database at once.
import { expect, onTestFinished, test } from 'vitest';
import { APPLE, BREAD } from '../../../test/paper-exchange.ts';
import { registerToken } from '../../../test/paper-orders.ts';
import { createDatabase } from '../../../test/postgres/database.ts';
import { connect, OPTIONS } from '../../../test/store-contract/on-postgres.ts';
import { POLICY, post } from '../../../test/store-contract/site.ts';
import { openPostgresStore } from './store.ts';

test('if three stores open an empty database at once, they have the same factory', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const open = () => openPostgresStore({ url, ...OPTIONS, policy: POLICY });
  const stores = await Promise.all([open(), open(), open()]);
  expect(new Set(stores.map(({ factory }) => factory)).size).toBe(1);
  for (const store of stores) await store.close();
});

test('a batch that waits for the journal’s lock while the schema becomes too new for its program is refused, and not written', async () => {
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

test('a database of the first version, which did not record the oldest program, is refused with advice', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const sql = connect(url);
  await sql`CREATE TABLE schema_version AS SELECT 1 AS version`;
  await sql.end();
  const opened = openPostgresStore({ url, ...OPTIONS, policy: POLICY });
  await expect(opened).rejects.toThrow(/cannot read it: create an empty database and use that one \(DATABASE_URL\)$/);
});
