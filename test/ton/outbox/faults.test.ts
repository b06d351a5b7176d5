// An outbox stops at every point between the acceptance of a request and its end, and another continues: the request is executed exactly once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toNano } from '@ton/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Account } from '../../../src/core/amount.ts';
import type { ChainRequests } from '../../../src/ports/chain-requests.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { POLICY } from '../../store-contract/site.ts';
import { endingAt, withPoints } from './fault-points.ts';
import { PaperChain } from './paper-chain.ts';
import { outboxOf, payment, timesPaid, walletOf } from './payments.ts';

const PATIENCE = { timeout: 100_000, interval: 2 };

test('at whichever call to the store or the chain an outbox stops, another completes the request, which is executed exactly once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  const path = join(folder, 'exchange.db');
  const store = await openSqliteStore({ path, busyTimeoutMs: 60_000, policy: POLICY });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const chain = await PaperChain.make();
  const names = new Set<string>();
  for (let point = 0; ; point += 1) {
    const { account, ids, request } = await fundedRequest(chain, point);
    const { reached, onPoint } = endingAt(point);
    let hasEnded = false;
    const tracked = (name: string) => {
      try {
        onPoint(name);
      } catch (error) {
        hasEnded = true;
        throw error;
      }
    };
    const requests = withPoints<ChainRequests>(store.chainRequests, tracked);
    const first = outboxOf(requests, withPoints(chain, tracked));
    await first.submit(request).catch(() => {});
    first.start();
    await vi.waitUntil(async () => hasEnded || (await isOver(store.chainRequests, ids)), PATIENCE);
    await first.stop();
    for (const name of reached) names.add(name);
    const second = outboxOf(store.chainRequests, chain);
    second.start();
    // A caller without an answer retries under the same key.
    await second.submit(request);
    await vi.waitUntil(() => isOver(store.chainRequests, ids), PATIENCE);
    await second.stop();
    expect([point, ...(await timesPaid(chain, ids))]).toEqual([point, '1']);
    expect(await store.chainRequests.liveSend(account)).toBeUndefined();
    if (!hasEnded) break;
  }
  expect([...names].toSorted()).toEqual(EVERY_POINT);
  // Each request has exactly one event of its end, however often an outbox tried to record it.
  const told = await store.chainRequests.ended({ after: 0, limit: 1000 });
  expect(told.map(({ event }) => event)).toEqual(told.map((_, at) => at + 1));
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  expect(told).toHaveLength(await store.chainRequests.lastNumber());
});

const EVERY_POINT = [
  ...[
    'accept',
    'account',
    'accountsAtWork',
    'bind',
    'endSend',
    'gaps',
    'lastDone',
    'liveSend',
    'send',
    'settle',
    'taken',
  ],
  ...['toSign', 'transactions', 'underWay', 'addWallet', 'hasWallet'],
]
  .flatMap((name) => [`before ${name}`, `after ${name}`])
  .toSorted();

async function fundedRequest(chain: PaperChain, point: number) {
  const account = `payer-${point}` as Account;
  await chain.give(walletOf(account).address, toNano('1'));
  const ids = [`${account}/0`];
  return { account, ids, request: payment(account, `${account}/0`) };
}

const isOver = async (requests: ChainRequests, ids: readonly string[]) => {
  const found = await Promise.all(ids.map((id) => requests.find(id)));
  return found.every((request) => request !== undefined && request.status !== 'pending');
};
