// Files that are locked, damaged or not an exchange: each error names the file, and the file is not changed.
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { APPLE } from '../../../test/paper-exchange.ts';
import { ann, deposit, registerToken } from '../../../test/paper-orders.ts';
import { headOf, order, POLICY, post } from '../../../test/store-contract/site.ts';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { type Store, StoreUnavailable } from '../../ports/store.ts';
import { ThreadLink } from '../writer/thread-link.ts';
import { openJournal } from './journal.ts';
import { openSqliteStore } from './store.ts';

const at = useTempFolder();
const openAt = (path: string, busyTimeoutMs = 20): Promise<Store> =>
  openSqliteStore({ path, busyTimeoutMs, policy: POLICY });

/** Runs SQL on the file as another program would. */
function outside(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

function versionOf(path: string): number {
  const db = new DatabaseSync(path);
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  db.close();
  return version;
}

const unavailable = (reason: string, words: string) => ({
  name: 'StoreUnavailable',
  reason,
  message: expect.stringContaining(words),
});

test('side records, keys and sessions are written by the writer thread, each change in one transaction', async () => {
  const path = at('lane.db');
  const ask = vi.spyOn(ThreadLink.prototype, 'ask');
  onTestFinished(() => ask.mockRestore());
  const store = await openAt(path, 1000);
  const key = { id: 'k', account: ann, role: 'trader' as const, name: '', hash: '', restrictions: null };
  const record = { kind: 'thing', id: 'a', version: 0, body: '1' };
  const keys = [{ ...key, createdAtMs: 1, revokedAtMs: null }];
  const session = { hash: 's', keyId: 'k', expiresAtMs: 9, begunAtMs: 1, device: '' };
  expect(await store.sideRecords.change([record], { nowMs: 1, keys })).toBe(true);
  await store.addSession(session, { nowMs: 1, mostOfKey: 1 });
  await store.endSession('none');
  expect([await store.endOtherSessions(ann, ''), await store.revokeKey('k', 2)]).toEqual([1, true]);
  const asked = ask.mock.calls.map(([question]) => ('write' in question ? question.write.length : question));
  // The number of statements of each transaction.
  expect(asked).toEqual([2, 2, 1, 1, 1]);
  // A failed change fails only for its caller, and the next one succeeds.
  await expect(store.sideRecords.change([{ ...record, version: 1 }], { nowMs: 1, keys })).rejects.toThrow('UNIQUE');
  expect(await store.sideRecords.change([{ ...record, version: 1 }], { nowMs: 1 })).toBe(true);
  await store.close();
});

describe('opening a file that is not an exchange of this version', () => {
  test('a schema that requires a newer program is refused, naming both versions', async () => {
    const path = at('newer.db');
    await (await openAt(path)).close();
    const known = versionOf(path);
    outside(path, 'PRAGMA user_version = 999; UPDATE oldest_program SET version = 999');
    const words = `${path}: its schema is version 999 or newer, but this program knows only up to ${known}: start a newer millpond`;
    await expect(openAt(path)).rejects.toEqual(new StoreUnavailable('failed', words));
    outside(path, `PRAGMA user_version = ${known}; UPDATE oldest_program SET version = ${known}`);
    await (await openAt(path)).close();
  });

  test.each([0, 1, 5])(
    'another program’s database, at its own version %i, is refused and left as it was, byte for byte',
    async (version) => {
      const path = at('notes.db');
      outside(
        path,
        `CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine'); PRAGMA user_version = ${version}`,
      );
      const before = await readFile(path);
      const words = `${path}: it is a database of another program`;
      await expect(openAt(path)).rejects.toEqual(new StoreUnavailable('failed', words));
      expect(await readdir(dirname(path))).toEqual(['notes.db']);
      expect(before.equals(await readFile(path))).toBe(true);
    },
  );

  test('a file of another program is refused and left unchanged', async () => {
    const path = at('letter.db');
    await writeFile(path, 'Dear miller, '.repeat(500));
    await expect(openAt(path)).rejects.toMatchObject(unavailable('corrupt', `${path}: it is not an SQLite database`));
    expect(await readFile(path, 'utf8')).toBe('Dear miller, '.repeat(500));
  });

  test('a folder is refused', async () => {
    const path = dirname(at('folder'));
    await expect(openAt(path)).rejects.toMatchObject(unavailable('failed', `${path}: it cannot be opened`));
  });

  test('a path that has a file in place of a folder is refused', async () => {
    await writeFile(at('file'), '');
    const path = join(at('file'), 'exchange.db');
    await expect(openAt(path)).rejects.toThrow(path);
  });

  test('an empty file and a missing folder become an exchange', async () => {
    await writeFile(at('empty.db'), '');
    await (await openAt(at('empty.db'))).close();
    await (await openAt(join(at('some'), 'deep', 'folder', 'exchange.db'))).close();
    expect((await stat(join(at('some'), 'deep', 'folder', 'exchange.db'))).isFile()).toBe(true);
  });
});

describe('a damaged file', () => {
  test('is opened, but openJournal() fails as corrupt', async () => {
    const path = at('exchange.db');
    const store = await openAt(path);
    const deposits = Array.from({ length: 300 }, () => deposit(ann, APPLE, 1n));
    await post(store, registerToken(APPLE), ...deposits);
    await (await store.openJournal()).close();
    await store.close();
    const file = await open(path, 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(4096, 0xff), 0, 4096, size - 3 * 4096);
    await file.close();
    const damaged = await openAt(path);
    await expect(damaged.openJournal()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'corrupt' });
    await (await openJournal({ path, busyTimeoutMs: 5000, isUnchecked: true })).close();
    await damaged.close();
  });
});

