// Two real PostgreSQL servers; the second is a standby, which has everything that the first has committed if it is synchronous.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, onTestFinished } from 'vitest';
import { createCluster, freePort, newFolder, runServer, urlOf } from './server.ts';

export type Replication = {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  killPrimary(): Promise<void>;
  /** Freezes the primary: it accepts connections and answers nothing. */
  freezePrimary(): void;
  /** Freezes the standby, so that it misses what an asynchronous primary commits; returns its thawing. */
  freezeStandby(): () => void;
  promoteStandby(): Promise<void>;
};

export async function startReplication({ isSynchronous = true } = {}): Promise<Replication> {
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [primaryDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')];
  await createCluster(primaryDir, folder);
  // The primary has not run yet, so that a copy of its files equals a base backup.
  execFileSync('cp', ['-a', primaryDir, standbyDir]);
  await writeFile(join(standbyDir, 'standby.signal'), '');
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const from = `host=127.0.0.1 port=${primaryPort} user=postgres`;
  const start = async (data: string, port: number, flag: string) => {
    const child = await runServer(data, { port, flags: [flag], folder });
    const ended = once(child, 'exit');
    const pid = child.pid as number;
    const kill = async () => {
      const children = child.signalCode === null ? childrenOf(pid) : [];
      child.kill('SIGKILL');
      await ended;
      // Frozen ones would stay; the others end by themselves.
      signalAll(children, 'SIGCONT');
    };
    onTestFinished(kill);
    const freeze = () => {
      signalAll([pid, ...childrenOf(pid)], 'SIGSTOP');
      return () => signalAll([pid, ...childrenOf(pid)], 'SIGCONT');
    };
    return { kill, freeze };
  };
  const primary = await start(primaryDir, primaryPort, `synchronous_standby_names=${isSynchronous ? '*' : ''}`);
  const standby = await start(standbyDir, standbyPort, `primary_conninfo=${from}`);
  const [primaryUrl, standbyUrl] = [urlOf(primaryPort), urlOf(standbyPort)];
  await expect
    .poll(() => ask(primaryUrl, `SELECT sync_state FROM pg_stat_replication`))
    .toEqual([{ sync_state: isSynchronous ? 'sync' : 'async' }]);
  return {
    primaryUrl,
    standbyUrl,
    killPrimary: primary.kill,
    freezePrimary: primary.freeze,
    freezeStandby: standby.freeze,
    async promoteStandby() {
      expect(await ask(standbyUrl, 'SELECT pg_promote()')).toEqual([{ pg_promote: true }]);
    },
  };
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // A process of a connection has ended meanwhile.
    }
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

export async function ask(url: string, question: string): Promise<readonly object[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(question))];
  } finally {
    await sql.end();
  }
}
