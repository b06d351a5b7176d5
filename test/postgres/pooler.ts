// PgBouncer in front of a database, if it is installed: every transaction may get another connection.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { account, freePort, newFolder } from './server.ts';

const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(spawnSync('pgbouncer', ['--version']).stdout?.toString()) ?? [];

export const isInstalled = major !== undefined;
/** From 1.21 on, PgBouncer can prepare a client's statements on whichever connection the client gets. */
export const canPrepare = Number(major) > 1 || Number(minor) >= 21;

/** The URL of the same database through a pooler; `settings` are lines of its file. */
export async function startPooler(databaseUrl: string, ...settings: readonly string[]): Promise<string> {
  const url = new URL(databaseUrl);
  const [folder, port] = [await newFolder(), await freePort()];
  const lines = [
    '[databases]',
    `* = host=${url.hostname} port=${url.port || 5432} user=${url.username} password=${url.password}`,
    '[pgbouncer]',
    `listen_port = ${port}`,
    'listen_addr = 127.0.0.1',
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    ...settings,
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  let said = '';
  for await (const text of child.stderr.setEncoding('utf8')) {
    said += text;
    if (said.includes('process up')) break;
  }
  if (!said.includes('process up')) throw new Error(`PgBouncer ended: ${said}`);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}
