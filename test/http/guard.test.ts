// Protection against other web pages, and the headers of every answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/calls.ts';
import { VERSION } from '../../src/version.ts';
import { type Answer, send, sendBytes } from './client.ts';
import { dumpState } from './dump.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
});
afterAll(() => server.close());

const withHost = async (target: Server, host: string, path = '/getPools'): Promise<Answer> =>
  (await sendBytes(target, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)) as Answer;

describe('the Host header', () => {
  test.each([
    'localhost',
    'LocalHost',
    'localhost:8080',
    'localhost:',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]',
    '[::1]:80',
  ])('%s is accepted', async (host) => {
    expect((await withHost(server, host)).status).toBe(200);
  });

  test.each([
    'pool.example',
    'pool.example:8080',
    'localhost.pool.example',
    '127.0.0.1.pool.example',
    'notlocalhost',
    '127.0.0.2',
    '0.0.0.0',
    '[::]',
    '::1',
    'localhost:8080:1',
    'localhost:port',
    'user@localhost:80',
    '',
  ])('"%s" is refused, on any path', async (host) => {
    for (const path of ['/getPools', '/docs/', '/nonesuch']) {
      const { status, headers, text } = await withHost(server, host, path);
      expect([status, headers.get('error-code')]).toEqual([403, 'host_not_allowed']);
      expect(text).toBe(
        '{"error":"This server does not answer to that Host name; the operator can add it to ALLOWED_HOSTS."}',
      );
    }
    // Health checks may use any host name.
    expect((await withHost(server, host, '/livez')).status).toBe(200);
  });

  test('if missing is answered 403 in HTTP/1.0, and 400 in HTTP/1.1', async () => {
    expect((await sendBytes(server, 'GET /getPools HTTP/1.0\r\n\r\n'))?.status).toBe(403);
    expect((await sendBytes(server, 'GET /getPools HTTP/1.1\r\nConnection: close\r\n\r\n'))?.status).toBe(400);
  });

  test('is refused if sent twice: a proxy may have used the other', async () => {
    const open = await startServer({ allowedHosts: null });
    for (const target of [server, open]) {
      for (const path of ['/getPools', '/docs/', '/nonesuch']) {
        for (const [one, other] of [
          ['localhost', 'localhost'],
          ['localhost', 'pool.example'],
          ['pool.example', 'localhost'],
        ]) {
          const bytes = `GET ${path} HTTP/1.1\r\nHost: ${one}\r\nHost: ${other}\r\nConnection: close\r\n\r\n`;
          const answer = await sendBytes(target, bytes);
          expect([answer?.status, answer?.headers.get('error-code')]).toEqual([400, 'invalid_request']);
          expect(answer?.text).toBe('{"error":"The header Host must be sent once."}');
        }
      }
    }
    await open.close();
  });

  test('may be another allowed name, or any name if none is configured', async () => {
    const named = await startServer({ allowedHosts: new Set(['dex.example']) });
    expect((await withHost(named, 'DEX.example:443')).status).toBe(200);
    expect((await withHost(named, 'localhost')).status).toBe(403);
    await named.close();
    const spelled = ['::1', 'Example.com:8080', '[2001:DB8:0::1]', '2001:db8::2'];
    const several = await startServer({ allowedHosts: new Set(spelled) });
    const ours = ['[::1]:8080', '[0:0::1]', 'example.com', 'example.com:8080', 'example.com:9', '[2001:db8::1]:80'];
    for (const host of [...ours, '[2001:db8:0:0::2]'])
      expect([host, (await withHost(several, host)).status]).toEqual([host, 200]);
    for (const host of ['::1', '[::1', '[::2]', '2001:db8::1', 'example.com.:8080', '[]', '[example.com]', ''])
      expect([host, (await withHost(several, host)).status]).toEqual([host, 403]);
    await several.close();
    const open = await startServer({ allowedHosts: null });
    expect((await withHost(open, 'pool.example')).status).toBe(200);
    expect((await sendBytes(open, 'GET /getPools HTTP/1.0\r\n\r\n'))?.status).toBe(200);
    expect((await sendBytes(open, 'GET /getPools HTTP/1.1\r\nConnection: close\r\n\r\n'))?.status).toBe(400);
    await open.close();
  });
});

