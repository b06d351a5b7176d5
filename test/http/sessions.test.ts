// Browser sessions: a cookie that stands for a key on every kind of access, until something ends it.
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createKey, WALLET_KEY } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import { type Answer, exact, type Request, send, sendBytes } from './client.ts';
import { dumpDatabase, dumpState } from './dump.ts';
import { EventStream, until } from './event-stream.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const HOUR_MS = 3_600_000;
const ENDED = '{"error":"Your session has ended. Sign in again with your key."}';
const CLEARED = 'millpond_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict';
const Pair = { tokenA: 'apple', tokenB: 'bread' };
const SWAP: Request = { path: '/createSwap', body: { Pair, amount: { tokenA: 1 } } };
const REFUND: Request = { path: '/refundLiquidity?jetton0=apple&jetton1=bread&percentage=1' };

let server: Server;
let local: Server;
let operator: { id: string; key: string };
let nowMs = Date.UTC(2026, 10, 16);
let log = '';

const makeKey = (on: Server, account: string, role: Role = 'trader') =>
  createKey(on.store, { account: account as Account, role }, 0);
const bearer = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });
const askToSignIn = (key: string, headers: Record<string, string> = {}, on = server) =>
  send(on, { path: '/createSession', body: { key }, headers });
/** The cookie that a browser would send back. */
const cookieOf = ({ headers }: Answer) => ({ cookie: headers.get('set-cookie')?.replace(/;.*/, '') as string });
const signIn = async ({ key }: { key: string }, on = server) => cookieOf(await askToSignIn(key, {}, on));
const ask = (request: Request, headers: Record<string, string>, on = server) => send(on, { ...request, headers });
const whoami = async (headers: Record<string, string>, on = server) => {
  const { account, role } = exact(await ask({ path: '/whoami' }, headers, on)).data;
  return [account, role];
};
const signedOut = ({ status, text, headers }: Answer) => [status, text, headers.get('set-cookie')];

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  });
  const logger = pino({ level: 'trace' }, stream);
  const trustedProxies = ['127.0.0.1'];
  const sessions = { lifeMs: 12 * HOUR_MS, nowMs: () => nowMs };
  server = await startServer({
    auth: 'keys',
    logger,
    sessions,
    allowedHosts: null,
    trustedProxies,
    eventHeartbeatMs: 20,
  });
  local = await startServer();
  operator = await makeKey(server, 'local', 'operator');
  await openMarket(server, bearer(operator));
  await openMarket(local);
  for (const [account, on] of [
    ['alice', server],
    ['carol', local],
  ] as const)
    for (const token of ['apple', 'bread']) {
      const body = { account, token, amount: 100_000, reference: `start ${token}` };
      exact(await send(on, { path: '/deposit', body, headers: on === server ? bearer(operator) : {} }));
    }
  const alice = await makeKey(server, 'alice');
  const body = { Pair, amount: { tokenA: 1000, tokenB: 2000 } };
  exact(await send(server, { path: '/provideLiquidity', body, headers: bearer(alice) }));
});
afterAll(async () => {
  await server.close();
  await local.close();
});

