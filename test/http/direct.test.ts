// A call gets the same bytes from the direct path as from Fastify, and is counted and logged alike.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { CALLS } from '../../src/api/calls.ts';
import { isPlain } from '../../src/api/door/direct.ts';
import type { Account } from '../../src/core/amount.ts';
import { BAD_REQUESTS } from './bad/all.ts';
import type { Request } from './client.ts';
import { anyBytes, anyRequest } from './fuzz-requests.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';

type Side = { readonly server: Server; readonly lines: object[] };
type Sides = readonly [direct: Side, fastify: Side];

const startBoth = (options: ServerOptions = {}): Promise<Sides> =>
  Promise.all([start(options), start({ ...options, isFastifyAlone: true })]);

async function start(options: ServerOptions): Promise<Side> {
  const lines: object[] = [];
  const write = (line: string) => {
    const { time: _, pid: __, hostname: ___, ms: ____, reqId: _____, ...rest } = JSON.parse(line);
    lines.push(rest);
  };
  return { server: await startServer({ ...options, logger: pino({ level: 'debug' }, { write }) }), lines };
}

const closeBoth = (sides: Sides) => Promise.all(sides.map(({ server }) => server.close()));

/** Sends the pieces with pauses between them and returns everything received on that connection. */
function converse({ port }: Server, pieces: readonly (string | Uint8Array)[], isCutOff = false): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', async () => {
      const begun = isCutOff ? requestOf(socket) : undefined;
      for (const [at, piece] of pieces.entries()) {
        if (at > 0) await sleep(2);
        socket.write(piece);
      }
      await begun;
      if (isCutOff) socket.resetAndDestroy();
      else socket.end();
    });
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)));
    socket.on('close', () => resolve(received));
  });
}

/** Resolves when a server of this process has read the request head that a socket sends. */
function requestOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const heard = (message: unknown) => {
      if ((message as { socket: Socket }).socket.remotePort !== socket.localPort) return;
      unsubscribe('http.server.request.start', heard);
      resolve();
    };
    subscribe('http.server.request.start', heard);
  });
}

/** Masks what differs between two servers that do the same. */
const alike = (text: string): string =>
  withoutDurations(text)
    .replace(/^date: .*$/gim, 'date')
    .replace(/^x-request-id: [0-9a-f]{10}-.*$/gim, 'own id')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'transaction id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment')
    .replace(/\bEQ[\w-]{46}/g, 'a pool')
    .replace(/\b(hook_|whsec_|audit_)[\w+/=]+/g, '$1…')
    .replace(/\b(mp_)?[0-9a-f]{16}(_[\w-]{43})?\b/g, 'a key')
    .replace(/\b(mi_)?[0-9a-f]{28}(_[\w-]{43})?\b/g, 'an invitation')
    .replace(/http:\/\/localhost:\d+/g, 'its own page')
    .replace(/"challenge":"[\w-]{75}"/g, 'a challenge')
    .replace(/nonce(-|" content=")[\w+/]{24}/g, 'nonce');

/** Masks the durations in a list of past requests, and the content length that depends on them. */
const withoutDurations = (text: string): string =>
  text.includes('"tookMs":')
    ? text
        .replace(/^content-length: .*$/im, 'a length')
        .replace(/"tookMs":[\d.]+/g, 'a duration')
        .replace(/"requestId":"[0-9a-f]{10}-[^"]*"/g, 'own id')
    : text;

const loggedBy = ({ lines }: Side): readonly string[] => lines.map((line) => alike(JSON.stringify(line)));

const told = async ({ server }: Side) => {
  const text = await server.metrics.registry.metrics();
  return text
    .split('\n')
    .filter((line) => /^millpond_(requests_total|request_duration_seconds_count|refus)/.test(line));
};

/** Sends the same to both servers, checks that they answer alike, and returns the answer. */
async function ask(sides: Sides, pieces: readonly (string | Uint8Array)[], isCutOff = false): Promise<string> {
  const [direct, fastify] = await Promise.all(sides.map(({ server }) => converse(server, pieces, isCutOff)));
  expect(alike(direct as string)).toBe(alike(fastify as string));
  return direct as string;
}

