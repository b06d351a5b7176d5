// Thousands of random commands, bursts, faults and restarts: on both stores every answer is the one the model predicted.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { createDatabase } from '../postgres/database.ts';
import { Random } from './random.ts';
import { POLICY, Simulation } from './simulation.ts';

const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Math.random() * 2 ** 32));
const steps = Number(process.env.SIMULATION_STEPS ?? 200);
const RUN = `SIMULATION_SEED=${seed} SIMULATION_STEPS=${steps}`;
/** Each exchange lives for this many steps: most faults happen early. */
const LIFETIME = 100;
const COMPARE_EVERY = 50;

/** A database on which an exchange is opened, closed and opened again. */
type Place = { open(): Promise<Store>; remove(): Promise<void> };

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  async SQLite() {
    const folder = await mkdtemp(join(tmpdir(), 'millpond-simulation-'));
    const options = { path: join(folder, 'exchange.db'), busyTimeoutMs: 60_000, policy: POLICY };
    return { open: () => openSqliteStore(options), remove: () => rm(folder, { recursive: true }) };
  },
  async PostgreSQL() {
    const { url, drop } = await createDatabase();
    const options = { url, poolSize: 2, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY };
    return { open: () => openPostgresStore(options), remove: drop };
  },
};

test.each(Object.entries(PLACES))(
  `%s: the model predicts every answer (${RUN})`,
  {
    timeout: 0,
  },
  async (store, newPlace) => {
    console.info(`${store}: ${RUN}`);
    const random = new Random(seed);
    for (let first = 1; first <= steps; first += LIFETIME) {
      const place = await newPlace();
      const simulation = new Simulation(random, place.open);
      await simulation.start();
      for (let step = first; step < first + LIFETIME && step <= steps; step++) await take(simulation, step);
      await simulation.close();
      await place.remove();
    }
  },
);

async function take(simulation: Simulation, step: number): Promise<void> {
  try {
    await simulation.step();
    if (step % COMPARE_EVERY === 0 || step === steps) await simulation.compare();
  } catch (error) {
    if (error instanceof Error) error.message = `SIMULATION_SEED=${seed}, step ${step}: ${error.message}`;
    throw error;
  }
}