describe('a browser that signs in', () => {
  test('gets its account and a cookie with the rights of the key', async () => {
    const alice = await makeKey(server, 'alice');
    const answer = await askToSignIn(` ${alice.key}\n`);
    const expiresAt = new Date(nowMs + 12 * HOUR_MS).toISOString();
    expect(exact(answer)).toEqual({ success: true, data: { account: 'alice', role: 'trader', expiresAt } });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^millpond_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    const cookie = cookieOf(answer);
    expect(await whoami(cookie)).toEqual(['alice', 'trader']);
    expect(exact(await ask({ path: '/getBalances' }, cookie)).data.balances).toHaveLength(3);
    const { transactionId } = exact(await ask(SWAP, cookie)).data;
    const swap = exact(await ask({ path: `/getSwap?transactionId=${transactionId}` }, bearer(operator))).data;
    expect(swap.account).toBe('alice');
    expect((await ask(REFUND, cookie)).status).toBe(200);
    const forOperators = await ask({ path: '/getStatus' }, cookie);
    expect([forOperators.status, forOperators.headers.get('error-code')]).toEqual([403, 'forbidden']);
    expect((await ask({ path: '/getKeys' }, await signIn(operator))).status).toBe(200);
  });

  test.each<[string, isSecure: boolean, Record<string, string>]>([
    ['on this machine', false, {}],
    ['on this machine, by its name', false, { host: 'localhost:8080' }],
    ['by https, as a trusted proxy says', true, { host: 'localhost', 'x-forwarded-proto': 'https' }],
    ['by http, as a trusted proxy says', false, { host: 'localhost', 'x-forwarded-proto': 'http' }],
    ['through a proxy that does not say how', true, { host: 'localhost', 'x-forwarded-for': '192.0.2.1' }],
    ['from a page by https', true, { host: 'localhost', origin: 'https://localhost' }],
    ['on another machine', true, { host: 'dex.example' }],
  ])('%s gets a cookie with Secure and the prefix __Host-: %s', async (_name, isSecure, headers) => {
    const { key } = await makeKey(server, 'alice');
    // fetch would send its own Host header.
    const body = JSON.stringify({ key });
    const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const bytes = `POST /createSession HTTP/1.1\r\n${lines.join('')}content-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
    const answer = await sendBytes({ port: server.port, url: server.url }, bytes);
    expect(answer?.status).toBe(200);
    const cookie = answer?.headers.get('set-cookie') ?? '';
    expect(cookie.endsWith('; Secure')).toBe(isSecure);
    // Browsers refuse the __Host- prefix without Secure; with it no other host of the domain can set the cookie.
    expect(cookie.startsWith('__Host-millpond_session=')).toBe(isSecure);
    expect(cookie).not.toContain('Domain');
  });

  test.each<[string, boolean, Record<string, string>]>([
    ['on this machine', true, {}],
    ['on another machine', false, { host: 'dex.example' }],
  ])('%s, a cookie without __Host- is accepted: %s; one with it always, and before the other', async (...given) => {
    const [_name, isRead, headers] = given;
    const token = (await signIn(await makeKey(server, 'alice'))).cookie.split('=')[1];
    const whoami = async (cookie: string) => {
      const lines = Object.entries({ host: '127.0.0.1', ...headers, cookie }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      return sendBytes(server, `GET /whoami HTTP/1.1\r\n${lines.join('')}connection: close\r\n\r\n`);
    };
    const account = async (cookie: string) => JSON.parse((await whoami(cookie))?.text ?? '').data?.account;
    expect((await account(`millpond_session=${token}`)) === 'alice').toBe(isRead);
    expect(await account(`__Host-millpond_session=${token}`)).toBe('alice');
    // A cookie planted by a neighbouring host comes before or after it.
    expect(await account(`millpond_session=planted; __Host-millpond_session=${token}`)).toBe('alice');
    const ended = await whoami(`__Host-millpond_session=${'A'.repeat(43)}`);
    expect(ended?.headers.get('set-cookie') ?? '__Host-millpond_session=;').toMatch(/^__Host-millpond_session=;/);
  });

  test('with a wrong key is refused, and gets no cookie', async () => {
    for (const key of ['nope', `mp_${'0'.repeat(16)}_${'A'.repeat(43)}`, `${operator.key.slice(0, -1)}!`]) {
      const { status, headers } = await askToSignIn(key);
      expect([status, headers.get('error-code'), headers.get('set-cookie')]).toEqual([401, 'unauthorized', null]);
    }
  });

  test('from a page of another site is refused, and so are changes and signing out from there', async () => {
    const cookie = await signIn(await makeKey(server, 'alice'));
    const { key } = await makeKey(server, 'mallory');
    const before = dumpState(server.path);
    const requests: Request[] = [
      { path: '/createSession', body: { key } },
      { path: '/deleteSession', body: {} },
      SWAP,
      REFUND,
      { path: '/refundLiquidity', body: { jetton0: 'apple', jetton1: 'bread', percentage: 1 } },
      { path: '/bulk', body: { items: [{ call: 'createSwap', body: SWAP.body }] } },
      { path: '/createWebhook', body: { url: 'http://127.0.0.1:9/' } },
      { path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    ];
    for (const request of requests)
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://pool.example' },
        { origin: `http://127.0.0.1:${server.port}0` },
      ] as Record<string, string>[]) {
        const answer = await ask(request, { ...cookie, ...headers });
        expect([request.path, answer.status, answer.headers.get('error-code')]).toEqual([
          request.path,
          403,
          'cross_site',
        ]);
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
    expect(dumpState(server.path)).toEqual(before);
    expect(await whoami(cookie)).toEqual(['alice', 'trader']);
    const own = { ...cookie, origin: `http://127.0.0.1:${server.port}` };
    expect((await ask(SWAP, own)).status).toBe(200);
  });

  test('may send Expect-Account: a request as another account is then refused and changes nothing', async () => {
    const alice = await signIn(await makeKey(server, 'alice'));
    const carol = await signIn(await makeKey(local, 'carol'), local);
    const before = [dumpState(server.path), dumpState(local.path)];
    for (const request of [SWAP, REFUND, { path: '/bulk', body: { items: [{ call: 'createSwap', body: SWAP.body }] } }])
      for (const [headers, on] of [
        [{ ...alice, 'expect-account': 'bob' }, server],
        [{ ...carol, 'expect-account': 'local' }, local],
        // A browser that was signed out meanwhile is `local`.
        [{ 'expect-account': 'carol' }, local],
      ] as const) {
        const answer = await ask(request, headers, on);
        expect([answer.status, answer.headers.get('error-code')]).toEqual([409, 'other_account']);
      }
    expect([dumpState(server.path), dumpState(local.path)]).toEqual(before);
    expect((await ask(SWAP, { ...alice, 'expect-account': 'alice' })).status).toBe(200);
    const odd = await signIn(await makeKey(server, 'zoë'));
    const answer = await ask(SWAP, { ...odd, 'expect-account': encodeURIComponent('zoë') });
    expect(answer.headers.get('error-code')).toBe('insufficient_funds');
  });

  test('again ends the session that this browser had', async () => {
    const first = await signIn(await makeKey(server, 'alice'));
    const second = cookieOf(await askToSignIn((await makeKey(server, 'bob')).key, first));
    expect(await whoami(second)).toEqual(['bob', 'trader']);
    expect(await whoami(first)).toEqual([null, null]);
  });

  test('in a seventeenth browser is signed out of the first', async () => {
    const alice = await makeKey(server, 'alice');
    const cookies = [];
    for (let count = 0; count < 17; count++) {
      nowMs += 1;
      cookies.push(await signIn(alice));
    }
    const who = await Promise.all(cookies.map((cookie) => whoami(cookie)));
    expect(who.map(([account]) => account)).toEqual([null, ...Array(16).fill('alice')]);
  });

  test('and also sends a key acts as the account of the key', async () => {
    const cookie = await signIn(await makeKey(server, 'alice'));
    expect(await whoami({ ...cookie, ...bearer(operator) })).toEqual(['local', 'operator']);
    const refused = await ask({ path: '/getBalances' }, { ...cookie, authorization: 'Bearer nope' });
    expect([refused.status, refused.text]).toEqual([401, '{"error":"The API key is unknown or was revoked."}']);
  });

  test('may use the MCP tools too', async () => {
    const cookie = await signIn(await makeKey(server, 'alice'));
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } };
    const { text } = await send(server, { path: '/mcp', body, headers: cookie });
    expect(text).toContain('alice');
  });
});

