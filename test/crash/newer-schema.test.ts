// A newer program upgrades the schema beside a running one that may not use it: the running one writes nothing more, and says so.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TON, USDT } from '../../src/contract/fields.ts';
import type { Migration } from '../../src/store/migrations.ts';
import * as onPostgres from '../../src/store/postgres/schema.ts';
import * as onSqlite from '../../src/store/sqlite/schema.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { createDatabase } from '../postgres/database.ts';
import { askerOf } from './ask.ts';
import { Client } from './client.ts';
import { Server, temporaryDirectory } from './process.ts';

/** Removes a column that the running program needs for a change beside the journal. */
const EXCLUDES: Migration = { letsOlderGoOn: false, sql: 'ALTER TABLE keys DROP COLUMN name' };

const PLACES = {
  SQLite: async () => {
    const path = join(temporaryDirectory(), 'millpond.db');
    const upgrade = async () => {
      const db = new DatabaseSync(path, { timeout: 60_000 });
      onSqlite.migrate(db, [...onSqlite.MIGRATIONS, EXCLUDES]);
      db.close();
    };
    return { database: path, upgrade };
  },
  PostgreSQL: async () => {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    const upgrade = async () => {
      const sql = postgres(url, { max: 1, onnotice: () => {} });
      await onPostgres.migrate(sql, [...onPostgres.MIGRATIONS, EXCLUDES]);
      await sql.end();
    };
    return { database: url, upgrade };
  },
};

const Pair = { tokenA: TON, tokenB: USDT };
const CHANGES = [
  { call: 'createSwap', body: { Pair, amount: { tokenA: 1 } } },
  { call: 'createOrder', body: { Pair, amount: { tokenA: 1 }, price: 1000 } },
  { call: 'deposit', body: { account: 'ann', token: TON, amount: 1, reference: 'r' } },
  { call: 'registerToken', body: { address: 'shells', symbol: 'SHELL', decimals: 2 } },
  { call: 'createKey', body: { account: 'ann' } },
];

it.each(Object.entries(PLACES))(
  'on %s a program that may no longer use the schema is not ready, makes no change and has no lease',
  async (_, newPlace) => {
    const { database, upgrade } = await newPlace();
    const ask = askerOf(database);
    const keyFile = join(temporaryDirectory(), 'log-key');
    writeFileSync(keyFile, newKeyFile(), { mode: 0o600 });
    const server = await Server.start(database, { LOG_LEVEL: 'info', LOG_KEY_FILE: keyFile });
    const client = new Client(server.url);
    const send = async ({ call, body }: (typeof CHANGES)[number]) => {
      const headers = { 'Content-Type': 'application/json' };
      const { status, headers: answered } = await fetch(`${server.url}/${call}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return { call, status, headers: { 'error-code': answered.get('Error-Code') } };
    };
    for (const change of CHANGES) expect(await send(change)).toMatchObject({ call: change.call, status: 200 });
    const held = "SELECT name FROM lease WHERE holder <> '' ORDER BY name";
    await vi.waitFor(async () => expect(await ask(held)).toMatchObject(LEASES), 60_000);
    const journal = 'SELECT count(*) AS rows FROM journal';
    const before = await ask(journal);

    await upgrade();
    expect(await client.get('/readyz')).toMatchObject(REFUSED);
    for (const change of CHANGES) expect(await send(change), change.call).toMatchObject(REFUSED);
    await server.printed(/start a newer millpond/);
    // The program has asked for its leases again, and did not get them.
    await server.printed(/market data: storing failed[^\n]*start a newer millpond/);
    await server.printed(/orders[^\n]*start a newer millpond/);
    expect(await ask(held)).toEqual([]);
    expect(await ask(journal)).toEqual(before);
    expect((await client.get('/livez')).status).toBe(200);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  },
  120_000,
);

const REFUSED = { status: 503, headers: { 'error-code': 'storage_unavailable' } };
const LEASES = [{ name: 'log' }, { name: 'market' }, { name: 'orders' }];