const bytesOf = ({ method, path, headers = {}, body }: Request): Buffer => {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const content = body === undefined ? null : Buffer.from(isRaw ? (body as string) : JSON.stringify(body));
  const fields = { host: 'localhost', ...(content && { 'content-type': 'application/json' }), ...headers };
  const length = content ? [`Content-Length: ${content.length}`] : [];
  const lines = [...Object.entries(fields).map(([name, value]) => `${name}: ${value}`), ...length];
  const head = `${method ?? (content ? 'POST' : 'GET')} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), content ?? Buffer.alloc(0)]);
};

/** Calls whose answers depend on the time. */
const TIMED = /Status|Audit/;

const PAIR = { tokenA: 'apple', tokenB: 'bread' };
const swap = { path: '/createSwap', body: { Pair: PAIR, amount: { tokenA: 10 } } };
const QUOTE = '/getQuote?tokenA=apple&tokenB=bread&amount=10';
const POOL = '/getPoolData?jetton0=apple&jetton1=bread';

describe('of one market', () => {
  let sides: Sides;
  beforeAll(async () => {
    sides = await startBoth({ people: { signUp: 'open' } });
    for (const { server } of sides) await openMarket(server);
    const used = { account: 'local', token: 'corn', amount: 1, reference: 'used' };
    await ask(sides, [bytesOf({ path: '/deposit', body: used, headers: { 'idempotency-key': 'used' } })]);
  });
  afterAll(() => closeBoth(sides));

  test('every bad request', async () => {
    for (const [name, request, status] of BAD_REQUESTS) {
      const answer = await ask(sides, [typeof request === 'string' ? request : bytesOf(request)]);
      expect(Number(answer.split(' ')[1]), name).toBe(status);
    }
  });

  const GOOD: readonly Request[] = [
    swap,
    { ...swap, headers: { 'idempotency-key': 'first' } },
    { ...swap, headers: { 'idempotency-key': 'first' } },
    { ...swap, headers: { 'expect-account': 'local' } },
    { ...swap, headers: { 'expect-account': 'ann' } },
    { ...swap, headers: { amounts: 'string', 'x-request-id': 'mine' } },
    { ...swap, headers: { amounts: 'words' } },
    { ...swap, headers: { 'content-type': 'application/json; charset=utf-8' } },
    { ...swap, headers: { 'content-type': 'Application/JSON' } },
    { ...swap, headers: { origin: 'http://elsewhere.example' } },
    { ...swap, headers: { 'sec-fetch-site': 'cross-site' } },
    { ...swap, headers: { host: 'elsewhere.example' } },
    { ...swap, headers: { authorization: 'Bearer none' } },
    { ...swap, headers: { authorization: 'none' } },
    { ...swap, headers: { cookie: 'millpond_session=none' } },
    { ...swap, path: '/createSwap?tokenA=apple' },
    { ...swap, path: '/createSwap?' },
    { ...swap, body: { Pair: PAIR, amount: { tokenB: '10.25' }, maxPaid: 100, deadline: 4_102_444_800 } },
    { path: QUOTE },
    { path: `${QUOTE}&detail=true&referrer=shop`, headers: { amounts: 'string' } },
    { path: QUOTE, headers: { 'idempotency-key': 'any' } },
    { path: QUOTE, headers: { cookie: 'millpond_session=none' } },
    { path: QUOTE, headers: { 'accept-version': '1' } },
    { path: QUOTE, headers: { accept: 'text/html' } },
    { path: QUOTE, headers: { 'content-length': '0' } },
    { path: QUOTE, body: {}, method: 'GET' },
    { path: QUOTE, method: 'HEAD' },
    { path: QUOTE, method: 'OPTIONS' },
    { path: `http://localhost${QUOTE}` },
    { path: `${QUOTE}#fragment` },
    { path: `${QUOTE}&`.repeat(2) },
    { path: `/${QUOTE}` },
    { path: QUOTE.replace('Quote', '%51uote') },
    { path: QUOTE.replace('?', '%3f') },
    { path: QUOTE.replace('apple', '%zz') },
    { path: POOL },
    { path: POOL },
    { path: POOL, headers: { amounts: 'string' } },
    { path: POOL, headers: { amounts: 'words' } },
    { path: POOL, headers: { host: 'LOCALHOST:1' } },
    ...CALLS.filter(({ name }) => !TIMED.test(name)).map(({ name, method }) => ({
      path: `/${name}`,
      ...(method === 'POST' && { body: {} }),
    })),
  ];
  test.each(GOOD)('%j', async (request) => {
    expect(await ask(sides, [bytesOf(request)])).toMatch(/^HTTP\/1\.1 /);
  });

  const [head, body] = bytesOf(swap).toString().split('\r\n\r\n') as [string, string];
  const withLength = (length: string) => `${head.replace(/Content-Length: \d+/, `Content-Length: ${length}`)}\r\n\r\n`;
  const chunked = `${head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')}\r\n\r\n`;
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const withHeader = (line: string) => `${head}\r\n${line}\r\n\r\n${body}`;
  const quote = bytesOf({ path: QUOTE }).toString();
  const CONVERSATIONS: readonly (readonly [string, readonly string[]])[] = [
    ['a body byte by byte', [`${head}\r\n\r\n`, ...body]],
    ['headers byte by byte', [...`${head}\r\n\r\n`, body]],
    ['letters that are cut in two', [withLength('12'), ...'{"é":"\u{1f41f}"}'.split('')]],
    ['two requests at once', [quote + bytesOf(swap)]],
    ['many requests at once', [(quote + bytesOf(swap)).repeat(5)]],
    ['one request after the other', [quote, bytesOf(swap).toString(), quote]],
    ['a request behind one that fails', [bytesOf({ ...swap, body: '{' }) + quote]],
    ['a body that is longer than it says', [withLength('5') + body]],
    ['a body that is shorter than it says', [withLength('500') + body]],
    ['a length that is none', [withLength('five') + body]],
    ['a negative length', [withLength('-1') + body]],
    ['a length with a sign', [withLength(`+${body.length}`) + body]],
    ['two lengths', [withHeader(`Content-Length: ${body.length}`)]],
    ['a length of zero', [withLength('0')]],
    ['too large a body', [withLength('20000') + body.padEnd(20_000)]],
    ['chunks', [chunked + chunk]],
    ['chunks in pieces', [chunked, ...chunk]],
    ['chunks beside a length', [withHeader('Transfer-Encoding: chunked')]],
    ['a broken chunk', [`${chunked}zz\r\n`]],
    ['no chunk', [`${chunked}0\r\n\r\n`]],
    ['too large a body in chunks', [`${chunked}4e20\r\n${body.padEnd(20_000)}\r\n0\r\n\r\n`]],
    ['too many chunks', [chunked, ...Array.from({ length: 20 }, () => `400\r\n${' '.repeat(1024)}\r\n`)]],
    ['a HEAD before a GET', [quote.replace('GET', 'HEAD') + quote]],
    ['a HEAD that is refused', [quote.replace('GET', 'HEAD').replace('apple', 'none')]],
    ['a GET in chunks', [`${quote.trimEnd()}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`]],
    ['Expect: 100-continue', [withHeader('Expect: 100-continue')]],
    ['another expectation', [withHeader('Expect: nothing')]],
    ['another protocol', [withHeader('Connection: Upgrade\r\nUpgrade: websocket')]],
    ['no keep-alive', [withHeader('Connection: close')]],
    ['keep-alive', [withHeader('Connection: keep-alive')]],
    ['HTTP/1.0', [quote.replace('1.1', '1.0')]],
    ['HTTP/1.0 with keep-alive', [withHeader('Connection: keep-alive').replace('HTTP/1.1', 'HTTP/1.0')]],
    ['no Host', [quote.replace(/host: .*\r\n/, '')]],
    ['two Hosts', [quote.replace(/host: .*\r\n/, '$&$&')]],
    ['two Amounts', [withHeader('Amounts: string\r\nAmounts: number')]],
    ['two media types', [withHeader('Content-Type: application/json')]],
    ['two keys', [withHeader('Idempotency-Key: a\r\nIdempotency-Key: b')]],
    ['a header without a name', [withHeader(': x')]],
  ];
  test.each(CONVERSATIONS)('%s', async (_, pieces) => void (await ask(sides, pieces)));

  test('a connection closed in the middle of a body', async () => {
    for (const { lines } of sides) lines.length = 0;
    await ask(sides, [withLength('500') + body], true);
    await vi.waitFor(() => expect(sides.map(({ lines }) => lines.length)).toEqual([1, 1]), { timeout: 100_000 });
  });

  test('bytes that are no request, or a broken one', async () => {
    const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
    for (const request of fc.sample(anyRequest, { seed, numRuns: 400 })) {
      if (TIMED.test(request.path)) continue;
      await ask(sides, [bytesOf({ ...request, body: request.body ?? undefined })]).catch((error) => {
        throw new Error(`FUZZ_SEED=${seed}`, { cause: error });
      });
    }
    for (const bytes of fc.sample(anyBytes, { seed, numRuns: 50 })) await ask(sides, [bytes]);
  });

  test('all of it is counted and logged alike', async () => {
    const [direct, fastify] = sides;
    expect(await told(direct)).toEqual(await told(fastify));
    expect(loggedBy(direct)).toEqual(loggedBy(fastify));
  });
});

