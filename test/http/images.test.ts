// Logo uploads: operators only, bounded before decoding, and served as images only. Takes 1 s.
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { allAnswers, exact, send } from './client.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let headers: Record<string, string>;
let png: string;
const lines: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  server = await startServer({ auth: 'keys', logger });
  const { key } = await createKey(server.store, { account: 'local' as Account, role: 'operator' }, 0);
  headers = { authorization: `Bearer ${key}` };
  const noise = Buffer.from(Array.from({ length: 120 * 120 * 3 }, (_, at) => (Math.sin(at) * 1e6) & 255));
  const image = sharp(noise, { raw: { width: 120, height: 120, channels: 3 } });
  png = (await image.png().toBuffer()).toString('base64');
});
afterAll(() => server.close());

const upload = (image: string, more = headers) =>
  send(server, { path: '/uploadImage', body: { image }, headers: more });
const told = ({ status, headers, text }: Awaited<ReturnType<typeof send>>) => [
  status,
  headers.get('error-code'),
  JSON.parse(text).error,
];

test('a logo is uploaded, set and served from an immutable address', async () => {
  expect(png.length).toBeGreaterThan(16_384);
  const { path } = exact(await upload(png)).data;
  const token = { address: 'gold', symbol: 'GOLD', decimals: 2, logo: path };
  exact(await send(server, { path: '/registerToken', body: token, headers }));
  const { tokens } = exact(await send(server, { path: '/getTokens' })).data;
  expect(tokens[0]).toMatchObject({ symbol: 'GOLD', logo: path });
  const response = await fetch(`${server.url}${path}`);
  const { width, format } = await sharp(await response.arrayBuffer()).metadata();
  expect([response.status, width, format]).toEqual([200, 192, 'webp']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  const etag = response.headers.get('etag') as string;
  expect((await send(server, { path, headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await send(server, { path: path.replace('.webp', '-s.webp') })).status).toBe(200);
  // The token list leaves the logo out: it is for programs elsewhere, which need absolute URLs.
  expect((await send(server, { path: '/tokenlist.json' })).text).not.toContain('logoURI');
});

test('an uploaded image is not copied into the log', async () => {
  await upload(png);
  const line = lines.find((line) => line.includes('uploadImage') && line.includes('privileged'));
  expect(line).toContain(`(${png.length} characters)`);
  expect(line?.length).toBeLessThan(1000);
});

test('only operators can upload: a trader gets 403, and a request without a key 401', async () => {
  const { key } = await createKey(server.store, { account: 'ann' as Account, role: 'trader' }, 0);
  expect((await upload(png, { authorization: `Bearer ${key}` })).status).toBe(403);
  expect((await upload(png, {})).status).toBe(401);
});

test.each([
  ['not base64', '<svg>', 400, 'invalid_request'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 422, 'input_refused'],
  ['half a PNG', 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 422, 'input_refused'],
  ['larger than an upload may be', 'A'.repeat(800_000), 413, 'body_too_large'],
])('an upload is refused if it is %s', async (_, image, status, code) => {
  expect(told(await upload(image)).slice(0, 2)).toEqual([status, code]);
});

test('other calls still refuse a body of 20 kB as too large', async () => {
  const body = { address: 'x', symbol: 'X', decimals: 1, logo: 'A'.repeat(20_000) };
  expect((await send(server, { path: '/registerToken', body, headers })).status).toBe(413);
});

test('a logo that is not stored here cannot be set, however its path is spelt', async () => {
  const stray = `/images/${'0'.repeat(64)}.webp`;
  const set = async (logo: string) =>
    told(
      await send(server, { path: '/registerToken', body: { address: 'b', symbol: 'B', decimals: 1, logo }, headers }),
    );
  expect(await set(stray)).toEqual([
    400,
    'invalid_request',
    'logo names an image that is not stored here; upload it with uploadImage first.',
  ]);
  for (const logo of [`${stray}?x`, '/images/../getKeys', '/images/a.webp', '//evil.example/a.webp', `/x${stray}`]) {
    expect((await set(logo)).slice(0, 2)).toEqual([400, 'invalid_request']);
  }
});

test('a path that names no stored image is answered 404', async () => {
  const name = `${'0'.repeat(64)}.webp`;
  const paths = [
    `/images/${name}`,
    '/images/',
    '/images/..%2f..%2fetc%2fpasswd',
    `/images/%2e%2e/${name}`,
    `/images/${name}%00`,
  ];
  for (const path of paths) {
    const [answer] = await allAnswers(server, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect([path, answer?.status]).toEqual([path, 404]);
  }
});
