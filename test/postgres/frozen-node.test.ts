// One of two nodes is frozen (SIGSTOP) while it holds the journal's lock, or somebody else holds it: the other says so, and goes on.
// Takes 40 s, nearly all of them waiting.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { Client } from '../crash/client.ts';
import { Orders } from '../crash/orders.ts';
import { audit, killedAt, Server, type Settings } from '../crash/process.ts';
import { Random } from '../simulation/random.ts';
import { asBefore17 } from './before-17.ts';
import { createDatabase } from './database.ts';
import { expectEachOnce } from './journal.ts';
import { retry } from './node.ts';

const SETTINGS: Settings = { BUSY_TIMEOUT: '2000', REQUEST_TIMEOUT: '60000', LOG_LEVEL: 'info' };

/** The first statement of a batch after the journal's lock was taken: stopped between its announcement and its values. */
const AFTER_ANNOUNCEMENT = killedAt('other', 2, {
  signal: 'SIGSTOP',
  from: 'SELECT sequence, id, oldest FROM schema_version',
});

const isStopped = ({ pid }: Server) => /^\d+ \(.*\) T/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

async function newDatabase(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

it('a node that is frozen in the middle of a batch on a server before PostgreSQL 17 does not stop the other', async () => {
  const url = await asBefore17(await newDatabase());
  const orders = new Orders(new Random(1), 'frozen');
  const [first, second] = [orders.make('createSwap'), orders.make('createSwap')];
  const other = await Server.start(url, SETTINGS);
  const frozen = await Server.start(url, { ...SETTINGS, ...AFTER_ANNOUNCEMENT }, { demo: false });
  const [client, clientOfFrozen] = [new Client(other.url), new Client(frozen.url)];
  const answer = clientOfFrozen.send(first);
  while (!isStopped(frozen)) await sleep(20);
  expect(await client.send(second)).toMatchObject({ status: 503, headers: { 'error-code': 'storage_unavailable' } });
  const done = await retry(() => client.send(second));
  await other.printed(/FrozenNode: another node was frozen in the middle of a statement/);
  expect((await client.get('/readyz')).status).toBe(200);
  frozen.signal('SIGCONT');
  const late = await answer;
  const again = late.status === 200 ? late : await retry(() => clientOfFrozen.send(first));
  for (const server of [other, frozen]) expect(await server.stop()).toEqual({ code: 0, signal: null });
  await expectEachOnce(url, [
    { order: first, answer: again },
    { order: second, answer: done },
  ]);
  expect(await audit(url)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
}, 180_000);

it('a node without requests is not ready once the journal was locked for 10 s, and is again when it is free', async () => {
  const url = await newDatabase();
  const server = await Server.start(url, SETTINGS);
  const client = new Client(server.url);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end({ timeout: 0 }));
  await sql.unsafe('BEGIN; SELECT FROM head FOR UPDATE').simple();
  let answer = await client.get('/readyz');
  for (; answer.status === 200; answer = await client.get('/readyz')) await sleep(100);
  expect(answer).toMatchObject({ status: 503, headers: { 'error-code': 'storage_unavailable' } });
  await server.printed(/no batch could take the journal's lock for 1\d s: another process holds it/);
  expect((await client.get('/livez')).status).toBe(200);
  await sql.unsafe('ROLLBACK');
  await retry(() => client.get('/readyz'));
}, 120_000);
