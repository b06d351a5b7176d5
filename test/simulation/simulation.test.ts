// Thousands of random commands, bursts, faults and restarts: every answer is the one that the model predicted.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { Random } from './random.ts';
import { POLICY, Simulation } from './simulation.ts';

const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Math.random() * 2 ** 32));
const steps = Number(process.env.SIMULATION_STEPS ?? 300);
/** An exchange is young for this many steps, then another begins: most of what can go wrong happens early. */
const LIFETIME = 100;
const COMPARE_EVERY = 50;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millpond-simulation-'));
});
afterAll(() => rm(folder, { recursive: true }));

test(`the model predicts every answer (SIMULATION_SEED=${seed} SIMULATION_STEPS=${steps})`, {
  timeout: 0,
}, async () => {
  console.info(`SIMULATION_SEED=${seed} SIMULATION_STEPS=${steps}`);
  const random = new Random(seed);
  for (let first = 1; first <= steps; first += LIFETIME) {
    const path = join(folder, `${first}.db`);
    const simulation = new Simulation(random, () => openSqliteStore({ path, busyTimeoutMs: 60_000, policy: POLICY }));
    await simulation.start();
    for (let step = first; step < first + LIFETIME && step <= steps; step++) await take(simulation, step);
    await simulation.close();
  }
});

async function take(simulation: Simulation, step: number): Promise<void> {
  try {
    await simulation.step();
    if (step % COMPARE_EVERY === 0 || step === steps) await simulation.compare();
  } catch (error) {
    if (error instanceof Error) error.message = `SIMULATION_SEED=${seed}, step ${step}: ${error.message}`;
    throw error;
  }
}
