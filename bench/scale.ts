// node bench/scale.ts [SECONDS]: the figures of docs/scale.md: the time of a commit by its size and by the distance to the
// database, the disk space of a transaction, and whether the modelled queue behaves like the real one.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import postgres from 'postgres';
import { createDemoMarket } from '../src/cli/demo/demo.ts';
import { policyOf, readSettings } from '../src/cli/settings.ts';
import { TON, USDT } from '../src/contract/fields.ts';
import { type Account, amount, type TokenAddress } from '../src/core/amount.ts';
import type { Instruction } from '../src/core/settle/instruction.ts';
import { GroupCommit } from '../src/ledger/group-commit.ts';
import { LedgerVenue } from '../src/ledger/ledger-venue.ts';
import { Observer } from '../src/market/observer.ts';
import { Projector } from '../src/market/projector.ts';
import { openProjection } from '../src/ports/projection.ts';
import type { Store } from '../src/ports/store.ts';
import { openTail } from '../src/ports/tail.ts';
import { openPostgresStore } from '../src/store/postgres/store.ts';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import { startPostgres } from '../test/postgres/server.ts';
import { describeMachine, machineLine, othersPercent } from './report/machine.ts';
import { Random } from './router/random.ts';
import { delayed } from './scale/delay.ts';
import { type CommitTime, ceiling, percentiles, simulate } from './scale/queue.ts';

const SECONDS = Number(process.argv[2] ?? 1);
const BATCHES = [1, 10, 100, 500];
const ROUND_TRIPS_MS = [1, 5, 20];
const COUNTED = 20_000;
const RATES = [200, 1000, 3000];

