// Event readers: limited in number, independent of each other, and ended when their access ends.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account, TokenAddress } from '../../src/core/amount.ts';
import { temporaryDirectory } from '../crash/process.ts';
import { send } from './client.ts';
import { EventStream, until } from './event-stream.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

let server: Server;
let log = '';
const start = async (options: ServerOptions = {}): Promise<void> => {
  log = '';
  const stream = new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  });
  server = await startServer({ logger: pino({ level: 'debug' }, stream), ...options });
};
afterEach(() => server.close());

async function read(query: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> {
  const stream = await EventStream.open(server.url, `/events${query}`, headers);
  onTestFinished(() => stream.close());
  return stream;
}

const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await server.metrics.registry.metrics())?.[1]);
const readers = () => metric('millpond_event_readers');

/** Token updates that take eight kilobytes of a stream each. */
let changes = 0;
const change = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => {
      changes += 1;
      const logo = `data:image/png;base64,${String(changes).padStart(8000, 'A')}`;
      const command = { kind: 'updateToken', token: 'corn' as TokenAddress, logo } as const;
      return server.exchange.execute('local' as Account, command, undefined);
    }),
  );

test('a stalled reader is disconnected with a reason, and others are not affected', async () => {
  const path = `${temporaryDirectory()}/exchange.db`;
  await start({ path });
  await openMarket(server);
  const [slow, quick] = [await read(''), await read('')];
  slow.response.pause();
  // A little at a time, so that the reader still counts as a reader of new events.
  while ((await metric('millpond_event_readers_dropped_total')) === 0) {
    await change(15);
    const head = await server.exchange.head();
    await until(() => expect(quick.lastId).toBe(head));
  }
  slow.response.resume();
  await until(() => expect(slow.isEnded).toBe(true));
  await until(async () => expect(await readers()).toBe(1));
  expect(log).toMatch(/"route":"\/events".*"events":\d+.*Too slow: more than 256 KiB were waiting to be read\./);
  const head = await server.exchange.head();
  expect(quick.sequences).toEqual(Array.from({ length: head - 8 }, (_, at) => at + 9));
  // The part that arrived is a prefix, from which the reader resumes.
  expect(slow.sequences).toEqual(quick.sequences.slice(0, slow.sequences.length));
  const again = await read('', { 'last-event-id': String(slow.sequences.at(-1) ?? 8) });
  await until(() => expect(again.lastId).toBe(head));
  expect([...slow.sequences, ...again.sequences]).toEqual(quick.sequences);
  await server.close();

  // Reading from the beginning: history waits for a slow reader, but not for ever.
  await start({ path, eventHeartbeatMs: 50, eventStallMs: 200 });
  await change(1000);
  const stalled = await read('?after=0');
  stalled.response.pause();
  await until(async () => expect(await metric('millpond_event_readers_dropped_total')).toBe(1));
  stalled.response.resume();
  await until(async () => expect(await readers()).toBe(0));
  expect(log).toMatch(/"route":"\/events".*Nothing was read for 0\.2 seconds\./);
});

test('three hundred readers get the same events, and are no longer counted once they disconnect', async () => {
  await start();
  await openMarket(server);
  const all = await Promise.all(Array.from({ length: 300 }, (_, at) => read(at % 3 === 0 ? '?after=0' : '')));
  expect(await readers()).toBe(300);
  for (let round = 0; round < 5; round += 1) await change(2);
  const head = await server.exchange.head();
  for (const stream of all) await until(() => expect(stream.lastId).toBe(head));
  const live = Array.from({ length: 10 }, (_, at) => head - 9 + at);
  for (const [at, stream] of all.entries()) {
    expect(stream.sequences).toEqual(at % 3 === 0 ? [1, 2, 3, 7, 8, ...live] : live);
  }
  expect(await metric('millpond_events_sent_total')).toBe(100 * 15 + 200 * 10);
  for (const stream of all) stream.close();
  await until(async () => expect(await readers()).toBe(0));
  // A client that closes only its sending side has left, too.
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until(async () => expect(await readers()).toBe(1));
  socket.resume().end();
  await once(socket, 'close');
  await until(async () => expect(await readers()).toBe(0));
  await until(() => expect(log.match(/a reader of events left/g)).toHaveLength(301));
  expect(log).toMatch(new RegExp(`"account":"local","ms":\\d+,"events":15,"last":${head},`));
});

