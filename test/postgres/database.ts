// A fresh database on the PostgreSQL of this test run.
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

export type Database = { readonly url: string; drop(): Promise<void> };

export async function createDatabase(serverUrl: string = inject('postgresUrl')): Promise<Database> {
  const name = `millpond_${randomBytes(6).toString('hex')}`;
  const onServer = async (statement: string) => {
    const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
    await sql.unsafe(statement);
    await sql.end();
  };
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
