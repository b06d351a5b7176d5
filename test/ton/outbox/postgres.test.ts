// Two nodes on one PostgreSQL and a chain with timed blocks: each request is paid once.
import { toNano } from '@ton/core';
import { expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../../src/core/amount.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { createDatabase } from '../../postgres/database.ts';
import { POLICY } from '../../store-contract/site.ts';
import { PaperChain } from './paper-chain.ts';
import { outboxOf, payment, timesPaid, walletOf } from './payments.ts';

test('two nodes at once pay each request once', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const open = () => openPostgresStore({ url, poolSize: 3, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
  const stores = [await open(), await open()];
  const chain = await PaperChain.make();
  const payers = ['ann', 'bob'] as unknown as readonly Account[];
  for (const payer of payers) await chain.give(walletOf(payer).address, toNano('100'));
  chain.isInstant = false;
  const nodes = stores.map(({ chainRequests }) => outboxOf(chainRequests, chain, { lookEveryMs: 20 }));
  for (const node of nodes) node.start();
  const ids = Array.from({ length: 16 }, (_, at) => `order/${at}`);
  const submitted = Promise.all(
    ids.map((id, at) => nodes[at % 2]?.submit(payment(payers[(at >> 1) % 2] as Account, id))),
  );
  const isOver = async () => {
    const found = (await stores[0]?.chainRequests.page({ before: 1e9, limit: 99 })) ?? [];
    return found.length === ids.length && found.every(({ status }) => status === 'completed');
  };
  while (!(await isOver())) await chain.block(0);
  await submitted;
  for (const node of nodes) await node.stop();
  for (const store of stores) await store.close();
  expect(await timesPaid(chain, ids)).toEqual(ids.map(() => '1'));
});
