// APIs of other products, by the example of STON.fi's: off by default, rights and limits of the caller, shared lists.
import { afterEach, expect, test, vi } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { TON, USDT } from '../../src/cli/demo/demo.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { type Request, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

let server: Server;
afterEach(() => {
  vi.restoreAllMocks();
  return server.close();
});

const start = async (options: ServerOptions = {}) => {
  server = await startServer({ compat: ['stonfi'], ...options });
  return server;
};
const get = (path: string, more: Partial<Request> = {}) => send(server, { path, ...more });

test('what is off is not there, nor in the OpenAPI document', async () => {
  await start({ compat: [] });
  expect(await get('/v1/assets')).toMatchObject({ status: 404 });
  expect((await get('/openapi.json')).text).not.toContain('/v1/');
});

test('refusals have the form of the surface, our message and our code', async () => {
  await start();
  const answer = await get('/v1/assets/nothing');
  expect(answer.status).toBe(404);
  expect(answer.text).toBe('{"error":"There is no asset nothing."}');
  expect(answer.headers.get('error-code')).toBe('not_found');
});

test('a key has the rights that it has elsewhere', async () => {
  await start({ auth: 'keys' });
  const wrong = await get('/v1/routers', { headers: { authorization: 'Bearer nothing' } });
  expect([wrong.status, wrong.headers.get('error-code')]).toEqual([401, 'unauthorized']);
  const restricted = {
    account: 'ann' as Account,
    role: 'trader',
    restrictions: { addresses: ['10.0.0.0/8'] },
  } as const;
  const { key } = await createKey(server.store, restricted, 0);
  const refused = await get('/v1/routers', { headers: { authorization: `Bearer ${key}` } });
  expect([refused.status, refused.headers.get('error-code')]).toEqual([403, 'address_not_allowed']);
  expect(await get('/v1/routers')).toMatchObject({ status: 200 });
});

test('a request weighs the calls that it makes, and a shared list is paid for by the caller for whom it is made', async () => {
  await start({ rateLimitPerSecond: 5, auth: 'keys' });
  // The list of assets asks for two pages of tokens and one of pools, of 200 each: 3 · 7 units, which overdraws the five.
  expect(await get('/v1/assets')).toMatchObject({ status: 200 });
  const limited = await get('/v1/assets');
  expect([limited.status, limited.headers.get('error-code')]).toEqual([429, 'rate_limited']);
  expect(limited.headers.get('retry-after')).toBe('4');
  expect(JSON.parse(limited.text)).toEqual({ error: expect.stringMatching(/^More than 5 requests per second/) });
});

test.each([
  [2, [429]],
  [3, [200, 429]],
  [7, [200, 200, 429]],
])('of %s units a second, simulations that make three calls each get %s', async (rateLimitPerSecond, expected) => {
  await start({ rateLimitPerSecond, auth: 'keys', demo: true });
  // The budget does not recover while the clock stands still.
  const nowMs = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(nowMs);
  const query = { offer_address: TON.address, ask_address: USDT.address, units: '1000000', slippage_tolerance: '0.01' };
  const path = `/v1/swap/simulate?${new URLSearchParams(query)}`;
  const statuses: number[] = [];
  // The first one also pays for the router, which all callers share from then on.
  for (const _ of expected) statuses.push((await get(path, { method: 'POST' })).status);
  expect(statuses).toEqual(expected);
});

test('lists are made once a second for all callers, and have an ETag', async () => {
  let pages = 0;
  const counting = (venue: Venue) =>
    new Proxy(venue, {
      get(target, name) {
        const member = target[name as keyof Venue];
        if (name === 'pools') pages += 1;
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  await start({ wrapVenue: counting });
  await openMarket(server);
  const before = pages;
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/v1/assets')));
  expect(pages - before).toBe(1);
  const [first] = answers as [(typeof answers)[number]];
  expect(first.headers.get('cache-control')).toBe('public, max-age=1');
  const etag = first.headers.get('etag') as string;
  expect(await get('/v1/assets', { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' });
  const changed = await get('/v1/assets', { headers: { 'if-none-match': '"other"' } });
  expect([changed.status, changed.text]).toEqual([200, first.text]);
});

test('parameters are checked', async () => {
  await start();
  expect((await get(`/v1/assets/${'a'.repeat(129)}`)).status).toBe(400);
  expect((await get('/v1/assets/%00')).headers.get('error-code')).toBe('invalid_request');
});

test('a page of another origin sees no account, although requests without a key act as one', async () => {
  await start({ corsOrigins: ['*'] });
  await openMarket(server);
  const paths = ['assets', 'assets/apple', 'pools'].map((what) => `/v1/wallets/local/${what}`);
  const [{ address }] = JSON.parse((await get('/v1/pools')).text).pool_list;
  for (const path of [...paths, `/v1/wallets/local/pools/${address}`]) {
    expect(await get(path), path).toMatchObject({ status: 200 });
    const foreign = await get(path, { headers: { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' } });
    expect([foreign.status, foreign.headers.get('error-code')], path).toEqual([401, 'unauthorized']);
  }
});
