// SlowReaders cuts off clients that read their answer too slowly, and idle connections; `take` is a client reading, `look` a check of all connections.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { boundConnections } from './connections.ts';
import { takeTurns } from './pipelining.ts';
import { exemptFromPace, SlowReaders } from './slow-readers.ts';

/** A connection with unsent data, of which the client takes as much as the test says. */
function connection(waiting = 1_000_000) {
  const socket = {
    _handle: { bytesWritten: waiting, writeQueueSize: waiting },
    writableLength: waiting,
    bytesRead: 1,
    bytesWritten: 0,
    isCut: false,
    resetAndDestroy() {
      socket.isCut = true;
    },
    take(bytes: number) {
      socket._handle.writeQueueSize -= bytes;
      if (socket._handle.writeQueueSize === 0) socket.writableLength = 0;
    },
    write(bytes: number) {
      socket._handle.bytesWritten += bytes;
      socket._handle.writeQueueSize += bytes;
      socket.writableLength += bytes;
    },
  };
  return socket;
}

function watch(...sockets: ReturnType<typeof connection>[]) {
  const reported: number[] = [];
  const open = new Map([['here', new Set(sockets as unknown as Socket[])]]);
  const readers = new SlowReaders(open, { bytesPerSecond: 100, overMs: 10_000 }, (_, bytes) => reported.push(bytes));
  return { reported, look: (second: number) => readers.look(1000 * second) };
}

test('a client that reads slower than the minimum rate is cut off at the end of the window, and not before', () => {
  const [none, little, enough] = [connection(), connection(), connection()];
  const { reported, look } = watch(none, little, enough);
  for (let second = 0; second < 10; second += 1) {
    look(second);
    little.take(99);
    enough.take(100);
  }
  expect([none.isCut, little.isCut, enough.isCut]).toEqual([false, false, false]);
  look(10);
  expect([none.isCut, little.isCut, enough.isCut]).toEqual([true, true, false]);
  expect(reported).toEqual([0, 990]);
});

test('each window is measured by itself: a client that was fast before is cut off after one slow window', () => {
  const socket = connection();
  const { look } = watch(socket);
  look(0);
  socket.take(500_000);
  look(10);
  expect(socket.isCut).toBe(false);
  look(19);
  expect(socket.isCut).toBe(false);
  look(20);
  expect(socket.isCut).toBe(true);
});

test('time without unsent data does not count: a new window begins when there is some again', () => {
  const socket = connection(10);
  const { look } = watch(socket);
  look(0);
  socket.take(10);
  look(5);
  socket.write(10);
  look(12);
  look(21);
  expect(socket.isCut).toBe(false);
  look(22);
  expect(socket.isCut).toBe(true);
});

test('an event stream is never cut off, however slowly its client reads', () => {
  const socket = connection();
  exemptFromPace(socket as unknown as Socket);
  const { look } = watch(socket);
  for (const second of [0, 10, 20]) look(second);
  expect(socket.isCut).toBe(false);
});

test('an idle connection is closed two seconds after the announced keep-alive time; one that waits for an answer or has sent no request is not', async () => {
  const server = createServer((request, response) => void (request.url === '/slow' || response.end('answered')));
  const open = boundConnections(server, { maxConnections: 100, isProxy: () => false });
  takeTurns(server, open, (handle) => handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const readers = new SlowReaders(open, { bytesPerSecond: 1, overMs: 1e9 }, () => {});
  const { port } = server.address() as AddressInfo;
  const [idle, again, slow, silent] = [1, 2, 3, 4].map(() => connect(port, '127.0.0.1')) as [
    Socket,
    Socket,
    Socket,
    Socket,
  ];
  const ask = async (socket: Socket, path = '/') => {
    const begun = once(server, 'request');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await begun;
    if (path === '/') expect(String(await once(socket, 'data'))).toContain('\r\nKeep-Alive: timeout=72\r\n');
  };
  for (const socket of [idle, again, slow]) await ask(socket, socket === slow ? '/slow' : '/');
  const isClosed = (socket: Socket) =>
    ![...open.values()].some((sockets) =>
      [...sockets].some((one) => one.remotePort === socket.localPort && !one.destroyed),
    );
  readers.look(0);
  await ask(again);
  readers.look(73_999);
  expect([idle, again, slow, silent].map(isClosed)).toEqual([false, false, false, false]);
  readers.look(74_000);
  expect([idle, again, slow, silent].map(isClosed)).toEqual([true, false, false, false]);
  server.close().closeAllConnections();
});
