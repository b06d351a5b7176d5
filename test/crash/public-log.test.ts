// kill -9 between commit, tile, signature and checkpoint, again and again: the log continues, and no two signatures contradict each other.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { newKeyFile, parseVkey } from '../../src/transparency/format/keys.ts';
import { RemoteLog } from '../../src/transparency/watch/remote-log.ts';
import { watchOnce } from '../../src/transparency/watch/watcher.ts';
import { firstVkey, SeenCheckpoints } from '../log/seen-checkpoints.ts';
import { createDatabase } from '../postgres/database.ts';
import { Random } from '../simulation/random.ts';
import { askerOf } from './ask.ts';
import { Client, sendMany } from './client.ts';
import { makeDemoExchange } from './demo-exchange.ts';
import { Orders } from './orders.ts';
import { audit, killedAt, Server, temporaryDirectory } from './process.ts';

const CYCLES = Number(process.env.CRASH_CYCLES ?? 2);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);
/** The observer passes about so many moments until it has signed three times: more on PostgreSQL, since each message to it is a write. */
const MOMENTS = { sqlite: 60, postgres: 250 };
const timeout = 600_000 + CYCLES * 20_000;

it(`a log on SQLite continues over ${CYCLES} kills`, { timeout }, () =>
  killAgainAndAgain(join(temporaryDirectory(), 'millpond.db'), MOMENTS.sqlite),
);

it(`a log on PostgreSQL continues over ${CYCLES} kills`, { timeout }, async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  await killAgainAndAgain(url, MOMENTS.postgres);
});

async function killAgainAndAgain(database: string, mostMoments: number): Promise<void> {
  const ask = askerOf(database);
  const random = new Random(SEED);
  const orders = new Orders(random, 'log');
  const key = join(temporaryDirectory(), 'log-key');
  writeFileSync(key, newKeyFile());
  const start = (settings = {}) =>
    Server.start(database, { CHECKPOINT_SECONDS: '1', LOG_KEY_FILE: key, ...settings }, { demo: false });
  await makeDemoExchange(database);
  const first = await start();
  const vkey = await firstVkey(first.url);
  const seen = new SeenCheckpoints(vkey);
  const kept = seen.take(JSON.parse(readFileSync(`${key}.last`, 'utf8')).checkpoint);
  await first.kill();
  const moments: number[] = [];
  onTestFinished(() =>
    console.log(
      `CRASH_SEED=${SEED}: killed at ${moments.join(' ')}, ${seen.notes.size} checkpoints, the last of ${seen.largest}`,
    ),
  );
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    // As if the lease of the process before had run out.
    await ask('UPDATE lease SET until_ms = 0');
    const moment = 1 + random.below(mostMoments);
    const server = await start(killedAt('observer', moment)).catch(() => undefined);
    if (server) await useUntilKilled(server, orders, seen);
    moments.push(moment);
    if (existsSync(`${key}.last`)) seen.take(JSON.parse(readFileSync(`${key}.last`, 'utf8')).checkpoint);
    for (const { note } of await ask('SELECT note FROM log_checkpoints')) seen.take(note as string);
    const [row] = await ask('SELECT sequence FROM head');
    expect(seen.largest).toBeLessThanOrEqual(Number(row?.sequence));
  }
  await ask('UPDATE lease SET until_ms = 0');
  const server = await start();
  const [row] = await ask('SELECT sequence FROM head');
  while ((await seen.look(server.url)) !== Number(row?.sequence)) await sleep(100);
  await seen.expectPartOf(server.url);
  // As somebody sees it who kept the very first checkpoint.
  const watched = await watchOnce(new RemoteLog(server.url), parseVkey(vkey), seen.notes.get(kept));
  expect(watched.size).toBe(Number(row?.sequence));
  expect(server.stdout).not.toMatch(/does not continue|computed again/);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(await audit(database)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
  // Each kill leaves one draft of a signature at most.
  expect(readdirSync(join(key, '..')).length).toBeLessThanOrEqual(2 + CYCLES);
}

/** Trades at a moderate pace and keeps every checkpoint that is shown, until the server is killed by itself. */
async function useUntilKilled(server: Server, orders: Orders, seen: SeenCheckpoints): Promise<void> {
  let isOver = false;
  const trade = sendMany(new Client(server.url), {
    clients: 2,
    next: () => (isOver ? undefined : orders.next()),
    onAnswer: () => sleep(30),
  });
  const look = async () => {
    while (!isOver) {
      await seen.look(server.url);
      await sleep(30);
    }
  };
  const looking = look();
  expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
  isOver = true;
  await Promise.all([trade, looking]);
}
