// Limits and addresses, directly and behind a proxy: the client's own address always counts.
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { openMarket } from './market.ts';
import { type ReverseProxy, startProxy } from './proxy.ts';
import { type Server, startServer } from './server.ts';

type Request = { readonly from: string; readonly path: string; readonly method?: string; readonly body?: object };
type More = { readonly headers?: Record<string, string>; readonly isChunked?: boolean };

/** Built by hand: fetch can set neither a local address nor chunks. */
async function ask(port: number, { from, path, method, body, headers, isChunked }: Request & More) {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const length = content !== undefined && !isChunked ? { 'content-length': Buffer.byteLength(content) } : {};
  const asked = request({
    ...{ host: '127.0.0.1', port, path, localAddress: from, agent: false },
    method: method ?? (content === undefined ? 'GET' : 'POST'),
    headers: { ...(content !== undefined && { 'content-type': 'application/json' }), ...length, ...headers },
  });
  if (isChunked) asked.write(content);
  asked.end(isChunked ? undefined : content);
  const [answer] = await once(asked, 'response');
  return { status: answer.statusCode as number, code: answer.headers['error-code'], text: await text(answer) };
}

const [ANN, BOB] = ['127.0.0.5', '127.0.0.6'];
const FORGED = { 'x-forwarded-for': BOB, forwarded: `for=${BOB}`, 'x-real-ip': BOB };

let server: Server;
let proxy: ReverseProxy;
let operator: Record<string, string>;
beforeAll(async () => {
  const people = { signUp: 'open', signUpsPerAddress: 2 } as const;
  const options = { auth: 'keys', allowedHosts: null, trustedProxies: ['127.0.0.1'], people } as const;
  server = await startServer({ ...options, rateLimitPerSecond: 20, addressLimitPerSecond: 100 });
  proxy = await startProxy(server.port);
  const { key } = await createKey(server.store, { account: 'local' as Account, role: 'operator' }, 0);
  operator = { authorization: `Bearer ${key}` };
  await openMarket(server, operator);
});
afterAll(async () => {
  proxy.close();
  await server.close();
});

describe.each(['directly', 'behind a proxy'])('%s', (way) => {
  const port = () => (way === 'directly' ? server.port : proxy.port);
  /** Each way uses its own client addresses. */
  const at = (host: number) => `127.0.${way === 'directly' ? 1 : 2}.${host}`;

  test('a key restricted to one address works only from there, despite forged headers', async () => {
    const restrictions = { addresses: [ANN] };
    const made = await createKey(server.store, { account: 'ann' as Account, role: 'trader', restrictions }, 0);
    const authorization = `Bearer ${made.key}`;
    const codeFrom = async (from: string, more: Record<string, string> = {}) =>
      (await ask(port(), { from, path: '/getBalances', headers: { authorization, ...more } })).code;
    expect(await codeFrom(ANN)).toBeUndefined();
    expect(await codeFrom(BOB)).toBe('address_not_allowed');
    expect(await codeFrom(BOB, { 'x-forwarded-for': ANN })).toBe('address_not_allowed');
    expect(await codeFrom(ANN, FORGED)).toBeUndefined();
    const own = await ask(port(), { from: ANN, path: '/getRequests', headers: { authorization } });
    const { requests } = JSON.parse(own.text).data as { requests: { address: string }[] };
    expect(requests.map(({ address }) => address)).toEqual([ANN, BOB, BOB, ANN]);
  });

  test('the rate limit counts a client by its own address, despite a forged X-Forwarded-For', async () => {
    const many = Array.from({ length: 200 }, (_, at_) =>
      ask(port(), { from: at(1), path: '/getPools', headers: { 'x-forwarded-for': `192.0.2.${at_}` } }),
    );
    const codes = new Set((await Promise.all(many)).map(({ code }) => code));
    expect(codes).toEqual(new Set([undefined, 'rate_limited']));
    expect((await ask(port(), { from: at(2), path: '/getPools' })).status).toBe(200);
  });

  test('sign-ups are counted by the client’s own address, despite forged headers', async () => {
    const signUp = async (name: string, host: number) =>
      (
        await ask(port(), {
          from: at(host),
          path: '/finishSignUp',
          body: { name, credential: 'key' },
          headers: FORGED,
        })
      ).code;
    const names = ['wren', 'heron', 'plover', 'dunlin'].map((bird) => `${bird}${port()}`);
    expect(await signUp(names[0] as string, 3)).toBeUndefined();
    expect(await signUp(names[1] as string, 3)).toBeUndefined();
    expect(await signUp(names[2] as string, 3)).toBe('used_up_today');
    expect(await signUp(names[3] as string, 4)).toBeUndefined();
  });

  test('a HEAD request and a chunked body are answered as usual', async () => {
    const swap = { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 1 } };
    const from = at(5);
    const head = await ask(port(), { from, path: '/getPools', method: 'HEAD' });
    const swapped = await ask(port(), { from, path: '/createSwap', body: swap, headers: operator, isChunked: true });
    expect([head.status, head.text, swapped.status]).toEqual([200, '', 200]);
  });
});

test('the proxy’s own address is not limited: 40 clients behind it are all answered', async () => {
  const hosts = Array.from({ length: 40 }, (_, host) => `127.0.3.${host + 1}`);
  const answers = await Promise.all(hosts.map((from) => ask(proxy.port, { from, path: '/getPools' })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
