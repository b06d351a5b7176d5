// How the built page is served: to browsers and not to programs, each file unchanged, and no file outside its folder.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/calls.ts';
import { send } from './client.ts';
import { type Server, startServer } from './server.ts';

const INDEX = '<!doctype html><title>the page</title>';
const SCRIPT = 'console.log("the script");'.repeat(50);
const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const POLICY =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
const SCREENS = [
  '/',
  '/pools',
  '/pool/EQabc',
  '/tokens',
  '/token/EQabc',
  '/portfolio',
  '/join',
  '/activity',
  '/tx/12',
  '/account',
  '/account/requests',
];

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millpond-page-'));
  await mkdir(join(folder, 'web/assets'), { recursive: true });
  const files: Record<string, string | Buffer> = {
    'secret.js': 'outside',
    'web/.stamp': 'x',
    'web/index.html': INDEX,
    'web/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'web/licenses.txt': 'MIT',
    'web/assets/index-1a2b.js': SCRIPT,
    // Different bytes than the server would make, to show that the prepared files are sent.
    'web/assets/index-1a2b.js.br': brotliCompressSync(SCRIPT),
    'web/assets/index-1a2b.js.gz': gzipSync(SCRIPT, { level: 1 }),
    'web/assets/source-serif-4-3c4d.woff2': Buffer.from([0, 255, 1]),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await symlink(join(folder, 'secret.js'), join(folder, 'web/assets/link.js'));
  server = await startServer({ pageFolder: join(folder, 'web') });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** The raw path and bytes, which fetch would normalise and decompress. */
async function getRaw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = { port: server.port, host: '127.0.0.1', path, headers, method, agent: false };
    httpRequest(asked, resolve).on('error', reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test.each([...SCREENS, '/operator', '/operator/keys', '/?from=a&to=b', '/pool/a%2Fb/c'])(
  '%s answers browsers with the page, and programs with 404',
  async (path) => {
    const page = await send(server, { path, headers: HTML });
    expect([page.status, page.text, page.headers.get('content-type')]).toEqual([
      200,
      INDEX,
      'text/html; charset=utf-8',
    ]);
    expect(page.headers.get('content-security-policy')).toBe(POLICY);
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const head = await send(server, { path, method: 'HEAD', headers: HTML });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', page.headers.get('etag')]);
    const again = { ...HTML, 'if-none-match': page.headers.get('etag') as string };
    expect((await send(server, { path, headers: again })).status).toBe(304);
    const called = await send(server, { path, headers: { accept: 'application/json' } });
    expect([called.status, called.headers.get('error-code')]).toEqual([404, 'not_found']);
    expect(JSON.parse(called.text)).toEqual({ error: 'There is no such call; see /docs for the list.' });
  },
);

test.each(['*/*', '', undefined, 'text/*', 'image/avif, */*;q=0.1'])(
  'a client that accepts anything (%s) gets the page at /, and 404 on other paths',
  async (accept) => {
    const headers = accept === undefined ? {} : { accept };
    const { status, headers: told, body } = await getRaw('/', headers);
    expect([status, told['content-type'], String(body)]).toEqual([200, 'text/html; charset=utf-8', INDEX]);
    expect(told['content-security-policy']).toBe(POLICY);
    const head = await getRaw('/?from=a', headers, 'HEAD');
    expect([head.status, head.headers.etag, head.body.length]).toEqual([200, told.etag, 0]);
    for (const path of ['/pools', '/nonesuch', '//']) {
      const other = await getRaw(path, headers);
      expect([other.status, other.headers['error-code']], path).toEqual([404, 'not_found']);
    }
  },
);

test.each(['/nonesuch', '/docs/nonesuch', '/pools/', '/assets/nonesuch.js', '/assets/', '/index.html', '/.stamp'])(
  '%s is answered 404: to browsers with the page, to programs with an error code',
  async (path) => {
    const page = await send(server, { path, headers: { ...HTML, 'if-none-match': '*' } });
    expect([page.status, page.text, page.headers.get('cache-control')]).toEqual([404, INDEX, 'no-store']);
    expect(page.headers.get('content-security-policy')).toBe(POLICY);
    expect((await send(server, { path, method: 'HEAD', headers: HTML })).status).toBe(404);
    for (const request of [{ path }, { path, body: {}, headers: HTML }, { path, method: 'PUT', headers: HTML }]) {
      const { status, headers, text } = await send(server, request);
      expect([status, headers.get('error-code')]).toEqual([404, 'not_found']);
      expect(Object.keys(JSON.parse(text))).toEqual(['error']);
    }
  },
);

test('calls, /livez, /docs/ and /openapi.json are never answered with the page', async () => {
  for (const path of ['/livez', '/docs/', '/openapi.json', ...CALLS.map(({ name }) => `/${name}`)]) {
    const { text } = await send(server, { path, headers: { ...HTML, 'sec-fetch-site': 'cross-site' } });
    expect(text, path).not.toBe(INDEX);
  }
  const { status, headers } = await send(server, { path: '/createSwap', headers: HTML });
  expect([status, headers.get('allow')]).toEqual([405, 'POST']);
});

test('an asset is served as immutable, from its precompressed file if the client accepts that', async () => {
  const path = '/assets/index-1a2b.js';
  const plain = await getRaw(path);
  expect([plain.status, plain.body.toString(), plain.headers['content-type']]).toEqual([
    200,
    SCRIPT,
    'text/javascript; charset=utf-8',
  ]);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.headers.vary).toBe('accept-encoding');
  const br = await getRaw(path, { 'accept-encoding': 'gzip, deflate, br' });
  expect([br.headers['content-encoding'], brotliDecompressSync(br.body).toString()]).toEqual(['br', SCRIPT]);
  const gzip = await getRaw(path, { 'accept-encoding': 'gzip' });
  expect(gzip.body.equals(gzipSync(SCRIPT, { level: 1 }))).toBe(true);
  expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
  const again = await getRaw(path, { 'if-none-match': String(plain.headers.etag) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const font = await getRaw('/assets/source-serif-4-3c4d.woff2', { 'accept-encoding': 'br' });
  expect([font.headers['content-type'], font.headers['content-encoding'], [...font.body]]).toEqual([
    'font/woff2',
    undefined,
    [0, 255, 1],
  ]);
});

test.each([
  '/assets/../index.html',
  '/assets/../../secret.js',
  '/assets/..%2f..%2fsecret.js',
  '/assets/%2e%2e/%2e%2e/secret.js',
  '/assets/..%5c..%5csecret.js',
  '/assets/link.js',
  '/assets/index-1a2b.js%00',
  '/assets/index-1a2b.js.br',
  '/assets/__proto__',
  '/assets//index-1a2b.js',
])('%s is answered 404, since it names no asset', async (path) => {
  const { status, headers, body } = await getRaw(path);
  expect([status, headers['error-code']], String(body)).toEqual([404, 'not_found']);
});

test('the style sheet of /docs/ uses the font among the assets of the page', async () => {
  const { text } = await send(server, { path: '/docs/page.css' });
  expect(text).toMatch(/^@font-face{font-family:"Source Serif 4";src:url\("\/assets\/source-serif-4-3c4d\.woff2"\)/);
  expect(text.match(/@font-face/g)).toHaveLength(1);
});

test('the icon and the licences are served with their type and caching', async () => {
  for (const [path, type, kept] of [
    // Cached: browsers request the icon whenever the address changes, as it does at each keystroke.
    ['/favicon.svg', 'image/svg+xml; charset=utf-8', 'public, max-age=86400'],
    ['/favicon.ico', 'image/svg+xml; charset=utf-8', 'public, max-age=86400'],
    ['/licenses.txt', 'text/plain; charset=utf-8', 'no-cache'],
  ] as const) {
    const { status, headers } = await send(server, { path });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, type, kept]);
  }
});

describe('if the page is not built', () => {
  test('browsers are told how to build it, and get it once it is built', async () => {
    const pageFolder = join(folder, 'later');
    const bare = await startServer({ pageFolder });
    try {
      for (const path of ['/', '/pools', '/nonesuch']) {
        const { status, text, headers } = await send(bare, { path, headers: HTML });
        expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
        expect(text).toContain('npm run build:web');
      }
      for (const path of ['/', '/favicon.svg', '/favicon.ico', '/assets/index.js']) {
        const { status, headers } = await send(bare, { path });
        expect([status, headers.get('error-code')]).toEqual([404, 'not_found']);
      }
      await mkdir(pageFolder);
      await writeFile(join(pageFolder, 'index.html'), INDEX);
      expect((await send(bare, { path: '/', headers: HTML })).text).toBe(INDEX);
    } finally {
      await bare.close();
    }
  });
});
