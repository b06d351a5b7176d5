// Pipelined requests are all answered, and an open connection does not keep answered ones in memory.
import { Agent, createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { takeTurns } from './pipelining.ts';
import { SlowReaders } from './slow-readers.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

test('an answered response can be garbage-collected while its connection stays open, once SlowReaders has checked it', async () => {
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

test('a client that pipelines 40 requests and closes its sending side gets 40 answers, also on its next connection', async () => {
  const server = createServer((_, response) => setImmediate(() => response.end('done')));
  takeTurns(server, new Map(), (handle) => handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const count = 40;
  const answersOfOneClient = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.end(
      'GET / HTTP/1.1\r\nHost: pond\r\nX-Long: 0123456789012345678901234567890123456789\r\n\r\n'.repeat(count),
    );
    let text = '';
    for await (const bytes of socket) text += bytes;
    return text.split('done').length - 1;
  };
  expect([await answersOfOneClient(), await answersOfOneClient()]).toEqual([count, count]);
});
