// The places of questions under way are given back, whatever becomes of those who asked.
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ReadsInFlight } from './reads-in-flight.ts';

test('whoever hangs up before a file begins gives the place back', async () => {
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