describe('a session ends', () => {
  const ends: [string, (key: { id: string }, cookie: { cookie: string }) => Promise<unknown>][] = [
    ['when its key is revoked, at once', ({ id }) => ask({ path: '/revokeKey', body: { id } }, bearer(operator))],
    [
      'by signing out, wherever the cookie was copied to',
      (_, cookie) => ask({ path: '/deleteSession', body: {} }, cookie),
    ],
    [
      'when it expires',
      async () => {
        nowMs += 12 * HOUR_MS;
      },
    ],
  ];

  test.each(ends)('%s', async (_name, end) => {
    const alice = await makeKey(server, 'alice');
    const [cookie, other] = [await signIn(alice), await signIn(await makeKey(server, 'alice'))];
    const events = await EventStream.open(server.url, '/events?own=true', cookie);
    expect(await whoami(cookie)).toEqual(['alice', 'trader']);
    await end(alice, cookie);
    for (const request of [SWAP, REFUND, { path: '/getBalances' }, { path: '/getKeys' }])
      expect(signedOut(await ask(request, cookie))).toEqual([401, ENDED, CLEARED]);
    expect(signedOut(await ask({ path: '/events?own=true' }, cookie))).toEqual([401, ENDED, CLEARED]);
    // The market stays readable.
    const read = await ask({ path: '/getPools' }, cookie);
    expect([read.status, read.headers.get('set-cookie')]).toEqual([200, CLEARED]);
    expect(await whoami(cookie)).toEqual([null, null]);
    await until(() => expect(events.isEnded).toBe(true));
    expect(events.told.at(-1)).toMatchObject({ event: 'dropped', data: { reason: JSON.parse(ENDED).error } });
    expect(await whoami(other)).toEqual(end === ends[2]?.[1] ? [null, null] : ['alice', 'trader']);
    // Signing in again works, and the new cookie is not cleared along with the old one.
    const again = await askToSignIn((await makeKey(server, 'alice')).key, cookie);
    expect(again.headers.getSetCookie()).toHaveLength(1);
    expect(await whoami(cookieOf(again))).toEqual(['alice', 'trader']);
  });

  test('and its cookie is cleared by signing out, also when that is repeated or there is no cookie', async () => {
    const cookie = await signIn(await makeKey(server, 'alice'));
    for (const headers of [cookie, cookie, {}] as Record<string, string>[]) {
      const answer = await ask({ path: '/deleteSession', body: {} }, headers);
      expect([exact(answer), answer.headers.getSetCookie()]).toEqual([{ success: true, data: {} }, [CLEARED]]);
    }
  });

  test('with the key that a wallet’s sign-in made, also when another sign-in replaces it; with no other key', async () => {
    const make = (name: string) => createKey(server.store, { account: 'wallet' as Account, role: 'trader', name }, 0);
    const isLive = async ({ key }: { key: string }) =>
      (await whoami(bearer({ key })).catch(() => [null]))[0] === 'wallet';
    const [first, second, typed] = [await make(WALLET_KEY), await make(WALLET_KEY), await make('Trading bot')];
    const one = await signIn(first);
    // The same key again: it is still in use.
    const again = cookieOf(await askToSignIn(first.key, one));
    expect(await isLive(first)).toBe(true);
    const two = cookieOf(await askToSignIn(second.key, again));
    expect([await isLive(first), await isLive(second)]).toEqual([false, true]);
    exact(await ask({ path: '/deleteSession', body: {} }, two));
    exact(await ask({ path: '/deleteSession', body: {} }, await signIn(typed)));
    expect([await isLive(second), await isLive(typed)]).toEqual([false, true]);
  });

  test('but until then an event reader with its cookie gets the events of the account', async () => {
    const cookie = await signIn(await makeKey(server, 'alice'));
    const events = await EventStream.open(server.url, '/events?own=only', cookie);
    onTestFinished(() => events.close());
    exact(await ask(SWAP, cookie));
    await until(() => expect(events.events).toHaveLength(1));
    expect(events.events[0]?.data).toMatchObject({ kind: 'swap', account: 'alice' });
  });
});

