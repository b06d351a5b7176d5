// kill -9 while a new exchange is being created: the next start completes the file, the demo market and its past, once.
import { statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Random } from '../simulation/random.ts';
import { readJournal } from './journal.ts';
import { audit, MAIN, Program, Server, temporaryDirectory } from './process.ts';

const { CRASH_CYCLES } = process.env;
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);

it.each([
  { command: ['serve', '--demo'], cycles: Number(CRASH_CYCLES ?? 2), isOneCommit: false },
  { command: ['demo', '--traders', '0'], cycles: Number(CRASH_CYCLES ?? 1), isOneCommit: true },
])('makes the demo market once, wherever the start of $command was cut off', { timeout: 0 }, async (way) => {
  const { command, cycles, isOneCommit } = way;
  const random = new Random(SEED);
  const found: number[] = [];
  onTestFinished(() => console.log(`killed at start, CRASH_SEED=${SEED}: steps found done ${found.join(' ')}`));
  const whole = await market(join(temporaryDirectory(), 'millpond.db'), command);
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const directory = temporaryDirectory();
    const database = join(directory, 'millpond.db');
    // A start makes some 400 changes: a fifth of them come before the first step, which creates the tables.
    let left = 1 + random.below(400);
    const walBytes = 4096 * random.below(1500);
    await killWhen(directory, command, () => (isOneCommit ? sizeOf(`${database}-wal`) > walBytes : --left === 0));
    const steps = existing(database);
    // The past is one commit; the waiting order comes after it.
    if (isOneCommit) expect([0, whole.length - 1, whole.length]).toContain(steps);
    found.push(steps);
    expect(await market(database, command)).toEqual(whole);
    expect(await audit(database)).toMatchObject({ code: 0 });
  }
});

/** The entries of a complete market, which a further start leaves unchanged. */
async function market(database: string, command: readonly string[]) {
  const server = await Server.start(database, {}, { wrap: () => [process.execPath, MAIN, ...command] });
  const entries = readJournal(database).map(({ kind, key }) => ({ kind, key }));
  await server.stop();
  return entries;
}

/** Kills a starting server when a change to its directory triggers it, or when it is ready. */
async function killWhen(directory: string, command: readonly string[], isTime: () => boolean): Promise<void> {
  const watcher = watch(directory, () => {
    if (isTime()) server.signal('SIGKILL');
  });
  const server = new Program([process.execPath, MAIN, ...command], {
    DATABASE_URL: `sqlite:${join(directory, 'millpond.db')}`,
    PORT: '0',
  });
  await server.printed(/Server listening/).catch(() => undefined);
  await server.kill();
  watcher.close();
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function existing(database: string): number {
  try {
    return readJournal(database).length;
  } catch {
    return 0; // killed before the file had its tables
  }
}
