// The client address and protocol behind a proxy are the same as Fastify finds, for any headers.
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { times } from '../../../test/times.ts';
import { proxiesAt } from './proxies.ts';

const TRUSTED = ['127.0.0.0/8', '10.1.0.0/16', '192.0.2.9', 'fd00::/8'];
const proxies = proxiesAt(TRUSTED);
const app = Fastify({ trustProxy: (address) => proxies.has(address), http: { joinDuplicateHeaders: true } });
app.get('/', async (request) => ({
  theirs: [request.ip, request.protocol],
  ours: [proxies.clientOf(request.raw), proxies.protocolOf(request.raw)],
}));

beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

async function ask(headers: Record<string, string | string[]>) {
  const { port } = app.server.address() as AddressInfo;
  const [response] = await once(request({ host: '127.0.0.1', port, headers, agent: false }).end(), 'response');
  return JSON.parse(await text(response));
}

test.each<readonly [Record<string, string | string[]>, string, string]>([
  [{}, '127.0.0.1', 'http'],
  [{ 'x-forwarded-for': '198.51.100.7' }, '198.51.100.7', 'http'],
  [{ 'x-forwarded-for': '198.51.100.7, 10.1.2.3' }, '198.51.100.7', 'http'],
  [{ 'x-forwarded-for': '198.51.100.7, 10.2.2.3' }, '10.2.2.3', 'http'],
  [{ 'x-forwarded-for': '203.0.113.1, 198.51.100.7' }, '198.51.100.7', 'http'],
  [{ 'x-forwarded-for': '10.1.0.1, 10.1.0.2' }, '10.1.0.1', 'http'],
  [{ 'x-forwarded-for': ['203.0.113.1', '198.51.100.7'] }, '198.51.100.7', 'http'],
  [{ 'x-forwarded-for': '2001:db8::7, fd00::1' }, '2001:db8::7', 'http'],
  [{ 'x-forwarded-for': 'unknown' }, 'unknown', 'http'],
  [{ 'x-forwarded-for': ' , ,\t198.51.100.7 ,, ' }, '198.51.100.7', 'http'],
  [{ 'x-forwarded-for': '' }, '127.0.0.1', 'http'],
  [{ 'x-forwarded-proto': 'https' }, '127.0.0.1', 'https'],
  [{ 'x-forwarded-proto': 'https, http' }, '127.0.0.1', 'http'],
])('the headers %j through a trusted proxy mean the client %s by %s', async (headers, address, protocol) => {
  expect(await ask(headers)).toEqual({ theirs: [address, protocol], ours: [address, protocol] });
});

test('X-Forwarded headers from an address that is not a trusted proxy are ignored', () => {
  const none = proxiesAt([]);
  const raw = {
    headers: { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' },
    socket: { remoteAddress: '9.9.9.9' },
  };
  expect([none.clientOf(raw as never), none.protocolOf(raw as never)]).toEqual(['9.9.9.9', 'http']);
});

test('client and protocol are the same as Fastify finds, for random lists of addresses', async () => {
  const hop = fc.constantFrom(
    '127.0.0.1',
    '10.1.0.9',
    '192.0.2.9',
    '::ffff:10.1.0.9',
    'fd00::5',
    '198.51.100.7',
    '2001:db8::1',
    '',
    'x',
    '1.1.1.1:80',
  );
  const space = fc.constantFrom('', ' ', '\t', '  ');
  const list = fc
    .array(fc.tuple(space, hop, space), { maxLength: 6 })
    .map((hops) => hops.map((one) => one.join('')).join(','));
  await fc.assert(
    fc.asyncProperty(list, fc.constantFrom('', 'https', 'http ,https', 'x, '), async (addresses, protocol) => {
      const { ours, theirs } = await ask({ 'x-forwarded-for': addresses, 'x-forwarded-proto': protocol });
      expect(ours).toEqual(theirs);
    }),
    { numRuns: times(200) },
  );
});
