// The reference pages as sent: nothing from other servers, nothing inline, files compressed and cached.
import { request } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { send } from './client.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const policyOf = async () => (await send(server, { path: '/docs/' })).headers.get('content-security-policy') as string;

/** Asks for uncompressed bytes by default, since fetch would decompress others. */
async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers: { 'Accept-Encoding': 'identity', ...headers } });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

const filesOf = async (): Promise<string[]> => {
  const { text } = await send(server, { path: '/docs/' });
  return [...text.matchAll(/<(?:link|script)[^>]* (?:src|href)="(\/docs\/[^"]+)"/g)].map(([, link]) => link as string);
};

test('the page /docs/ loads its style sheet and script from this server', async () => {
  const { status, headers } = await send(server, { path: '/docs/' });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const files = await filesOf();
  expect(files.map((file) => file.replace(/\?.*/, ''))).toEqual(['/docs/page.css', '/docs/page.js']);
  expect(await Promise.all(files.map(async (file) => (await get(file)).headers.get('content-type')))).toEqual([
    'text/css; charset=utf-8',
    'text/javascript; charset=utf-8',
  ]);
});

test('the Content-Security-Policy of /docs/ allows nothing inline and nothing from other servers', async () => {
  const policy = await policyOf();
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
  expect(policy).not.toMatch(/unsafe|nonce|http/);
});

test('pages and files of /docs/ and openapi.json are compressed on request, with the same content', async () => {
  for (const path of [...(await filesOf()), '/openapi.json', '/docs/', '/docs/errors', '/docs/createSwap']) {
    const plain = await get(path);
    expect([plain.status, plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
      200,
      null,
      'accept-encoding',
    ]);
    const lengths = new Map<string, number>();
    for (const [asked, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=0.5, br;q=0', 'gzip'],
    ] as const) {
      // fetch decompresses the body; the header has the length on the wire.
      const { headers, body } = await get(path, { 'Accept-Encoding': asked });
      expect([headers.get('content-encoding'), body.equals(plain.body)]).toEqual([encoding, true]);
      lengths.set(encoding, Number(headers.get('content-length')));
    }
    if (plain.body.length > 10_000)
      for (const length of lengths.values()) expect(length).toBeLessThan(plain.body.length / 3);
  }
});

test('the files of /docs/ are immutable under their current version; other versions and openapi.json must be revalidated', async () => {
  for (const path of await filesOf()) {
    expect((await get(path)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get(path.replace(/\?.*/, '?v=older'))).headers.get('cache-control')).toBe('no-cache');
  }
  const { headers } = await get('/openapi.json');
  expect(headers.get('cache-control')).toBe('no-cache');
  const again = await get('/openapi.json', { 'If-None-Match': headers.get('etag') as string });
  expect([again.status, again.body.length, again.headers.get('etag')]).toEqual([304, 0, headers.get('etag')]);
});

test('a page is made once for each origin and branding, and sent again only if it has changed', async () => {
  const own = await startServer({ auth: 'local', branding: { name: 'First' } });
  onTestFinished(() => own.close());
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(own.url + path, { headers });
    return { status: answer.status, etag: answer.headers.get('etag') as string, text: await answer.text() };
  };
  for (const path of ['/docs/', '/docs/errors', '/docs/createSwap']) {
    const first = await ask(path);
    expect(first.text).toContain('First API');
    expect(await ask(path)).toEqual(first);
    expect((await ask(path, { 'if-none-match': first.etag })).status).toBe(304);
    const branding = { name: `After ${path}` };
    expect((await send(own, { path: '/setBranding', body: branding })).status).toBe(200);
    const second = await ask(path, { 'if-none-match': first.etag });
    expect([second.status, second.text.includes('First API')]).toEqual([200, false]);
    await send(own, { path: '/setBranding', body: { name: 'First' } });
  }
  const elsewhere = own.url.replace('127.0.0.1', 'localhost');
  expect(await (await fetch(`${elsewhere}/docs/createSwap`)).text()).toContain(`${elsewhere}/createSwap`);
  expect((await ask('/docs/createSwap')).text).toContain(`${own.url}/createSwap`);
});

test('/docs redirects to /docs/', async () => {
  expect((await send(server, { path: '/docs' })).headers.get('location')).toBe('/docs/');
});

test('every call has a page with its samples, and every page links to pages that exist', async () => {
  const { text } = await send(server, { path: '/docs/' });
  const links = new Set([...text.matchAll(/href="(\/docs\/\w+)"/g)].map(([, link]) => link as string));
  const document = JSON.parse((await send(server, { path: '/openapi.json' })).text);
  const calls = Object.keys(document.paths).map((path) => `/docs${path}`);
  expect([...links].sort()).toEqual([...calls, '/docs/errors'].sort());
  for (const call of calls) {
    const page = await send(server, { path: call });
    expect([call, page.status]).toEqual([call, 200]);
    expect(page.text).toContain(`curl`);
    expect(page.text).toContain(`${server.url}${call.replace('/docs', '')}`);
    expect(page.text).not.toMatch(/undefined|\[object|NaN/);
  }
  expect((await send(server, { path: '/docs/createSwop' })).status).toBe(404);
});

test('every error code on the page of createSwap links to its row on the page of errors', async () => {
  const errors = (await send(server, { path: '/docs/errors' })).text;
  const { text } = await send(server, { path: '/docs/createSwap' });
  const codes = [...text.matchAll(/href="\/docs\/errors#(\w+)"/g)].map(([, code]) => code as string);
  expect(codes.length).toBeGreaterThan(30);
  for (const code of codes) expect(errors).toContain(`<tr id="${code}">`);
});

test('the name of the exchange is escaped', async () => {
  const branded = await startServer({ branding: { name: '<b>&"' } });
  onTestFinished(() => branded.close());
  expect((await send(branded, { path: '/docs/' })).text).not.toContain('<b>');
});

test('a page for a new Host counts as ten requests, and one that was made before as none', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  const limited = await startServer({ allowedHosts: null, rateLimitPerSecond: 20 });
  onTestFinished(() => limited.close());
  const statusAt = (host: string, path = '/docs/createSwap') =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ port: limited.port, path, headers: { host } }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      });
      asked.once('error', reject).end();
    });
  expect([await statusAt('one.example'), await statusAt('two.example')]).toEqual([200, 200]);
  expect([await statusAt('three.example'), await statusAt('one.example', '/docs/errors')]).toEqual([429, 429]);
  expect([await statusAt('one.example'), await statusAt('two.example')]).toEqual([200, 200]);
});
