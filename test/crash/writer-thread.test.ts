// The writer's thread cannot start, cannot write, or dies: reported as such, visible in /readyz, and recovered without a restart.
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { createDatabase } from '../postgres/database.ts';
import { Random } from '../simulation/random.ts';
import { Client } from './client.ts';
import { makeDemoExchange } from './demo-exchange.ts';
import { skip, system } from './file-system.ts';
import { expectEachOnce } from './journal.ts';
import { Orders } from './orders.ts';
import { audit, Server, type Settings, temporaryDirectory, WITH_FAULTS } from './process.ts';

const newFile = async () => join(temporaryDirectory(), 'millpond.db');

async function newDatabase(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

const orders = new Orders(new Random(1), 'thread');

describe.each([
  ['SQLite', newFile],
  ['PostgreSQL', newDatabase],
] as const)('while the writer thread cannot start on %s', (_, newPlace) => {
  it('the server answers changes and /readyz with storage_unavailable, and both succeed once the thread can start', async () => {
    const { server, client, faults } = await serve(await newPlace(), 'cannot-start');
    await expectUnwritable(server, client, 'the writer thread cannot be started: no thread today');
    faults.end('cannot-start');
    await expectWritable(client);
  });
});

it('a server whose folder becomes read-only is not ready, and is ready again when the folder can be written', async (context) => {
  const database = await newFile();
  // Nothing else may open the file for writing before the folder is read-only.
  const { server, client } = await serve(database);
  const makeWritable = makeReadOnly(dirname(database), context);
  await expectUnwritable(server, client, `${database}: it cannot be`);
  makeWritable();
  await expectWritable(client);
});

it('a server whose PostgreSQL becomes read-only is not ready, and is ready again when it can be written', async () => {
  const url = await newDatabase();
  const { server, client } = await serve(url);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  const name = new URL(url).pathname.slice(1);
  // Applies only to new connections; the writer opens its own when it is first used.
  await sql.unsafe(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await expectUnwritable(server, client, 'it is read-only; is it a standby?');
  await sql.unsafe(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await expectWritable(client);
});

describe('when the writer thread of a server on SQLite dies during a commit', () => {
  it.each(['die-before-commit', 'die-after-commit'] as const)('the retried order is done once: %s', async (fault) => {
    const database = await newFile();
    const { server, client, faults } = await serve(database);
    // Its creation is a transaction of the writer too, which would meet the fault.
    while ((await client.get('/getLog')).status !== 200) await sleep(10);
    const order = orders.make('createSwap');
    faults.begin(fault);
    expect(await client.send(order)).toMatchObject({ status: 503, headers: { 'error-code': 'outcome_unknown' } });
    await server.printed(/"level":50.*the writer thread died during a commit/);
    expect((await client.get('/readyz')).status).toBe(200);
    const answer = await client.send(order);
    expect(answer.status).toBe(200);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expectEachOnce(database, [{ order, answer }]);
    expect(await audit(database)).toMatchObject({ code: 0 });
  });
});

/** A server of an exchange that already has its market, so that it has written nothing since its start. */
async function serve(database: string, fault?: Fault) {
  await makeDemoExchange(database);
  const faults = new Faults();
  if (fault) faults.begin(fault);
  const server = await Server.start(database, faults.settings, { demo: false });
  return { server, client: new Client(server.url), faults };
}

async function expectUnwritable(server: Server, client: Client, words: string): Promise<void> {
  const ready = await client.get('/readyz');
  expect(ready).toMatchObject({ status: 503, headers: { 'error-code': 'storage_unavailable', 'retry-after': '1' } });
  await server.printed(/"route":"\/readyz".*"level":50|"level":50.*"route":"\/readyz"/);
  expect(server.errors).toContain(words);
  expect(await client.send(orders.make('createSwap'))).toMatchObject({
    status: 503,
    headers: { 'error-code': 'storage_unavailable' },
    text: expect.stringContaining('Nothing was changed'),
  });
  for (const path of ['/livez', '/getBalances']) expect((await client.get(path)).status).toBe(200);
}

async function expectWritable(client: Client): Promise<void> {
  expect(await client.get('/readyz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  expect((await client.send(orders.make('createSwap'))).status).toBe(200);
}

type Fault = 'cannot-start' | 'die-before-commit' | 'die-after-commit';

/** Files that tell a server's writer which fault to simulate, and the settings that make it look for them. */
class Faults {
  readonly #folder = temporaryDirectory();
  readonly settings: Settings = {
    ...WITH_FAULTS,
    THREAD_FAULTS: this.#folder,
  };

  begin(fault: Fault): void {
    writeFileSync(join(this.#folder, fault), '');
  }

  end(fault: Fault): void {
    rmSync(join(this.#folder, fault));
  }
}

/** Applies to files opened from now on; returns a function that makes the path writable again. */
function makeReadOnly(path: string, context: TestContext): () => void {
  try {
    system('mount', '--bind', path, path);
  } catch (error) {
    skip(context, `this user may not mount (${(error as Error).message.split('\n')[0]})`);
  }
  // Lazy, because the server may still have files open there.
  onTestFinished(() => void system('umount', '--lazy', path));
  system('mount', '-o', 'remount,bind,ro', path);
  return () => system('mount', '-o', 'remount,bind,rw', path);
}
