// The load generator sends the requests it claims to: a real server records them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../../bench/load/run.ts';
import { POOL_DATA, QUOTES } from '../../bench/market.ts';

const CONNECTIONS = 8;
const asked: { readonly path: string; readonly port: number | undefined }[] = [];
const server = createServer((request, response) => {
  asked.push({ path: request.url as string, port: request.socket.remotePort });
  response.setHeader('Content-Length', 2);
  response.end('{}');
});
let url: string;

beforeEach(async () => {
  asked.length = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.close();
  await once(server, 'close');
});

const load = (requests: typeof QUOTES) => run({ url, seconds: 0.05, connections: CONNECTIONS, requests });

test('no quote is requested twice: not by another connection, not in a later round', async () => {
  const rounds = [await load(QUOTES), await load(QUOTES)];
  expect(new Set(asked.map(({ port }) => port)).size).toBeGreaterThanOrEqual(CONNECTIONS);
  expect(asked.length).toBeGreaterThan(2 * CONNECTIONS);
  expect(new Set(asked.map(({ path }) => path)).size).toBe(asked.length);
  for (const { path } of asked) expect(path).toMatch(/&amount=10\.\d{9}$/);
  expect(rounds.map(({ repeatedShare }) => repeatedShare)).toEqual([0, 0]);
});

test('the reported share of repeated requests is what the server sees, counted from its first request', async () => {
  const questions = [...QUOTES, ...POOL_DATA];
  const first = await load(questions);
  const sofar = asked.length;
  const second = await load(questions);
  const before = new Set<string>();
  const repeated = asked.map(({ path }) => before.size === before.add(path).size);
  const share = (from: number, to: number) => repeated.slice(from, to).filter(Boolean).length / (to - from);
  expect(first.repeatedShare).toBe(share(0, sofar));
  expect(second.repeatedShare).toBe(share(sofar, asked.length));
});

test('requests for pool data repeat the same few paths, and a load of commands reports no repeated share', async () => {
  await load(POOL_DATA);
  expect((await load(POOL_DATA)).repeatedShare).toBe(1);
  expect(new Set(asked.map(({ path }) => path)).size).toBe(POOL_DATA.length);
  const commands = await load([{ method: 'POST', path: '/createSwap', body: {} }]);
  expect(commands).not.toHaveProperty('repeatedShare');
});
