// Clients that read large answers slowly, or make the exchange scan many rows for few results, do not slow down others.
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { exact, send } from './client.ts';
import { EventStream, until } from './event-stream.ts';
import { openMarket } from './market.ts';
import { newFolder, type Server, type ServerOptions, startServer } from './server.ts';

/** Deposits to be scanned by queries that match none of them. */
const ROWS = 5000;
/** Tokens whose logos together are more than the kernel buffers for a client that does not read. */
const LOGOS = 1200;
const FILE = '/getActivity?account=bank&kind=registerToken&format=ndjson';
const HEAD = 8 + LOGOS + ROWS;

let folder: string;
let path: string;
let server: Server;
let log = '';
const start = async (options: ServerOptions = {}): Promise<void> => {
  log = '';
  const write = (line: string) => {
    log += line;
  };
  server = await startServer({ path, logger: pino({ level: 'info' }, { write }), ...options });
};
beforeAll(async () => {
  folder = await newFolder();
  path = join(folder, 'exchange.db');
  server = await startServer({ path });
  await openMarket(server);
  const logo = `data:image/png;base64,${'A'.repeat(8000)}`;
  const tokens = Array.from({ length: LOGOS }, (_, index) => ({
    kind: 'registerToken',
    token: { address: `token-${index}`, symbol: `T${index}`, decimals: 6, logo },
  }));
  const deposits = Array.from({ length: ROWS }, (_, index) => ({
    kind: 'deposit',
    ...{ account: 'crowd', token: 'apple', amount: 1n, reference: `r${index}` },
  }));
  const commands = [...deposits, ...tokens] as never[];
  await Promise.all(commands.map((command) => server.exchange.execute('bank' as Account, command)));
  await server.close();
});
afterEach(() => server.close());
afterAll(() => rm(folder, { recursive: true }));

const keyOf = async (account: string, role: 'trader' | 'operator' = 'operator') => {
  const { key } = await createKey(server.store, { account: account as Account, role }, 0);
  return { authorization: `Bearer ${key}` };
};
type Headers = Awaited<ReturnType<typeof keyOf>>;