const policy = policyOf(readSettings({}, {}));
const OPTIONS = { policy, maxBatch: 500, maxQueue: 10_000, maxWaitMs: 10_000 };
const account = 'local' as Account;
const swap = (tokenA: string, tokenB: string, base: bigint): Instruction => ({
  actor: account,
  command: {
    ...{ kind: 'swap', account, tokenA: tokenA as TokenAddress, tokenB: tokenB as TokenAddress },
    amountA: amount(base),
  },
});
/** Two swaps in opposite directions in one pool of the demo market. */
const SWAPS = [swap(TON, USDT, 100_000_000n), swap(USDT, TON, 300_000n)];
const folder = await mkdtemp(join(tmpdir(), 'millpond-scale-'));
const database = await startPostgres();
try {
  console.log(machineLine(describeMachine(folder)));
  console.log(`Other work took ${await othersPercent()} % of the cores before.`);
  const path = join(folder, 'scale.db');
  const sqlite = await openSqliteStore({ path, busyTimeoutMs: 5000, policy });
  const near = await openPostgres(database.url);
  for (const store of [sqlite, near])
    await createDemoMarket(new LedgerVenue(store, OPTIONS), pino({ level: 'silent' }));

  const times = new Map([['SQLite', await commitTimes('SQLite', sqlite)]]);
  times.set('PostgreSQL, same machine', await commitTimes('PostgreSQL, same machine', near));
  for (const roundTripMs of ROUND_TRIPS_MS) {
    const link = await delayed(database.url, roundTripMs);
    const far = await openPostgres(link.url);
    const name = `PostgreSQL, ${roundTripMs} ms away`;
    times.set(name, await commitTimes(name, far));
    await far.close();
    link.close();
  }
  onPaper(times);
  await asItIs(sqlite, times.get('SQLite') as CommitTime);
  await bytes(sqlite, near, path);
  await sqlite.close();
  await near.close();
  console.log(`Other work took ${await othersPercent()} % of the cores after.`);
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

function openPostgres(url: string): Promise<Store> {
  return openPostgresStore({ url, poolSize: 4, timeoutMs: 5000, findOutMs: 5000, policy });
}

function swaps(count: number): Instruction[] {
  return Array.from({ length: count }, (_, at) => SWAPS[at % SWAPS.length] as Instruction);
}

async function commit(store: Store, size: number): Promise<void> {
  const refused = (await store.commit(swaps(size))).find((outcome) => 'refusal' in outcome);
  if (refused) throw new Error(`refused: ${JSON.stringify(refused)}`);
}

/** Commit times by batch size, from the fastest tenth (least disturbed by other load), and a line through the smallest and largest size. */
async function commitTimes(name: string, store: Store): Promise<CommitTime> {
  const found: number[] = [];
  for (const size of BATCHES) {
    const ms: number[] = [];
    for (const endMs = performance.now() + 1000 * SECONDS; performance.now() < endMs || ms.length < 5; ) {
      const startMs = performance.now();
      await commit(store, size);
      ms.push(performance.now() - startMs);
    }
    found.push(ms.toSorted((a, b) => a - b)[Math.floor(ms.length / 10)] as number);
  }
  const [one, most] = [found[0] as number, found.at(-1) as number];
  const eachMs = Math.max(0, (most - one) / ((BATCHES.at(-1) as number) - 1));
  const cells = BATCHES.map((size, at) => {
    const ms = found[at] as number;
    return `${size}: ${ms.toFixed(1)} ms, ${Math.round((1000 * size) / ms)}/s`;
  });
  console.log(
    `${name}: ${cells.join('; ')}; fixed ${(one - eachMs).toFixed(2)} ms, each ${(1000 * eachMs).toFixed(1)} µs`,
  );
  return { fixedMs: one - eachMs, eachMs };
}

function onPaper(times: ReadonlyMap<string, CommitTime>): void {
  for (const [name, time] of times) {
    const rows = [100, ...RATES, 10_000].map((rate) => {
      const found = simulate(time, rate);
      if (!found) return `${rate}/s: too much`;
      return `${rate}/s: ${found.meanBatch.toFixed(1)} a batch, p50 ${found.p50Ms.toFixed(1)}, p99 ${found.p99Ms.toFixed(1)} ms`;
    });
    console.log(`on paper, ${name}: ${rows.join('; ')}; at most ${Math.round(ceiling(time))}/s`);
  }
}

/** Measures the real queue on SQLite, with requests due at random times. */
async function asItIs(store: Store, time: CommitTime): Promise<void> {
  for (const rate of RATES) {
    const sizes: number[] = [];
    const waitsMs: number[] = [];
    const queue = new GroupCommit(store, { ...OPTIONS, onBatch: ({ size }) => sizes.push(size) });
    const random = new Random(2);
    const startMs = performance.now();
    let dueMs = startMs;
    for (let sent = 0; performance.now() < startMs + 2000 * SECONDS; await sleep(1)) {
      for (; dueMs <= performance.now(); sent++) {
        const sinceMs = dueMs;
        queue.submit(SWAPS[sent % SWAPS.length] as Instruction).then(() => waitsMs.push(performance.now() - sinceMs));
        dueMs += (-Math.log(1 - random.next()) * 1000) / rate;
      }
    }
    await queue.close();
    await sleep(10);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    const [is, paper] = [percentiles(waitsMs), simulate(time, rate)];
    console.log(
      `${rate}/s as it is: ${mean.toFixed(1)} a batch, p50 ${is.p50Ms.toFixed(1)}, p99 ${is.p99Ms.toFixed(1)} ms; ` +
        (paper
          ? `on paper: ${paper.meanBatch.toFixed(1)}, ${paper.p50Ms.toFixed(1)}, ${paper.p99Ms.toFixed(1)}`
          : 'on paper too much'),
    );
  }
}

/** The bytes that swaps add to the database, and those that market data adds to that. */
async function bytes(sqlite: Store, near: Store, path: string): Promise<void> {
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const sizes: Readonly<Record<string, { store: Store; size: () => Promise<number> }>> = {
    SQLite: { store: sqlite, size: async () => sqliteBytes(path) },
    PostgreSQL: { store: near, size: () => postgresBytes(sql) },
  };
  for (const [name, { store, size }] of Object.entries(sizes)) {
    await count(store);
    const before = await size();
    for (let done = 0; done < COUNTED; done += 100) await commit(store, 100);
    const journal = await size();
    await count(store);
    const counted = await size();
    const each = (bytes: number) => `${Math.round(bytes / COUNTED)} bytes`;
    console.log(`${name}: ${each(journal - before)} a swap; the market ${each(counted - journal)} more`);
  }
  await sql.end();
}

/** Includes pages that are still in the write-ahead log. */
function sqliteBytes(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const number = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  const bytes = number('page_count') * number('page_size');
  database.close();
  return bytes;
}

async function postgresBytes(sql: postgres.Sql): Promise<number> {
  await sql`CHECKPOINT`;
  const [row] = await sql<[{ bytes: string }]>`
    SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;
  return Number(row.bytes);
}

async function count(store: Store): Promise<void> {
  const observer = new Observer(await openTail(store.tail), await openProjection(store.projection));
  const projector = new Projector(observer, { storeEveryMs: 0 });
  do await projector.turn();
  while (observer.head === 0 || observer.sequence < observer.head);
  await projector.close();
  await observer.close();
}
