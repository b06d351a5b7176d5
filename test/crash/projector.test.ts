// Servers that compute and store market data, killed -9 at any moment under load: in the end every row is correct.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { Observer } from '../../src/market/observer.ts';
import { Projector } from '../../src/market/projector.ts';
import { openProjection } from '../../src/ports/projection.ts';
import type { Store } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openStore } from '../exchange-file.ts';
import { createDatabase } from '../postgres/database.ts';
import { countedRows, storedRows } from '../projection-rows.ts';
import { Random } from '../simulation/random.ts';
import { POLICY } from '../store-contract/site.ts';
import { Client, sendMany } from './client.ts';
import { Orders } from './orders.ts';
import { audit, MAIN, Program, Server, temporaryDirectory } from './process.ts';

const CYCLES = Number(process.env.CRASH_CYCLES ?? 2);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);
/** Stores rows every 20 ms, so that most kills hit a write. */
const EAGER = { MARKET_EVERY: '20' };
const timeout = 120_000 + CYCLES * 15_000;

it(`one server on a file stores correct market data through ${CYCLES} kills`, { timeout }, async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  await killAgainAndAgain(database, 1);
  const store = await openStore(database);
  onTestFinished(() => store.close());
  await expectAsIfNothingHadBeen(database, store);
});

it(`three nodes on PostgreSQL store correct market data through ${CYCLES} kills`, { timeout }, async () => {
  const { url, drop } = await createDatabase();
  await killAgainAndAgain(url, 3);
  const store = await openPostgresStore({ url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
  onTestFinished(async () => {
    await store.close();
    await drop();
  });
  await expectAsIfNothingHadBeen(url, store);
});

async function killAgainAndAgain(database: string, size: number): Promise<void> {
  console.log(`kill -9 of ${size}, CRASH_SEED=${SEED}`);
  const random = new Random(SEED);
  const orders = new Orders(random, `of-${size}`);
  const servers: Server[] = [];
  for (let at = 0; at < size; at += 1) servers.push(await Server.start(database, EAGER));
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const at = random.below(size);
    await loadUntilKilled(servers, servers[at] as Server, random, orders);
    servers[at] = await Server.start(database, EAGER);
  }
  for (const server of servers) expect(await server.stop()).toEqual({ code: 0, signal: null });
}

/** Trades on all servers until one is killed, after a random number of answers and a short pause. */
async function loadUntilKilled(servers: readonly Server[], victim: Server, random: Random, orders: Orders) {
  let left = 10 + random.below(120);
  const pauseMs = random.below(30);
  const answered = async () => {
    left -= 1;
    if (left !== 0) return;
    await sleep(pauseMs);
    victim.signal('SIGKILL');
  };
  const next = () => (left > 0 ? orders.next() : undefined);
  const loads = servers.map(({ url }) => sendMany(new Client(url), { clients: 6, next, onAnswer: answered }));
  await Promise.all(loads);
  expect(await victim.ended).toEqual({ code: null, signal: 'SIGKILL' });
}

async function expectAsIfNothingHadBeen(database: string, store: Store): Promise<void> {
  await storeTheRest(store);
  const counted = await countedRows(store);
  expect(counted.flatMap(({ swaps }) => swaps).length).toBeGreaterThan(10 * CYCLES);
  expect(await storedRows(store, counted)).toEqual(counted);
  expect(await audit(database)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
  const { sequence } = await store.read([]);
  const server = await Server.start(database, EAGER, { demo: false });
  expect(await rebuild(database)).toMatchObject({ code: 0, stdout: expect.stringContaining(`rebuilt: ${sequence} `) });
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(await storedRows(store, counted)).toEqual(counted);
  expect(await audit(database)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
}

/** Stores the missing rows as the next server would, once the lease of the killed one has ended. */
async function storeTheRest(store: Store): Promise<void> {
  const observer = new Observer(await openTail(store.tail), await openProjection(store.projection));
  const projector = new Projector(observer, { storeEveryMs: 0 });
  const { sequence } = await store.read([]);
  while ((await observer.projection.standing()).cursor !== sequence) await sleep(await projector.turn());
  await projector.close();
  await observer.close();
}

async function rebuild(database: string) {
  const url = database.includes('://') ? database : `sqlite:${database}`;
  const program = new Program([process.execPath, MAIN, 'market', 'rebuild'], { DATABASE_URL: url });
  const { code } = await program.ended;
  return { code, stdout: program.stdout, stderr: program.stderr };
}
