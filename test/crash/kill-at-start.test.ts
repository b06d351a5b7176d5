// kill -9 while a new exchange is being made: the next start finishes the file and the demo market, once.
import { watch } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Random } from '../simulation/random.ts';
import { readJournal } from './journal.ts';
import { audit, MAIN, Program, Server, temporaryDirectory } from './process.ts';

const CYCLES = 5;
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);

it('makes the demo market once, wherever the start was cut off', { timeout: 300_000 }, async () => {
  const random = new Random(SEED);
  const found: number[] = [];
  onTestFinished(() => console.log(`killed at start, CRASH_SEED=${SEED}: steps found done ${found.join(' ')}`));
  const whole = await market(join(temporaryDirectory(), 'millpond.db'));
  for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
    const directory = temporaryDirectory();
    const database = join(directory, 'millpond.db');
    await killAtFileEvent(directory, 1 + random.below(50));
    found.push(existing(database));
    expect(await market(database)).toEqual(whole);
    expect(await audit(database)).toMatchObject({ code: 0 });
  }
});

/** The entries of a market that has been made in full, and that a further start leaves alone. */
async function market(database: string) {
  const server = await Server.start(database);
  const entries = readJournal(database).map(({ kind, key }) => ({ kind, key }));
  await server.stop();
  return entries;
}

/** Kills a starting server when its directory has changed so many times, or when it is ready. */
async function killAtFileEvent(directory: string, events: number): Promise<void> {
  let left = events;
  const watcher = watch(directory, () => {
    left -= 1;
    if (left === 0) server.signal('SIGKILL');
  });
  const server = new Program([process.execPath, MAIN, 'serve', '--demo'], {
    DATABASE_URL: `sqlite:${join(directory, 'millpond.db')}`,
    PORT: '0',
  });
  await server.printed(/Server listening/).catch(() => undefined);
  await server.kill();
  watcher.close();
}

function existing(database: string): number {
  try {
    return readJournal(database).length;
  } catch {
    return 0; // killed before the file had its tables
  }
}