describe('a file that another writer has locked', () => {
  test.each(['IMMEDIATE', 'EXCLUSIVE'])(
    'makes writes fail as busy after the timeout, is still readable, and is written once released: BEGIN %s',
    async (mode) => {
      const path = at('exchange.db');
      const store = await openAt(path);
      await post(store, registerToken(APPLE));
      const other = new DatabaseSync(path);
      other.exec(`BEGIN ${mode}`);
      const busy = unavailable('busy', `${path}: another process holds its write lock`);
      await expect(store.commit([order(deposit(ann, APPLE, 1n))])).rejects.toMatchObject(busy);
      await expect(store.revokeKey('none', 0)).rejects.toMatchObject(busy);
      expect(await headOf(store)).toBe(1);
      other.exec('ROLLBACK');
      other.close();
      expect((await post(store, deposit(ann, APPLE, 1n)))[0]?.sequence).toBe(2);
      await store.close();
    },
  );

  test('cannot be opened as a new exchange while it is locked, and can afterwards', async () => {
    const path = at('exchange.db');
    const other = new DatabaseSync(path);
    other.exec('BEGIN EXCLUSIVE');
    await expect(openAt(path)).rejects.toMatchObject(unavailable('busy', path));
    other.exec('ROLLBACK');
    other.close();
    await (await openAt(path)).close();
  });

  test('is waited for: a commit succeeds if the lock is released before the timeout', async () => {
    const path = at('exchange.db');
    const store = await openAt(path, 60_000);
    await post(store, registerToken(APPLE));
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const waiting = post(store, deposit(ann, APPLE, 1n));
    await new Promise((resolve) => setImmediate(resolve));
    other.exec('ROLLBACK');
    other.close();
    expect((await waiting)[0]?.sequence).toBe(2);
    await store.close();
  });

  test('is waited for without blocking this thread when a key is created', async () => {
    const path = at('exchange.db');
    const store = await openAt(path, 60_000);
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const key = {
      id: 'k',
      account: ann,
      role: 'trader',
      hash: '00',
      createdAtMs: 1,
      revokedAtMs: null,
      name: '',
      restrictions: null,
    } as const;
    const waiting = store.addKey(key);
    // This thread itself releases the lock, so the test would hang if addKey blocked it.
    await new Promise((resolve) => setImmediate(resolve));
    other.exec('ROLLBACK');
    other.close();
    await waiting;
    expect(await store.revokeKey('k', 2)).toBe(true);
    await store.close();
  });
});