test('with keys: allowed, refused and rate-limited callers', async () => {
  const sides = await startBoth({ auth: 'keys', changesPerDay: 2 });
  const keys = (role: 'trader' | 'operator') =>
    Promise.all(sides.map(({ server }) => createKey(server.store, { account: 'ann' as Account, role }, 0)));
  const [operators, traders] = [await keys('operator'), await keys('trader')];
  const both = async (request: Request, of: readonly { readonly key: string }[]) => {
    const [direct, fastify] = await Promise.all(
      sides.map(({ server }, at) => {
        const headers = { ...request.headers, authorization: `Bearer ${of[at]?.key}` };
        return converse(server, [bytesOf({ ...request, headers })]);
      }),
    );
    expect(alike(direct as string)).toBe(alike(fastify as string));
    return Number((direct as string).split(' ')[1]);
  };
  const token = (address: string) => ({
    path: '/registerToken',
    body: { address, symbol: address.toUpperCase(), decimals: 0 },
  });
  expect(await both(token('apple'), operators)).toBe(200);
  expect(await both(token('bread'), operators)).toBe(200);
  expect(await both(token('corn'), traders)).toBe(403);
  for (const status of [404, 404, 429]) expect(await both(swap, traders)).toBe(status);
  expect(await both({ path: '/getBalances' }, traders)).toBe(200);
  expect(await both({ path: '/getBalances?account=bob' }, traders)).toBe(403);
  expect(await both({ ...swap, headers: { 'expect-account': 'bob' } }, traders)).toBe(409);
  for (const request of [swap, { path: '/getBalances' }, { path: '/getPools' }]) await ask(sides, [bytesOf(request)]);
  expect(await told(sides[0])).toEqual(await told(sides[1]));
  expect(loggedBy(sides[0])).toEqual(loggedBy(sides[1]));
  await closeBoth(sides);
});

