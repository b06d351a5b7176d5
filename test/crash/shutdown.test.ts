// Clean shutdown: accepted requests are answered, answered ones persist, and no client can delay the exit.
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Random } from '../simulation/random.ts';
import { Client, sendMany } from './client.ts';
import { expectEachOnce } from './journal.ts';
import { Orders } from './orders.ts';
import { audit, Server, temporaryDirectory } from './process.ts';

// Shorter than the time, over a minute, for which the server otherwise keeps an idle connection.
vi.setConfig({ testTimeout: 50_000 });

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const HEAD = 'POST /createSwap HTTP/1.1\r\nHost: localhost\r\n';
const IN_FLIGHT = 30;
const PATIENT = { BUSY_TIMEOUT: '60000' };

it.each(SIGNALS)('after %s a server answers requests in flight and accepts no new connection', async (signal) => {
  const { server, client, database, orders } = await start(PATIENT);
  const lock = holdLock(database);
  const sending = await sendInto(client, async () => {
    const order = orders.next();
    return { order, answer: await client.send(order) };
  });
  server.signal(signal);
  await refusing(server);
  lock.exec('ROLLBACK');
  const done = await Promise.all(sending);
  for (const { answer } of done) expect(answer.status).toBe(200);
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expectEachOnce(database, done);
});

it.each(SIGNALS)('a server stopped by %s under load has answered every order that it executed', async (signal) => {
  const { server, client, database, orders } = await start();
  let left = 200;
  const sent = await sendMany(client, {
    clients: 16,
    next: () => orders.next(),
    onAnswer() {
      left -= 1;
      if (left === 0) server.signal(signal);
    },
  });
  expect(await server.ended).toEqual({ code: 0, signal: null });
  const answered = sent.filter(({ answer }) => answer);
  for (const { answer } of answered) expect(answer?.status).toBe(200);
  expect(answered.length).toBeGreaterThanOrEqual(200);
  expectEachOnce(database, answered);
  expect(await audit(database)).toMatchObject({ code: 0 });
});

it.each(SIGNALS)('a second signal, %s, ends a server at once, without executing waiting orders', async (second) => {
  const { server, client, database, orders } = await start(PATIENT);
  const lock = holdLock(database);
  const cutOff = await sendInto(client, () => expect(client.send(orders.next())).rejects.toThrow());
  server.signal('SIGTERM');
  await server.printed(/shutting down: finishing running requests/);
  server.signal(second);
  expect(await server.ended).toEqual({ code: null, signal: second });
  await Promise.all(cutOff);
  lock.exec('ROLLBACK');
  expectEachOnce(database, []);
});

it('a stopping server waits neither for idle connections nor for one that never sent a request', async () => {
  const { server, client } = await start();
  const silent = connectTo(server);
  await once(silent, 'connect');
  expect((await client.get('/livez')).headers.connection).toBe('keep-alive');
  expect(await server.stop()).toEqual({ code: 0, signal: null });
});

it.each([
  ['its head', HEAD],
  ['its body', `${HEAD}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"Pair"`],
])('a stopping server gives up on a request that does not complete %s', async (_, part) => {
  const { server, client } = await start({ REQUEST_TIMEOUT: '3000', BUSY_TIMEOUT: '3000' });
  const socket = connectTo(server);
  socket.write(part);
  await once(socket, 'connect');
  // Answered on a later connection, so the partial request has arrived before it.
  await client.get('/livez');
  expect(await server.stop()).toEqual({ code: 0, signal: null });
});

async function start(settings = {}) {
  const database = join(temporaryDirectory(), 'millpond.db');
  const server = await Server.start(database, settings);
  return { server, database, client: new Client(server.url), orders: new Orders(new Random(1), 'stopped') };
}

function holdLock(database: string): DatabaseSync {
  // The timeout is for a server that is just renewing a lease.
  const lock = new DatabaseSync(database, { timeout: 60_000 });
  onTestFinished(() => lock.close());
  lock.exec('BEGIN IMMEDIATE');
  return lock;
}

/** Sends commands until one waits behind the batch that waits for the lock, and then so many more, which wait as well. */
async function sendInto<T>(client: Client, send: () => Promise<T>): Promise<readonly Promise<T>[]> {
  const depth = async () => Number(/millpond_queue_depth (\d+)/.exec((await client.get('/metrics')).text)?.[1]);
  const sent = [send()];
  while ((await depth()) === 0) sent.push(send());
  sent.push(...Array.from({ length: IN_FLIGHT }, send));
  while ((await depth()) < IN_FLIGHT);
  return sent;
}

/** Resolves when the server accepts no new connection. */
async function refusing(server: Server): Promise<void> {
  for (;;) {
    const socket = connectTo(server);
    try {
      await once(socket, 'connect');
    } catch {
      return;
    }
    socket.destroy();
  }
}

function connectTo({ url }: Server) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}