test('readers are limited in total and per caller; one that disconnects makes room', async () => {
  await start({ auth: 'keys', maxEventReaders: 3, accountEventReaders: 2 });
  const { key } = await createKey(server.store, { account: 'alice' as Account, role: 'trader' }, 0);
  const alice = { authorization: `Bearer ${key}` };
  const [first] = [await read(''), await read('')];
  await expect(read('')).rejects.toMatchObject({
    status: 429,
    headers: { 'error-code': 'rate_limited', 'ratelimit-limit': '2', 'ratelimit-remaining': '0' },
    message: '{"error":"You already have 2 event streams open, the maximum; close one first."}',
  });
  await read('', alice);
  await expect(read('', alice)).rejects.toMatchObject({
    status: 503,
    headers: { 'error-code': 'overloaded', 'retry-after': '1' },
    message: '{"error":"The exchange is busy: 3 event streams are already open. Try again later."}',
  });
  first?.close();
  await until(async () => expect(await readers()).toBe(2));
  await read('', alice);
  // HEAD takes no reader's place.
  expect((await send(server, { path: '/events', method: 'HEAD' })).status).toBe(200);
});

test('half of the event streams are reserved for callers with a key', async () => {
  await start({ auth: 'keys', maxEventReaders: 4 });
  const { key } = await createKey(server.store, { account: 'alice' as Account, role: 'trader' }, 0);
  const alice = { authorization: `Bearer ${key}` };
  const [first] = [await read(''), await read('')];
  await expect(read('')).rejects.toMatchObject({
    status: 503,
    headers: { 'error-code': 'overloaded', 'retry-after': '1' },
    message:
      '{"error":"The exchange is busy: 2 event streams without a key are already open. Try again later, or use a key."}',
  });
  await read('', alice);
  await read('', alice);
  first?.close();
  await until(async () => expect(await readers()).toBe(3));
  await read('');
});

test('a reader whose key is revoked is disconnected with the reason, and others continue', async () => {
  await start({ auth: 'keys' });
  const operator = await createKey(server.store, { account: 'local' as Account, role: 'operator' }, 0);
  const headers = { authorization: `Bearer ${operator.key}` };
  await openMarket(server, headers);
  const [own, open] = [await read('?own=true', headers), await read('')];
  await server.store.revokeKey(operator.id, 1);
  // Events within the same second may still arrive.
  const isOver = async () => {
    await change(1);
    expect(own.told.at(-1)).toMatchObject({
      event: 'dropped',
      data: { reason: 'The API key is unknown or was revoked.' },
    });
  };
  await until(isOver);
  await until(() => expect(own.isEnded).toBe(true));
  await expect(read('?own=true', headers)).rejects.toMatchObject({ status: 401 });
  const head = await server.exchange.head();
  await until(() => expect(open.lastId).toBe(head));
});

test('a server that shuts down tells every reader so and does not wait for them', async () => {
  await start();
  await openMarket(server);
  const streams = [await read(''), await read('?after=0'), await read('?after=0&kinds=swap')];
  const [, , filtered] = streams;
  // The id advances with each filtered page, long before the first heartbeat.
  await until(() => expect(filtered?.lastId).toBe(8));
  expect([filtered?.comments, filtered?.told]).toEqual([[': 8'], []]);
  await server.close();
  for (const stream of streams) {
    await until(() => expect(stream.isEnded).toBe(true));
    const reason = 'The server is shutting down; reconnect.';
    expect(stream.told.at(-1)).toMatchObject({ event: 'stopping', data: { reason } });
  }
});

test('a stream without events is not ended by the connection timeout', async () => {
  await start({ connectionTimeoutMs: 100, eventHeartbeatMs: 300 });
  // Retried, since the connection timeout applies until the stream is answered.
  const quiet = await until(() => read(''));
  await until(() => expect(quiet.comments.length).toBeGreaterThan(3));
  expect(quiet.isEnded).toBe(false);
});
