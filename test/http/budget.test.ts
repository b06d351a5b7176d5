// What is left of the rate limit, in every answer that was counted.
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, type Request, send } from './client.ts';
import { EventStream } from './event-stream.ts';
import { headersOf } from './keys-of.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

let server: Server;
let keys: Record<'local' | 'ann' | 'bob', { authorization: string }>;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** A market with a limit of ten a second, after which time stands still: nothing that was taken comes back. */
async function start(options: ServerOptions = {}): Promise<void> {
  server = await startServer({ auth: 'keys', rateLimitPerSecond: 10, ...options });
  keys = await headersOf(server, { local: 'operator', ann: 'trader', bob: 'trader' });
  await openMarket(server, keys.local);
  const now = performance.now() + 60_000;
  vi.spyOn(performance, 'now').mockReturnValue(now);
}

type Names = { readonly get: (name: string) => string | null };
const figuresOf = (headers: Names) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`)).join(' ');
const figures = async (request: Request): Promise<string> => figuresOf((await send(server, request)).headers);

test('every account has its own figures, which go down by what each call weighs', async () => {
  await start();
  const pool = { path: '/getPoolData?jetton0=apple&jetton1=bread' };
  expect(await figures({ ...pool, headers: keys.ann })).toBe('10 9 1');
  expect(await figures({ ...pool, headers: keys.ann })).toBe('10 8 1');
  expect(await figures({ ...pool, headers: keys.bob })).toBe('10 9 1');
  expect(await figures({ path: '/getMarket', headers: keys.ann })).toBe('10 3 1');
  expect(await figures({ path: '/getMarket', headers: keys.ann })).toBe('10 0 2');
  const refused = await send(server, { ...pool, headers: keys.ann });
  expect([refused.status, refused.headers.get('retry-after'), figuresOf(refused.headers)]).toEqual([
    429,
    '1',
    '10 0 2',
  ]);
});

test('callers without a key share the figures of their address, and a request whose caller was not found has none', async () => {
  await start();
  expect(await figures({ path: '/getPools' })).toBe('10 9 1');
  expect(await figures({ path: '/getPools', method: 'HEAD' })).toBe('10 8 1');
  for (const request of [
    { path: '/getPools', headers: { authorization: 'Bearer nothing' } },
    { path: '/getBalances' },
    { path: '/livez' },
    { path: '/nothing' },
  ])
    expect(await figures(request)).toBe('  ');
});

test.each<[string, Request, string]>([
  ['a swap', { path: '/createSwap', body: { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 1 } } }, '9'],
  ['a refusal', { path: '/getPoolData?jetton0=apple&jetton1=nothing' }, '9'],
  ['invalid JSON', { path: '/createSwap', body: '{' }, '9'],
  ['a file', { path: '/getFills?format=csv' }, '0'],
  ['a bulk', { path: '/bulk', body: { items: Array(4).fill({ call: 'createSwap', request: {} }) } }, '6'],
  [
    'a tool',
    { path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } } },
    '8',
  ],
  ['the surface of another product', { path: '/v1/assets/apple' }, '0'],
])('%s has figures', async (_name, request, remaining) => {
  await start({ compat: ['stonfi'] });
  const headers = { accept: 'application/json, text/event-stream', ...keys.local, ...request.headers };
  const answer = await send(server, { ...request, headers });
  expect(answer.headers.get('ratelimit-remaining'), answer.text).toBe(remaining);
});

test('a stream of events has figures, and an answer that caches share has none', async () => {
  await start();
  const stream = await EventStream.open(server.url, '/events');
  expect([stream.response.headers['ratelimit-remaining'], stream.response.headers['ratelimit-reset']]).toEqual([
    '5',
    '1',
  ]);
  stream.response.destroy();
  const list = await send(server, { path: '/tokenlist.json' });
  expect([list.headers.get('cache-control'), figuresOf(list.headers)]).toEqual(['public, no-cache', '  ']);
  expect(await figures({ path: '/getPools' })).toBe('10 0 2');
});

test('an address beyond its own limit is told that limit', async () => {
  await start({ addressLimitPerSecond: 20 });
  let answer: Answer;
  do answer = await send(server, { path: '/nothing' });
  while (answer.status === 404);
  expect([answer.status, figuresOf(answer.headers)]).toEqual([429, '20 0 1']);
  expect(await figures({ path: '/getPools', headers: keys.ann })).toBe('20 0 1');
});

test('behind a trusted proxy the figures are those of the client', async () => {
  await start({ trustedProxies: ['127.0.0.1'] });
  const through = (from: string) => send(server, { path: '/getPools', headers: { 'x-forwarded-for': from } });
  expect(figuresOf((await through('203.0.113.1')).headers)).toBe('10 9 1');
  expect(figuresOf((await through('203.0.113.2')).headers)).toBe('10 9 1');
  expect(figuresOf((await through('203.0.113.1')).headers)).toBe('10 8 1');
});

test('without a limit there are none, and whoami tells the time', async () => {
  server = await startServer();
  const before = Date.now();
  const answer = await send(server, { path: '/whoami' });
  expect(figuresOf(answer.headers)).toBe('  ');
  const { time } = JSON.parse(answer.text).data;
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});
