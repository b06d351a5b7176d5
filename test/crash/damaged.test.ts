// A real exchange with one damaged page: calls that need the page answer 503, the others answer, and nothing crashes.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { TON, USDT } from '../../src/contract/fields.ts';
import { Random } from '../simulation/random.ts';
import { Client, transactionIdOf } from './client.ts';
import { Orders } from './orders.ts';
import { audit, Server, temporaryDirectory } from './process.ts';
import { expectRefusedStart } from './refused-start.ts';

const PAIR = `jetton0=${TON}&jetton1=${USDT}`;
const DAMAGED = 'it is damaged (SQLite: database disk image is malformed, code 11)';

it.each([
  { table: 'balances', broken: [`/getPoolData?${PAIR}`, '/getBalances'], whole: ['/getSwap', '/getRouterData'] },
  { table: 'journal', broken: ['/getSwap', '/getSwaps'], whole: [`/getPoolData?${PAIR}`, '/getBalances'] },
])('calls that need a damaged page of $table answer 503, the others 200', async ({ table, broken, whole }) => {
  const { database, orders, transactionId } = await makeExchange();
  damage(database, table);
  const server = await Server.start(database, {}, { demo: false });
  const client = new Client(server.url);
  const ask = (path: string) => client.get(path === '/getSwap' ? `${path}?transactionId=${transactionId}` : path);
  const readable = async () => (await Promise.all(whole.map(ask))).map(({ status, text }) => ({ status, text }));

  const before = await readable();
  for (const { status } of before) expect(status).toBe(200);
  for (const { status, headers } of [
    ...(await Promise.all(broken.map(ask))),
    await client.send(orders.make('createSwap')),
  ])
    expect({ status, code: headers['error-code'] }).toEqual({ status: 503, code: 'storage_unavailable' });
  expect(await readable()).toEqual(before);
  expectNoLock(database);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(server.stdout).toContain(`${database}: ${DAMAGED}`);
});

it.each(['head', 'balances'])('serve --demo refuses to start if a page of %s is damaged', async (table) => {
  const { database } = await makeExchange();
  damage(database, table);
  await expectRefusedStart(database, DAMAGED);
});

it('the audit of a damaged file says so in one line', async () => {
  const { database } = await makeExchange();
  damage(database, 'journal');
  const { code, stdout, stderr } = await audit(database);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n')).toEqual([expect.stringContaining(`millpond: ${database}: it is damaged (`), '']);
});

/** An exchange with a swap, stopped cleanly, so that everything is in the one file. */
async function makeExchange() {
  const database = join(temporaryDirectory(), 'millpond.db');
  const orders = new Orders(new Random(1), 'damaged');
  const server = await Server.start(database);
  const answer = await new Client(server.url).send(orders.make('createSwap'));
  await server.stop();
  return { database, orders, transactionId: transactionIdOf(answer) };
}

/** A call that failed half-way must not leave a lock behind. */
function expectNoLock(database: string): void {
  const db = new DatabaseSync(database, { timeout: 0 });
  db.exec('BEGIN IMMEDIATE; ROLLBACK');
  db.close();
}

/** Overwrites the first page of a table. */
function damage(database: string, table: string): void {
  const db = new DatabaseSync(database, { readOnly: true });
  const { page_size } = db.prepare('PRAGMA page_size').get() as { page_size: number };
  const { rootpage } = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table) as {
    rootpage: number;
  };
  db.close();
  const file = openSync(database, 'r+');
  writeSync(file, Buffer.alloc(page_size, 0xa5), 0, page_size, (rootpage - 1) * page_size);
  closeSync(file);
}
