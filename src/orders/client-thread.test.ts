// The keeper's thread: runs while orders are open, ends when none is, and starts again. Takes two seconds, to start threads.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openStore, useExchangeFile } from '../../test/exchange-file.ts';
import { APPLE, BREAD } from '../../test/paper-exchange.ts';
import { bob, deposit, pairOf, placeOrder, swap } from '../../test/paper-orders.ts';
import { MARKET, order, POLICY, post } from '../../test/store-contract/site.ts';
import { KEEPER } from '../core/accounts.ts';
import type { Store } from '../ports/store.ts';
import { OrderKeeping } from './client-thread.ts';

const KEEPER_OPTIONS = { maxPools: 16, minGain: 5e-6, maxPriceImpactPpm: POLICY.maxPriceImpactPpm };
const path = useExchangeFile([...MARKET, deposit(bob, BREAD, 10n ** 9n)]);
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function begin(terms: Partial<ConstructorParameters<typeof OrderKeeping>[0]> = {}) {
  const store = await openStore(path());
  const done: string[] = [];
  const keeping = new OrderKeeping({
    tail: store.tail,
    projection: store.projection,
    keeper: KEEPER_OPTIONS,
    lingerMs: 0,
    async submit(commands) {
      const outcomes = await store.commit(commands.map((command) => order(command, KEEPER)));
      done.push(
        ...outcomes.map((outcome) => ('posted' in outcome ? outcome.posted.receipt.kind : outcome.refusal.code)),
      );
      return outcomes.map((outcome) => ('posted' in outcome ? 'done' : 'refused'));
    },
    ...terms,
  });
  open.push(keeping, store);
  return { store, keeping, done };
}

const raise = (store: Store) => post(store, swap(200_000n, { ...pairOf(BREAD, APPLE), account: bob }));
const until = async (isSo: () => boolean) => {
  while (!isSo()) await sleep(5);
};

test('the keeper’s thread does not start without an open order, and ends when the order it was started for is filled', async () => {
  const { store, keeping, done } = await begin();
  await keeping.start();
  expect(keeping.isRunning).toBe(false);
  for (const round of [1, 2]) {
    await post(store, placeOrder(1000n, 3000n));
    keeping.begin();
    expect(keeping.isRunning).toBe(true);
    await until(() => done.length === round);
    await until(() => !keeping.isRunning);
  }
  expect(done).toEqual(['swap', 'swap']);
}, 60_000);

test('the keeper’s thread finds orders that are open when it starts, and follows new commits until it is closed', async () => {
  let looks = 0;
  const { store, keeping, done } = await begin({ onWork: () => looks++ });
  await post(store, placeOrder(1000n, 4100n));
  await keeping.start();
  expect(keeping.isRunning).toBe(true);
  await raise(store);
  await until(() => done.length === 1);
  expect(done).toEqual(['swap']);
  await keeping.close();
  expect(looks).toBeGreaterThan(0);
  keeping.begin();
  expect(keeping.isRunning).toBe(false);
}, 60_000);

test('a second keeper’s thread stands by while the first holds the lease, and fills orders once the first is closed', async () => {
  const held: boolean[] = [];
  const keeper = { ...KEEPER_OPTIONS, patienceMs: 10 };
  const holder = await begin({ keeper, lingerMs: 60_000, onWork: ({ holds }) => held.push(holds) });
  await post(holder.store, placeOrder(1000n, 4100n));
  await holder.keeping.start();
  await until(() => held.includes(true));
  let looks = 0;
  const standby = await begin({ keeper, lingerMs: 100, onWork: () => looks++ });
  await standby.keeping.start();
  // It must not end after `lingerMs`, although a standby does not know that an order is open.
  await until(() => looks >= 2 || !standby.keeping.isRunning);
  expect(standby.keeping.isRunning).toBe(true);
  await holder.keeping.close();
  await raise(standby.store);
  await until(() => standby.done.length === 1);
  expect([holder.done, standby.done]).toEqual([[], ['swap']]);
}, 60_000);

test('the keeper’s thread reports an error of `submit`, and submits its commands again', async () => {
  let failures = 0;
  const troubles: string[] = [];
  const { store, keeping, done } = await begin();
  const failing = new OrderKeeping({
    tail: store.tail,
    projection: store.projection,
    keeper: KEEPER_OPTIONS,
    onTrouble: ({ message }) => troubles.push(message),
    async submit(commands) {
      failures += 1;
      if (failures === 1) throw new Error('no venue today');
      const outcomes = await store.commit(commands.map((command) => order(command, KEEPER)));
      done.push(...outcomes.map((outcome) => ('posted' in outcome ? 'done' : outcome.refusal.code)));
      return outcomes.map(() => 'unknown');
    },
  });
  open.unshift(failing);
  await post(store, placeOrder(1000n, 3000n));
  await failing.start();
  await until(() => done.length === 1);
  expect([done, troubles]).toEqual([['done'], ['no venue today']]);
  expect(keeping.isRunning).toBe(false);
}, 60_000);
