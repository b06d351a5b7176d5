// An answered swap is durable: it is in the files, and a swap whose sync failed is not confirmed.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { openWriter } from '../../src/store/sqlite/connection.ts';
import { Random } from '../simulation/random.ts';
import { Client, transactionIdOf } from './client.ts';
import { skip, system } from './file-system.ts';
import { expectEachOnce, readJournal } from './journal.ts';
import { type Order, Orders } from './orders.ts';
import { audit, Program, Server, temporaryDirectory } from './process.ts';

const orders = new Orders(new Random(1), 'durable');

it('a copy of the database files contains each swap as soon as it is answered', async () => {
  const database = newPath();
  const client = new Client((await Server.start(database)).url);
  for (let swap = 0; swap < 10; swap += 1) {
    const answer = await client.send(orders.make('createSwap'));
    const copy = newPath();
    for (const part of ['', '-wal']) copyFileSync(`${database}${part}`, `${copy}${part}`);
    expect(readJournal(copy).at(-1)?.id).toBe(transactionIdOf(answer));
  }
});

it('the writer uses a write-ahead log that every commit syncs', () => {
  const db = openWriter({ path: newPath(), busyTimeoutMs: 0 });
  const setting = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const FULL = 2;
  expect([setting('journal_mode'), setting('synchronous')]).toEqual(['wal', FULL]);
  db.close();
});

it('a swap whose sync fails is answered with outcome_unknown, and has one effect when it is sent again', async (context) => {
  const database = newPath();
  const server = await Server.start(database);
  const client = new Client(server.url);
  const order = orders.make('createSwap');
  await failingSyncs(server, context, () => expectUnknown(client, order));
  expect(readJournal(database).some(({ key }) => key === order.key)).toBe(false);
  const done = { order, answer: await client.send(order) };
  expect(done.answer.status).toBe(200);
  expectEachOnce(database, [done]);
});

it('a swap whose sync failed before a crash has one effect when it is sent again', async (context) => {
  const database = newPath();
  const server = await Server.start(database);
  const order = orders.make('createSwap');
  await failingSyncs(server, context, async () => {
    await expectUnknown(new Client(server.url), order);
    await server.kill();
  });
  const client = new Client((await Server.start(database)).url);
  // SQLite's recovery treats the complete log as committed, so the swap is in the journal already unless another writer's frame replaced it.
  const done = { order, answer: await client.send(order) };
  expect(done.answer.status).toBe(200);
  expectEachOnce(database, [done]);
  expect(await audit(database)).toMatchObject({ code: 0 });
});

const newPath = () => join(temporaryDirectory(), 'millpond.db');

async function expectUnknown(client: Client, order: Order): Promise<void> {
  const { status, headers, text } = await client.send(order);
  expect({ status, code: headers['error-code'] }).toEqual({ status: 503, code: 'outcome_unknown' });
  expect(JSON.parse(text).error).toMatch(/^It is not known whether this request took effect\./);
}

/** Makes every sync of a running server fail, as on a broken disk, while the work runs. */
async function failingSyncs(server: Server, context: TestContext, work: () => Promise<void>): Promise<void> {
  try {
    system('strace', '-V');
  } catch {
    skip(context, 'strace, which lets system calls fail, is not installed');
  }
  const pid = String(server.pid);
  const strace = new Program(['strace', '-f', '-p', pid, '-e', 'inject=fsync,fdatasync:error=EIO']);
  try {
    await strace.printed(/attached/);
  } catch (error) {
    skip(context, `strace may not attach here: ${(error as Error).message}`);
  }
  await work();
  strace.signal('SIGINT');
  await strace.ended;
}
