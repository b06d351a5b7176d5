// A fresh database on the PostgreSQL of this test run, empty or as another one is.
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

export type Database = { readonly name: string; readonly url: string; drop(): Promise<void> };

/** `template` is a database that nobody is connected to. */
export async function createDatabase(
  serverUrl: string = inject('postgresUrl'),
  template = 'template1',
): Promise<Database> {
  const name = `millpond_${randomBytes(6).toString('hex')}`;
  const onServer = async (statement: string) => {
    const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
    await sql.unsafe(statement);
    await sql.end();
  };
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
