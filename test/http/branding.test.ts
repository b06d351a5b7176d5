// The exchange's branding: set by operators, shown at the next load on every node, and always escaped as text. Takes 2 s.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exact, send } from './client.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let second: Server;
const HOSTILE = `<script>alert("x")</script>'&`;

beforeAll(async () => {
  server = await startServer();
  second = await startServer({ path: server.path });
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const set = (body: object) => send(server, { path: '/setBranding', body });
const get = async (path: string, on = server) => send(on, { path, headers: { accept: 'text/html' } });
const refusal = async (body: object) => {
  const { status, headers, text } = await set(body);
  return [status, headers.get('error-code'), JSON.parse(text).error];
};
const branding = async (on = server) => exact(await send(on, { path: '/getBranding' })).data;

test('an operator’s branding is shown on every node, and an emptied field has its default again', async () => {
  const usual = { name: 'Millpond', logo: '', accent: '', termsUrl: '', helpUrl: '' };
  expect(await branding()).toEqual(usual);
  exact(await set({ name: 'Lighthouse', accent: '#5B21B6', helpUrl: 'https://example.com/help' }));
  const after = { name: 'Lighthouse', accent: '#5b21b6', helpUrl: 'https://example.com/help' };
  expect(await branding()).toEqual({ ...usual, ...after });
  expect(await branding(second)).toEqual({ ...usual, ...after });
  expect((await get('/pools', second)).text).toContain('<title>Lighthouse</title>');
  expect(exact(await set({ name: '' })).data).toMatchObject({ ...after, name: 'Millpond' });
  expect((await get('/')).text).toContain('<title>Millpond</title>');
});

test('the page has a title and a description for link previews, and refers to no other server', async () => {
  exact(await set({ name: 'Lighthouse' }));
  const { text } = await get('/');
  const told = Object.fromEntries(
    [...text.matchAll(/<meta (?:name|property)="([\w:-]+)" content="([^"]+)">/g)].map(([, name, said]) => [name, said]),
  );
  const [title, about] = ['Lighthouse', expect.stringContaining('provide liquidity on Lighthouse')];
  expect(told).toMatchObject({
    'og:type': 'website',
    'og:title': title,
    'og:site_name': title,
    'og:description': about,
  });
  expect([told.description, told['application-name']]).toEqual([about, title]);
  expect(text.replaceAll('https://example.com/', '')).not.toMatch(/https?:\/\//);
});

test('the name is escaped on every HTML page, and a program gets it unchanged in the manifest', async () => {
  exact(await set({ name: HOSTILE }));
  for (const path of ['/', '/docs/', '/no-such-screen']) {
    const { text, headers } = await get(path);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;');
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  }
  expect(JSON.parse((await get('/manifest.webmanifest')).text).name).toBe(HOSTILE);
  // Replacement patterns such as `$&` are plain text too.
  exact(await set({ name: "$& $' $1" }));
  expect((await get('/')).text).toContain('<title>$&amp; $&#39; $1</title>');
  exact(await set({ name: 'Lighthouse' }));
});

describe('setBranding refuses', () => {
  test.each([
    ['a name of 41 characters', { name: 'x'.repeat(41) }, 400, 'invalid_request'],
    ['a name with a right-to-left override', { name: 'Har\u202ebour' }, 400, 'invalid_request'],
    ['a name with a control character', { name: 'Har\u0007bour' }, 400, 'invalid_request'],
    ['a name that ends with a space', { name: 'Harbour ' }, 400, 'invalid_request'],
    ['a javascript: link', { termsUrl: 'javascript:alert(1)' }, 400, 'invalid_request'],
    ['a data: link', { helpUrl: 'data:text/html,<script>' }, 400, 'invalid_request'],
    ['a link without TLS', { helpUrl: 'http://example.com/' }, 400, 'invalid_request'],
    ['a quote in a link', { helpUrl: 'https://example.com/"onclick="x' }, 400, 'invalid_request'],
    ['CSS rules in a colour', { accent: '#fff;}body{x' }, 400, 'invalid_request'],
    ['a named colour', { accent: 'teal' }, 400, 'invalid_request'],
    ['a logo on another server', { logo: 'https://example.com/logo.png' }, 400, 'invalid_request'],
    ['a logo that is not stored', { logo: `/images/${'0'.repeat(64)}.webp` }, 400, 'invalid_request'],
    ['an unknown field', { favicon: 'x' }, 400, 'invalid_request'],
  ])('%s', async (_, body, status, code) => {
    const before = await branding();
    expect((await refusal(body)).slice(0, 2)).toEqual([status, code]);
    expect(await branding()).toEqual(before);
  });

  test('a colour of too little contrast, and suggests one that it then accepts', async () => {
    const [status, code, message] = await refusal({ accent: '#ffd400' });
    expect([status, code]).toEqual([422, 'input_refused']);
    expect(message).toMatch(
      /^accent #ffd400 cannot be read everywhere: text on \w+ in the light theme would have a contrast of 1\.\d+:1 and needs 4\.5:1\. The nearest colour that passes is #[0-9a-f]{6}\.$/,
    );
    exact(await set({ accent: /#[0-9a-f]{6}\.$/.exec(message)?.[0].slice(0, 7) as string }));
  });
});

test('an accent is served as an immutable stylesheet with a version in its URL; without an accent it is answered 404', async () => {
  exact(await set({ accent: '#5b21b6' }));
  const [, href = ''] = /<link rel="stylesheet" href="(\/brand\.css\?v=[\w-]+)">/.exec((await get('/')).text) ?? [];
  const css = await get(href);
  expect([css.status, css.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(css.headers.get('cache-control')).toContain('immutable');
  expect(css.text).toMatch(/^:root:root\{--pond:light-dark\(#5b21b6,#[0-9a-f]{6}\)/);
  expect((await get('/docs/')).text).toContain(href);
  exact(await set({ accent: '' }));
  expect((await get('/')).text).not.toContain('brand.css');
  expect((await send(server, { path: href })).status).toBe(404);
});

test('a logo is used in the page, its icon and the manifest, and only an image uploaded for the exchange can be set', async () => {
  const icons = async () =>
    JSON.parse((await get('/manifest.webmanifest')).text).icons as { src: string; purpose: string }[];
  for (const { src } of await icons()) expect((await fetch(`${server.url}${src}`)).status).toBe(200);
  const image = (
    await sharp({ create: { width: 80, height: 80, channels: 3, background: '#5b21b6' } })
      .png()
      .toBuffer()
  ).toString('base64');
  const upload = async (use: string) =>
    exact(await send(server, { path: '/uploadImage', body: { image, use } })).data.path;
  expect((await refusal({ logo: await upload('token') }))[2]).toContain('use "exchange"');
  const logo = await upload('exchange');
  exact(await set({ logo }));
  const { text } = await get('/');
  expect(text).toContain(`<meta name="exchange-logo" content="${logo}">`);
  expect(text).toContain(`<link rel="icon" href="${logo.replace('.', '-s.')}" type="image/webp">`);
  const made = await icons();
  expect(made.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
  for (const { src } of made) expect(src).toMatch(/^\/images\//);
  for (const { src } of made) expect((await fetch(`${server.url}${src}`)).status).toBe(200);
  expect((await get('/docs/')).text).toContain(logo.replace('.', '-s.'));
  // A link preview needs absolute URLs, and no public address is configured.
  expect(text).not.toContain('og:image');
});
