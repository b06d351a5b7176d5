// A repeated request has one effect and gets the first answer again, byte for byte, also after a restart.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { CALLS } from '../../src/api/calls.ts';
import type { Account } from '../../src/core/amount.ts';
import { OutcomeUnknown, type Store, StoreUnavailable } from '../../src/ports/store.ts';
import { type Answer, exact, type Request, send } from './client.ts';
import { openMarket } from './market.ts';
import { newFolder, type Server, startServer } from './server.ts';
import { type Batch, withCommit } from './store-line.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const BOTH = 'jetton0=apple&jetton1=bread';
const SWAP: Request = { path: '/createSwap', body: { Pair, amount: { tokenA: 10 } } };
const MOVEMENT = { account: 'local', token: 'apple', amount: 5, reference: 'wire 1' };

const CHANGES: readonly Request[] = [
  SWAP,
  { path: '/createOrder', body: { Pair, amount: { tokenA: 10 }, price: 5 } },
  // An order's id is its sequence number: openMarket takes the first eight and the swap the ninth.
  { path: '/cancelOrder', body: { orderId: '10' } },
  { path: '/bulk', body: { items: [{ call: 'createOrder', body: { Pair, amount: { tokenA: 10 }, price: 5 } }] } },
  { path: '/cancelOrders', body: { Pair } },
  { path: '/collectFees', body: { Pair } },
  { path: `/refundLiquidity?${BOTH}&percentage=10` },
  { path: '/refundLiquidity', body: { jetton0: 'apple', jetton1: 'bread', percentage: 20 } },
  { path: '/provideLiquidity', body: { Pair, amount: { tokenA: 1000, tokenB: 2000 } } },
  { path: '/registerToken', body: { address: 'dates', symbol: 'DATES', decimals: 3 } },
  { path: '/createPool', body: { Pair: { tokenA: 'corn', tokenB: 'bread' } } },
  { path: '/updateToken', body: { address: 'corn', name: 'Corn' } },
  { path: '/setPoolFees', body: { Pair, refFee: 0.002, force: true } },
  { path: '/setPoolStatus', body: { Pair, status: 'hidden' } },
  { path: '/createTransfer', body: { token: 'apple', to: 'carol', amount: 1, create: true } },
  { path: '/deposit', body: MOVEMENT },
  { path: '/withdraw', body: MOVEMENT },
];

let folder: string;
let server: Server;
/** A fault to inject into the next commit. */
let fault: ((store: Store, batch: Batch) => Promise<never>) | undefined;

const wrap = (store: Store): Store =>
  withCommit(store, (batch) => {
    const injected = fault;
    fault = undefined;
    return injected ? injected(store, batch) : store.commit(batch);
  });

const start = () => startServer({ path: join(folder, 'millpond.db'), wrap });

