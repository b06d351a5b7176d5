// One damaged row of the journal: it is named and alerted, and everything else keeps working.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerFigures } from '../../src/api/metrics/business.ts';
import { send } from './client.ts';
import { EventStream, until } from './event-stream.ts';
import { openMarket } from './market.ts';
import { newFolder, type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const NAMED = 'Transaction 10 in the journal cannot be read';
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
const swap = (key: string) =>
  send(server, {
    path: '/createSwap',
    body: { Pair, amount: { tokenA: 10 } },
    headers: { 'idempotency-key': key },
  });
const dataOf = async (path: string) => JSON.parse((await send(server, { path })).text).data;

beforeAll(async () => {
  folder = await newFolder();
  server = await start();
  await openMarket(server);
  for (const key of ['one', 'two', 'three']) expect((await swap(key)).status).toBe(200);
  await send(server, { path: '/startAudit', body: {} });
  await vi.waitFor(
    async () => expect((await dataOf('/getLastAudit')).audit).toMatchObject({ state: 'passed' }),
    60_000,
  );
  const db = new DatabaseSync(server.path, { timeout: 60_000 });
  db.exec(`UPDATE journal SET receipt = '{"kind":"swap","secret' WHERE sequence = 10`);
  db.close();
  // Restarted with an empty cache.
  await server.close();
  server = await start();
  registerFigures(server.metrics.registry, () => server.exchange.figures());
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test.each(['/getSwaps', '/getActivity', '/getTransaction?sequence=10', '/events?after=9'])(
  '%s is answered 500 and names the damaged transaction, without its content',
  async (path) => {
    const { status, headers, text } = await send(server, { path });
    expect([status, headers.get('error-code')]).toEqual([500, 'transaction_unreadable']);
    expect(JSON.parse(text).error).toMatch(`${NAMED}: its receipt cannot be decoded. The operator must`);
    expect(text).not.toContain('secret');
    expect(headers.get('retry-after')).toBeNull();
  },
);

test('repeating the damaged swap by its idempotency key fails, and new swaps sent at the same time succeed', async () => {
  const [repeated, ...fresh] = await Promise.all(['two', 'four', 'five'].map(swap));
  expect([repeated?.status, repeated?.headers.get('error-code')]).toEqual([500, 'transaction_unreadable']);
  expect(repeated?.text).toContain(NAMED);
  expect(fresh.map(({ status }) => status)).toEqual([200, 200]);
});

test('balances, quotes, other transactions, and pages before and after the damaged one are answered', async () => {
  for (const path of [
    '/getBalances',
    '/getQuote?tokenA=apple&tokenB=bread&amount=5',
    '/getTransaction?sequence=9',
    '/getTransaction?sequence=11',
    '/getSwaps?cursor=10',
    '/getActivity?limit=1',
  ])
    expect([path, (await send(server, { path })).status]).toEqual([path, 200]);
});

test('an event reader gets all events before the damaged one and the reason for stopping; one that starts after it continues', async () => {
  const before = await EventStream.open(server.url, '/events?after=0');
  await until(() => expect(before.isEnded).toBe(true));
  expect(before.sequences).toEqual([1, 2, 3, 7, 8, 9]);
  expect(before.told.at(-1)).toMatchObject({ event: 'dropped', data: { reason: expect.stringContaining(NAMED) } });
  const behind = await EventStream.open(server.url, '/events?after=10');
  await until(() => expect(behind.sequences).toContain(11));
  behind.close();
});

test('a reader that asks for new events only still gets them', async () => {
  const live = await EventStream.open(server.url, '/events');
  expect((await swap('six')).status).toBe(200);
  const head = await server.exchange.head();
  await until(() => expect(live.sequences).toEqual([head]));
  live.close();
});

test('an audit fails and names the damaged transaction; getLastAudit, getAudits, the log and the figures for metrics say that it failed', async () => {
  expect(await server.metrics.registry.metrics()).toContain('millpond_audit_failed 0');
  await send(server, { path: '/startAudit', body: {} });
  await vi.waitFor(
    async () => expect((await dataOf('/getLastAudit')).audit).toMatchObject({ state: 'failed' }),
    60_000,
  );
  const [last] = (await dataOf('/getAudits')).audits;
  expect(last).toMatchObject({ state: 'failed', faults: [expect.stringMatching(/^transaction 10 in the journal/)] });
  await until(() =>
    expect(log).toMatch(/"level":50,[^\n]*transaction 10 in the journal[^\n]*"msg":"the audit FAILED"/),
  );
  expect(await server.exchange.figures()).toMatchObject({ lastAudit: 'failed' });
});
