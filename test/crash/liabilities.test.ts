// kill -9 while the exchange states what it owes: the next run finishes or sweeps what is half made, and each list is stated once.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DOCUMENTS_KEPT } from '../../src/ports/liabilities.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { createDatabase } from '../postgres/database.ts';
import { Random } from '../simulation/random.ts';
import { type Ask, askerOf } from './ask.ts';
import { makeDemoExchange } from './demo-exchange.ts';
import { audit, killedAt, MAIN, Program, Server, temporaryDirectory } from './process.ts';

/** Absent for every moment. */
const CYCLES = process.env.CRASH_CYCLES === undefined ? 2 : Number.POSITIVE_INFINITY;
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);
const timeout = 1_800_000;

it('on SQLite', { timeout }, () => killAtMoments(join(temporaryDirectory(), 'millpond.db')));

it('on PostgreSQL', { timeout }, async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  await killAtMoments(url);
});

async function killAtMoments(database: string): Promise<void> {
  await makeDemoExchange(database);
  const key = join(temporaryDirectory(), 'log-key');
  writeFileSync(key, newKeyFile());
  const server = await Server.start(database, { LOG_KEY_FILE: key }, { demo: false });
  const ask = askerOf(database);
  while ((await ask('SELECT 1 FROM log_checkpoints')).length === 0);
  await server.stop();
  const url = database.includes('://') ? database : `sqlite:${database}`;
  const state = async (settings = {}) => {
    // As if the lease of the run before had run out.
    await ask('UPDATE lease SET until_ms = 0');
    return new Program([process.execPath, MAIN, 'liabilities'], { DATABASE_URL: url, ...settings }).ended;
  };
  const random = new Random(SEED);
  let [kills, runs] = [0, 0];
  for (const thread of ['main', 'other'] as const)
    for (let moment = 1; kills < CYCLES; moment += CYCLES < 10 ? 1 + random.below(8) : 1) {
      const { signal } = await state(killedAt(thread, moment));
      runs += 1;
      if (signal === null) break;
      kills += 1;
      expect([thread, moment, await state()]).toEqual([thread, moment, { code: 0, signal: null }]);
      await expectStatedOnce(ask);
    }
  console.log(`CRASH_SEED=${SEED}: ${kills} kills in ${runs} runs`);
  expect(kills).toBeGreaterThan(0);
  expect(await audit(database)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
}

/** Every list that is still stored is stated in the journal once; nothing half made is left. */
async function expectStatedOnce(ask: Ask): Promise<void> {
  const stated = await ask(`SELECT id, receipt FROM journal WHERE kind = 'liabilities' ORDER BY sequence`);
  const stored = await ask('SELECT as_of, hash, transaction_id FROM liabilities ORDER BY as_of');
  if (stated.length <= DOCUMENTS_KEPT) expect(stored.length).toBe(stated.length);
  expect(
    stated.slice(-stored.length).map(({ id, receipt }) => {
      const { asOf, hash } = JSON.parse(receipt as string);
      return [Number(asOf), hash, id];
    }),
  ).toEqual(stored.map(({ as_of, hash, transaction_id }) => [Number(as_of), hash, transaction_id]));
  const newest = stored.slice(-2).map(({ as_of }) => Number(as_of));
  for (const { as_of } of await ask('SELECT DISTINCT as_of FROM liability_tiles'))
    expect(newest).toContain(Number(as_of));
}
