// The database file is removed under a running server: it refuses every change, reports why, and its data can be rescued.
import { copyFileSync, existsSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { Random } from '../simulation/random.ts';
import { Client, type Sent, sendMany } from './client.ts';
import { makeDemoExchange } from './demo-exchange.ts';
import { expectEachOnce, readJournal } from './journal.ts';
import { Orders } from './orders.ts';
import { audit, MAIN, Program, Server, temporaryDirectory } from './process.ts';

const CLIENTS = 6;
const LOST = { status: 503, code: 'storage_broken' };
const SAID = /the database file is LOST, changes are refused: [^"]*/g;

const newDatabase = () => join(temporaryDirectory(), 'data', 'millpond.db');
const removeFolder = (database: string) => rmSync(dirname(database), { recursive: true });

it('a server refuses every change once its folder is deleted, and creates no new folder', async () => {
  const database = newDatabase();
  const server = await Server.start(database, { LOG_LEVEL: 'info' });
  const sent = await tradeUntilLost(server, () => removeFolder(database));
  await expectRefused(server);
  await server.printed(/the database file is LOST/);
  expect(existsSync(database)).toBe(false);
  const done = sent.filter(({ answer }) => answer?.status === 200);
  if (process.platform === 'linux') await expectRescued(server, done);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(existsSync(dirname(database))).toBe(false);
});

it('a server does not write to another exchange that was put in the place of its file', async () => {
  const [database, other] = [newDatabase(), newDatabase()];
  await makeDemoExchange(other);
  const bytes = readFileSync(other);
  const server = await Server.start(database);
  await tradeUntilLost(server, () => renameSync(other, database));
  await expectRefused(server);
  expect((await new Client(server.url).get('/readyz')).text).toContain('deleted, moved or replaced');
  await server.printed(/the database file is LOST/);
  // Neither the projector nor the creation of a key writes to it.
  const made = await fetch(`${server.url}/createKey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'ann', role: 'trader' }),
  });
  expect([made.status, made.headers.get('error-code')]).toEqual([503, 'storage_broken']);
  await server.stop();
  expect(server.stdout.match(SAID)).toEqual([
    expect.stringContaining(`${database}: another file was put in its place`),
  ]);
  expect(readFileSync(database).equals(bytes)).toBe(true);
});

it('a server whose write-ahead log was deleted copies its contents into the database file when it stops', async () => {
  const database = newDatabase();
  const server = await Server.start(database);
  const sent = await tradeUntilLost(server, () => rmSync(`${database}-wal`));
  await expectRefused(server);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expectAllThere(
    database,
    sent.filter(({ answer }) => answer?.status === 200),
  );
  expect(await audit(database)).toMatchObject({ code: 0 });
});

it('a server whose folder was moved away accepts changes again when the folder is moved back', async () => {
  const database = newDatabase();
  const server = await Server.start(database);
  const away = `${dirname(database)}-away`;
  const sent = await tradeUntilLost(server, () => renameSync(dirname(database), away));
  await server.printed(/the database file is LOST/);
  renameSync(away, dirname(database));
  await server.printed(/the database file is back/);
  const client = new Client(server.url);
  for (const one of sent) {
    one.answer = await client.send(one.order);
    expect(one.answer.status).toBe(200);
  }
  expect((await client.get('/readyz')).status).toBe(200);
  await server.stop();
  expectEachOnce(database, sent);
  expect(await audit(database)).toMatchObject({ code: 0 });
});

it('a server does not take checkpoints, VACUUM, a backup or commands on its file for a loss', async () => {
  const database = newDatabase();
  const server = await Server.start(database);
  const orders = new Orders(new Random(1), 'shared');
  const sent: Sent[] = [];
  const trade = async () => {
    const order = orders.make('createSwap');
    sent.push({ order, answer: await new Client(server.url).send(order) });
  };
  await trade();
  const db = new DatabaseSync(database, { timeout: 60_000 });
  for (const sql of ['PRAGMA wal_checkpoint(TRUNCATE)', 'VACUUM', 'PRAGMA wal_checkpoint(RESTART)']) {
    db.exec(sql);
    await trade();
  }
  db.close();
  const backup = join(temporaryDirectory(), 'backup.db');
  const settings = { DATABASE_URL: `sqlite:${database}` };
  for (const command of [['backup', backup], ['key', 'create', '--account', 'ann', '--role', 'trader'], ['audit']]) {
    expect(await new Program([process.execPath, MAIN, ...command], settings).ended).toMatchObject({ code: 0 });
    await trade();
  }
  await new Client(server.url).get('/readyz');
  for (const { answer } of sent) expect(answer?.status).toBe(200);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(server.stdout).not.toMatch(SAID);
  expectEachOnce(database, sent);
});

/** Trades, calls `takeAway` after 20 answers, and stops at the first answer that reports the loss. */
async function tradeUntilLost(server: Server, takeAway: () => void): Promise<Sent[]> {
  const orders = new Orders(new Random(1), 'lost');
  const client = new Client(server.url);
  let [answered, hasRefused] = [0, false];
  const sent = await sendMany(client, {
    clients: CLIENTS,
    next: () => (hasRefused ? undefined : orders.make('createSwap')),
    onAnswer({ answer }) {
      answered += 1;
      if (answered === 20) takeAway();
      hasRefused ||= answer?.headers['error-code'] === LOST.code;
    },
  });
  for (const { answer } of sent) expect(['200', 'outcome_unknown', LOST.code]).toContain(nameOf(answer));
  return sent;
}

const nameOf = (answer: Sent['answer']) => (answer?.status === 200 ? '200' : answer?.headers['error-code']);

/** Checks that changes and /readyz are answered with storage_broken, and queries as usual. */
async function expectRefused(server: Server): Promise<void> {
  const client = new Client(server.url);
  const orders = new Orders(new Random(2), 'refused');
  const answers = await Promise.all(
    (['createSwap', 'provideLiquidity', 'refundLiquidity', 'deposit'] as const).map((call) =>
      client.send(orders.make(call)),
    ),
  );
  answers.push(await client.get('/readyz'));
  for (const { status, headers } of answers) expect({ status, code: headers['error-code'] }).toEqual(LOST);
  for (const path of ['/getBalances', '/getSwaps', '/livez']) expect((await client.get(path)).status).toBe(200);
}

/** Follows docs/incidents.md: the file and its log are still open, so they can be copied. */
async function expectRescued(server: Server, done: readonly Sent[]): Promise<void> {
  const [rescued, folder] = [join(temporaryDirectory(), 'rescued.db'), `/proc/${server.pid}/fd`];
  for (const name of readdirSync(folder)) {
    const target = linkIn(folder, name);
    if (target.endsWith('millpond.db (deleted)')) copyFileSync(join(folder, name), rescued);
    if (target.endsWith('millpond.db-wal (deleted)')) copyFileSync(join(folder, name), `${rescued}-wal`);
  }
  expectAllThere(rescued, done);
  expect(await audit(rescued)).toMatchObject({ code: 0 });
}

/** A descriptor may be closed before it is read. */
function linkIn(folder: string, name: string): string {
  try {
    return readlinkSync(join(folder, name));
  } catch {
    return '';
  }
}

/** Checks that the journal contains all of these orders; it may contain unanswered ones too. */
function expectAllThere(database: string, done: readonly Sent[]): void {
  expect(done.length).toBeGreaterThan(10);
  const keys = new Set(readJournal(database).map(({ key }) => key));
  for (const { order } of done) expect(keys).toContain(order.key);
}