/** Requests a file and reads only its head. */
async function askSlowly({ authorization }: Headers, file = FILE): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${file} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`);
  const head = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
  socket.pause();
  expect(head).toContain('HTTP/1.1 200');
  return socket;
}
const statusOf = async (headers: Headers, asked: string) => (await send(server, { path: asked, headers })).status;
const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await server.metrics.registry.metrics())?.[1]);

describe('a file whose reader does not read', () => {
  test('does not count as a running query; concurrent files are limited, in total and per caller', async () => {
    await start({ auth: 'keys', maxReads: 1, maxFiles: 2 });
    const [ann, bob, cid] = [await keyOf('ann'), await keyOf('bob'), await keyOf('cid')];
    const slow = await askSlowly(ann);
    expect(await statusOf(ann, '/getPools')).toBe(200);
    const own = await send(server, { path: FILE, headers: ann });
    expect([own.status, own.headers.get('error-code'), own.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '1',
    ]);
    expect(own.text).toBe('{"error":"You already have 1 downloads running, the maximum; wait for one to finish."}');
    const other = await askSlowly(bob);
    const full = await send(server, { path: FILE, headers: cid });
    expect([full.status, full.headers.get('error-code'), full.headers.get('retry-after')]).toEqual([
      503,
      'overloaded',
      '1',
    ]);
    expect(full.text).toBe('{"error":"The exchange is busy: 2 downloads are already running. Try again shortly."}');
    expect(await statusOf(cid, '/getActivity')).toBe(200);
    expect(await statusOf(cid, '/tokenlist.json')).toBe(503);
    slow.destroy();
    other.destroy();
    await until(async () => expect(await statusOf(ann, '/tokenlist.json')).toBe(200));
    expect(await statusOf(ann, FILE)).toBe(200);
    expect(await statusOf(ann, FILE)).toBe(200);
  });

  test('is cut off when it is read below the minimum speed, which is logged and makes room for another file', async () => {
    await start({ auth: 'keys', maxFiles: 1, leastPace: { bytesPerSecond: 8192, overMs: 100 } });
    const ann = await keyOf('ann');
    await askSlowly(ann);
    await until(async () => expect(await metric('millpond_slow_readers_dropped_total')).toBe(1));
    await until(async () => expect(await statusOf(ann, FILE)).toBe(200));
    expect(log).toMatch(
      /"reqId":"[\w-]+","address":"127\.0\.0\.1","path":"\/getActivity","bytes":\d+,"msg":"cut off: took less than 8192 bytes a second of its answer for 0\.1 s"/,
    );
  });
});

describe('scanned rows are counted afterwards', () => {
  const stopTime = () => {
    const nowMs = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    onTestFinished(() => clock.mockRestore());
  };
  const WALK = '/getActivity?account=crowd&kind=swap';
  const refusalAt = (rows: number) => ({
    status: 429,
    text: `{"error":"More than ${rows} rows of history read per second; slow down."}`,
  });

  test('a page ends after 2000 rows even without a match, and after two such pages further scans are refused, but no other calls', async () => {
    await start({ auth: 'keys', rateLimitPerSecond: 40 });
    const [ann, bob] = [await keyOf('ann'), await keyOf('bob')];
    stopTime();
    const page = exact(await send(server, { path: WALK, headers: ann })).data;
    expect(page).toEqual({ activity: [], nextCursor: String(HEAD - LOGOS + 1 - 2000) });
    expect(await statusOf(ann, WALK)).toBe(200);
    const refused = await send(server, { path: WALK, headers: ann });
    expect(refused).toMatchObject(refusalAt(2000));
    expect([refused.headers.get('error-code'), refused.headers.get('retry-after')]).toEqual(['rate_limited', '1']);
    expect(await send(server, { path: '/getSwaps', headers: ann })).toMatchObject(refusalAt(2000));
    expect(await statusOf(ann, '/getActivity?account=crowd')).toBe(200);
    expect(await statusOf(ann, '/getPools')).toBe(200);
    expect(await statusOf(bob, WALK)).toBe(200);
  });

  test('a caller over the limit of rows cannot read past events either, but can open a stream of new ones', async () => {
    await start({ auth: 'keys', rateLimitPerSecond: 40 });
    const ann = await keyOf('ann');
    const read = async (query: string) => {
      const stream = await EventStream.open(server.url, `/events${query}`, ann);
      onTestFinished(() => stream.close());
      return stream;
    };
    const first = await read('');
    await until(() => expect(first.lastId).toBe(HEAD));
    stopTime();
    for (const _ of [1, 2]) expect(await statusOf(ann, WALK)).toBe(200);
    await expect(read('?after=0')).rejects.toMatchObject({ status: 429, headers: { 'error-code': 'rate_limited' } });
    for (const query of ['', `?after=${HEAD}`]) expect((await read(query)).isEnded).toBe(false);
  });

  test.each([
    ['getActivityTotals', (headers: Headers) => statusOf(headers, '/getActivityTotals?account=crowd')],
    ['a CSV file', (headers: Headers) => statusOf(headers, '/getActivity?all=true&format=csv')],
    ['swaps', (headers: Headers) => Promise.all([1, 2, 3].map(() => statusOf(headers, '/getSwaps')))],
    [
      'events',
      async (headers: Headers) => {
        const stream = await EventStream.open(server.url, '/events?after=0&kinds=swap', headers);
        onTestFinished(() => stream.close());
        await until(() => expect(stream.lastId).toBe(HEAD));
      },
    ],
  ])('the rows that %s scans count: the next scan is refused', async (what, walk) => {
    await start({ auth: 'keys', rateLimitPerSecond: 100 });
    // The account `crowd` has many rows but no swaps, so getSwaps scans them all.
    const walker = await keyOf(what === 'swaps' ? 'crowd' : 'ann');
    stopTime();
    await walk(walker);
    expect(await send(server, { path: WALK, headers: walker })).toMatchObject(refusalAt(5000));
  });
});
