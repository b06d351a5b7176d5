// A dry run is consistent: if the market changes between its reads, they are repeated.
import { expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER, poolAddressOf } from '../../test/paper-exchange.ts';
import { ann, createPool, deposit, pairOf, provide, swap, updateToken } from '../../test/paper-orders.ts';
import { MARKET, POLICY } from '../../test/store-contract/site.ts';
import type { Command } from '../core/commands/command.ts';
import type { Store } from '../ports/store.ts';
import { dryRun } from './dry-run.ts';

const on = useExchange([...MARKET, deposit(MAKER, CORN, 10n ** 9n), deposit(MAKER, APPLE, 10n ** 9n)]);
const TO_CORN = pairOf(APPLE, CORN);
const OFFER = provide(1000n, 1000n, TO_CORN);
const OPTIONS = {
  policy: POLICY,
  addressOf: poolAddressOf,
  assumedFunds: [APPLE, BREAD, CORN].map(({ address }) => address),
};

/** Dry-runs a command on a store where `meanwhile` is executed once, right after the first lookup of the pool. */
async function tried(command: Command, meanwhile: readonly Command[]) {
  const left = [...meanwhile];
  let looks = 0;
  const { store } = on;
  const moving: Pick<Store, 'read' | 'token' | 'pool'> = {
    read: (keys) => store.read(keys),
    token: (address) => store.token(address),
    async pool(a, b) {
      const found = await store.pool(a, b);
      looks += 1;
      for (const each of left.splice(0)) await on.exchange.execute(MAKER, each);
      return found;
    },
  };
  const { outcomes, sequence } = await dryRun(moving, { account: ann, command }, OPTIONS);
  const [outcome] = outcomes;
  return { outcome, looks, isNow: sequence === (await store.read([])).sequence };
}

test('a dry run uses a pool that is created while it reads', async () => {
  const filled = [createPool(TO_CORN), provide(1_000_000n, 4_000_000n, { account: MAKER, ...TO_CORN })];
  const { outcome, looks, isNow } = await tried({ ...OFFER, maxPriceImpactPpm: 1_000_000n as never }, filled);
  expect([looks, isNow]).toEqual([2, true]);
  // The amounts have the ratio of the new pool's reserves.
  expect(outcome).toMatchObject({ posted: { receipt: { amountA: 250n, amountB: 1000n, locked: 0n } } });
});

test('if the pool exists, a change of its reserves during the reads causes no second read', async () => {
  const { outcome, looks } = await tried(provide(1000n, 4000n), [swap(10n, { account: MAKER })]);
  expect(looks).toBe(1);
  expect(outcome).toHaveProperty('posted');
});

test('if the pool is missing, any transaction during the reads causes a second read', async () => {
  const { outcome, looks } = await tried(provide(5000n, 5000n, TO_CORN), [deposit(MAKER, CORN, 1n)]);
  expect(looks).toBe(2);
  expect(outcome).toMatchObject({ posted: { receipt: { locked: 1000n } } });
});

test('if a token is changed during the reads, a dry run reads it again and uses its new status', async () => {
  const { outcome, looks } = await tried(provide(1000n, 4000n), [updateToken(APPLE, { status: 'paused' })]);
  expect(looks).toBe(2);
  expect(outcome).toMatchObject({ refusal: { code: expect.stringContaining('paused') } });
});