test.each([
  'millpond_session=',
  'millpond_session',
  'millpond_session=;',
  '=millpond_session',
  'millpond_session="quoted"',
  `millpond_session=${'A'.repeat(43)}`,
  `millpond_session=${'A'.repeat(8000)}`,
  'millpond_session=%00%FF; millpond_session=other',
  'millpond_session=é\u0080ÿ',
  ';;;; ; =; a=b',
  'xmillpond_session=x',
  Array.from({ length: 1000 }, (_, at) => `c${at}=${at}`).join('; '),
])('the cookie %.40s signs nobody in', async (cookie) => {
  const bytes = (path: string) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`, 'latin1');
  expect((await sendBytes(server, bytes('/getPools')))?.status).toBe(200);
  expect((await sendBytes(server, bytes('/getBalances')))?.status).toBe(401);
});

test('the cookie is found among others, also with similar names', async () => {
  const { cookie } = await signIn(await makeKey(server, 'alice'));
  for (const text of [`a=b; ${cookie}`, `a=b;${cookie};c=d`, `xmillpond_session=x; ${cookie}; millpond_session_2=y`])
    expect(await whoami({ cookie: text })).toEqual(['alice', 'trader']);
});

describe('in local mode', () => {
  test('a session acts as its account, and without one the caller is "local"', async () => {
    const cookie = await signIn(await makeKey(local, 'carol'), local);
    expect(await whoami(cookie, local)).toEqual(['carol', 'trader']);
    const { transactionId } = exact(await ask(SWAP, cookie, local)).data;
    expect(exact(await ask({ path: `/getSwap?transactionId=${transactionId}` }, {}, local)).data.account).toBe('carol');
    expect(await whoami({}, local)).toEqual(['local', 'operator']);
  });

  test('an ended session does not silently become "local": only a refused request clears the cookie', async () => {
    const carol = await makeKey(local, 'carol');
    const cookie = await signIn(carol, local);
    await local.store.revokeKey(carol.id, 1);
    const read = await ask({ path: '/getPools' }, cookie, local);
    expect([read.status, read.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await whoami(cookie, local)).toEqual([null, null]);
    expect(signedOut(await ask(SWAP, cookie, local))).toEqual([401, ENDED, CLEARED]);
  });
});

test('neither the key nor the session token is stored or logged, and signing in and out is logged', async () => {
  const dora = await makeKey(server, 'dora');
  const { cookie } = await signIn(dora);
  await askToSignIn(`${dora.key}A`);
  await send(server, { path: '/createSession', body: `{"key":${dora.key}}` });
  await ask({ path: '/deleteSession', body: {} }, { cookie });
  await ask({ path: '/getBalances' }, { cookie });
  const lines = log.split('\n').filter((line) => line.includes('dora') && line.includes('keyId'));
  const about = { account: 'dora', keyId: dora.id };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...about, call: 'createSession', msg: 'signed in' },
    { ...about, call: 'deleteSession', msg: 'signed out' },
  ]);
  const token = cookie.replace(/.*=/, '');
  const kept = JSON.stringify(dumpDatabase(server.path));
  expect([token.length, dora.key.length]).toEqual([43, 63]);
  for (const secret of [token, dora.key.slice(-43), dora.key.slice(-43, -33)]) {
    expect(kept).not.toContain(secret);
    expect(log).not.toContain(secret);
  }
});

test('wrong keys are limited by address', async () => {
  // So slow that no allowance is earned during the test.
  const strict = await startServer({ auth: 'keys', rateLimitPerSecond: 1 });
  onTestFinished(strict.close);
  const answers = await Promise.all(Array.from({ length: 40 }, () => askToSignIn('nope', {}, strict)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
});

test('signing in does not count as a change of the daily limit', async () => {
  const strict = await startServer({ auth: 'keys', changesPerDay: 1 });
  onTestFinished(strict.close);
  for (let times = 0; times < 3; times++) expect((await askToSignIn('nope', {}, strict)).status).toBe(401);
});
