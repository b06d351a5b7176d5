// Answers under overload and during shutdown.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import type { QuoteTerms } from '../../src/ports/venue/trading.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { exact, send, sendBytes } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';
import { gate } from './store-line.ts';

let server: Server;
const start = async (options: ServerOptions = {}): Promise<void> => {
  server = await startServer(options);
};
afterEach(() => server.close());

let deposits = 0;
const deposit = () => {
  deposits += 1;
  return { path: '/deposit', body: { account: 'local', token: 'apple', amount: 1, reference: `r${deposits}` } };
};
/** Polls until the check passes, however slow the machine is. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 5 });
const metrics = () => server.metrics.registry.metrics();

describe('the rate limit', () => {
  test('answers 429 above the limit and never below, and counts each account by itself', async () => {
    await start({ rateLimitPerSecond: 3 });
    const bearer = async (account: string) => {
      const { key } = await createKey(server.store, { account: account as Account, role: 'trader' }, 0);
      return { authorization: `Bearer ${key}` };
    };
    const alice = await bearer('alice');
    const ask = (headers: Record<string, string>) => send(server, { path: '/getBalances', headers });
    for (let count = 0; count < 3; count++) expect((await ask(alice)).status).toBe(200);
    // Enough that even a slow machine cannot spread them over the hundred seconds in which all would be allowed.
    const answers = await Promise.all(Array.from({ length: 300 }, () => ask(alice)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    for (const { headers, text } of refused) {
      expect([headers.get('error-code'), headers.get('retry-after')]).toEqual(['rate_limited', '1']);
      expect(text).toBe('{"error":"More than 3 requests per second; slow down."}');
    }
    expect((await ask(await bearer('bob'))).status).toBe(200);
  });

  test('charges the time of route searches to the caller of a quote and to the account of a swap', async () => {
    const told: Parameters<Venue['onSearch']>[0][] = [];
    const wrapVenue = (venue: Venue) =>
      new Proxy(venue, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (name === 'onSearch') return (...listener: typeof told) => told.push(...listener);
          if (name !== 'quote') return typeof member === 'function' ? member.bind(target) : member;
          return (terms: QuoteTerms) => {
            terms.onSearch?.(6);
            return target.quote(terms);
          };
        },
      });
    await start({ auth: 'keys', rateLimitPerSecond: 10, wrapVenue });
    const tell = (account: string, ms: number) => {
      for (const listener of told) listener(account as Account, ms);
    };
    const keyOf = async (account: string, role: Role = 'trader') => {
      const { key } = await createKey(server.store, { account: account as Account, role }, 0);
      return { authorization: `Bearer ${key}` };
    };
    await openMarket(server, await keyOf('local', 'operator'));
    const nowMs = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    onTestFinished(() => clock.mockRestore());
    const quote = (headers: Record<string, string>) =>
      send(server, { path: '/getQuote?tokenA=apple&tokenB=bread&amount=1', headers });
    const [ann, bob, cid] = [await keyOf('ann'), await keyOf('bob'), await keyOf('cid')];
    // A quote costs one, and one more for each further millisecond of its search, which takes 6 ms.
    for (const asker of [ann, {}]) {
      expect((await quote(asker)).status).toBe(200);
      expect((await quote(asker)).status).toBe(200);
      expect((await quote(asker)).status).toBe(429);
    }
    tell('bob', 21);
    const refused = await quote(bob);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    // The cost of one search is capped at ten seconds, in case the machine was stalled.
    tell('cid', 60_000);
    expect((await quote(cid)).headers.get('retry-after')).toBe('10');
  });

  test('is off by default', async () => {
    await start();
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(server, { path: '/getPools' })));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});

test('a full queue answers 503 with Retry-After, reads still work, and accepted commands are executed', async () => {
  const line = gate();
  await start({ wrap: line.wrap, maxQueue: 1, maxBatch: 1 });
  await openMarket(server);
  line.shut();
  const committing = send(server, deposit());
  await line.reached();
  const waiting = send(server, deposit());
  await until(() => expect(server.exchange.queueDepth).toBe(1));
  const refused = await send(server, deposit());
  expect([refused.status, refused.headers.get('error-code'), refused.headers.get('retry-after')]).toEqual([
    503,
    'overloaded',
    '1',
  ]);
  expect(refused.text).toBe(
    '{"error":"The exchange is busy: 1 commands are already waiting. Nothing was changed; try again shortly."}',
  );
  expect((await send(server, { path: '/getPools' })).status).toBe(200);
  expect(await metrics()).toContain('millpond_queue_depth 1');
  line.open();
  expect([(await committing).status, (await waiting).status]).toEqual([200, 200]);
  expect(exact(await send(server, { path: '/getBalances?cursor=appld&limit=1' })).data.balances[0].balance).toBe(
    '10002',
  );
});

test('during shutdown the server finishes the command in progress, answers 503 on open connections and accepts no new ones', async () => {
  const line = gate();
  await start({ wrap: line.wrap });
  await openMarket(server);
  line.shut();
  const underWay = send(server, deposit());
  await line.reached();
  // A request whose head has arrived but not its body keeps its connection during shutdown.
  const socket = connect(server.port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const ended = once(socket, 'close');
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\nHost: localhost\r\n');
  await until(() => expect(received).toContain('{"status":"ok"}'));
  const closed = server.close();
  await until(() => expect(sendBytes(server, 'GET /livez HTTP/1.0\r\n\r\n')).rejects.toThrow('ECONNREFUSED'));
  socket.write('\r\n');
  await ended;
  expect(received).toMatch(/HTTP\/1\.1 503 .*\r\nerror-code: overloaded\r\n/is);
  expect(received).toContain('{"error":"The exchange is shutting down."}');
  line.open();
  expect((await underWay).status).toBe(200);
  await closed;
});

test.each([
  ['headers', 'POST /deposit HTTP/1.1\r\nHost: localhost\r\n'],
  ['body', `POST /deposit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`],
])('a request times out if its %s never arrives in full', async (_what, begun) => {
  await start({ requestTimeoutMs: 100 });
  const socket = connect(server.port, '127.0.0.1');
  socket.write(begun);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*\r\nerror-code: request_timeout\r\n/is);
  expect(answer).toMatch(/\r\n\r\n\{"error":"The request did not arrive in time\."\}$/);
});
