// Logos on other servers: fetched over real TLS, stored, set through the ledger and served from here. Takes 2 s.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchLogos, logoSources, remoteLogos } from '../../src/cli/token-list/logos.ts';
import type { Account, TokenAddress } from '../../src/core/amount.ts';
import { imageFetcher } from '../../src/images/fetch.ts';
import { isImagePath } from '../../src/ports/images.ts';
import { CERTIFICATE } from '../webhooks/certificate.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { exact, send } from './client.ts';
import { type Server, startServer } from './server.ts';

const ORIGIN = 'https://pond.example';
const actor = 'token-import' as Account;
const trusted = getCACertificates('default');
let [server, elsewhere]: [Server, Receiver] = [undefined as never, undefined as never];
let png: Buffer;
let lines: string[];

beforeAll(async () => {
  setDefaultCACertificates([...trusted, CERTIFICATE]);
  server = await startServer({ publicUrl: ORIGIN });
  elsewhere = await startReceiver('https');
  png = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#c0392b' } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await elsewhere.close();
  await server.close();
});
beforeEach(() => {
  lines = [];
  elsewhere.received.length = 0;
});

const remote = (path: string) => `https://hooks.test:${elsewhere.port}/${path}`;
const register = async (address: string, logo: string) =>
  exact(await send(server, { path: '/registerToken', body: { address, symbol: address, decimals: 2, logo } }));
const update = async (address: string, logo: string) =>
  exact(await send(server, { path: '/updateToken', body: { address, logo } }));
const logoOf = async (address: string) => exact(await send(server, { path: `/getTokens?token=${address}` })).data;
const serve = (...bodies: (Buffer | string)[]) =>
  elsewhere.answers.push(
    ...bodies.map((body): Receiver['answers'][number] => {
      return (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(body);
    }),
  );

const fetchImage = imageFetcher({
  allow: ['127.0.0.1'],
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
});
const options = { actor, fetchImage, tell: (line: string) => void lines.push(line) };
const run = (more = {}) => fetchLogos(server.store, { ...options, ...more }, remoteLogos(server.store));

test('a valid logo is stored and served, and not fetched again for any list', async () => {
  await register('gold', remote('gold.png'));
  serve(png);
  expect(await run()).toMatchObject({ stored: 1, failed: 0 });
  expect(lines).toEqual([`gold: stored; ${remote('gold.png')}`, 'logos stored: 1, failed: 0']);
  const [token] = (await logoOf('gold')).tokens;
  expect(isImagePath(token.logo)).toBe(true);
  const response = await fetch(`${server.url}${token.logo}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(192);

  expect(await run()).toMatchObject({ stored: 0, failed: 0 });
  expect(elsewhere.received).toHaveLength(1);
  const { tokens } = JSON.parse((await send(server, { path: '/tokenlist.json' })).text);
  expect(tokens[0].logoURI).toBe(`${ORIGIN}${token.logo}`);
  const isLogoOf = await logoSources(server.store, ORIGIN);
  const [entry] = await server.store.tokensNamed(['gold' as TokenAddress]);
  if (!entry) throw new Error('it is registered');
  expect([remote('gold.png'), tokens[0].logoURI, remote('other.png')].map((url) => isLogoOf(entry, url))).toEqual([
    true,
    true,
    false,
  ]);
  // If the token has another logo by now, the recorded source no longer applies.
  expect(isLogoOf({ ...entry, logo: `/images/${'0'.repeat(64)}.webp` }, remote('gold.png'))).toBe(false);
});

test('a file that is no image is refused by content, and its URL stays', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  await register('silver', remote('silver.png'));
  serve(svg);
  expect(await run()).toMatchObject({ stored: 0, failed: 1 });
  expect(lines[0]).toBe(`silver: failed: The file is not a PNG, JPEG or WebP image; ${remote('silver.png')}`);
  expect((await logoOf('silver')).tokens[0].logo).toBe(remote('silver.png'));
  serve(png);
  expect(await run()).toMatchObject({ stored: 1, failed: 0 });
});

test('a logo changed during the fetch is kept', async () => {
  await register('tin', remote('tin.png'));
  elsewhere.answers.push((response) => {
    update('tin', '').then(() => response.writeHead(200).end(png));
  });
  expect(await run()).toMatchObject({ stored: 0, failed: 1 });
  expect((await logoOf('tin')).tokens[0].logo).toBe('');
});

test('without a decoder nothing is fetched, which is reported once', async () => {
  await register('iron', remote('iron.png'));
  await register('zinc', remote('zinc.png'));
  const canStore = async () => ({ why: 'sharp is missing.' });
  expect(await run({ canStore })).toEqual({ stored: 0, failed: 0, isStopped: true });
  expect([lines, elsewhere.received]).toEqual([['logos stay URLs: sharp is missing.'], []]);
  await update('iron', '');
  await update('zinc', '');
});

test('four at a time, and a server that cannot be reached is not asked for all of its logos', async () => {
  let [underWay, most, asked] = [0, 0, 0];
  const silent = async () => {
    asked += 1;
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return { failure: 'no complete response within 10 s', isUnreachable: true };
  };
  const logos = Array.from({ length: 10_000 }, (_, at) => ({
    address: `t${at}` as TokenAddress,
    url: `https://a.example/${at}`,
  }));
  const counts = await fetchLogos(server.store, { ...options, fetchImage: silent }, logos);
  expect(counts).toMatchObject({ stored: 0, failed: 10_000 });
  expect(most).toBe(4);
  // Includes those that were under way when the fifth failed.
  expect(asked).toBeLessThanOrEqual(8);
  expect(lines).toContain('t9999: failed: a.example could not be reached 5 times in a row; https://a.example/9999');
});

test('the first store failure ends it, after the fetches under way', async () => {
  await register('lead', remote('lead.png'));
  serve(png);
  const store = Object.create(server.store, { commit: { value: () => Promise.reject(new Error('disk')) } });
  Object.defineProperty(store, 'tokensNamed', { value: server.store.tokensNamed.bind(server.store) });
  Object.defineProperty(store, 'sideRecords', { value: server.store.sideRecords });
  await expect(
    fetchLogos(store, options, [{ address: 'lead' as TokenAddress, url: remote('lead.png') }]),
  ).rejects.toThrow('disk');
  serve(png);
  expect(await run()).toMatchObject({ stored: 1, failed: 0 });
});
