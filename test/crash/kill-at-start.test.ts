// kill -9 while a new exchange is being created: the next start completes the file, the demo market and its history, once.
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
])('the next start completes the demo market wherever $command was killed', { timeout: 0 }, async (way) => {
  const { command, cycles, isOneCommit } = way;
  const random = new Random(SEED);
  const found: number[] = [];
  onTestFinished(() => console.log(`killed at start, CRASH_SEED=${SEED}: steps found done ${found.join(' ')}`));
  const whole = await market(join(temporaryDirectory(), 'millpond.db'), command);
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const directory = temporaryDirectory();
    const database = join(directory, 'millpond.db');
    // A start changes the directory some 400 times, a fifth of them before the first step, which creates the tables.
    let left = 1 + random.below(400);
    const walBytes = 4096 * random.below(1500);
    await killWhen(directory, command, () => (isOneCommit ? sizeOf(`${database}-wal`) > walBytes : --left === 0));
    const steps = existing(database);
    // The history is one commit; the order that stays open is another one after it.
    if (isOneCommit) expect([0, whole.length - 1, whole.length]).toContain(steps);
    found.push(steps);
    expect(await market(database, command)).toEqual(whole);
    expect(await audit(database)).toMatchObject({ code: 0 });
  }
});

/** Starts the server, which completes the market, and returns the entries of the journal. */
async function market(database: string, command: readonly string[]) {
  const server = await Server.start(database, {}, { wrap: () => [process.execPath, MAIN, ...command] });
  const entries = readJournal(database).map(({ kind, key }) => ({ kind, key }));
  await server.stop();
  return entries;
}

/** Kills a starting server at the change to its directory for which `isTime` is true, or when it is ready. */
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
