// Metrics of TON: bounded in number, cheap to read, and correct when the chain does not answer.
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Account } from '../../core/amount.ts';
import { registerTon, registerTonGauges } from './ton.ts';

const FIGURES = { accepted: 9, toSign: 1, signed: 2, oldestMs: null, liveSends: 1 };
const lines = async (registry: Registry, name: string) =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith(name));

test('of 2000 wallets, only the ten with the lowest last-seen balance are exported', async () => {
  const registry = new Registry();
  const { balance } = registerTon(registry);
  for (let at = 2000; at > 0; at -= 1) balance(`account-${at}` as Account, BigInt(at) * 500_000_000n);
  balance('account-3' as Account, 10n ** 12n);
  const shown = await lines(registry, 'millpond_ton_wallet_balance{');
  expect(shown).toHaveLength(10);
  expect(shown.slice(0, 3)).toEqual([
    'millpond_ton_wallet_balance{account="account-1"} 0.5',
    'millpond_ton_wallet_balance{account="account-2"} 1',
    'millpond_ton_wallet_balance{account="account-4"} 2',
  ]);
});

test('every possible result of an order, a send and a request is exported from the start, as 0', async () => {
  const registry = new Registry();
  const { end, send, request } = registerTon(registry);
  end('stranded');
  send('dead');
  request('limited');
  const counted = await lines(registry, 'millpond_ton_');
  expect(counted.filter((line) => line.endsWith(' 0'))).toHaveLength(2 + 1 + 3 + 1);
  expect(counted.filter((line) => line.endsWith(' 1'))).toEqual([
    'millpond_ton_orders_total{end="stranded"} 1',
    'millpond_ton_sends_total{end="dead"} 1',
    'millpond_ton_requests_total{result="limited"} 1',
  ]);
});

test('if the chain does not answer, millpond_ton_up is 0 and the figures of the store are still exported', async () => {
  const registry = new Registry();
  let asked = 0;
  registerTonGauges(registry, {
    figures: async () => FIGURES,
    async chainTimeS() {
      asked += 1;
      throw new Error('no');
    },
  });
  expect(await lines(registry, 'millpond_ton_up')).toEqual(['millpond_ton_up 0']);
  expect(await lines(registry, 'millpond_ton_chain_lag_seconds')).toEqual([]);
  expect(await lines(registry, 'millpond_ton_orders_pending')).toEqual([
    'millpond_ton_orders_pending{stage="unsigned"} 1',
    'millpond_ton_orders_pending{stage="signed"} 2',
  ]);
  // The chain is asked once per interval, however often it is scraped.
  expect(asked).toBe(1);
});

test('if the chain is behind, its lag is exported; if the store fails, its figures are left out', async () => {
  const registry = new Registry();
  registerTonGauges(registry, {
    figures: () => Promise.reject(new Error('no')),
    chainTimeS: async () => Date.now() / 1000 - 1000,
  });
  const [lag] = await lines(registry, 'millpond_ton_chain_lag_seconds');
  expect(Number(lag?.split(' ')[1])).toBeGreaterThanOrEqual(1000);
  expect(await lines(registry, 'millpond_ton_up')).toEqual(['millpond_ton_up 1']);
  expect(await lines(registry, 'millpond_ton_orders_pending')).toEqual([]);
});
