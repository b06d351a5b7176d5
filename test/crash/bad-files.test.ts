// Files that cannot be an exchange: the start fails with one line that names the file and the reason.
import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { BASE_VERSION } from '../../src/store/migrations.ts';
import { makeDemoExchange } from './demo-exchange.ts';
import { makeReadOnly, mountSmall, skip, system } from './file-system.ts';
import { audit, MAIN, Server, temporaryDirectory } from './process.ts';
import { expectRefusedStart } from './refused-start.ts';

const REASONS = {
  garbage: 'it is not an SQLite database (SQLite: file is not a database, code 26)',
  cannotOpen: 'it cannot be opened: check the path and its permissions (SQLite: unable to open database file, code 14)',
  readOnly: 'it cannot be written (SQLite: attempt to write a readonly database, code 8)',
  locked: 'another process holds its write lock (SQLite: database is locked, code 5)',
  newer: `its schema is version 99 or newer, but this program knows only up to ${BASE_VERSION}: start a newer millpond`,
  old: 'it was written before the first release of millpond, and this version cannot read it: move millpond.db* to another folder, and the next start creates a new exchange',
  foreign: 'it is a database of another program',
};

it('serve refuses a file of garbage', () => {
  const database = newPath();
  writeFileSync(database, 'not a database '.repeat(1000));
  return expectRefusedStart(database, REASONS.garbage);
});

it('serve refuses a directory', () => {
  const database = newPath();
  mkdirSync(database);
  return expectRefusedStart(database, REASONS.cannotOpen);
});

it('serve refuses a path below a file', () => {
  const file = newPath();
  writeFileSync(file, '');
  const directory = join(file, 'data');
  const why = `ENOTDIR: not a directory, mkdir '${directory}'`;
  return expectRefusedStart(join(directory, 'millpond.db'), `its directory cannot be created (${why})`);
});

it.runIf(process.platform === 'linux')('serve refuses at once a path where no directory can be created', () =>
  expectRefusedStart(
    '/proc/millpond/millpond.db',
    "its directory cannot be created (ENOENT: no such file or directory, mkdir '/proc/millpond')",
  ),
);

it('serve refuses a new file on a read-only file system', async (context) => {
  const disk = mountSmall(2048, context);
  makeReadOnly(disk);
  await expectRefusedStart(join(disk, 'millpond.db'), REASONS.cannotOpen);
});

it('serve refuses an exchange on a read-only file system', async (context) => {
  const disk = mountSmall(2048, context);
  const database = join(disk, 'millpond.db');
  await makeDemoExchange(database);
  makeReadOnly(disk);
  await expectRefusedStart(database, REASONS.cannotOpen);
});

it('serve refuses an exchange on a read-only file system whose server was killed there, although audit can read it', async (context) => {
  const disk = mountSmall(2048, context);
  const database = join(disk, 'millpond.db');
  await (await Server.start(database)).kill();
  makeReadOnly(disk);
  await expectRefusedStart(database, REASONS.readOnly);
  expect(await audit(database)).toMatchObject({ code: 0 });
});

it('serve refuses a read-only file', async (context) => {
  const user = commonUser(context);
  const database = newPath();
  await makeDemoExchange(database);
  chmodSync(dirname(database), 0o777);
  chmodSync(database, 0o444);
  await expectRefusedStart(database, REASONS.readOnly, { user });
  await expectRefusedStart(database, REASONS.readOnly, { user, flags: [] });
});

it('serve refuses a database of another program', () => {
  const database = newPath();
  open(database).exec('CREATE TABLE recipes (name TEXT)');
  return expectRefusedStart(database, REASONS.foreign);
});

it('serve refuses an exchange that a newer program has migrated', async () => {
  const database = newPath();
  await makeDemoExchange(database);
  open(database).exec('PRAGMA user_version = 99; UPDATE oldest_program SET version = 99');
  await expectRefusedStart(database, REASONS.newer);
});

it('serve refuses an exchange from before the first release, and starts anew once its files are moved away', async () => {
  const database = newPath();
  await makeDemoExchange(database);
  open(database).exec(`PRAGMA user_version = ${BASE_VERSION - 1}; UPDATE oldest_program SET version = 1`);
  await expectRefusedStart(database, REASONS.old);
  const folder = dirname(database);
  mkdirSync(join(folder, 'before'));
  const names = readdirSync(folder).filter((name) => name.startsWith('millpond.db'));
  for (const name of names) renameSync(join(folder, name), join(folder, 'before', name));
  expect(await (await Server.start(database)).stop()).toEqual({ code: 0, signal: null });
});

it('serve refuses a new file that another process has locked', async () => {
  const database = newPath();
  open(database).exec('BEGIN EXCLUSIVE');
  await expectRefusedStart(database, REASONS.locked);
});

it('serve refuses an exchange that another process keeps locked', async () => {
  const database = newPath();
  await makeDemoExchange(database);
  open(database).exec('BEGIN EXCLUSIVE');
  await expectRefusedStart(database, REASONS.locked);
  await expectRefusedStart(database, REASONS.locked, { flags: [] });
});

const newPath = () => join(temporaryDirectory(), 'millpond.db');

function open(database: string): DatabaseSync {
  const db = new DatabaseSync(database);
  onTestFinished(() => db.close());
  return db;
}

/** A command prefix that runs as an unprivileged user, since root may write any file. */
function commonUser(context: TestContext): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  const user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  try {
    system(...(user as [string]), 'test', '-r', MAIN);
  } catch (error) {
    skip(context, `root cannot run the program as another user: ${(error as Error).message}`);
  }
  return user;
}
