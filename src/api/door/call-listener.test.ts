// Which requests CallListener answers, which it leaves to Fastify, and that an internal error ends only its own connection.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CallListener, type CallSteps, parseQuery } from './call-listener.ts';
import { CallMessage } from './call-message.ts';
import { CallResponse } from './call-response.ts';
import { proxiesAt } from './proxies.ts';

const OPTIONS = { IncomingMessage: CallMessage, ServerResponse: CallResponse, optimizeEmptyRequests: true };

const lines: { reqId: string; msg: string }[] = [];
let [server, url] = [createServer(), ''];
let steps: CallSteps;
let listener: CallListener;

beforeEach(async () => {
  lines.length = 0;
  steps = {
    enter: () => {},
    answer: async ({ body }) => JSON.stringify(body ?? 'nothing'),
    leave: () => {},
    showsFault: true,
  };
  listener = new CallListener({
    bodyLimitBytes: 10,
    idOf: () => 'id',
    proxies: proxiesAt([]),
    limits: { budgetOf: () => undefined },
    logger: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
  });
  for (const method of ['GET', 'POST'] as const) {
    listener.add(method, '/call', {
      enter: (...args) => steps.enter(...args),
      answer: (...args) => steps.answer(...args),
      leave: (...args) => steps.leave(...args),
      get showsFault() {
        return steps.showsFault;
      },
    });
  }
  const answer = listener.before((request, response) => {
    request.resume();
    response.end('left');
  });
  server = createServer(OPTIONS, answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void server.close().closeAllConnections());

const ask = async (path: string, init: RequestInit = {}) => (await fetch(`${url}${path}`, init)).text();
const post = (body: string, type = 'application/json') =>
  ask('/call', { method: 'POST', body, headers: { 'content-type': type } });

test('CallListener answers every request to a call, however its path is encoded and whether or not its body is valid', async () => {
  for (const target of ['/call', '/call?a=b', '/call#part', '/%63all', '/cal%6C?a=b'])
    expect(await ask(target)).toBe('"nothing"');
  expect(await post('')).toBe('"nothing"');
  expect(await post('{"a":1}')).toBe('{"a":1}');
  expect(await post('{"a":2}', 'Application/JSON ;charset=UTF-8')).toBe('{"a":2}');
  expect(await post('{"a":"too long"}')).toBe('{"error":"The body is too large."}');
  expect(await post('{}', 'text/plain')).toContain('Send the body as JSON');
});

test('all parameters are parsed, so that those after the thousandth are checked, too', () => {
  const names = Array.from({ length: 1001 }, (_, at) => `p${at}`);
  expect(Object.keys(parseQuery(names.map((name) => `${name}=1`).join('&')))).toEqual(names);
});

test('requests to other paths or with other methods are left to Fastify', async () => {
  for (const path of ['/', '/other', '/call/', '/Call', '//call', '/call%3f', '/%ffcall'])
    expect(await ask(path)).toBe('left');
  expect(await ask('/call', { method: 'PUT' })).toBe('left');
  expect(listener.methodsAt('/call')).toEqual(['GET', 'POST']);
  expect(listener.methodsAt('/other')).toEqual([]);
});

test('the error for invalid JSON quotes the body only if the call allows it (calls that are sent secrets do not)', async () => {
  expect(await post('{"a":mi}')).toContain('mi');
  steps = { ...steps, showsFault: false };
  expect(JSON.parse(await post('{"a":mi}'))).toEqual({ error: 'The body is not valid JSON.' });
});

test('a body is read whether it arrives before, while or after the caller is looked up, and its stream ends', async () => {
  const head = 'POST /call HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n';
  for (const [early, late] of [
    ['{"a":1}', ''],
    ['{"a"', ':1}'],
    ['', '{"a":1}'],
  ]) {
    const [entered, found] = [Promise.withResolvers<IncomingMessage>(), Promise.withResolvers<void>()];
    steps = {
      ...steps,
      enter({ raw }) {
        entered.resolve(raw);
        return found.promise;
      },
    };
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(head + early);
    const raw = await entered.promise;
    await expect.poll(() => raw.readableLength).toBe(early?.length);
    found.resolve();
    await found.promise;
    socket.write(late as string);
    expect(String(await once(socket, 'data'))).toMatch(/\r\n\r\n\{"a":1\}$/);
    await expect.poll(() => raw).toMatchObject({ readableEnded: true, destroyed: true, aborted: false });
    socket.destroy();
  }
});

test('a request whose client disconnects while its key is looked up ends with status 400, without waiting for its body', async () => {
  const [entered, left] = [Promise.withResolvers<Socket>(), Promise.withResolvers<[number, unknown]>()];
  steps = {
    ...steps,
    async enter({ raw }) {
      const closed = new Promise<void>((resolve) => raw.once('close', resolve));
      entered.resolve(raw.socket);
      await closed;
    },
    leave: ({ failure }, { statusCode }) => left.resolve([statusCode, failure?.cause]),
  };
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  socket.write('POST /call HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  await entered.promise;
  socket.destroy();
  expect(await left.promise).toEqual([400, undefined]);
});

test('after close() each answer says that its connection will be closed', async () => {
  expect((await fetch(`${url}/call`)).headers.get('connection')).toBe('keep-alive');
  listener.close();
  expect((await fetch(`${url}/call`)).headers.get('connection')).toBe('close');
});

test('if the step after an answer throws, that connection ends and the error is logged; later requests are answered', async () => {
  const { leave } = steps;
  steps = {
    ...steps,
    leave: () => {
      throw new Error('no room for a line');
    },
  };
  await expect(ask('/call')).rejects.toThrow('fetch failed');
  expect(lines).toMatchObject([{ reqId: 'id', msg: 'could not be answered' }]);
  steps = { ...steps, leave };
  expect(await ask('/call')).toBe('"nothing"');
});

test.each([
  ['a header that cannot be sent', 'two\r\nlines', '{}'],
  ['content that is no text', 'one', undefined],
])(
  'if sending fails because of %s, that connection ends and the error is logged; later requests are answered',
  async (_, value, content) => {
    const { answer } = steps;
    steps = {
      ...steps,
      answer: async (_request, reply) => {
        reply.header('x-own', value);
        return content as string;
      },
    };
    await expect(ask('/call')).rejects.toThrow('fetch failed');
    expect(lines).toMatchObject([{ reqId: 'id', msg: 'could not be answered' }]);
    steps = { ...steps, answer };
    expect(await ask('/call')).toBe('"nothing"');
  },
);
