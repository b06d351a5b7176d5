// Requests that are valid but unusual, and connections that break off: each has its exact status, code and end of the connection.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
const lines: { readonly route: string; readonly status: number; readonly msg: string }[] = [];
beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  server = await startServer({ logger });
  await openMarket(server);
});
afterAll(() => server.close());

/** Sends the pieces with pauses between them and returns everything received on that connection. */
function converse({ port }: Server, pieces: readonly string[], isCutOff = false): Promise<string> {
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

/** Each answer as its status, its code if it is a refusal, and whether the connection ends with it. */
const summary = (received: string): string =>
  received
    .split(/(?=HTTP\/1\.1 \d)/)
    .map((answer) =>
      [
        answer.slice(9, 12),
        /^error-code: (.*)\r$/im.exec(answer)?.[1],
        /^connection: close/im.test(answer) ? 'close' : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(' '),
    )
    .join(', ');

const ask = async (...pieces: string[]) => summary(await converse(server, pieces));

const SWAP = JSON.stringify({ Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 10 } });
const QUOTE = '/getQuote?tokenA=apple&tokenB=bread&amount=10';
const get = (target: string, ...fields: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: localhost', ...fields, '', ''].join('\r\n');
const head = (...fields: string[]) => ['POST /createSwap HTTP/1.1', 'Host: localhost', ...fields, '', ''].join('\r\n');
const JSON_BODY = 'Content-Type: application/json';
const ofLength = (length: number | string) => head(JSON_BODY, `Content-Length: ${length}`);
const swapWith = (...fields: string[]) => head(JSON_BODY, `Content-Length: ${SWAP.length}`, ...fields) + SWAP;
const swapAs = (type: string, body = SWAP) => head(`Content-Type: ${type}`, `Content-Length: ${body.length}`) + body;
const swapAt = (target: string) => swapWith().replace('/createSwap', target);
const [swap, quote] = [swapWith(), get(QUOTE)];
const chunked = head(JSON_BODY, 'Transfer-Encoding: chunked');
const chunk = `${SWAP.length.toString(16)}\r\n${SWAP}\r\n0\r\n\r\n`;

const CONVERSATIONS: readonly (readonly [name: string, pieces: readonly string[], answers: string])[] = [
  ['a body byte by byte', [ofLength(SWAP.length), ...SWAP], '200'],
  ['headers byte by byte', [...ofLength(SWAP.length), SWAP], '200'],
  [
    'characters split between packets',
    [ofLength(12), ...Buffer.from('{"é":"\u{1f41f}"}').toString('latin1').split('')],
    '400 invalid_json close',
  ],
  ['two requests at once', [quote + swap], '200, 200'],
  ['one request after the other', [quote, swap, quote], '200, 200, 200'],
  ['a request behind a body that is not JSON', [swapAs('application/json', '{') + quote], '400 invalid_json close'],
  [
    'a request behind a body that is too large',
    [ofLength(20_000) + ' '.repeat(20_000) + quote],
    '413 body_too_large close',
  ],
  ['a request behind a body of another type', [swapAs('text/plain') + quote], '415 unsupported_media_type, 200'],
  ['a request behind another method', [swap.replace('POST', 'PUT') + quote], '405 method_not_allowed, 200'],
  ['a request behind a GET with a body', [`${get(QUOTE, JSON_BODY, 'Content-Length: 1')}{${quote}`], '200, 200'],
  ['a body that is longer than it says', [ofLength(5) + SWAP], '400 invalid_json close'],
  ['a body that is shorter than it says', [ofLength(500) + SWAP], '400 invalid_request close'],
  ['a Content-Length that is no number', [ofLength('five') + SWAP], '400 invalid_request close'],
  ['a negative length', [ofLength(-1) + SWAP], '400 invalid_request close'],
  ['a length with a sign', [ofLength(`+${SWAP.length}`) + SWAP], '400 invalid_request close'],
  ['two Content-Lengths', [swapWith(`Content-Length: ${SWAP.length}`)], '400 invalid_request close'],
  ['a length of zero', [ofLength(0)], '400 invalid_request'],
  ['no length, no media type', [head()], '400 invalid_request'],
  ['a media type, no length', [head(JSON_BODY)], '400 invalid_request'],
  ['a length of zero of another media type', [swapAs('text/plain', '')], '415 unsupported_media_type'],
  ['a body without a media type', [head(`Content-Length: ${SWAP.length}`) + SWAP], '415 unsupported_media_type'],
  ['chunks', [chunked + chunk], '200'],
  ['chunks in pieces', [chunked, ...chunk], '200'],
  ['chunks without a media type', [head('Transfer-Encoding: chunked') + chunk], '415 unsupported_media_type'],
  ['chunks with a Content-Length', [swapWith('Transfer-Encoding: chunked')], '400 invalid_request close'],
  ['a broken chunk', [`${chunked}zz\r\n`], '400 invalid_request close'],
  ['the longest body', [ofLength(16_384) + SWAP.padEnd(16_384)], '200'],
  ['a body that is a byte longer', [ofLength(16_385) + SWAP.padEnd(16_385)], '413 body_too_large close'],
  ['the longest body in chunks', [`${chunked}4000\r\n${SWAP.padEnd(16_384)}\r\n0\r\n\r\n`], '200'],
  [
    'a body in chunks that is a byte longer',
    [`${chunked}4001\r\n${SWAP.padEnd(16_385)}\r\n0\r\n\r\n`],
    '413 body_too_large close',
  ],
  ['chunks without content', [`${chunked}0\r\n\r\n`], '400 invalid_request'],
  ['too large a body in chunks', [`${chunked}4e20\r\n${SWAP.padEnd(20_000)}\r\n0\r\n\r\n`], '413 body_too_large close'],
  [
    'too many chunks',
    [chunked, ...Array.from({ length: 20 }, () => `400\r\n${' '.repeat(1024)}\r\n`)],
    '413 body_too_large close',
  ],
  ['a HEAD before a GET', [quote.replace('GET', 'HEAD') + quote], '200, 200'],
  ['a HEAD that is refused', [quote.replace('GET', 'HEAD').replace('apple', 'none')], '404 unknown_token'],
  ['a GET in chunks', [`${get(QUOTE, 'Transfer-Encoding: chunked')}3\r\nabc\r\n0\r\n\r\n${quote}`], '200, 200'],
  ['Expect: 100-continue', [swapWith('Expect: 100-continue')], '100, 200'],
  ['an unknown Expect header', [swapWith('Expect: nothing')], '200'],
  ['an upgrade to another protocol', [swapWith('Connection: Upgrade', 'Upgrade: websocket')], '200 close'],
  ['an upgrade by GET', [get(QUOTE, 'Connection: Upgrade', 'Upgrade: websocket') + quote], '200 close'],
  ['the header Accept-Version', [get(QUOTE, 'Accept-Version: 1')], '200'],
  ['Connection: close', [swapWith('Connection: close')], '200 close'],
  ['HTTP/1.0', [quote.replace('1.1', '1.0')], '200 close'],
  ['HTTP/1.0 with keep-alive', [swapWith('Connection: keep-alive').replace('HTTP/1.1', 'HTTP/1.0')], '200'],
  ['no Host', [quote.replace(/Host: .*\r\n/, '')], '400 invalid_request'],
  ['two Hosts', [quote.replace(/Host: .*\r\n/, '$&$&')], '400 invalid_request'],
  ['two Amounts', [swapWith('Amounts: string', 'Amounts: number')], '400 invalid_request'],
  ['two media types', [swapWith(JSON_BODY)], '415 unsupported_media_type'],
  ['two Idempotency-Keys', [swapWith('Idempotency-Key: a', 'Idempotency-Key: b')], '400 invalid_request'],
  ['a header without a name', [swapWith(': x')], '400 invalid_request close'],
  ['exports in a row', [get('/getActivity?format=csv').repeat(2) + quote], '200, 200, 200'],
  ['an export by HTTP/1.0', [get('/getActivity?format=csv').replace('1.1', '1.0')], '200 close'],
  ['the HEAD of an export', [get('/getActivity?format=csv').replace('GET', 'HEAD') + quote], '200, 200'],
  [
    'a large bulk that is not JSON',
    [swapAs('application/json', ' '.repeat(20_000)).replace('createSwap', 'bulk')],
    '400 invalid_json close',
  ],
  ['too large a bulk', [ofLength(2_100_000).replace('createSwap', 'bulk') + quote], '413 body_too_large close'],
];
test.each(CONVERSATIONS)('answers to %s', async (_, pieces, answers) => expect(await ask(...pieces)).toBe(answers));

describe('request targets', () => {
  test.each([
    ['/createSwap?', '200'],
    ['/createSwap?tokenA=apple', '400 invalid_request'],
    ['/createSwap#part', '400 invalid_request'],
    ['/createSwap?#part', '400 invalid_request'],
    ['/%63reateSwa%70', '200'],
    ['http://localhost/createSwap', '200'],
    ['HTTPS://LOCALHOST/createSwap?', '200'],
    ['HTTPS://elsewhere.example:1/createSwap?', '400 invalid_request'],
    ['http://localhost:1/createSwap', '400 invalid_request'],
    ['http://me@localhost/createSwap', '400 invalid_request'],
    ['http:///createSwap', '400 invalid_request'],
    ['http://localhost#/createSwap', '400 invalid_request close'],
    ['ftp://localhost/createSwap', '400 invalid_request'],
    ['http://localhost', '404 not_found'],
    ['/createSwap/', '404 not_found'],
    ['//createSwap', '404 not_found'],
    ['/./createSwap', '404 not_found'],
    ['/CREATESWAP', '404 not_found'],
    ['/createSwap;a', '404 not_found'],
    ['/createSwap%3f', '404 not_found'],
    ['/createSwap%20', '404 not_found'],
    ['/createSwap%zz', '400 invalid_request'],
    ['/%2563reateSwap', '404 not_found'],
    ['createSwap', '400 invalid_request close'],
    ['*', '404 not_found'],
  ])('POST to %s is answered %s', async (target, answer) => expect(await ask(swapAt(target))).toBe(answer));

  test.each([
    [`${QUOTE}#part`, '400 invalid_request'],
    [`${QUOTE}&tokenA=#`, '400 invalid_request'],
    ['/openapi.json#part', '400 invalid_request'],
    ['/openapi.json?#part', '400 invalid_request'],
    ['/%FF#part', '400 invalid_request'],
    ['/nonesuch#part', '400 invalid_request'],
    ['http://localhost/livez', '200'],
    ['http://elsewhere.example/livez', '400 invalid_request'],
    ['http://elsewhere.example/nonesuch', '400 invalid_request'],
    ['http://elsewhere.example', '400 invalid_request'],
    [QUOTE.replace('apple', '%61pple'), '200'],
    [QUOTE.replace('apple', '%zz'), '404 unknown_token'],
    [`${QUOTE}&`, '200'],
    [`${QUOTE}&amount=10`, '400 invalid_request'],
  ])('GET of %s is answered %s', async (target, answer) => expect(await ask(get(target))).toBe(answer));
});

describe('media types', () => {
  test.each([
    ['application/json; charset=utf-8', '200'],
    ['application/json; charset="UTF-8"', '200'],
    ['application/json;charset=utf8; a=b', '200'],
    ['application/json;charset=latin1', '415 unsupported_media_type'],
    ['application/json; charset=utf-16', '415 unsupported_media_type'],
    ['application/json; charset=utf-8; charset=utf-7', '415 unsupported_media_type'],
    ['application/json; Charset="utf-8', '415 unsupported_media_type'],
    ["application/json; charset*=utf-8''latin1", '415 unsupported_media_type'],
    ['application/json; charset=', '415 unsupported_media_type'],
    ['application/json; charset = utf-16', '415 unsupported_media_type'],
    ['APPLICATION/Json ; a="b"', '200'],
    ['application/json;', '200'],
    ['application/json, application/json', '415 unsupported_media_type'],
    ['application/json/x', '415 unsupported_media_type'],
    ['application/problem+json', '415 unsupported_media_type'],
    ['text/json', '415 unsupported_media_type'],
    ['application/*', '415 unsupported_media_type'],
    ['application/x-www-form-urlencoded', '415 unsupported_media_type'],
    ['multipart/form-data; boundary=a', '415 unsupported_media_type'],
    ['json', '415 unsupported_media_type'],
    ['', '415 unsupported_media_type'],
  ])('a body of the type %j is answered %s', async (type, answer) => expect(await ask(swapAs(type))).toBe(answer));
});

describe('what a proxy in front may read differently is refused', () => {
  const body = (text: string, ...fields: string[]) => [JSON_BODY, `Content-Length: ${text.length}`, ...fields];
  const gzipChunked = [JSON_BODY, 'Transfer-Encoding: gzip, chunked'];
  /** By calls, by Fastify's routes, for paths that nobody has, and for paths that cannot be decoded. */
  const TARGETS = ['/createSwap', '/openapi.json', '/nonesuch', '/%FF'];
  const sent = (target: string, version: string, fields: readonly string[], text: string) =>
    [`POST ${target} HTTP/${version}`, 'Host: localhost', ...fields, '', text].join('\r\n');

  test.each([
    ['Content-Encoding: gzip', '1.1', body(SWAP, 'Content-Encoding: gzip'), SWAP, '415 unsupported_media_type'],
    ['Content-Encoding: identity', '1.1', body(SWAP, 'Content-Encoding: identity'), SWAP, '415 unsupported_media_type'],
    ['a charset', '1.1', body(SWAP).toSpliced(0, 1, `${JSON_BODY};charset=utf-7`), SWAP, '415 unsupported_media_type'],
    ['Transfer-Encoding: gzip, chunked', '1.1', gzipChunked, chunk, '400 invalid_request close'],
    [
      'two codings',
      '1.1',
      ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
      chunk,
      '400 invalid_request close',
    ],
    ['chunks by HTTP/1.0', '1.0', [JSON_BODY, 'Transfer-Encoding: chunked'], chunk, '400 invalid_request close'],
    ['HTTP/2.0', '2.0', body(SWAP), SWAP, '400 invalid_request close'],
    ['HTTP/0.9', '0.9', body(SWAP), SWAP, '400 invalid_request close'],
  ])('%s', async (_, version, fields, text, answer) => {
    const before = await server.store.head();
    const isClosed = answer.endsWith('close');
    for (const target of TARGETS) {
      const answers = await ask(sent(target, version, fields, text) + quote);
      expect([target, answers]).toEqual([target, isClosed ? answer : `${answer}, 200`]);
    }
    expect(await server.store.head()).toBe(before);
  });

  test('also if it is a GET, whose body would be ignored', async () => {
    expect(await ask(get(QUOTE, 'Content-Encoding: gzip'))).toBe('415 unsupported_media_type');
    expect(await ask(`${get(QUOTE, 'Transfer-Encoding: gzip, chunked')}${chunk}${quote}`)).toBe(
      '400 invalid_request close',
    );
    expect(await ask(get('/livez', 'Transfer-Encoding: gzip, chunked') + chunk)).toBe('400 invalid_request close');
    expect(await ask(quote.replace('HTTP/1.1', 'HTTP/2.0') + quote)).toBe('400 invalid_request close');
    expect(await ask('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toBe('400 invalid_request close');
  });

  test('and the connection is closed even if the address is above its limit', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    const busy = await startServer({ addressLimitPerSecond: 1 });
    await converse(busy, [quote]);
    for (const target of TARGETS)
      expect(summary(await converse(busy, [sent(target, '1.1', gzipChunked, chunk) + quote]))).toBe(
        '429 rate_limited close',
      );
    clock.mockRestore();
    await busy.close();
  });
});

test('a swap and a CSV file are answered with exactly these headers', async () => {
  const fieldsOf = async (request: string) =>
    (await converse(server, [request]))
      .split('\r\n\r\n')[0]
      ?.split('\r\n')
      .map((line) => line.replace(/^(date|x-request-id|transaction-id|api-version|content-length): .*/i, '$1'));
  expect(await fieldsOf(swap)).toMatchInlineSnapshot(`
    [
      "HTTP/1.1 200 OK",
      "x-request-id",
      "api-version",
      "cache-control: no-store",
      "x-content-type-options: nosniff",
      "cross-origin-resource-policy: same-origin",
      "transaction-id",
      "content-type: application/json; charset=utf-8",
      "content-length",
      "Date",
      "Connection: keep-alive",
      "Keep-Alive: timeout=72",
    ]
  `);
  expect(await fieldsOf(get('/getActivity?format=csv'))).toMatchInlineSnapshot(`
    [
      "HTTP/1.1 200 OK",
      "x-request-id",
      "api-version",
      "cache-control: no-store",
      "x-content-type-options: nosniff",
      "cross-origin-resource-policy: same-origin",
      "content-type: text/csv; charset=utf-8; header=present",
      "content-disposition: attachment; filename="getActivity.csv"",
      "Date",
      "Connection: keep-alive",
      "Keep-Alive: timeout=72",
      "Transfer-Encoding: chunked",
    ]
  `);
});

test('a connection closed in the middle of a body is logged once, with status 400', async () => {
  lines.length = 0;
  await converse(server, [ofLength(500) + SWAP], true);
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 100_000 });
  expect(lines).toMatchObject([
    { route: '/createSwap', status: 400, msg: 'The client hung up before it was answered.' },
  ]);
});

test('if all places of queries are taken, quotes, files, the token list and images are answered 503', async () => {
  const busy = await startServer({ maxReads: 0 });
  const paths = [QUOTE, '/getActivity?format=csv', '/tokenlist.json', '/images/none'];
  for (const path of paths) expect(summary(await converse(busy, [get(path)])), path).toBe('503 overloaded');
  await busy.close();
});

test('a body that does not arrive in time is answered 408, and the connection is closed', async () => {
  const hasty = await startServer({ requestTimeoutMs: 300 });
  let received = '';
  const socket = connect(hasty.port, '127.0.0.1', () => socket.write(swap.slice(0, -5)));
  for await (const text of socket.setEncoding('latin1')) received += text;
  expect(summary(received)).toBe('408 request_timeout close');
  await hasty.close();
});
