// A cached answer is never older than what was acknowledged before the request was sent.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { newFolder, type Server, startServer } from './server.ts';

const QUOTE = { path: '/getQuote?tokenA=apple&tokenB=bread&amount=100' };
/** A quote over the same pool, so it reads the same balances. */
const SMALLER = { path: '/getQuote?tokenA=apple&tokenB=bread&amount=50' };
const POOLS = { path: '/getPools' };
const POOL = { path: '/getPoolData?jetton0=apple&jetton1=bread' };
const SWAP = { path: '/createSwap', body: { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 1 } } };

let folder: string;
let reads = 0;
/** Two nodes on one file: neither is notified of the other's writes. */
let nodes: [Server, Server];

beforeEach(async () => {
  folder = await newFolder();
  const path = join(folder, 'millpond.db');
  reads = 0;
  const wrap = (store: Store): Store => ({
    ...store,
    factory: store.factory,
    commit: (batch) => store.commit(batch),
    check: () => store.check(),
    close: () => store.close(),
    read(keys) {
      reads += 1;
      return store.read(keys);
    },
  });
  nodes = [await startServer({ path }), await startServer({ path, wrap })];
  await openMarket(nodes[0]);
});

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await rm(folder, { recursive: true });
});

test('a change acknowledged by one node is visible in the next request to another', async () => {
  const before = Number(exact(await send(nodes[1], QUOTE)).data.sequence);
  let last = (await send(nodes[1], POOL)).text;
  for (let swaps = 1; swaps <= 30; swaps++) {
    await send(nodes[0], SWAP);
    const [quote, pool] = [exact(await send(nodes[1], QUOTE)), (await send(nodes[1], POOL)).text];
    expect(Number(quote.data.sequence)).toBe(before + swaps);
    expect((await send(nodes[1], SMALLER)).text).toBe((await send(nodes[0], SMALLER)).text);
    expect(pool).not.toBe(last);
    expect(pool).toBe((await send(nodes[0], POOL)).text);
    expect((await send(nodes[1], POOLS)).text).toBe((await send(nodes[0], POOLS)).text);
    last = pool;
  }
});

test('a quote that is requested after a swap was acknowledged includes that swap, also with many requests in flight', async () => {
  let acknowledged = Number(exact(await send(nodes[1], QUOTE)).data.sequence);
  const asking = async () => {
    for (let count = 0; count < 40; count++) {
      const atLeast = acknowledged;
      expect(Number(exact(await send(nodes[1], QUOTE)).data.sequence)).toBeGreaterThanOrEqual(atLeast);
    }
  };
  const swapping = async () => {
    for (let count = 0; count < 40; count++) {
      exact(await send(nodes[0], SWAP));
      acknowledged += 1;
    }
  };
  await Promise.all([swapping(), ...Array.from({ length: 8 }, asking)]);
});

test('an answer is computed once until something changes', async () => {
  const answers = [await send(nodes[1], POOLS), await send(nodes[1], POOLS), await send(nodes[1], POOLS)];
  // The first read finds the sequence of the records, the second that it has not changed.
  expect(reads).toBe(2);
  for (const { status, text, headers } of answers) {
    expect([status, text, headers.get('content-type')]).toEqual([
      200,
      answers[0]?.text,
      'application/json; charset=utf-8',
    ]);
  }
  await send(nodes[0], SWAP);
  expect((await send(nodes[1], POOLS)).text).not.toBe(answers[0]?.text);
  expect(reads).toBe(3);
});

test('a refusal is not cached', async () => {
  const unknown = { path: '/getPoolData?jetton0=apple&jetton1=dates' };
  expect((await send(nodes[1], unknown)).status).toBe(404);
  await send(nodes[0], { path: '/registerToken', body: { address: 'dates', symbol: 'DATES', decimals: 0 } });
  await send(nodes[0], { path: '/createPool', body: { Pair: { tokenA: 'apple', tokenB: 'dates' }, force: true } });
  expect((await send(nodes[1], unknown)).status).toBe(200);
});
