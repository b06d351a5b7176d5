// A new, empty database on the PostgreSQL of this test run.
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

export type Database = { readonly name: string; readonly url: string; drop(): Promise<void> };

export async function createDatabase(serverUrl: string = inject('postgresUrl')): Promise<Database> {
  const name = `millpond_${randomBytes(6).toString('hex')}`;
  const onServer = async (statement: string) => {
    const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
    await sql.unsafe(statement);
    await sql.end();
  };
  // file_copy takes a sixth of the CPU of the default strategy, which also writes every page to the log.
  await onServer(`CREATE DATABASE ${name} STRATEGY file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
