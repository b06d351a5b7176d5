// Reading a log over HTTP from a server that may be a proxy, another site, or an enemy.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogUnreachable, RemoteLog } from './remote-log.ts';

let server: Server;
let log: RemoteLog;
let answer: RequestListener;
let asked: (string | undefined)[];
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  log = new RemoteLog(`http://127.0.0.1:${(server.address() as AddressInfo).port}//`);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const gives =
  (body: string | Buffer, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body);
const FULL = Buffer.from(Array.from({ length: 256 * 32 }, (_, at) => at >> 5));

test('a partial tile is read as it is, or cut from the full one if the server has deleted it', async () => {
  const tile = { level: 0, index: 1, width: 3 };
  answer = gives(FULL.subarray(0, 96));
  expect(await log.tile(tile)).toEqual(FULL.subarray(0, 96));
  expect(asked).toEqual(['/tile/0/001.p/3']);
  answer = ({ url }, response) => (url?.includes('.p/') ? response.writeHead(404).end() : response.end(FULL));
  expect(await log.tile(tile)).toEqual(FULL.subarray(0, 96));
  expect(asked.slice(1)).toEqual(['/tile/0/001.p/3', '/tile/0/001']);
});

test.each([
  ['shorter', FULL.subarray(1)],
  ['longer', Buffer.concat([FULL, Buffer.of(0)])],
])('a full tile that is %s is refused, and asked for once', async (_, bytes) => {
  answer = gives(bytes);
  await expect(log.tile({ level: 0, index: 1, width: 256 })).rejects.toThrow(LogUnreachable);
  expect(asked).toEqual(['/tile/0/001']);
});

test('a redirect is not followed: the log would be that of another server', async () => {
  answer = ({ url }, response) =>
    url === '/checkpoint' ? response.writeHead(302, { location: '/elsewhere' }).end() : response.end('note');
  await expect(log.checkpoint()).rejects.toThrow(LogUnreachable);
  expect(asked).toEqual(['/checkpoint']);
});

test('a note of 100,000 bytes is read, and a longer one is not read to its end', async () => {
  answer = gives('x'.repeat(100_000));
  expect(await log.checkpoint()).toHaveLength(100_000);
  answer = gives('x'.repeat(100_001));
  await expect(log.checkpoint()).rejects.toThrow('answers more than 100000 bytes');
  let isClosed = false;
  answer = (_, response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
    };
    response.on('drain', more).on('close', () => {
      isClosed = true;
    });
    more();
  };
  await expect(log.checkpoint()).rejects.toThrow('answers more than 100000 bytes');
  await expect.poll(() => isClosed).toBe(true);
});

test('an error is told with its status and, if it is one of an exchange, its message, without control characters', async () => {
  answer = gives(JSON.stringify({ error: `the log\u001b[31m is \u0007computed ${'x'.repeat(300)}` }), 503);
  const failure = await log.checkpoint().catch(({ message }: Error) => message);
  expect(failure.replace(/^.* answered /, '')).toBe(`503: ${'the log?[31m is ?computed '.padEnd(200, 'x')}`);
  answer = gives('<html>Bad gateway</html>', 502);
  await expect(log.checkpoint()).rejects.toThrow(/answered 502$/);
});

test.each([
  ['its key', '{"data":{"vkey":"k"}}', 'k'],
  ['no key', '{"data":{"vkey":null}}', undefined],
  ['something else', '<html>', undefined],
])('getLog that names %s', async (_, text, vkey) => {
  answer = gives(text);
  if (vkey) expect(await log.vkey()).toBe(vkey);
  else await expect(log.vkey()).rejects.toThrow('names no vkey');
});

test('a server that is gone is unreachable', async () => {
  server.close();
  await once(server, 'close');
  await expect(log.checkpoint()).rejects.toThrow(LogUnreachable);
});
