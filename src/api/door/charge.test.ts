// Rows that were read are charged: later reads are refused, and a stream waits, which ends when its client disconnects.
import { once } from 'node:events';
import { get } from 'node:http';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { Charge } from './charge.ts';
import { Limits, RateLimited } from './rate-limit.ts';

const HOURS_OF_ROWS = 1_000_000;

test('a stream that waits for the rate limit ends when its client disconnects', async () => {
  const limits = new Limits({ rateLimitPerSecond: 1, addressLimitPerSecond: 0, changesPerDay: 0 });
  const ended = Promise.withResolvers<string>();
  const app = Fastify();
  onTestFinished(() => app.close());
  app.get('/', (request, reply) => {
    const charge = new Charge(limits, request);
    async function* pages() {
      try {
        yield 'one';
        await charge.pace(HOURS_OF_ROWS);
        ended.resolve('paid');
      } catch (error) {
        ended.resolve((error as Error).name);
        throw error;
      }
    }
    return reply.send(Readable.from(pages(), { objectMode: false }));
  });
  const asked = get(await app.listen({ host: '127.0.0.1', port: 0 }), (response) => {
    response.on('error', () => {});
    response.once('data', () => asked.destroy());
  });
  expect(await ended.promise).toBe('AbortError');
});

test('a stream whose client has already disconnected does not wait for the rate limit', async () => {
  const limits = new Limits({ rateLimitPerSecond: 1, addressLimitPerSecond: 0, changesPerDay: 0 });
  const app = Fastify();
  const asked = new Promise<unknown>((resolve) => {
    app.get('/', async (request) => {
      expect(request.ip).toBe('127.0.0.1');
      const { socket } = request.raw;
      // Afterwards nothing more is heard of the connection.
      await once(socket.destroy(), 'close');
      const charge = new Charge(limits, request);
      resolve(await charge.pace(HOURS_OF_ROWS).catch(({ name }) => name));
    });
  });
  onTestFinished(() => app.close());
  get(await app.listen({ host: '127.0.0.1', port: 0 })).on('error', () => {});
  expect(await asked).toBe('AbortError');
});

test('history is refused while rows that were read before are still owed', () => {
  const limits = new Limits({ rateLimitPerSecond: 1, addressLimitPerSecond: 0, changesPerDay: 0 });
  const charge = new Charge(limits, { ip: '203.0.113.1' } as never);
  expect(() => charge.check()).not.toThrow();
  charge.rows(HOURS_OF_ROWS);
  expect(() => charge.check()).toThrow(RateLimited);
});
