// Servers that never answer, in the ways in which machines and networks fall silent.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A program that listens, prints its port, and never sends anything. */
const LISTENER = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: Number(process.argv[1]) }, () => console.log(server.address().port));`;

export type Silence = 'accepts and says nothing' | 'frozen' | 'black hole';
export const SILENCES: readonly Silence[] = ['accepts and says nothing', 'frozen', 'black hole'];

/** The host and port of a server that is silent in this way until the test ends. */
export async function startSilentHost(silence: Silence): Promise<string> {
  const backlog = silence === 'black hole' ? 1 : 500;
  const child = spawn(process.execPath, ['-e', LISTENER, String(backlog)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(String(said));
  if (silence !== 'accepts and says nothing') child.kill('SIGSTOP');
  if (silence === 'black hole') await fillQueue(port, backlog);
  return `127.0.0.1:${port}`;
}

/** The kernel accepts connections for a frozen program until the queue is full, and drops them from then on. */
async function fillQueue(port: number, backlog: number): Promise<void> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let accepted = 0; accepted <= backlog; accepted += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
  }
}
