// Programs killed with SIGKILL between two statements, or between a statement and a message: another continues, and pays once.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toNano } from '@ton/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Account } from '../../../src/core/amount.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { POLICY } from '../../store-contract/site.ts';
import { answerOver } from './chain-link.ts';
import { PaperChain } from './paper-chain.ts';
import { outboxOf, payment, timesPaid, walletOf } from './payments.ts';

/** Commit 1 accepts the request, 2 stores the signed message, 3 stores its execution. */
const MOST_TELLING = [
  ...['before COMMIT 2', 'after COMMIT 2', 'after send 1', 'before COMMIT 3', 'after COMMIT 3'],
  // This statement ends the request and numbers its event.
  ...['before', 'after'].map((when) => `${when} UPDATE chain_orders SET status = ?, result = ?, event = (SEL 1`),
];
/** A point that recurs with every poll is tested at most this many times. */
const MOST_TIMES = 5;

test('at whichever point a program is killed, another completes its request, and the request is paid exactly once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  const path = join(folder, 'exchange.db');
  const store = await openSqliteStore({ path, busyTimeoutMs: 60_000, policy: POLICY });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const chain = await PaperChain.make();
  const run = async (account: Account, killAt: string) => {
    await chain.give(walletOf(account).address, toNano('1'));
    const program = new URL('./killed.ts', import.meta.url);
    const child = fork(program, [path, account, killAt], { serialization: 'advanced' });
    answerOver(child, chain);
    let passed: readonly (readonly [string, number])[] = [];
    child.on('message', (message: { passed?: typeof passed }) => {
      passed = message.passed ?? passed;
    });
    const [code, signal] = await once(child, 'exit');
    return { passed, end: signal ?? code };
  };
  const calm = await run('calm' as Account, '');
  expect([calm.end, await timesPaid(chain, ['calm/0'])]).toEqual([0, ['1']]);
  const points = process.env.OUTBOX_KILLS === 'all' ? everyPoint(calm.passed) : MOST_TELLING;
  for (const [at, point] of points.entries()) {
    const account = `payer-${at}` as Account;
    expect([point, (await run(account, point)).end]).toEqual([point, 'SIGKILL']);
    const second = outboxOf(store.chainRequests, chain);
    second.start();
    // A caller without an answer retries under the same key.
    await second.submit(payment(account, `${account}/0`));
    const isOver = async () => (await store.chainRequests.find(`${account}/0`))?.status === 'completed';
    await vi.waitUntil(isOver, { timeout: 100_000, interval: 5 });
    await second.stop();
    expect([point, ...(await timesPaid(chain, [`${account}/0`]))]).toEqual([point, '1']);
  }
  // Each request has exactly one event of its end, and the events are numbered without gaps.
  const told = await store.chainRequests.ended({ after: 0, limit: 1000 });
  expect(told.map(({ event }) => event)).toEqual(told.map((_, at) => at + 1));
  expect(told.map(({ id }) => id)).toEqual(['calm/0', ...points.map((_, at) => `payer-${at}/0`)]);
});

const everyPoint = (passed: readonly (readonly [string, number])[]): readonly string[] =>
  passed.flatMap(([name, times]) =>
    /PRAGMA|sqlite_schema/.test(name)
      ? []
      : Array.from({ length: Math.min(times, MOST_TIMES) }, (_, time) => `${name} ${time + 1}`),
  );
