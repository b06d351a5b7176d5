// The first process is killed while a worker starts or serves: the worker ends with one line, and no exception of Node.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MAIN, Program, temporaryDirectory } from '../crash/process.ts';
import { QUICK_START } from '../quick-start.ts';

const LINE = 'millpond: the first process has ended, so this worker ends too\n';

/** The first worker's pid, once the process exists. */
const workerOf = ({ pid }: Program): string | undefined =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').find(Boolean);

const hasOpened = (pid: string, file: string): boolean =>
  readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`) === file;
    } catch {
      // Closed meanwhile.
      return false;
    }
  });

const MOMENTS: Readonly<Record<string, (server: Program, database: string) => boolean>> = {
  'as soon as it exists': (server) => workerOf(server) !== undefined,
  'when it has opened the database': (server, database) => {
    const worker = workerOf(server);
    return worker !== undefined && hasOpened(worker, database);
  },
  'when it listens': (server) => server.stdout.includes('Server listening at'),
};

it.each(Object.entries(MOMENTS))('a worker whose first process is killed %s says so in a line', async (_, isTime) => {
  const database = join(temporaryDirectory(), 'millpond.db');
  const settings = { DATABASE_URL: `sqlite:${database}`, PORT: '0', WORKERS: '2' };
  const server = new Program([process.execPath, MAIN, 'serve'], settings);
  while (!isTime(server, database)) await sleep(1);
  await server.kill();
  expect(server.stderr.replaceAll(LINE, '')).toBe('');
  expect(server.stderr).toContain(LINE);
});

it('its exit code is 1', async () => {
  const preload = fileURLToPath(new URL('../../src/cli/serve/first-process.ts', import.meta.url));
  const worker = fork(MAIN, ['serve'], {
    execArgv: ['--require', preload],
    // By this variable Node tells a process that it is a worker.
    env: { PATH: process.env.PATH, ...QUICK_START, NODE_UNIQUE_ID: '1' },
    serialization: 'advanced',
    silent: true,
  });
  worker.disconnect();
  const said = text(worker.stderr as NodeJS.ReadableStream);
  expect(await once(worker, 'exit')).toEqual([1, null]);
  expect(await said).toBe(LINE);
});
