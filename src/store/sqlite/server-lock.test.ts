// The lock of a server on its file, against another process that takes it at the same moment or has it.
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { POLICY } from '../../../test/store-contract/site.ts';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { openSqliteCopyTarget } from './copy-target.ts';
import { lockForServer } from './server-lock.ts';
import { openSqliteStore } from './store.ts';

const at = useTempFolder();

function newFile(): string {
  const path = at('exchange.db');
  writeFileSync(path, '');
  return path;
}

/** Reads the lock file, as SQLite does before it takes a lock for itself, and lets go a little after another has begun to wait. */
const STARTS_TOO = `
  const { workerData: { path, turn } } = require('node:worker_threads');
  const db = new (require('node:sqlite').DatabaseSync)(path);
  db.exec('BEGIN; SELECT * FROM sqlite_master');
  Atomics.store(turn, 0, 1);
  Atomics.notify(turn, 0);
  Atomics.wait(turn, 1, 0, 300);
  db.close();`;

test('of two servers that start at the same moment one gets the lock, and the other is refused', async () => {
  const path = newFile();
  const turn = new Int32Array(new SharedArrayBuffer(8));
  const other = new Worker(STARTS_TOO, { eval: true, workerData: { path: `${path}.server-lock`, turn } });
  Atomics.wait(turn, 0, 0);
  const lock = lockForServer(path, 60_000);
  expect(() => lockForServer(path, 0)).toThrow(/^\S+: a server already runs on this file; /);
  lock.release();
  lockForServer(path, 0).release();
  await other.terminate();
});

test('a file with two names is refused, since SQLite keeps a log for each name', () => {
  const path = newFile();
  linkSync(path, at('other.db'));
  for (const name of [path, at('other.db')])
    expect(() => lockForServer(name)).toThrow(/^\S+: the file has another name /);
});

test('a copy is not written into the file of a running server, and no server starts until one is finished', async () => {
  const options = { path: newFile(), busyTimeoutMs: 20 };
  const isServer = { ...options, isServer: true, policy: POLICY };
  const used = expect.objectContaining({ reason: 'busy', message: expect.stringMatching(/: a server already runs /) });
  const factory = 'f'.repeat(64);
  const server = await openSqliteStore(isServer);
  const target = openSqliteCopyTarget(options);
  await expect(target.begin(factory)).rejects.toThrow(used);
  await server.close();
  await target.begin(factory);
  await expect(openSqliteStore(isServer)).rejects.toThrow(/ it is an unfinished copy, /);
  await target.finish();
  await target.close();
  await (await openSqliteStore(isServer)).close();
});

test('a lock file that cannot be opened, such as one of another user, is named', () => {
  const path = newFile();
  mkdirSync(`${path}.server-lock`);
  expect(() => lockForServer(path)).toThrow(
    /^\S+\.server-lock: it cannot be opened: check the path and its permissions /,
  );
});
