// How a transaction on a real file ends if its last statements fail, and which error is thrown.
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
  ['a sync', IOERR_FSYNC, { name: 'OutcomeUnknown' }],
  ['a write', IOERR_WRITE, { errcode: IOERR_WRITE }],
  ['a full disk', FULL, { errcode: FULL }],
])('a COMMIT that %s failed is told for what it is, also when the ROLLBACK after it fails', (_, errcode, told) => {
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

test('a migration whose failed COMMIT may take effect is unknown, whatever the ROLLBACK says', () => {
  db.close();
  db = openWriter({ path: at('new.db'), busyTimeoutMs: 100 });
  const errors = { COMMIT: sqliteError(IOERR_FSYNC), ROLLBACK: sqliteError(IOERR_WRITE) };
  expect(() => migrate(failing(errors))).toThrow(OutcomeUnknown);
});

test('trying to write changes nothing, and fails if writing is impossible', () => {
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

test('every connection that commits makes the disk flush its cache, on any system', () => {
  const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  expect(['synchronous', 'fullfsync', 'checkpoint_fullfsync', 'journal_mode'].map(pragma)).toEqual([2, 1, 1, 'wal']);
});

test('a transaction beside the journal is not reported as undone when its sync failed', () => {
  const disk = failing({ COMMIT: sqliteError(IOERR_FSYNC) });
  const step = { text: 'DELETE FROM sessions WHERE hash = ?', values: ['hash'] };
  expect(() => runSteps(disk, [step])).toThrow(OutcomeUnknown);
  expect(db.isTransaction).toBe(false);
});

/** Takes the write lock and says so; gives it back when the memory that it shares with this thread changes. */
const HOLDER = `
  const { workerData, parentPort } = require('node:worker_threads');
  const db = new (require('node:sqlite').DatabaseSync)(workerData.path);
  db.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('held');
  Atomics.wait(workerData.isAwaited, 0, 0);
  db.exec('ROLLBACK');
  db.close();`;

test('with short steps, a transaction waits until the lock is free, and no longer than it may', async () => {
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
