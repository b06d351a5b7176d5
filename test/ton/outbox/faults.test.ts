// The outbox ends at every point between the acceptance of an order and its end, and another continues: the order is executed exactly once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toNano } from '@ton/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Account } from '../../../src/core/amount.ts';
import type { ChainOrders } from '../../../src/ports/chain-orders.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { POLICY } from '../../store-contract/site.ts';
import { endingAt, withPoints } from './fault-points.ts';
import { PaperChain } from './paper-chain.ts';
import { outboxOf, payment, timesPaid, walletOf } from './payments.ts';

const PATIENCE = { timeout: 100_000, interval: 2 };

test('wherever it ends, each order is executed exactly once', async () => {
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
    const { account, ids, order } = await fundedOrder(chain, point);
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
    const orders = withPoints<ChainOrders>(store.chainOrders, tracked);
    const first = outboxOf(orders, withPoints(chain, tracked));
    await first.submit(order).catch(() => {});
    first.start();
    await vi.waitUntil(async () => hasEnded || (await isOver(store.chainOrders, ids)), PATIENCE);
    await first.stop();
    for (const name of reached) names.add(name);
    const second = outboxOf(store.chainOrders, chain);
    second.start();
    // A caller without an answer retries under the same key.
    await second.submit(order);
    await vi.waitUntil(() => isOver(store.chainOrders, ids), PATIENCE);
    await second.stop();
    expect([point, ...(await timesPaid(chain, ids))]).toEqual([point, '1']);
    expect(await store.chainOrders.liveSend(account)).toBeUndefined();
    if (!hasEnded) break;
  }
  expect([...names].toSorted()).toEqual(EVERY_POINT);
  // However often an end was tried, it is reported once.
  const told = await store.chainOrders.ended({ after: 0, limit: 1000 });
  expect(told.map(({ event }) => event)).toEqual(told.map((_, at) => at + 1));
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  expect(told).toHaveLength(await store.chainOrders.lastOrder());
});

const EVERY_POINT = [
  ...[
    'accept',
    'account',
    'accountsAtWork',
    'bind',
    'endSend',
    'lastDone',
    'liveSend',
    'send',
    'settle',
    'taken',
    'takeWallet',
  ],
  ...['toSign', 'transactions', 'underWay', 'walletOf'],
]
  .flatMap((name) => [`before ${name}`, `after ${name}`])
  .toSorted();

async function fundedOrder(chain: PaperChain, point: number) {
  const account = `payer-${point}` as Account;
  await chain.give(walletOf(account).address, toNano('1'));
  const ids = [`${account}/0`];
  return { account, ids, order: payment(account, `${account}/0`) };
}

const isOver = async (orders: ChainOrders, ids: readonly string[]) => {
  const found = await Promise.all(ids.map((id) => orders.order(id)));
  return found.every((order) => order !== undefined && order.status !== 'pending');
};
