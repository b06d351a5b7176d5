// A response that CallResponse writes as one text is the one that Node itself would send, and ends its request in the same way.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { CallMessage } from './call-message.ts';
import { CallResponse, type Headers, KEEP_ALIVE_MS } from './call-response.ts';
import { takeTurns } from './pipelining.ts';
import { COMMON_HEADERS } from './response-headers.ts';

type Send = (response: CallResponse, status: number, headers: Headers, content: string) => void;

const asOneText: Send = (response, status, headers, content) => response.sendText(status, 'id', headers, content);

const asNodeDoes: Send = (response, status, headers, content) => {
  const all = [['x-request-id', 'id'], ...COMMON_HEADERS, ...headers, ['content-length', Buffer.byteLength(content)]];
  response.writeHead(status, all.flat() as string[]).end(content);
};

async function serve(answer: (request: IncomingMessage, response: CallResponse) => void): Promise<number> {
  const options = { IncomingMessage: CallMessage, ServerResponse: CallResponse, optimizeEmptyRequests: true };
  const server = createServer(options, answer as (request: IncomingMessage, response: ServerResponse) => void);
  takeTurns(server, new Map(), (handle) => handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

/** Everything that the server sends on one connection until it closes it. */
async function received(port: number, sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(sent);
  return (await text(socket)).replaceAll(/Date: .{29}/g, 'Date: now').replaceAll('a'.repeat(1000), '.');
}

const get = (more = '', method = 'GET', version = '1.1') => `${method} / HTTP/${version}\r\nHost: a\r\n${more}\r\n`;
/** Stands for 9 MB, which the runner would take minutes to print. */
const MUCH = 'much';
const CASES: readonly (readonly [string, string, number, Headers, string])[] = [
  ['an answer', get(), 200, [['content-type', 'application/json']], '{"a":1}'],
  ['an answer that is not ASCII', get(), 200, [['amounts', 'string']], '{"a":"é€"}'],
  ['a failure', get(), 429, [['retry-after', '1']], '{"error":"no"}'],
  ['the head alone', get('', 'HEAD'), 200, [], '{"a":1}'],
  ['the last answer of a connection', get('Connection: close\r\n'), 202, [], '{}'],
  ['an answer to HTTP 1.0', get('', 'GET', '1.0'), 200, [], '{}'],
  ['an answer to HTTP 1.0 with keep-alive', get('Connection: keep-alive\r\n', 'GET', '1.0'), 200, [], '{}'],
  ['an answer to a request for an upgrade', get('Connection: upgrade\r\nUpgrade: b\r\n'), 200, [], '{}'],
  ['answers to pipelined requests', `${get()}${get('', 'HEAD')}${get()}`, 200, [], '{"a":1}'],
  ['more than the socket takes at once', get(), 200, [], MUCH],
];

test.each(CASES)('%s is sent as Node would send it', async (_, request, status, headers, content) => {
  const body = content === MUCH ? 'a'.repeat(9_000_000) : content;
  const [own, nodes] = await Promise.all(
    [asOneText, asNodeDoes].map(async (send) => {
      const port = await serve((_request, response) => void send(response, status, headers, body));
      return received(port, request);
    }),
  );
  expect(own).toBe(nodes);
});

test('a response is closed, and its request no longer held by the connection, once it is sent', async () => {
  const answered = Promise.withResolvers<CallResponse>();
  const port = await serve(async (request, response) => {
    await (request as CallMessage).body(100, JSON.parse, () => {});
    response.once('close', () => answered.resolve(response)).sendText(200, 'id', [], '{}');
  });
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  expect(String(await once(socket, 'data'))).toContain(`Keep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n{}`);
  const { req, finished, writableEnded, headersSent, socket: left } = await answered.promise;
  expect({ finished, writableEnded, headersSent, left }).toEqual({ ...ENDED, left: null });
  expect(req).toMatchObject({ complete: true, readableEnded: true, destroyed: true, aborted: false });
  expect((req.socket as typeof req.socket & { parser: { incoming: unknown } }).parser.incoming).toBeNull();
});

const ENDED = { finished: true, writableEnded: true, headersSent: true };

test('a connection whose client closes its sending side while it waits is closed after the answer', async () => {
  const port = await serve(({ socket }, response) => {
    socket.once('end', () => setImmediate(() => response.sendText(200, 'id', [], '{}')));
  });
  expect(await received(port, get())).toMatch(/\r\n\r\n\{\}$/);
});

test('a response to a client that has disconnected is dropped', async () => {
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<CallResponse>()];
  const port = await serve((_request, response) => {
    asked.resolve();
    response.once('close', () => closed.resolve(response));
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(get());
  await asked.promise;
  socket.resetAndDestroy();
  const response = await closed.promise;
  let isFinished = false;
  response.once('finish', () => {
    isFinished = true;
  });
  response.sendText(200, 'id', [], '{}');
  expect([response.destroyed, isFinished]).toEqual([true, false]);
});

test('a header with a line break is refused', async () => {
  const thrown = Promise.withResolvers<unknown>();
  const port = await serve((_request, response) => {
    try {
      response.sendText(200, 'id', [['reason-code', 'a\r\nset-cookie: b']], '{}');
    } catch (error) {
      thrown.resolve(error);
      response.destroy();
    }
  });
  await received(port, get());
  expect(await thrown.promise).toMatchObject({
    message: 'The header reason-code has a character that is not allowed.',
  });
});
