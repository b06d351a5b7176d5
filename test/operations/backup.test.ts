// millpond backup: a consistent copy of an exchange while it is served, in a file that passes the audit.
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client, sendMany } from '../crash/client.ts';
import { Orders } from '../crash/orders.ts';
import { audit, MAIN, Program, Server, type Settings, temporaryDirectory } from '../crash/process.ts';
import { createDatabase } from '../postgres/database.ts';
import { Random } from '../simulation/random.ts';

const DEMO_TRANSACTIONS = 49;

async function backup(file: string, settings: Settings) {
  const program = new Program([process.execPath, MAIN, 'backup', file], settings);
  const { code } = await program.ended;
  return { code, out: program.stdout, err: program.stderr };
}

const PLACES = {
  SQLite: async () => join(temporaryDirectory(), 'millpond.db'),
  async PostgreSQL() {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    return url;
  },
};

describe.each(Object.entries(PLACES))('on %s', (_, newPlace) => {
  it('a backup made during trading contains every swap answered before it began, and can be served', async () => {
    const place = await newPlace();
    const settings = { DATABASE_URL: place.includes('://') ? place : `sqlite:${place}` };
    const file = join(temporaryDirectory(), 'backup.db');
    const server = await Server.start(place);
    const orders = new Orders(new Random(7), 'backup');
    let [answered, isOver] = [0, false];
    const begin = Promise.withResolvers<number>();
    const load = sendMany(new Client(server.url), {
      clients: 4,
      next: () => (isOver ? undefined : orders.make('createSwap')),
      onAnswer() {
        answered += 1;
        if (answered === 50) begin.resolve(answered);
      },
    });
    const before = await begin.promise;
    const done = await backup(file, settings);
    isOver = true;
    await load;
    expect(done).toMatchObject({ code: 0, err: expect.stringContaining('(100 %)') });
    const [, counted] = /^backed up and audited: (\d+) transactions, \d+ balances in .*backup\.db\n$/.exec(
      done.out,
    ) as unknown as [string, string];
    expect(Number(counted)).toBeGreaterThanOrEqual(DEMO_TRANSACTIONS + before);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    for (const remains of ['.unfinished', '.unfinished-wal', '-wal']) expect(existsSync(file + remains)).toBe(false);
    expect(await audit(file)).toMatchObject({ code: 0, stdout: expect.stringContaining(`passed: ${counted} `) });

    const again = await backup(file, settings);
    expect(again).toEqual({
      code: 2,
      out: '',
      err: `millpond: ${file}: the file already exists; a backup does not overwrite files\n`,
    });
    const restored = await Server.start(file, {}, { demo: false });
    expect((await fetch(`${restored.url}/getRouterData`)).status).toBe(200);
  });
});

it('backup refuses a database without an exchange, and creates neither an exchange nor a file', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const file = join(temporaryDirectory(), 'backup.db');
  for (let times = 0; times < 2; times += 1)
    expect(await backup(file, { DATABASE_URL: url })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^millpond: postgres:\S+: it contains no exchange; millpond serve creates one\n$/),
    });
  expect(existsSync(file)).toBe(false);
});

it('backup fails if a file that is not a database has the name of its temporary file', async () => {
  const folder = temporaryDirectory();
  const [source, file] = [join(folder, 'millpond.db'), join(folder, 'backup.db')];
  await (await Server.start(source, {}, { demo: false })).stop();
  writeFileSync(`${file}.unfinished`, 'Dear miller, '.repeat(500));
  expect(await backup(file, { DATABASE_URL: `sqlite:${source}` })).toMatchObject({
    code: 2,
    err: expect.stringContaining('backup.db.unfinished: it is not an SQLite database'),
  });
  expect(existsSync(file)).toBe(false);
});
