// Attacks over HTTP: the tests count the work that the server does, which must not grow with the attack.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account, TokenAddress } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Role } from '../../src/ports/records.ts';
import type { Store } from '../../src/ports/store.ts';
import { deposit as deposited, registerToken } from '../paper-orders.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';
import { gate } from './store-line.ts';

let server: Server;
const start = async (options: ServerOptions = {}): Promise<void> => {
  server = await startServer(options);
};
/** Releases blocked calls, which would keep the server from stopping. */
let release = () => {};
afterEach(() => {
  release();
  return server.close();
});

/** Polls until the check passes, however slow the machine is. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

/** A connection, and everything received on it. */
type Opened = { readonly socket: Socket; received(): string };

function open({ allowHalfOpen = false } = {}): Opened {
  let text = '';
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen }).on('error', () => {});
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  onTestFinished(() => void socket.destroy());
  return { socket, received: () => text };
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const post = (path: string, body: object, ...headers: string[]) => {
  const text = JSON.stringify(body);
  const head = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${text.length}`, ...headers];
  return `${[`POST ${path} HTTP/1.1`, ...head].join('\r\n')}\r\n\r\n${text}`;
};
const deposit = (reference: string) => post('/deposit', { account: 'ann', token: 'apple', amount: 1, reference });
const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
const bearer = async (account: string, role: Role = 'trader') => {
  const { id, key } = await createKey(server.store, { account: account as Account, role }, 0);
  return { id, header: `Authorization: Bearer ${key}`, headers: { authorization: `Bearer ${key}` } };
};
/** Stops the clock of the limits; the returned function moves it. */
function stopTime(): (ms: number) => void {
  let nowMs = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  return (ms) => {
    nowMs += ms;
  };
}
/** Gives the server many turns of the event loop in which it could do too much. */
const turns = async () => {
  for (let count = 0; count < 20; count += 1) await send(server, { path: '/livez' });
};
const withCounted = (name: 'key' | 'head' | 'activity', onAsk: () => void | Promise<void>) => (store: Store) =>
  new Proxy(store, {
    get(target, member) {
      const own: unknown = Reflect.get(target, member, target);
      if (member !== name) return typeof own === 'function' ? own.bind(target) : own;
      return async (...args: unknown[]) => {
        await onAsk();
        return (own as (...all: unknown[]) => unknown).apply(target, args);
      };
    },
  });

describe('pipelined requests', () => {
  test('are executed one at a time and in order, while other clients are answered', async () => {
    const line = gate();
    await start({ wrap: line.wrap });
    await openMarket(server);
    line.shut();
    release = line.open;
    const { socket, received } = open();
    const references = Array.from({ length: 100 }, (_, index) => `r${index}`);
    socket.write(references.map(deposit).join(''));
    await line.reached();
    await turns();
    expect(server.exchange.queueDepth).toBe(0);
    line.open();
    await until(() => expect(statusesIn(received())).toEqual(references.map(() => 200)));
    const { balances } = exact(await send(server, { path: '/getBalances', ...(await bearer('ann')) })).data;
    expect(balances[0].balance).toBe('100');
  });

  test('are parsed only a little ahead of their turn, over all connections of an address', async () => {
    const line = gate();
    await start({ wrap: line.wrap });
    await openMarket(server);
    line.shut();
    release = line.open;
    let parsed = 0;
    const count = () => {
      parsed += 1;
    };
    subscribe('http.server.request.start', count);
    onTestFinished(() => void unsubscribe('http.server.request.start', count));
    const flood = get('/livez').repeat(2000);
    const connections = Array.from({ length: 10 }, () => open());
    for (const [index, { socket }] of connections.entries()) socket.write(deposit(`r${index}`) + flood);
    await line.reached();
    await turns();
    // One read of 64 KB may be parsed before pipelining is noticed; after that, only a little of each connection.
    expect(parsed).toBeLessThan(2500);
    line.open();
    const [first, ...others] = connections as [Opened, ...Opened[]];
    for (const { socket } of others) socket.destroy();
    await until(() => expect(statusesIn(first.received()).length).toBe(2001));
    expect(new Set(statusesIn(first.received()))).toEqual(new Set([200]));
  });

  test.each([
    ['text that is not HTTP', 'garbage\r\n\r\n', 400],
    ['a chunk whose size is none', 'POST /deposit HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n', 400],
    ['headers of 20 KB', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('that are complete are answered, even if %s follows', async (_what, bytes, status) => {
    const line = gate();
    await start({ wrap: line.wrap });
    await openMarket(server);
    line.shut();
    release = line.open;
    const { socket, received } = open();
    socket.write(deposit('a') + deposit('b') + bytes);
    await line.reached();
    await turns();
    socket.write('more of that');
    line.open();
    await once(socket, 'close');
    expect(statusesIn(received())).toEqual([200, 200, status]);
    const { balances } = exact(await send(server, { path: '/getBalances', ...(await bearer('ann')) })).data;
    expect(balances[0].balance).toBe('2');
  });
});

describe('ended requests and connections', () => {
  const REFUND = '/refundLiquidity?jetton0=apple&jetton1=bread&percentage=1';

  test('a request that has timed out changes nothing when its last byte arrives', async () => {
    await start({ requestTimeoutMs: 300 });
    // Not over HTTP, where the timeout may end any request of a busy machine.
    const execute = (command: Command) => server.exchange.execute('local' as Account, command);
    const apple = { address: 'apple' as TokenAddress, symbol: 'APPLE', decimals: 0 };
    await execute(registerToken(apple));
    const before = await server.store.head();
    const { socket, received } = open({ allowHalfOpen: true });
    const request = deposit('late');
    socket.write(request.slice(0, -1));
    await until(() => expect(statusesIn(received())).toEqual([408]));
    const closed = once(socket, 'close');
    socket.end(request.slice(-1));
    await closed;
    // Commands are executed in turn, so this one would come after the late deposit.
    await execute(deposited('ann' as Account, apple, 1n));
    expect(await server.store.head()).toBe(before + 1);
  });

  test('a GET that changed something is answered, even if its body is malformed', async () => {
    await start();
    await openMarket(server);
    const before = await server.store.head();
    const { socket, received } = open();
    socket.write(`${get(REFUND, 'Transfer-Encoding: chunked')}ZZ\r\n`);
    await once(socket, 'close');
    expect(statusesIn(received())).toEqual([200, 400]);
    expect(await server.store.head()).toBe(before + 1);
  });

  test('a client that closes its sending side still gets its answer', async () => {
    await start();
    await openMarket(server);
    const { socket, received } = open();
    socket.end(deposit('last'));
    await once(socket, 'close');
    expect(statusesIn(received())).toEqual([200]);
  });

  test('a client that sends text that is not HTTP and does not read is disconnected', async () => {
    await start();
    const { socket } = open({ allowHalfOpen: true });
    await until(async () => expect(await server.connections()).toBe(1));
    socket.write('G\0\r\n\r\n');
    socket.pause();
    await until(async () => expect(await server.connections()).toBe(0));
  });

  test('a HEAD for a file reads no more than a page', async () => {
    let reads = 0;
    const pages = withCounted('activity', () => {
      reads += 1;
    });
    await start({ wrap: pages });
    await openMarket(server);
    const crowd = Array.from({ length: 300 }, (_, index) => ({
      ...{ kind: 'deposit', account: 'crowd', token: 'apple', amount: 1n, reference: `r${index}` },
    }));
    await Promise.all(crowd.map((command) => server.exchange.execute('local' as Account, command as never)));
    const path = '/getActivity?account=crowd&format=ndjson';
    expect((await send(server, { path, method: 'HEAD' })).status).toBe(200);
    // 200 rows in slices of 100.
    expect(reads).toBe(2);
  });
});

test('this machine may have half of all connections; a further one is closed until another ends', async () => {
  await start({ maxConnections: 8 });
  const connections = Array.from({ length: 4 }, () => open());
  for (const { socket, received } of connections) {
    socket.write(get('/livez'));
    await until(() => expect(statusesIn(received())).toEqual([200]));
  }
  const late = open();
  await once(late.socket, 'close');
  expect(late.received()).toBe('');
  connections[0]?.socket.destroy();
  await until(async () => expect((await send(server, { path: '/livez' })).status).toBe(200));
});

test('/metrics is rendered once a second, however many ask', async () => {
  await start();
  let renderings = 0;
  const render = server.metrics.registry.metrics.bind(server.metrics.registry);
  server.metrics.registry.metrics = () => {
    renderings += 1;
    return render();
  };
  const passMs = stopTime();
  const { socket, received } = open();
  socket.write(get('/metrics').repeat(300));
  await until(() => expect(statusesIn(received()).length).toBe(300));
  expect(renderings).toBe(1);
  passMs(999);
  await send(server, { path: '/metrics' });
  expect(renderings).toBe(1);
  passMs(1);
  await send(server, { path: '/metrics' });
  expect(renderings).toBe(2);
});

describe('an address', () => {
  test.each([
    ['unknown keys', () => get('/getBalances', `Authorization: Bearer mp_${'0'.repeat(16)}_${'A'.repeat(43)}`), 401],
    ['unknown paths', () => get('/nonesuch'), 404],
    ['paths that cannot be decoded', () => get('/%FF'), 400],
    ['readiness checks', () => get('/readyz'), 200],
    // By HEAD, to avoid reading the bodies while counting.
    ['files', () => get('/openapi.json').replace('GET', 'HEAD'), 200],
  ])('is limited in %s', async (_what, request, status) => {
    let lookups = 0;
    const wrap = withCounted('key', () => {
      lookups += 1;
    });
    await start({ auth: 'keys', addressLimitPerSecond: 5, wrap });
    const passMs = stopTime();
    const { socket, received } = open();
    const granted = () => statusesIn(received()).filter((each) => each === status).length;
    socket.write(request().repeat(300));
    await until(() => expect(statusesIn(received()).length).toBe(300));
    expect(granted()).toBe(5);
    expect(lookups).toBeLessThanOrEqual(5);
    expect(statusesIn(received()).filter((each) => each === 429).length).toBe(295);
    passMs(1000);
    socket.write(request().repeat(10));
    await until(() => expect(statusesIn(received()).length).toBe(310));
    expect(granted()).toBe(10);
    // A liveness probe must succeed although the limit is reached.
    expect((await send(server, { path: '/livez' })).status).toBe(200);
  });

  test('is that of the client behind a proxy, but only if the proxy is trusted', async () => {
    const askAs = async (address: string) =>
      (await send(server, { path: '/openapi.json', headers: { 'x-forwarded-for': address } })).status;
    await start({ addressLimitPerSecond: 1, trustedProxies: ['10.0.0.0/8', '127.0.0.1'] });
    stopTime();
    for (let host = 1; host <= 50; host += 1) expect(await askAs(`203.0.113.${host}`)).toBe(200);
    // Addresses before the proxy's own entry may be forged.
    const forged = Array.from({ length: 50 }, (_, host) => askAs(`198.51.100.${host}, 203.0.113.99, 10.0.0.1`));
    expect(await Promise.all(forged)).toContain(429);
    await server.close();
    await start({ addressLimitPerSecond: 1 });
    expect(await Promise.all(Array.from({ length: 50 }, (_, host) => askAs(`203.0.113.${host}`)))).toContain(429);
  });

  test.each([
    ['/openapi.json', 'identity'],
    ['/openapi.json', 'br'],
    ['/docs/createSwap', 'identity'],
    ['/docs/createSwap', 'gzip'],
    ['/docs/page.js', 'identity'],
  ])('is charged for the length of %s as %s, 16 KiB a request, but not for a HEAD or a 304', async (path, encoding) => {
    const LIMIT = 50;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    onTestFinished(() => clock.mockRestore());
    await start({ addressLimitPerSecond: LIMIT, trustedProxies: ['127.0.0.1'] });
    const ask = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
      send(server, { path, method, headers: { 'x-forwarded-for': address, 'accept-encoding': encoding, ...headers } });
    const first = await ask('203.0.113.1');
    const bytes = Number(first.headers.get('content-length'));
    expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    const cost = Math.max(1, bytes / 16_384);
    const statuses: number[] = [];
    for (let time = 0; time < 60; time += 1) statuses.push((await ask('203.0.113.2')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(Math.min(60, Math.floor((LIMIT - 1) / cost) + 1));
    const cached = { 'if-none-match': first.headers.get('etag') as string };
    for (let time = 0; time < LIMIT; time += 2) {
      expect((await ask('203.0.113.3', cached)).status).toBe(304);
      expect((await ask('203.0.113.3', {}, 'HEAD')).status).toBe(200);
    }
    expect((await ask('203.0.113.3')).status).toBe(429);
  });

  test('of IPv6 counts in its /56 and /48 too, which may have 4 and 16 times as much, behind a proxy as well', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    onTestFinished(() => clock.mockRestore());
    await start({ auth: 'keys', addressLimitPerSecond: 1, trustedProxies: ['127.0.0.1'] });
    const granted = async (path: string, address: (host: string) => string) => {
      const hosts = Array.from({ length: 20 }, (_, host) => (16 + host).toString(16));
      const answers = await Promise.all(
        hosts.map((host) => send(server, { path, headers: { 'x-forwarded-for': address(host) } })),
      );
      return answers.filter(({ status }) => status !== 429).length;
    };
    for (const [at, path] of ['/getPools', '/livez/', '/docs/page.js', '/%FF'].entries()) {
      expect(await granted(path, (host) => `2001:db8:a${at}:7::${host}`)).toBe(1);
      expect(await granted(path, (host) => `2001:db8:b${at}:7${host}::1`)).toBe(4);
      expect(await granted(path, (host) => `2001:db8:c${at}:${host}00::1`)).toBe(16);
      expect(await granted(path, (host) => `2001:db8:${at}${host}::1`)).toBe(20);
      expect(await granted(path, (host) => `::ffff:203.0.${at}.${Number.parseInt(host, 16)}`)).toBe(20);
    }
  });

  test('above its limit causes one log line per second, with the number of refusals', async () => {
    const lines: Record<string, unknown>[] = [];
    const { default: pino } = await import('pino');
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    await start({ addressLimitPerSecond: 1, logger });
    stopTime();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const told = () => lines.filter(({ status }) => status === 429);
    const { socket, received } = open();
    const ask = async (times: number) => {
      socket.write(get('/openapi.json').repeat(times));
      for (const total = statusesIn(received()).length + times; statusesIn(received()).length < total; ) await turn();
    };
    await ask(201);
    vi.advanceTimersByTime(999);
    expect(told()).toEqual([]);
    vi.advanceTimersByTime(1);
    await ask(100);
    expect(told().map(({ count }) => count)).toEqual([200]);
    vi.useRealTimers();
    // What was not logged yet is logged at the end.
    await server.close();
    expect(told().map(({ count }) => count)).toEqual([200, 100]);
    expect(told()[0]).toMatchObject({ address: '127.0.0.1', route: '/openapi.json', code: 'rate_limited' });
  });
});

test('concurrent reads are limited: more get 503, and the earlier ones are answered', async () => {
  const waiting = Promise.withResolvers<void>();
  release = waiting.resolve;
  let asked = 0;
  const wrap = withCounted('head', () => {
    asked += 1;
    return waiting.promise;
  });
  await start({ maxReads: 3, wrap });
  const ask = () => send(server, { path: '/getPools' });
  const early: ReturnType<typeof ask>[] = [];
  for (let count = 1; count <= 3; count += 1) {
    early.push(ask());
    await until(() => expect(asked).toBe(count));
  }
  const refused = await ask();
  expect([refused.status, refused.headers.get('error-code'), refused.headers.get('retry-after')]).toEqual([
    503,
    'overloaded',
    '1',
  ]);
  expect((await send(server, { path: '/livez' })).status).toBe(200);
  waiting.resolve();
  for (const answer of await Promise.all(early)) expect(answer.status).toBe(200);
  for (let count = 0; count < 10; count += 1) expect((await ask()).status).toBe(200);
});

describe('a request whose last byte is held back', () => {
  const held = (header: string) => {
    const bytes = post('/deposit', { account: 'ann', token: 'apple', amount: 1, reference: 'r' }, header);
    const { socket, received } = open();
    socket.write(bytes.slice(0, -1));
    return { received, release: () => socket.write(bytes.slice(-1)) };
  };

  test('is refused when its key was revoked meanwhile', async () => {
    let lookups = 0;
    const wrap = withCounted('key', () => {
      lookups += 1;
    });
    await start({ auth: 'keys', wrap });
    const operator = await bearer('local', 'operator');
    await openMarket(server, operator.headers);
    const head = await server.exchange.head();
    const atStart = lookups;
    const { received, release } = held(operator.header);
    await until(() => expect(lookups).toBe(atStart + 1));
    await turns();
    expect(await server.store.revokeKey(operator.id, 1)).toBe(true);
    release();
    await until(() => expect(statusesIn(received())).toEqual([401]));
    expect(await server.exchange.head()).toBe(head);
  });

  test('differs from one that arrives at once, whose key is looked up only once', async () => {
    let lookups = 0;
    const wrap = withCounted('key', () => {
      lookups += 1;
    });
    await start({ auth: 'keys', wrap });
    const operator = await bearer('local', 'operator');
    await openMarket(server, operator.headers);
    const atStart = lookups;
    const { socket, received } = open();
    socket.write(post('/deposit', { account: 'ann', token: 'apple', amount: 1, reference: 'r' }, operator.header));
    await until(() => expect(statusesIn(received())).toEqual([200]));
    expect(lookups).toBe(atStart + 1);
  });

  test('counts towards the rate limit again once it is complete, unless that is within a second', async () => {
    let nowMs = 1_000_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    onTestFinished(() => clock.mockRestore());
    await start({ rateLimitPerSecond: 2, demo: true });
    const [soon, late] = [held('X: 1'), held('X: 2')];
    // Both are counted, so a third is too many.
    await until(async () => expect((await send(server, { path: '/getRouterData' })).status).toBe(429));
    soon.release();
    await until(() => expect(statusesIn(soon.received())).toEqual([404]));
    nowMs += 1500;
    for (let count = 0; count < 2; count += 1)
      expect((await send(server, { path: '/getRouterData' })).status).toBe(200);
    late.release();
    await until(() => expect(statusesIn(late.received())).toEqual([429]));
  });
});

test('daily changes are limited for each account, except operators', async () => {
  await start({ changesPerDay: 3 });
  await openMarket(server);
  const [ann, bob] = [await bearer('ann'), await bearer('bob')];
  const swap = ({ headers }: { headers: Record<string, string> }) =>
    send(server, {
      path: '/createSwap',
      body: { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 1 } },
      headers,
    });
  for (let count = 0; count < 3; count += 1) expect((await swap(ann)).status).toBe(422);
  const refused = await swap(ann);
  expect([refused.status, refused.headers.get('error-code')]).toEqual([429, 'rate_limited']);
  expect(refused.text).toBe(
    '{"error":"Account ann has made 3 changes today, the daily limit; try again after midnight UTC."}',
  );
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await swap(bob)).status).toBe(422);
  for (let count = 0; count < 4; count += 1) expect((await swap({ headers: {} })).status).toBe(200);
});

test('a parameter after the thousandth & is read like any other', async () => {
  await start();
  await openMarket(server);
  const path = `/refundLiquidity?jetton0=apple&jetton1=bread${'&'.repeat(1000)}percentage=1`;
  expect(exact(await send(server, { path })).data.remainingLPTokens).not.toBe('0');
  const unknown = await send(server, { path: `/getPools?${'&'.repeat(12_000)}nonesuch=1` });
  expect([unknown.status, unknown.text]).toEqual([400, '{"error":"nonesuch is not a parameter of this call."}']);
});

test('a message that quotes a request escapes invisible characters', async () => {
  await start();
  const { text } = await send(server, { path: '/createSwap', body: '[\u202e\u0000]' });
  expect(JSON.parse(text).error).toContain('[\\u{202e}\\u{0}]');
});

test('HEAD answers like GET without the body, and is refused for the GET that changes state', async () => {
  await start();
  await openMarket(server);
  for (const path of ['/getPools', '/getRouterData', '/livez', '/readyz', '/metrics', '/docs/', '/openapi.json']) {
    const [head, got] = [await send(server, { path, method: 'HEAD' }), await send(server, { path })];
    expect([path, head.status, head.text]).toEqual([path, 200, '']);
    const own = [
      'x-request-id',
      'date',
      'connection',
      'keep-alive',
      ...(path === '/metrics' ? ['content-length'] : []),
      // It contains a nonce, different for each page.
      ...(path === '/docs/' ? ['content-security-policy'] : []),
    ];
    const shown = ({ headers }: typeof head) => [...headers].filter(([name]) => !own.includes(name));
    expect(shown(head)).toEqual(shown(got));
  }
  const before = await server.exchange.head();
  const { status } = await send(server, { path: '/refundLiquidity?jetton0=apple&jetton1=bread', method: 'HEAD' });
  expect([status, await server.exchange.head()]).toEqual([405, before]);
});
