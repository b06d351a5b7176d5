// The places of queries are released even if their clients disconnect.
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ReadsInFlight } from './reads-in-flight.ts';

test('a client that disconnects before a file begins releases its place', async () => {
  const app = Fastify({ forceCloseConnections: true });
  const reads = new ReadsInFlight(app, 1);
  const asked = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  app.get('/file', { ...reads.hooks }, async ({ raw }, reply) => {
    asked.resolve();
    await new Promise((resolve) => raw.socket.once('close', resolve));
    setImmediate(sent.resolve);
    return reply.send(Readable.from(['a file']));
  });
  app.get('/one', { ...reads.hooks }, async () => 'answered');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await asked.promise;
  expect((await fetch(`${url}/one`)).ok).toBe(false);
  socket.resetAndDestroy();
  await sent.promise;
  expect((await fetch(`${url}/one`)).ok).toBe(true);
  await app.close();
});

test('a refused query does not release the place of another', async () => {
  const app = Fastify();
  const reads = new ReadsInFlight(app, 1);
  const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/held', { ...reads.hooks }, async () => {
    asked.resolve();
    await over.promise;
    return 'answered';
  });
  const held = app.inject('/held');
  await asked.promise;
  for (let time = 0; time < 3; time += 1) expect((await app.inject('/held')).statusCode).not.toBe(200);
  over.resolve();
  expect((await held).statusCode).toBe(200);
  expect((await app.inject('/held')).statusCode).toBe(200);
  await app.close();
});
