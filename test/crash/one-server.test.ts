// One server at a time runs on an SQLite file: a second is refused, commands work beside it, and a kill leaves nothing in the way.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Random } from '../simulation/random.ts';
import { Client } from './client.ts';
import { Orders } from './orders.ts';
import { audit, MAIN, Program, Server, temporaryDirectory } from './process.ts';

const REFUSED =
  /^millpond: \S+: a server already runs on this file; .*use PostgreSQL, on which several run at once .*\n$/;

/** Runs a command on the file to its end. */
async function run(database: string, ...command: readonly string[]) {
  const program = new Program([process.execPath, MAIN, ...command], { DATABASE_URL: `sqlite:${database}`, PORT: '0' });
  const { code } = await program.ended;
  return { code, stderr: program.stderr };
}

it('a second server on a file is refused with one sentence, also by a link and as a demo, and the first goes on', async () => {
  const folder = temporaryDirectory();
  const [database, link] = [join(folder, 'millpond.db'), join(folder, 'link.db')];
  const server = await Server.start(database);
  symlinkSync(database, link);
  for (const [path, ...command] of [
    [database, 'serve'],
    [database, 'serve', '--demo'],
    [database, 'demo'],
    [link, 'serve'],
  ] as const)
    expect(await run(path, ...command)).toEqual({ code: 2, stderr: expect.stringMatching(REFUSED) });
  const order = new Orders(new Random(1), 'first').make('createSwap');
  expect((await new Client(server.url).send(order)).status).toBe(200);
});

it('commands work beside a running server', async () => {
  const folder = temporaryDirectory();
  const database = join(folder, 'millpond.db');
  const server = await Server.start(database);
  for (const command of [
    ['key', 'create', '--account', 'ann', '--role', 'trader'],
    ['invite', '--account', 'bob', '--role', 'trader'],
    ['market', 'rebuild'],
    ['liabilities'],
    ['backup', join(folder, 'backup.db')],
  ])
    expect([command, await run(database, ...command)]).toEqual([command, expect.objectContaining({ code: 0 })]);
  expect(await audit(database)).toMatchObject({ code: 0 });
  expect((await new Client(server.url).get('/readyz')).status).toBe(200);
});

it('a server starts at once on the file of one that was killed or stopped, and is then the one that others meet', async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  const orders = new Orders(new Random(1), 'again');
  let server = await Server.start(database);
  for (const end of ['SIGKILL', 'SIGKILL', 'SIGTERM'] as const) {
    expect((await new Client(server.url).send(orders.make('createSwap'))).status).toBe(200);
    server.signal(end);
    await server.ended;
    server = await Server.start(database);
    expect(await run(database, 'serve')).toMatchObject({ code: 2, stderr: expect.stringMatching(REFUSED) });
  }
});
