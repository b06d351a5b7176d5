// Pages of other origins (CORS_ORIGINS) may read what is public, and nothing else.
import { afterEach, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/calls.ts';
import { type Request, send } from './client.ts';
import { EventStream } from './event-stream.ts';
import { headersOf } from './keys-of.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

const CHART = 'https://chart.example';
const OTHER = 'https://other.example';

let server: Server;
afterEach(() => server.close());
const start = async (options: ServerOptions = {}) => {
  server = await startServer({ corsOrigins: [CHART], compat: ['stonfi'], log: 'signed', ...options });
};
const ask = (request: Request, origin?: string) =>
  send(server, { ...request, headers: { ...(origin !== undefined && { origin }), ...request.headers } });
const allowedTo = async (request: Request, origin?: string) =>
  (await ask(request, origin)).headers.get('access-control-allow-origin');

/** Public reads, one of each kind. */
const OPEN: readonly (readonly [string, Request, number])[] = [
  ['a call', { path: '/getPools' }, 200],
  ['HEAD', { path: '/getPools', method: 'HEAD' }, 200],
  ['a refusal', { path: '/getPoolData?jetton0=apple&jetton1=nothing' }, 404],
  ['a file', { path: '/getTrades?jetton0=apple&jetton1=bread&format=csv' }, 200],
  ['the token list', { path: '/tokenlist.json' }, 200],
  ['the public log', { path: '/getLog' }, 200],
  ['a list of a surface', { path: '/v1/assets' }, 200],
  ['a search of a surface', { path: '/v1/assets/query', body: {} }, 200],
  ['a refusal of a surface', { path: '/v1/assets/nothing' }, 404],
];

test.each(OPEN)(
  '%s can be read by a page of an origin that is named, and by no other',
  async (_name, request, status) => {
    await start();
    await openMarket(server);
    const answer = await ask(request, CHART);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, CHART]);
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/^Error-Code, .*RateLimit-Remaining/);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    for (const origin of [OTHER, 'null', 'http://chart.example', `${CHART}:8443`, undefined]) {
      const other = await ask(request, origin);
      expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([status, null]);
      // Caches keep them apart.
      expect(other.headers.get('vary')).toBe('Origin');
    }
  },
);

test('a page of any origin can read if all are allowed, and caches need not tell origins apart', async () => {
  await start({ corsOrigins: ['*'] });
  for (const origin of [OTHER, 'null', undefined]) {
    const { headers } = await ask({ path: '/v1/assets' }, origin);
    expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual(['*', null]);
  }
});

test('a stream of events can be read', async () => {
  await start();
  const { response } = await EventStream.open(server.url, '/events', { origin: CHART });
  expect(response.headers['access-control-allow-origin']).toBe(CHART);
  response.destroy();
});

test('a page that is beyond the limit can read that it is', async () => {
  await start({ addressLimitPerSecond: 1, rateLimitPerSecond: 1 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ path: '/getPools' }, CHART)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(headers.get('access-control-allow-origin')).toBe(CHART);
});

test.each(['local', 'keys'] as const)(
  'with AUTH=%s, no page of another origin reads anything private or changes anything',
  async (auth) => {
    await start({ auth, corsOrigins: ['*'] });
    const closed = CALLS.filter(({ who, changes }) => changes || who !== 'anyone');
    expect(closed.length).toBeGreaterThan(50);
    for (const { name, method } of closed) {
      const path = `/${name}`;
      const request = method === 'GET' ? { path } : { path, body: {} };
      expect([name, await allowedTo(request, OTHER)]).toEqual([name, null]);
      const preflight = await ask(
        { path, method: 'OPTIONS', headers: { 'access-control-request-method': method } },
        OTHER,
      );
      expect([name, preflight.status]).toEqual([name, 405]);
      expect([name, preflight.headers.get('access-control-allow-origin')]).toEqual([name, null]);
    }
  },
);

test('what has a key or a cookie cannot be read', async () => {
  await start({ auth: 'keys' });
  const { ann } = await headersOf(server, { ann: 'trader' });
  expect(await allowedTo({ path: '/whoami', headers: ann }, CHART)).toBeNull();
  expect(await allowedTo({ path: '/whoami', headers: { cookie: 'a=b' } }, CHART)).toBeNull();
});

describe('in local mode', () => {
  const accountOf = async (headers: Record<string, string>) =>
    JSON.parse((await send(server, { path: '/whoami', headers })).text).data.account;

  test('a page of another origin is answered like a caller without a key, and the own page like before', async () => {
    await start();
    expect(await accountOf({})).toBe('local');
    expect(await accountOf({ origin: server.url })).toBe('local');
    expect(await accountOf({ origin: CHART, 'sec-fetch-site': 'same-origin' })).toBe('local');
    expect(await accountOf({ origin: CHART })).toBeNull();
    expect(await accountOf({ origin: CHART, 'sec-fetch-site': 'cross-site' })).toBeNull();
    expect((await ask({ path: '/v1/wallets/local/assets' })).status).toBe(200);
    // A surface asks with the rights of its caller.
    for (const path of ['/events?own=true', '/v1/wallets/local/assets', '/v1/wallets/local/pools']) {
      const own = await ask({ path }, CHART);
      expect([path, own.status, own.headers.get('error-code')]).toEqual([path, 401, 'unauthorized']);
    }
  });
});

describe('a preflight', () => {
  const preflight = (path: string, origin: string) =>
    ask({ path, method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } }, origin);

  test.each([
    ['/getPools', 'GET'],
    ['/events', 'GET'],
    ['/v1/assets/apple', 'GET'],
    ['/v1/assets/query', 'POST'],
  ])('of %s is answered, without Authorization', async (path, method) => {
    await start();
    const { status, text, headers } = await preflight(path, CHART);
    expect([status, text]).toEqual([204, '']);
    expect(headers.get('access-control-allow-origin')).toBe(CHART);
    expect(headers.get('access-control-allow-methods')).toBe(method);
    expect(headers.get('access-control-allow-headers')).toBe(
      'Accept, Amounts, Content-Type, If-None-Match, Last-Event-ID, X-Request-Id',
    );
    expect((await preflight(path, OTHER)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is refused as before by default, and no answer allows anything', async () => {
    await start({ corsOrigins: [] });
    const { status, headers } = await preflight('/getPools', CHART);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    for (const [, request] of OPEN) {
      const answer = await ask(request, CHART);
      expect([answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([null, null]);
    }
  });

  test('does not hide the methods of a call', async () => {
    await start();
    const { status, headers, text } = await ask({ path: '/getPools', body: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(text).toBe('{"error":"Use GET for this call."}');
  });
});