beforeEach(async () => {
  folder = await newFolder();
  fault = undefined;
  server = await start();
  await openMarket(server);
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const keyed = (request: Request, key: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(server, { ...request, headers: { 'idempotency-key': key, ...headers } });

async function head(): Promise<number> {
  const journal = await server.store.openJournal();
  await journal.close();
  return journal.head;
}

test('every call that changes state repeats its answer: at once, and after a restart', async () => {
  const keys = CHANGES.map((_, index) => `key-${index}`);
  const first: string[] = [];
  for (const [index, request] of CHANGES.entries()) {
    const before = await head();
    const answer = await keyed(request, keys[index] as string);
    expect(answer.status, answer.text).toBe(200);
    expect((await keyed(request, keys[index] as string)).text).toBe(answer.text);
    expect(await head()).toBe(before + 1);
    first.push(answer.text);
  }
  const before = await head();
  await server.close();
  server = await start();
  for (const [index, request] of CHANGES.entries()) {
    const again = await keyed(request, keys[index] as string);
    expect([again.status, again.text]).toEqual([200, first[index]]);
  }
  expect(await head()).toBe(before);
});

test('CHANGES has every call that changes state and takes a key', () => {
  const changing = CALLS.filter(({ changes, takesNoKey }) => changes && !takesNoKey).map(
    ({ method, name }) => `${method} /${name}`,
  );
  const tried = CHANGES.map(({ path, body }) => `${body ? 'POST' : 'GET'} ${path.replace(/\?.*/, '')}`);
  expect(tried.sort()).toEqual(changing.sort());
});

test('duplicates at the same moment have one effect and one answer', async () => {
  const before = await head();
  const answers = await Promise.all(Array.from({ length: 25 }, () => keyed(SWAP, 'same')));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await head()).toBe(before + 1);
});

describe('the same key', () => {
  test('with another request is refused; with the first request it still repeats the first answer', async () => {
    const first = await keyed(SWAP, 'one');
    for (const other of [
      { ...SWAP, body: { Pair, amount: { tokenA: 11 } } },
      { path: '/deposit', body: MOVEMENT },
    ]) {
      const refused = await keyed(other, 'one');
      expect([refused.status, refused.headers.get('error-code')]).toEqual([422, 'idempotency_key_reused']);
    }
    expect((await keyed(SWAP, 'one')).text).toBe(first.text);
  });

  test('with the same request spelt differently repeats the first answer', async () => {
    const first = await keyed(SWAP, 'one');
    for (const quantity of [{ amount: { tokenA: '10.0' } }, { price: { tokenA: 1e1 } }]) {
      expect((await keyed({ ...SWAP, body: { Pair, ...quantity } }, 'one')).text).toBe(first.text);
    }
  });

  test('with the same refund by GET and then by POST repeats the first answer', async () => {
    const first = await keyed({ path: `/refundLiquidity?${BOTH}&percentage=50` }, 'one');
    const body = { jetton0: 'apple', jetton1: 'bread', percentage: 50 };
    expect((await keyed({ path: '/refundLiquidity', body }, 'one')).text).toBe(first.text);
  });

  test('from another account is another key', async () => {
    const bearer = async (account: string) => {
      const { key } = await createKey(server.store, { account: account as Account, role: 'trader' }, 0);
      exact(await send(server, { path: '/deposit', body: { ...MOVEMENT, account, amount: 10 } }));
      return { authorization: `Bearer ${key}` };
    };
    const [alice, bob] = [await bearer('alice'), await bearer('bob')];
    const [hers, his] = [await keyed(SWAP, 'one', alice), await keyed(SWAP, 'one', bob)];
    expect([hers.status, his.status]).toEqual([200, 200]);
    expect(his.text).not.toBe(hers.text);
    expect((await keyed(SWAP, 'one', alice)).text).toBe(hers.text);
  });
});

describe('a refusal of the ledger is stored and repeated', () => {
  test.each([
    ['422', { path: '/withdraw', body: { ...MOVEMENT, amount: 10_001 } }, { path: '/deposit', body: MOVEMENT }],
    [
      '404 for a missing pool',
      { path: '/createSwap', body: { Pair: { tokenA: 'bread', tokenB: 'corn' }, amount: { tokenA: 1 } } },
      {
        path: '/provideLiquidity',
        body: { Pair: { tokenA: 'bread', tokenB: 'corn' }, amount: { tokenA: 9, tokenB: 1 } },
      },
    ],
  ])('%s, even after a restart and if the request would succeed by now', async (status, request, remedy) => {
    const refused = await keyed(request, 'one');
    expect(refused.status).toBe(Number.parseInt(status, 10));
    exact(await send(server, remedy));
    await server.close();
    server = await start();
    const again = await keyed(request, 'one');
    expect([again.status, again.text]).toEqual([refused.status, refused.text]);
    expect(again.headers.get('error-code')).toBe(refused.headers.get('error-code'));
    expect((await keyed(request, 'two')).status).toBe(200);
  });
});

describe('a request that never reached the ledger leaves the key free', () => {
  test('400, 401, 403, 404 for an unknown token, 413, 415', async () => {
    const attempts: readonly (readonly [number, Request])[] = [
      [400, { ...SWAP, body: { Pair, amount: { tokenA: 0 } } }],
      [400, { ...SWAP, body: { Pair: { tokenA: 'apple', tokenB: 'apple' }, amount: { tokenA: 1 } } }],
      [401, { ...SWAP, headers: { authorization: 'Bearer nope' } }],
      [403, { ...SWAP, headers: { 'sec-fetch-site': 'cross-site' } }],
      [404, { ...SWAP, body: { Pair: { tokenA: 'apple', tokenB: 'dates' }, amount: { tokenA: 1 } } }],
      [413, { ...SWAP, body: ' '.repeat(16_385) }],
      [415, { ...SWAP, headers: { 'content-type': 'text/plain' } }],
    ];
    for (const [status, request] of attempts) {
      expect((await keyed(request, 'one', request.headers)).status).toBe(status);
    }
    expect((await keyed(SWAP, 'one')).status).toBe(200);
  });

  test('503: the storage was busy', async () => {
    fault = () => Promise.reject(new StoreUnavailable('busy', 'locked'));
    const failed = await keyed(SWAP, 'one');
    expect([failed.status, failed.headers.get('error-code')]).toEqual([503, 'storage_unavailable']);
    expect((await keyed(SWAP, 'one')).status).toBe(200);
  });
});

test('after outcome_unknown, the repeated request gets the answer of the first, and there is one effect', async () => {
  const before = await head();
  fault = async (store, batch) => {
    await store.commit(batch);
    throw new OutcomeUnknown('the answer was lost');
  };
  const unknown = await keyed(SWAP, 'one');
  expect([unknown.status, unknown.headers.get('error-code')]).toEqual([503, 'outcome_unknown']);
  expect(unknown.headers.get('retry-after')).toBe('1');
  expect((await keyed(SWAP, 'one')).status).toBe(200);
  expect(await head()).toBe(before + 1);
});

describe('the format of a key', () => {
  test('surrounding spaces do not count, as in HTTP', async () => {
    const first = await send(server, { ...SWAP, headers: { 'idempotency-key': 'k' } });
    const again = await send(server, { ...SWAP, headers: { 'idempotency-key': '  k\t ' } });
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  });

  test('the error, openapi.json and docs/interface.md state the same rule', async () => {
    const rule = '1 to 255 printable ASCII characters without spaces';
    expect((await send(server, { ...SWAP, headers: { 'idempotency-key': 'k k' } })).text).toContain(rule);
    expect((await send(server, { path: '/openapi.json' })).text).toContain(`"${rule}. `);
    expect(await readFile('docs/interface.md', 'utf8')).toContain(`\`Idempotency-Key\` (${rule};`);
  });
});
