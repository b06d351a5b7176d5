// Which host of the URL is tried first after suspect(), that is, after a pool of connections got no answer.
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { currentHost, PoolSockets } from './hosts.ts';

/** A server that sends one byte to every client. */
async function listen(): Promise<number> {
  const server = net.createServer((socket) => void socket.on('error', () => {}).write('R'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as net.AddressInfo).port;
}

async function openHosts(count: number) {
  const port = await Promise.all(Array.from({ length: count }, listen));
  const url = `postgres://${port.map((one) => `127.0.0.1:${one}`).join(',')}/exchange`;
  const pool = () => {
    const sockets = new PoolSockets({ url, timeoutMs: 5000 });
    onTestFinished(() => sockets.destroy());
    const open = async () => {
      const socket = await sockets.open({ host: port.map(() => '127.0.0.1'), port, path: false });
      await new Promise((resolve) => socket.once('data', resolve));
      return socket;
    };
    return { sockets, open };
  };
  return { url, pool };
}

test('a pool suspects the host of a connection that is still open, not the host of the last connection opened', async () => {
  const { url, pool } = await openHosts(2);
  const [ours, other] = [pool(), pool()];
  await Promise.all([ours.open(), other.open()]);
  other.sockets.suspect();
  expect(currentHost(url)).toBe(1);
  (await ours.open()).destroy();
  ours.sockets.suspect();
  expect(currentHost(url)).toBe(1);
});

test('if a pool has connections to two of three hosts, the third is tried next', async () => {
  const { url, pool } = await openHosts(3);
  const [ours, other] = [pool(), pool()];
  await Promise.all([ours.open(), other.open()]);
  other.sockets.suspect();
  await ours.open();
  ours.sockets.suspect();
  expect(currentHost(url)).toBe(2);
});

test('a pool without open connections suspects no host: the first host stays the first to be tried', async () => {
  const { url, pool } = await openHosts(2);
  const { sockets, open } = pool();
  (await open()).destroy();
  sockets.suspect();
  expect(currentHost(url)).toBe(0);
});
