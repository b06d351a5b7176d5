// The dashboard and the alert rules use existing metrics, and the rules fire as described.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { registerTon, registerTonGauges } from '../../src/api/metrics/ton.ts';
import { TON, USDT } from '../../src/contract/fields.ts';
import type { Account } from '../../src/core/amount.ts';
import { Server, temporaryDirectory } from '../crash/process.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const textOf = (path: string) => readFileSync(at(path), 'utf8');
const named = (text: string) => new Set(text.match(/\b(millpond|process|nodejs)_[a-z0-9_]+/g));

/** The metrics that only a server on TON has. */
async function metricsOnTon(): Promise<string> {
  const registry = new Registry();
  registerTon(registry).balance('ann' as Account, 1n);
  const figures = { accepted: 1, toSign: 0, signed: 0, oldestMs: null, liveSends: 0 };
  registerTonGauges(registry, { figures: async () => figures, chainTimeS: async () => 0 });
  return registry.metrics();
}

it('/metrics has every metric that the dashboard and the alert rules use, and docs/incidents.md names each of Millpond’s', async () => {
  const server = await Server.start(join(temporaryDirectory(), 'millpond.db'));
  await fetch(`${server.url}/createSwap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 1 } }),
  });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  await server.stop();
  const onTon = await metricsOnTon();
  const there = named(`${metrics}${onTon}`.replace(/^#.*/gm, ''));
  const { panels } = JSON.parse(textOf('ops/grafana.json')) as { panels: { targets: { expr: string }[] }[] };
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(asked.length).toBeGreaterThan(15);
  const rules = textOf('ops/alerts.yml').match(/expr:[^#]*?(?=labels:|for:)/g) ?? [];
  expect(rules).toHaveLength(31);
  for (const name of named([...asked, ...rules].join('\n'))) expect([...there]).toContain(name);
  const documented = named(textOf('docs/incidents.md'));
  const ours = [...`${metrics}${onTon}`.matchAll(/^# TYPE (millpond_\w+)/gm)].map(([, name]) => name as string);
  expect(ours.length).toBeGreaterThan(12);
  for (const name of ours) expect([...documented]).toContain(name);
});

describe.skipIf(spawnSync('promtool', ['--version']).status !== 0)(
  'the alert rules (skipped if `promtool` of Prometheus is not on the PATH)',
  () => {
    const promtool = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });

    it('are accepted by promtool', () => {
      expect(promtool('check', 'rules', at('ops/alerts.yml'))).toContain('SUCCESS: 31 rules found');
    });

    it('pass their unit tests in ops/alerts.test.yml', () => {
      expect(promtool('test', 'rules', at('ops/alerts.test.yml'))).toContain('SUCCESS');
    });
  },
);
