// The demo market: weeks of history from the first answer on, the same after a restart, and never on an existing exchange.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TON, USDT } from '../../src/contract/fields.ts';
import { readJournal } from '../crash/journal.ts';
import { audit, MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';

const demo = (database: string, settings: Record<string, string> = {}) =>
  Server.start(database, { DEMO_TRADERS: '0', ...settings }, { wrap: () => [process.execPath, MAIN, 'demo'] });

const ask = async ({ url }: Server, path: string) => {
  for (;;) {
    const answer = await fetch(url + path);
    const { code, data } = (await answer.json()) as { code?: string; data: never };
    if (code !== 'catching_up') return data;
  }
};

test('the first start of demo writes weeks of history, and a later start adds nothing', async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  const first = await demo(database);
  expect(first.stdout).toMatch(/"transactions":\d{4},"tookMs":\d+,"msg":"demo: history written"/);
  // By a process that has ended, whose memory the server does not keep.
  const [, writer] = /"pid":(\d+)[^}]*"demo: history written"/.exec(first.stdout) ?? [];
  expect(() => process.kill(Number(writer), 0)).toThrow('ESRCH');
  const { sequence, demo: isDemo }: { sequence: number; demo: boolean } = await ask(first, '/whoami');
  expect([isDemo, sequence]).toEqual([true, readJournal(database).length]);
  const { pools }: { pools: { swaps24h: number }[] } = await ask(first, '/getMarket');
  expect(pools.map(({ swaps24h }) => swaps24h > 0)).toEqual(Array(6).fill(true));
  const from = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const pair = `jetton0=${TON}&jetton1=${USDT}`;
  const { candles }: { candles: object[] } = await ask(first, `/getCandles?${pair}&interval=1d&from=${from}`);
  expect(candles.length).toBeGreaterThanOrEqual(35);
  const { fees0 }: { fees0: number } = await ask(first, `/getLPPosition?${pair}`);
  expect(fees0).toBeGreaterThan(0);
  await first.stop();
  expect(await audit(database)).toMatchObject({ code: 0 });

  const second = await demo(database);
  expect(await ask(second, '/whoami')).toMatchObject({ sequence, demo: true });
  expect(second.stdout).not.toContain('history written');
  await second.stop();
});

test('demo traders swap with keys that are removed when the server stops', async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  let seen = 0;
  for (const settings of [{ AUTH: 'local' }, { AUTH: 'keys' }]) {
    const server = await demo(database, { DEMO_TRADERS: '8', ...settings });
    const { sequence }: { sequence: number } = await ask(server, '/whoami');
    if (seen > 0) expect(sequence).toBeGreaterThanOrEqual(seen);
    while (!readJournal(database).some((entry) => entry.sequence > sequence && entry.kind === 'swap')) await sleep(100);
    expect((await server.stop()).code).toBe(0);
    seen = readJournal(database).length;
  }
  const file = new DatabaseSync(database);
  expect(file.prepare('SELECT count(*) AS keys FROM keys').get()).toEqual({ keys: 0 });
  expect(file.prepare(`SELECT count(*) AS swaps FROM journal WHERE kind = 'swap' AND actor = 'local'`).get()).toEqual({
    swaps: 0,
  });
  file.close();
  expect(await audit(database)).toMatchObject({ code: 0 });
});

test('demo refuses an exchange that it did not create, and leaves it unchanged', async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  const own = await Server.start(database, {}, { demo: false });
  expect(await ask(own, '/whoami')).toMatchObject({ demo: false });
  const body = JSON.stringify({ address: TON, symbol: 'TON', decimals: 9 });
  await fetch(`${own.url}/registerToken`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await own.stop();
  const refused = new Program([process.execPath, MAIN, 'demo'], { DATABASE_URL: `sqlite:${database}`, PORT: '0' });
  expect(await refused.ended).toMatchObject({ code: 2 });
  expect(refused.stderr).toMatch(/^millpond: this is not a demo exchange, so the demo does not run on it: /m);
  expect(readJournal(database)).toHaveLength(1);
});
