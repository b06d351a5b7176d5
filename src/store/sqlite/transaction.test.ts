// How a transaction on a real file ends if its COMMIT or ROLLBACK fails, and which error is thrown.
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { OutcomeUnknown } from '../../ports/store.ts';
import { openWriter } from './connection.ts';
import { runSteps } from './database.ts';
import { migrate } from './schema.ts';
import { inTransaction, tryToWrite, waitInShortSteps } from './transaction.ts';

const at = useTempFolder();
const [IOERR_WRITE, IOERR_FSYNC, FULL] = [778, 1034, 13];
let db: DatabaseSync;

beforeEach(() => {
  db = openWriter({ path: at('exchange.db'), busyTimeoutMs: 100 });
  migrate(db);
});
afterEach(() => db.close());

/** An error as SQLite throws it; a real disk cannot be made to fail at a chosen moment. */
const sqliteError = (errcode: number) => Object.assign(new Error(`disk error ${errcode}`), { errcode });

/** The same connection, on which some statements fail instead of being executed. */
function failing(errors: Readonly<Record<string, Error>>): DatabaseSync {
  const exec = (sql: string) => {
    if (errors[sql]) throw errors[sql];
    db.exec(sql);
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === 'exec') return exec;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

const moveHead = () => db.exec('UPDATE head SET sequence = sequence + 1');
const head = () => db.prepare('SELECT sequence FROM head').get()?.sequence;

test('a transaction takes effect as a whole or not at all', () => {
  inTransaction(db, moveHead);
  expect(head()).toBe(1);
  const bang = new Error('bang');
  const fail = () => {
    moveHead();
    throw bang;
  };
  expect(() => inTransaction(db, fail)).toThrow(bang);
  expect([head(), db.isTransaction]).toEqual([1, false]);
});

test.each([
  ['a failed sync', IOERR_FSYNC, { name: 'OutcomeUnknown' }],
  ['a failed write', IOERR_WRITE, { errcode: IOERR_WRITE }],
  ['a full disk', FULL, { errcode: FULL }],
])('if COMMIT fails because of %s, its own error is thrown, even if ROLLBACK fails too', (_, errcode, told) => {
  const COMMIT = sqliteError(errcode);
  const thrown = (errors: Readonly<Record<string, Error>>): unknown => {
    try {
      return inTransaction(failing(errors), moveHead);
    } catch (error) {
      return error;
    }
  };
  expect(thrown({ COMMIT })).toMatchObject(told);
  expect([head(), db.isTransaction]).toEqual([0, false]);
  expect(thrown({ COMMIT, ROLLBACK: sqliteError(IOERR_WRITE) })).toMatchObject(told);
});

test('a migration whose COMMIT fails at the sync is reported as OutcomeUnknown, even if ROLLBACK fails too', () => {
  db.close();
  db = openWriter({ path: at('new.db'), busyTimeoutMs: 100 });
  const errors = { COMMIT: sqliteError(IOERR_FSYNC), ROLLBACK: sqliteError(IOERR_WRITE) };
  expect(() => migrate(failing(errors))).toThrow(OutcomeUnknown);
});

test('tryToWrite changes nothing, and throws if the file is locked or read-only', () => {
  tryToWrite(db);
  expect([head(), db.isTransaction]).toEqual([0, false]);
  const other = new DatabaseSync(at('exchange.db'));
  other.exec('BEGIN IMMEDIATE');
  expect(() => tryToWrite(db)).toThrow('database is locked');
  other.close();
  const readOnly = new DatabaseSync(at('exchange.db'), { readOnly: true });
  expect(() => tryToWrite(readOnly)).toThrow('readonly');
  expect(readOnly.isTransaction).toBe(false);
  readOnly.close();
});

test('a writer’s connection has synchronous=FULL and fullfsync on, so that a commit flushes the disk’s cache on macOS too', () => {
  const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  expect(['synchronous', 'fullfsync', 'checkpoint_fullfsync', 'journal_mode'].map(pragma)).toEqual([2, 1, 1, 'wal']);
});

test('a change of records outside the journal is reported as OutcomeUnknown if the sync of its COMMIT fails', () => {
  const disk = failing({ COMMIT: sqliteError(IOERR_FSYNC) });
  const step = { text: 'DELETE FROM sessions WHERE hash = ?', values: ['hash'] };
  expect(() => runSteps(disk, [step])).toThrow(OutcomeUnknown);
  expect(db.isTransaction).toBe(false);
});

/** A thread that takes the write lock, reports it, and releases it when the memory it shares with this thread changes. */
const HOLDER = `
  const { workerData, parentPort } = require('node:worker_threads');
  const db = new (require('node:sqlite').DatabaseSync)(workerData.path);
  db.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('held');
  Atomics.wait(workerData.isAwaited, 0, 0);
  db.exec('ROLLBACK');
  db.close();`;

test('with waitInShortSteps, a transaction waits for the write lock until it is free, or fails after the timeout', async () => {
  const isAwaited = new Int32Array(new SharedArrayBuffer(4));
  const holder = new Worker(HOLDER, { eval: true, workerData: { path: at('exchange.db'), isAwaited } });
  await new Promise((held) => holder.once('message', held));
  waitInShortSteps(db, 30);
  expect(() => inTransaction(db, moveHead)).toThrow('database is locked');
  waitInShortSteps(db, 60_000);
  Atomics.store(isAwaited, 0, 1);
  Atomics.notify(isAwaited, 0);
  inTransaction(db, moveHead);
  expect(head()).toBe(1);
  await new Promise((ended) => holder.once('exit', ended));
});
