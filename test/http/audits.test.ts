// Audits started over HTTP: one at a time, with progress, kept across restarts; and the server's status.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { send } from './client.ts';
import { openMarket } from './market.ts';
import { newFolder, type Server, startServer } from './server.ts';

let folder: string;
let server: Server;
let log = '';
const logger = pino(
  new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  }),
);
const start = () => startServer({ path: join(folder, 'millpond.db'), logger });
const get = async (path: string) => JSON.parse((await send(server, { path })).text).data;
const startAudit = async () => JSON.parse((await send(server, { path: '/startAudit', body: {} })).text).data;
const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });
const ended = (id: number) =>
  until(async () => {
    const { audits } = await get('/getAudits');
    const found = audits.find((audit: { id: number }) => audit.id === id);
    expect(found.endedAt).not.toBeNull();
    return found;
  });
const inFile = (sql: string) => {
  const db = new DatabaseSync(server.path, { timeout: 60_000 });
  db.exec(sql);
  db.close();
};

beforeAll(async () => {
  folder = await newFolder();
  server = await start();
  await openMarket(server);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('an audit checks the whole journal, and anyone can see that it passed', async () => {
  expect(await get('/getLastAudit')).toEqual({ audit: null, full: null });
  const begun = await startAudit();
  expect(begun).toMatchObject({ state: 'running', checked: 0, of: 8, from: 1, sequence: 8, endedAt: null, faults: [] });
  const passed = await ended(begun.id);
  expect(passed).toEqual({ ...begun, state: 'passed', checked: 8, endedAt: expect.any(String) });
  const { startedAt, endedAt } = passed;
  expect(await get('/getLastAudit')).toEqual({
    audit: { state: 'passed', from: 1, sequence: 8, checked: 8, startedAt, endedAt },
    full: { sequence: 8, endedAt },
  });
  await until(async () => expect(log).toContain('"msg":"the audit passed"'));
});

test('startAudit returns the audit that already runs on any node, and starts another once that one has not reported for long', async () => {
  const { id: before } = await get('/getAudits').then(({ audits }) => audits[0]);
  inFile(`INSERT INTO audits (state, started_at_ms, seen_at_ms, checked, head)
    VALUES ('running', 1000, unixepoch() * 1000 + 3600000, 5, 8)`);
  const other = await startAudit();
  expect(other).toMatchObject({ state: 'running', checked: 5, startedAt: '1970-01-01T00:00:01.000Z' });
  expect(other.id).toBeGreaterThan(before);
  expect((await startAudit()).id).toBe(other.id);
  inFile(`UPDATE audits SET seen_at_ms = 2000 WHERE id = ${other.id}`);
  const [stopped] = (await get('/getAudits?limit=1')).audits;
  expect(stopped).toMatchObject({ id: other.id, state: 'stopped', endedAt: '1970-01-01T00:00:02.000Z' });
  expect(await get('/getLastAudit')).toMatchObject({ audit: { state: 'passed' } });
  const next = await startAudit();
  expect(next.id).toBeGreaterThan(other.id);
  expect(await ended(next.id)).toMatchObject({ state: 'passed' });
});

test('a failed audit is reported, logged as an error, and kept over a restart', async () => {
  inFile(`UPDATE balances SET balance = '9' WHERE account = 'local' AND token = 'corn'`);
  const failed = await ended((await startAudit()).id);
  expect(failed).toMatchObject({ state: 'failed', faults: [expect.stringMatching(/^local holds 9 of corn, but /)] });
  await until(async () => expect(log).toMatch(/"level":50,[^\n]*"msg":"the audit FAILED"/));
  inFile(`UPDATE balances SET balance = '5000000000000000000' WHERE account = 'local' AND token = 'corn'`);
  await server.close();
  server = await start();
  const { audits, nextCursor } = await get('/getAudits?limit=2');
  expect(audits.map(({ state }: { state: string }) => state)).toEqual(['failed', 'passed']);
  const rest = await get(`/getAudits?limit=50&cursor=${nextCursor}`);
  expect(rest.audits.map(({ state }: { state: string }) => state)).toEqual(['stopped', 'passed']);
  expect(rest.nextCursor).toBeNull();
  expect(await get('/getLastAudit')).toMatchObject({ audit: { state: 'failed', sequence: 8 } });
});

test('getStatus summarises the state of the server', async () => {
  const body = { account: 'local', token: 'apple', amount: 1, reference: 'status' };
  expect((await send(server, { path: '/deposit', body })).status).toBe(200);
  expect((await send(server, { path: '/getQuote' })).status).toBe(400);
  const status = await get('/getStatus');
  expect(status).toMatchObject({
    store: 'sqlite',
    sequence: 9,
    queue: { depth: 0, capacity: 10_000 },
    commits: { count: 1, meanBatch: 1 },
    requests: { count: expect.any(Number), refused: 1, failed: 0 },
    eventReaders: 0,
    webhooks: { active: 0, retrying: 0, paused: 0 },
  });
  expect(status.commits.p99Ms).toBeGreaterThanOrEqual(status.commits.p50Ms);
  expect(status.requests.count).toBeGreaterThanOrEqual(2);
  for (const bytes of [status.memory.rssBytes, status.database.bytes, status.database.freeBytes])
    expect(bytes).toBeGreaterThan(10_000);
});
