// A long journal without hashes of the public log, as after a copy: it is logged from the start, over kills, and nothing is signed before the end.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { fillExchange } from '../../bench/fill/exchange.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { SeenCheckpoints } from '../log/seen-checkpoints.ts';
import { createDatabase } from '../postgres/database.ts';
import { type Ask, askerOf } from './ask.ts';
import { audit, killedAt, MAIN, Program, Server, temporaryDirectory } from './process.ts';

/** Each has two transactions. */
const ACCOUNTS = Number(process.env.LOG_ACCOUNTS ?? 6000);
/** After so many writes, part of the hashes are stored on either database. */
const MIDDLE = 25;
const timeout = 600_000;

it('on SQLite', { timeout }, async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  await fillExchange(database, { accounts: ACCOUNTS, pools: 3 });
  await computeLog(database, askerOf(database));
});

it('on PostgreSQL', { timeout }, async () => {
  const file = join(temporaryDirectory(), 'millpond.db');
  await fillExchange(file, { accounts: ACCOUNTS, pools: 3 });
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const copied = new Program([process.execPath, MAIN, 'copy', '--from', `sqlite:${file}`], { COPY_TO: url });
  expect((await copied.ended).code).toBe(0);
  await computeLog(url, askerOf(url));
});

async function computeLog(database: string, ask: Ask): Promise<void> {
  const key = join(temporaryDirectory(), 'log-key');
  writeFileSync(key, newKeyFile());
  const start = (settings = {}) =>
    Server.start(
      database,
      { LOG_KEY_FILE: key, LOG_LEVEL: 'info', CHECKPOINT_SECONDS: '1', ...settings },
      { demo: false },
    );
  const numberOf = async (statement: string) => Number((await ask(statement))[0]?.number);
  const head = await numberOf('SELECT sequence AS number FROM head');
  const killed = await start(killedAt('observer', MIDDLE, { from: 'INSERT INTO log_tiles' })).catch(() => undefined);
  await killed?.ended;
  const done = await numberOf(`SELECT sequence AS number FROM projection WHERE name = 'log'`);
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(head);
  // As if the lease of the process before had run out.
  await ask('UPDATE lease SET until_ms = 0');

  const server = await start();
  const body = JSON.stringify({ account: 'ann', token: 'token-0', amount: 1, reference: 'r' });
  const headers = { 'content-type': 'application/json' };
  // Orders are executed while the log is computed; no checkpoint covers a part of the journal alone.
  expect((await fetch(`${server.url}/deposit`, { method: 'POST', headers, body })).status).toBe(200);
  let answer = await fetch(`${server.url}/checkpoint`);
  for (; answer.status === 503; answer = await fetch(`${server.url}/checkpoint`)) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await sleep(20);
  }
  const { vkey } = ((await (await fetch(`${server.url}/getLog`)).json()) as { data: { vkey: string } }).data;
  const seen = new SeenCheckpoints(vkey);
  expect(seen.take(await answer.text())).toBeGreaterThanOrEqual(head);
  expect(server.stdout).not.toContain('computed again');
  await seen.expectPartOf(server.url);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(await audit(database)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
}
