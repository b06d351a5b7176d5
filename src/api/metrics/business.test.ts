// Counts of swaps and their volume, and how often the database is asked for figures.
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import type { TokenAddress } from '../../core/amount.ts';
import type { Figures } from '../../ports/store.ts';
import { BusinessTally, registerFigures } from './business.ts';

const linesOf = async (registry: Registry, name: string) =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith(name));

test('swaps are counted, and their volume is exported in whole tokens by token and side', async () => {
  const [tally, registry] = [new BusinessTally(), new Registry()];
  tally.registerOn(registry);
  tally.registerVolumesOn(registry, async (address: TokenAddress) => ({ symbol: address.toUpperCase(), decimals: 2 }));
  const [apple, bread] = ['apple', 'bread'] as TokenAddress[] as [TokenAddress, TokenAddress];
  const paid = new Map([
    [apple, { paid: 3_00, received: 0 }],
    [bread, { paid: 0, received: 7_50 }],
  ]);
  tally.count({ swaps: 2, volumes: paid });
  tally.count({ swaps: 1, volumes: new Map([[bread, { paid: 1_00, received: 9_00 }]]) });
  expect(await linesOf(registry, 'millpond_swaps_total')).toEqual(['millpond_swaps_total 3']);
  expect(await linesOf(registry, 'millpond_swap_volume_total')).toEqual([
    'millpond_swap_volume_total{token="apple",symbol="APPLE",side="paid"} 3',
    'millpond_swap_volume_total{token="apple",symbol="APPLE",side="received"} 0',
    'millpond_swap_volume_total{token="bread",symbol="BREAD",side="paid"} 1',
    'millpond_swap_volume_total{token="bread",symbol="BREAD",side="received"} 16.5',
  ]);
});

test('refusals are counted by code and reason, and each series starts at 0', async () => {
  const [tally, registry] = [new BusinessTally(), new Registry()];
  tally.registerOn(registry);
  tally.refuse({ code: 'storage_broken', reasonCode: 'full' });
  tally.refuse({ code: 'overloaded' });
  const lines = await linesOf(registry, 'millpond_refusals_total');
  for (const line of [
    'millpond_refusals_total{code="storage_broken",reason="full"} 1',
    'millpond_refusals_total{code="storage_broken",reason="lost"} 0',
    'millpond_refusals_total{code="overloaded"} 1',
    'millpond_refusals_total{code="forbidden"} 0',
  ])
    expect(lines).toContain(line);
});

test('database figures are read once per interval for all scrapes, and left out if they cannot be read', async () => {
  const figures: Figures = {
    sequence: 9,
    tokens: 2,
    pools: 1,
    keys: { trader: 3, operator: 1 },
    hooks: { active: 0, retrying: 0, paused: 0 },
    lastAudit: null,
    auditedTo: 12,
    fullAuditMs: 5000,
    keeper: null,
    lastMs: 1000,
    bytes: 4096,
  };
  const ask = vi.fn(async () => figures);
  const registry = new Registry();
  registerFigures(registry, ask);
  const text = await registry.metrics();
  expect(await registry.metrics()).toBe(text);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(text.split('\n').filter((line) => /^\w/.test(line))).toEqual([
    'millpond_journal_sequence 9',
    'millpond_tokens 2',
    'millpond_pools 1',
    'millpond_database_bytes 4096',
    'millpond_journal_ahead_seconds 0',
    'millpond_audit_failed 0',
    'millpond_audit_sequence 12',
    'millpond_full_audit_timestamp_seconds 5',
    'millpond_keys{role="trader"} 3',
    'millpond_keys{role="operator"} 1',
    'millpond_store_up 1',
  ]);
  const away = [() => Promise.reject(new Error('away')), () => new Promise<never>(() => {})];
  for (const ask of away) {
    const down = new Registry();
    registerFigures(down, ask);
    expect((await down.metrics()).split('\n').filter((line) => /^\w/.test(line))).toEqual(['millpond_store_up 0']);
  }
});
