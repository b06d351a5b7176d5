// Connections to the file: a reader cannot write, and a writer syncs every commit to the disk.
import { expect, test } from 'vitest';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { openReader, openWriter } from './connection.ts';
import { migrate } from './schema.ts';

const at = useTempFolder();
const answerOf = (db: ReturnType<typeof openWriter>, sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];

test('a reader cannot change the file, and sees what a writer has committed', () => {
  const options = { path: at('exchange.db'), busyTimeoutMs: 1000 };
  const writer = openWriter(options);
  migrate(writer);
  const reader = openReader(options);
  for (const sql of ['UPDATE head SET sequence = 7', 'DELETE FROM head', 'CREATE TABLE mine (name TEXT)']) {
    expect(() => reader.exec(sql)).toThrow('attempt to write a readonly database');
  }
  expect(answerOf(reader, 'SELECT sequence FROM head')).toBe(0);
  writer.exec('UPDATE head SET sequence = 7');
  expect(answerOf(reader, 'SELECT sequence FROM head')).toBe(7);
  reader.close();
  writer.close();
});

test('a writer uses the write-ahead log, syncs it at every commit (synchronous=FULL), enforces foreign keys and has the busy timeout', () => {
  const writer = openWriter({ path: at('exchange.db'), busyTimeoutMs: 1234 });
  const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'];
  // https://sqlite.org/pragma.html#pragma_synchronous: 2 is FULL.
  expect(settings.map((name) => answerOf(writer, `PRAGMA ${name}`))).toEqual(['wal', 2, 1, 1234]);
  writer.close();
});
