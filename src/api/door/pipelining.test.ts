// An open connection does not keep answered requests in memory.
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { takeTurns } from './pipelining.ts';
import { SlowReaders } from './slow-readers.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

test('a request is released once it is answered and the connection was checked', async () => {
  const open = new Map<string, Set<Socket>>();
  const answered: WeakRef<object>[] = [];
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    answered.push(new WeakRef(response));
    response.once('close', close).end('done');
  });
  server.on('connection', (socket) => open.set('here', new Set([socket])));
  takeTurns(server, open, (handle) => handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', agent }, (answer) => answer.resume().on('end', resolve)).end();
  });
  await closed;
  new SlowReaders(open, { bytesPerSecond: 1, overMs: 1000 }, () => {}).look();
  await expect
    .poll(async () => {
      await turn();
      collect();
      return answered.map((reference) => reference.deref());
    })
    .toEqual([undefined]);
});