describe('a browser', () => {
  const changing = CALLS.filter(({ changes }) => changes);
  /** A refund that would succeed; for the other calls a body that fails validation. */
  const ask = ({ name, method }: (typeof CALLS)[number], headers: Record<string, string>) =>
    method === 'GET'
      ? send(server, { path: `/${name}?jetton0=apple&jetton1=bread&percentage=1`, headers })
      : send(server, { path: `/${name}`, body: { nonesuch: 1 }, headers });

  test.each(changing)('may not $method $name for another site, nor as a prefetch', async (call) => {
    const before = dumpState(server.path);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none, cross-site' },
      { origin: 'https://pool.example' },
      { origin: `http://127.0.0.1:${server.port}.pool.example` },
      { origin: 'null' },
      { referer: 'http://pool.example/' },
      { referer: `http://127.0.0.1:${server.port}0/` },
      { referer: `https://pool.example/http://127.0.0.1:${server.port}/` },
      { referer: 'about:blank' },
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { 'sec-fetch-site': 'none', purpose: 'prefetch' },
      // Same origin, but not a call by script: an image or link that a token's name or logo may have become.
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ] as Record<string, string>[]) {
      const answer = await ask(call, headers);
      expect([answer.status, answer.headers.get('error-code')]).toEqual([403, 'cross_site']);
    }
    expect(dumpState(server.path)).toEqual(before);
  });

  test.each(changing)('may $method $name for a page of the exchange itself, and for the user', async (call) => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-site': 'none' },
      { origin: `http://127.0.0.1:${server.port}` },
      { referer: `http://127.0.0.1:${server.port}/docs/?a=https://pool.example` },
      { accept: 'application/json, text/plain, */*' },
      {},
    ]) {
      expect((await ask(call, headers as Record<string, string>)).status).toBe(call.method === 'GET' ? 200 : 400);
    }
  });

  test('may not navigate to a call that changes state, not even from a page of the exchange itself', async () => {
    // Sent as bytes, since fetch would send another Sec-Fetch-Mode.
    const open = (site: string) =>
      sendBytes(
        server,
        [
          'GET /refundLiquidity?jetton0=apple&jetton1=bread&percentage=1 HTTP/1.0',
          'Host: localhost',
          'Accept: text/html',
          'Sec-Fetch-Mode: navigate',
          `Sec-Fetch-Site: ${site}\r\n\r\n`,
        ].join('\r\n'),
      );
    const before = dumpState(server.path);
    for (const site of ['none', 'same-origin']) {
      const refused = await open(site);
      expect([refused?.status, refused?.headers.get('error-code')]).toEqual([403, 'cross_site']);
    }
    expect(dumpState(server.path)).toEqual(before);
  });

  test('that sends no Sec-Fetch headers, as over plain HTTP, may not load a call that changes state as a page or an image', async () => {
    const before = dumpState(server.path);
    const call = changing.find(({ method }) => method === 'GET') as (typeof CALLS)[number];
    for (const headers of [
      { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
      { 'upgrade-insecure-requests': '1' },
      // An image on a page that sends no referrer.
      { accept: 'image/avif,*/*;q=0.8', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
    ] as Record<string, string>[]) {
      const answer = await ask(call, headers);
      expect([answer.status, answer.headers.get('error-code')]).toEqual([403, 'cross_site']);
    }
    expect(dumpState(server.path)).toEqual(before);
  });

  test.each(CALLS.filter(({ changes }) => !changes))(
    'may $name for any site, since it changes nothing',
    async (call) => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-purpose': 'prefetch' };
      expect((await send(server, { path: `/${call.name}`, headers })).headers.get('error-code')).not.toBe('cross_site');
    },
  );

  test.each([
    { method: 'OPTIONS', path: '/createSwap' },
    { method: 'GET', path: '/getPools' },
    { method: 'GET', path: '/nonesuch' },
    { method: 'GET', path: '/docs/' },
    { method: 'GET', path: '/openapi.json' },
  ])('is given no CORS header by $method $path', async ({ method, path }) => {
    const headers = {
      origin: 'https://pool.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const answer = await send(server, { method, path, headers });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('every answer', () => {
  const PATHS = ['/getPools', '/getPools?x=1', '/nonesuch', '/createSwap', '/%FF', '/livez', '/metrics', '/docs/'];

  test.each(PATHS)('of %s is not cached or sniffed, and has a request id and version', async (path) => {
    const { headers } = await send(server, { path });
    // A page of the reference is the same for everybody: browsers may keep it, but ask each time whether it is still the newest.
    expect(headers.get('cache-control')).toBe(path === '/docs/' ? 'no-cache' : 'no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
    expect(headers.get('api-version')).toBe(VERSION);
  });

  test.each(['1', 'Order_7.a:b-c', 'x'.repeat(64)])('repeats the X-Request-Id %s', async (id) => {
    expect(
      (await send(server, { path: '/getPools', headers: { 'x-request-id': id } })).headers.get('x-request-id'),
    ).toBe(id);
    expect((await send(server, { path: '/%FF', headers: { 'x-request-id': id } })).headers.get('x-request-id')).toBe(
      id,
    );
  });

  test.each(['', 'x'.repeat(65), 'a b', 'a"b', 'a\tb', 'é', '<script>'])(
    'replaces the X-Request-Id "%s"',
    async (id) => {
      const { headers } = await send(server, { path: '/getPools', headers: { 'x-request-id': id } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
    },
  );

  test('has an id of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(server, { path: '/livez' })));
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(50);
  });
});