test('behind a proxy: by the address and the protocol of the client', async () => {
  const sides = await startBoth({ trustedProxies: ['127.0.0.1'], addressLimitPerSecond: 1 });
  const forwarded = (address: string, more = {}) => ({ 'x-forwarded-for': address, ...more });
  for (const request of [
    { path: '/getTokens', headers: forwarded('198.51.100.1') },
    { path: '/getTokens', headers: forwarded('203.0.113.7, 198.51.100.2') },
    { path: '/getTokens', headers: forwarded('unknown', { 'x-forwarded-proto': 'https' }) },
    { path: '/getTokens', headers: forwarded('198.51.100.3', { cookie: '__Host-millpond_session=none' }) },
    { ...swap, headers: forwarded('198.51.100.4', { cookie: 'millpond_session=none', 'x-forwarded-proto': 'https' }) },
    { ...swap, headers: forwarded('198.51.100.5', { cookie: 'millpond_session=none', 'x-forwarded-proto': 'http' }) },
  ])
    expect(await ask(sides, [bytesOf(request)])).not.toContain('rate_limited');
  // A second request of one address within a second is refused, even with other addresses before it in the header.
  const twice = bytesOf({ path: '/getTokens', headers: forwarded('192.0.2.1, 198.51.100.9') })
    .toString()
    .repeat(4);
  expect(await ask(sides, [twice])).toContain('rate_limited');
  expect(await told(sides[0])).toEqual(await told(sides[1]));
  await closeBoth(sides);
});

test('with all request slots taken', async () => {
  const sides = await startBoth({ maxReads: 0 });
  expect(await ask(sides, [bytesOf({ path: POOL })])).toMatch(/^HTTP\/1\.1 503 /);
  await closeBoth(sides);
});

test('a body that does not come in time', async () => {
  const sides = await startBoth({ requestTimeoutMs: 300 });
  const sent = bytesOf(swap).subarray(0, -5).toString();
  const late = async ({ server }: Side) => {
    let received = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(sent));
    for await (const text of socket.setEncoding('latin1')) received += text;
    return alike(received);
  };
  const [direct, fastify] = await Promise.all(sides.map(late));
  expect(direct).toMatch(/^HTTP\/1\.1 408 /);
  expect(direct).toBe(fastify);
  await closeBoth(sides);
});

test('calls with files or items of their own, and those that look at the browser, are left to Fastify', () => {
  const left = CALLS.filter((call) => !isPlain(call)).map(({ name, method }) => `${method} ${name}`);
  expect(left).toEqual([
    'GET refundLiquidity',
    'GET getOrders',
    'GET getCandles',
    'GET getTrades',
    'GET getActivity',
    'POST createSession',
    'POST deleteSession',
    'GET getSignUp',
    'POST beginSignUp',
    'POST finishSignUp',
    'POST beginSignIn',
    'POST finishSignIn',
    'POST beginPasskey',
    'POST finishPasskey',
    'POST tonProof',
    'POST bulk',
  ]);
});
