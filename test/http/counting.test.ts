// Every answer is counted once, by route, method and status, and every failure has one log line that agrees with it.
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { type Request, send, sendBytes } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';
import { gate } from './store-line.ts';

type LogLine = { readonly level: number; readonly [member: string]: unknown };
const { debug, info, error } = pino.levels.values;

let server: Server;
let lines: LogLine[];

async function start(options: ServerOptions & { readonly level?: string } = {}): Promise<void> {
  lines = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  server = await startServer({ ...options, logger: pino({ level: options.level ?? 'info' }, stream) });
}

const SERIES = /^millpond_requests_total\{route="(.+)",method="(.+)",status="(.+)"\} (\d+)$/gm;

/** The current count of each route, method and status. */
async function counts(): Promise<Map<string, number>> {
  const series = [...(await server.metrics.registry.metrics()).matchAll(SERIES)];
  return new Map(series.map(([, route, method, status, count]) => [`${route} ${method} ${status}`, Number(count)]));
}

/** The counts and log lines that `work` adds. */
async function during(work: () => Promise<unknown>) {
  const before = await counts();
  lines = [];
  await work();
  const after = [...(await counts())].map(([series, count]) => [series, count - (before.get(series) ?? 0)] as const);
  return { counted: Object.fromEntries(after.filter(([, count]) => count !== 0)), logged: lines };
}

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const POOL = '/getPoolData?jetton0=apple&jetton1=bread';
const swap = (fields: object, headers = {}) => ({ path: '/createSwap', body: { Pair, ...fields }, headers });
let deposits = 0;
const deposit = () => {
  deposits += 1;
  return { path: '/deposit', body: { account: 'local', token: 'apple', amount: 1, reference: `r${deposits}` } };
};
const bytes = (start: string, host: string) => `${start} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

describe('with keys', () => {
  let authorization: string;
  beforeAll(async () => {
    await start({ auth: 'keys' });
    const { key } = await createKey(server.store, { account: 'local' as Account, role: 'operator' }, 0);
    authorization = `Bearer ${key}`;
    await openMarket(server, { authorization });
  });
  afterAll(() => server.close());

  /** Sent with the operator's key, unless the request has its own or is raw bytes. */
  const ask = (request: Request | string) =>
    typeof request === 'string'
      ? sendBytes(server, request)
      : send(server, { ...request, headers: { authorization, ...request.headers } });

  test.each<[string, Request | string, string]>([
    ['a swap', swap({ amount: { tokenA: 1 } }), '/createSwap POST 200'],
    ['a query', { path: POOL }, '/getPoolData GET 200'],
    ['HEAD', { path: POOL, method: 'HEAD' }, '/getPoolData HEAD 200'],
    ['a health check', { path: '/livez' }, '/livez GET 200'],
    ['the reference page', { path: '/docs/' }, '/docs/ GET 200'],
    ['a redirection', { path: '/docs' }, '/docs GET 301'],
  ])('%s is counted once, and no failure is logged', async (_name, request, series) => {
    const { counted, logged } = await during(() => ask(request));
    expect([counted, logged]).toEqual([{ [series]: 1 }, []]);
  });

  test('a request is counted each time, also when its answer is cached', async () => {
    const { counted } = await during(async () => [await ask({ path: '/getPools' }), await ask({ path: '/getPools' })]);
    expect(counted).toEqual({ '/getPools GET 200': 2 });
  });

  test.each<[string, Request | string, string, code: string, account?: string]>([
    ['a broken body', { path: '/createSwap', body: '{' }, '/createSwap POST 400', 'invalid_json', 'local'],
    ['a bad field', swap({ amount: 1 }), '/createSwap POST 400', 'invalid_request', 'local'],
    ['a bad amount', swap({ amount: { tokenA: 0 } }), '/createSwap POST 400', 'invalid_amount', 'local'],
    ['a bad query', { path: '/getPoolData?jetton0=apple' }, '/getPoolData GET 400', 'invalid_request', 'local'],
    ['a wrong key', swap({}, { authorization: 'Bearer nope' }), '/createSwap POST 401', 'unauthorized'],
    ['no key', bytes('GET /getBalances', 'localhost'), '/getBalances GET 401', 'unauthorized'],
    ['another site', swap({}, { 'sec-fetch-site': 'cross-site' }), '/createSwap POST 403', 'cross_site'],
    ['a strange Host', bytes('GET /getPools', 'pool.example'), '/getPools GET 403', 'host_not_allowed'],
    ['a strange Host and path', bytes('GET /nonesuch', 'pool.example'), 'unknown GET 403', 'host_not_allowed'],
    ['an unknown path', { path: '/nonesuch' }, 'unknown GET 404', 'not_found'],
    ['an unknown path with a broken body', { path: '/nonesuch', body: '{' }, 'unknown POST 404', 'not_found'],
    ['an unknown page of the reference', { path: '/docs/nonesuch' }, 'unknown GET 404', 'not_found'],
    [
      'an unknown token',
      { path: '/getPoolData?jetton0=nonesuch&jetton1=bread' },
      '/getPoolData GET 404',
      'unknown_token',
      'local',
    ],
    ['a method that the call does not have', { path: '/createSwap' }, 'unknown GET 405', 'method_not_allowed'],
    ['HEAD', { path: '/refundLiquidity', method: 'HEAD' }, 'unknown HEAD 405', 'method_not_allowed'],
    [
      'a large body',
      { path: '/createSwap', body: ' '.repeat(16_385) },
      '/createSwap POST 413',
      'body_too_large',
      'local',
    ],
    [
      'a body sent as a form',
      { path: '/createSwap', body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      '/createSwap POST 415',
      'unsupported_media_type',
      'local',
    ],
    [
      'too large a swap',
      swap({ amount: { tokenA: 999_999 } }),
      '/createSwap POST 422',
      'price_impact_too_high',
      'local',
    ],
  ])('%s is counted once and logged once', async (_name, request, series, code, account) => {
    const { counted, logged } = await during(() => ask(request));
    expect(counted).toEqual({ [series]: 1 });
    const [route, method, status] = series.split(' ');
    expect(logged).toEqual([
      expect.objectContaining({ level: info, route, method, status: Number(status), code, msg: expect.any(String) }),
    ]);
    expect([logged[0]?.account, logged[0]?.err]).toEqual([account, undefined]);
  });
});

describe('under overload', () => {
  afterEach(() => server.close());

  test('requests above the rate limit are counted as 429 and the others as 200; the log sums up the refused ones in few lines', async () => {
    await start({ rateLimitPerSecond: 1 });
    const statuses: number[] = [];
    // Enough that even a slow machine cannot spread them over the hundred seconds in which all would be allowed.
    const askAll = Array.from({ length: 100 }, () => async () => {
      statuses.push((await send(server, { path: '/getBalances' })).status);
    });
    const { counted, logged } = await during(() => Promise.all(askAll.map((ask) => ask())));
    const refused = statuses.filter((status) => status === 429).length;
    expect(refused).toBeGreaterThan(0);
    expect(counted).toEqual({ '/getBalances GET 200': 100 - refused, '/getBalances GET 429': refused });
    // The summary of suppressed lines is logged on close.
    await server.close();
    const line = {
      level: info,
      route: '/getBalances',
      method: 'GET',
      status: 429,
      code: 'rate_limited',
      account: 'local',
    };
    for (const told of logged) expect(told).toEqual(expect.objectContaining(line));
    expect(logged.reduce((sum, { count }) => sum + Number(count), 0)).toBe(refused);
    expect(logged.length).toBeLessThan(refused);
  });

  test('a full queue is counted once as 503 and logged as an error, with its cause', async () => {
    const line = gate();
    await start({ wrap: line.wrap, maxQueue: 1, maxBatch: 1 });
    await openMarket(server);
    line.shut();
    const { counted, logged } = await during(async () => {
      const committing = send(server, deposit());
      await line.reached();
      const waiting = send(server, deposit());
      await vi.waitFor(() => expect(server.exchange.queueDepth).toBe(1), { timeout: 60_000, interval: 5 });
      await send(server, deposit());
      line.open();
      await Promise.all([committing, waiting]);
    });
    expect(counted).toEqual({ '/deposit POST 200': 2, '/deposit POST 503': 1 });
    const failed = { level: error, route: '/deposit', method: 'POST', status: 503, code: 'overloaded' };
    const err = expect.objectContaining({ type: 'Overloaded', message: '1 commands are already waiting' });
    expect(logged.filter(({ call }) => call === undefined)).toEqual([
      expect.objectContaining({ ...failed, account: 'local', err }),
    ]);
  });
});

describe('the log', () => {
  afterEach(() => server.close());

  test('has a line with the request id for a success at debug level', async () => {
    await start({ level: 'debug' });
    const { headers } = await send(server, { path: '/getPools' });
    const line = { level: debug, reqId: headers.get('x-request-id'), route: '/getPools', method: 'GET', status: 200 };
    expect(lines).toEqual([expect.objectContaining({ ...line, msg: 'done' })]);
  });

  test('has the same message, code and request id as the answer to a failed request', async () => {
    await start();
    const { headers, text } = await send(server, { path: '/nonesuch' });
    const line = { reqId: headers.get('x-request-id'), code: headers.get('error-code'), msg: JSON.parse(text).error };
    expect(lines).toEqual([expect.objectContaining(line)]);
  });
});
