// The public log at the start of a server: its key is never replaced by another one unseen. And the log after a fork.
import { chmodSync, existsSync, readFileSync, renameSync } from 'node:fs';
import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { paperSideRecords } from '../../../test/paper-side-records.ts';
import { useTempFolder } from '../../../test/temp-folder.ts';
import type { Venue } from '../../ports/venue.ts';
import { readSettings } from '../settings.ts';
import { openPublicLog } from './public-log.ts';

const inFolder = useTempFolder();

let lines: { level: number; msg: string }[];
let store: Parameters<typeof openPublicLog>[1];
beforeEach(() => {
  [lines, store] = [[], { sideRecords: paperSideRecords(), factory: '00'.repeat(32) }];
});

const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const open = (flags: Readonly<Record<string, string>> = {}) =>
  openPublicLog(readSettings({ 'database-url': `sqlite:${inFolder('m.db')}`, ...flags }, {}), store, logger);
const key = () => inFolder('m.db.log-key');

test('the key is created at the first start, and used from then on', async () => {
  const first = await open();
  await first.begin();
  expect(lines).toMatchObject([{ level: 30, msg: expect.stringContaining('created the signing key') }]);
  expect((await open()).key).toEqual(first.key);
  expect(lines).toHaveLength(1);
});

test('a log whose key is gone is not signed with another one', async () => {
  const { key: before, begin } = await open();
  await begin();
  renameSync(key(), inFolder('elsewhere'));
  expect((await open()).key).toBeUndefined();
  expect(existsSync(key())).toBe(false);
  expect(lines.slice(1)).toMatchObject([{ level: 50, msg: expect.stringContaining('the key of this log is not at') }]);
  expect((await open({ 'log-key-file': inFolder('elsewhere') })).key?.text).toBe(before?.text);
});

test('a key that others may read is named', async () => {
  await open();
  chmodSync(key(), 0o644);
  await open();
  expect(lines[1]).toMatchObject({ level: 40, msg: expect.stringContaining(`may read ${key()} (644)`) });
});

test('a key that cannot be created is named', async () => {
  await expect(open({ 'database-url': `sqlite:${inFolder('none/m.db')}` })).rejects.toThrow(
    /no key can be created at .*none/,
  );
});

test('a log keeps its name, also after a fork', async () => {
  const { begin } = await open({ 'log-origin': 'pond.example' });
  await begin();
  const { beginAnother } = await open({ 'log-origin': 'lake.example' });
  expect(lines[1]).toMatchObject({ level: 40, msg: expect.stringContaining('LOG_ORIGIN is ignored') });
  const asked: unknown[] = [];
  const execute = async (...args: unknown[]) => {
    asked.push(args);
    return { transactionId: '01a1ee03-9c47-7000-8000-00058ca90d12' };
  };
  const venue = { execute };
  const signed = { log: 2, size: 9, root: '', note: 'pond.example/2\n9\n' };
  await beginAnother({ signed, head: 7, why: 'rolled back', shared: 5 }, venue as unknown as Pick<Venue, 'execute'>);
  expect(asked).toEqual([['the keeper', { kind: 'forked', log: 3, checkpoint: signed.note, shared: 5 }, 'forked-3-9']]);
  const body = JSON.parse((await store.sideRecords.find('log', '3'))?.body ?? '');
  expect(body).toEqual({
    origin: 'pond.example/3',
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    firstSequence: 355,
  });
  expect(lines[2]).toMatchObject({ level: 50, size: 9, head: 7, origin: 'pond.example/3' });
  lines = [];
  await open({ 'log-origin': 'pond.example' });
  expect(lines).toEqual([]);
  expect(readFileSync(key(), 'utf8')).toContain('PRIVATE KEY');
});
