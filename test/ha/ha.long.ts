// Every member of the setup in ops/ha is switched over, killed, frozen and cut off under load with open orders. About ten minutes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { audit, MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';
import { Random } from '../simulation/random.ts';
import { Cluster, missing } from './cluster.ts';
import { Load } from './load.ts';

const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 2 ** 32);
/** Runs only faults whose name contains this; all by default. */
const ONLY = process.env.HA_FAULTS ?? '';

type Fault = { readonly name: string; begin(cluster: Cluster): Promise<() => void | Promise<void>> };

const hosts = {
  'the primary': async (cluster: Cluster) => (await cluster.healthy()).primary,
  'the standby': async (cluster: Cluster) => (await cluster.healthy()).standby,
  'the leader of etcd': (cluster: Cluster) => cluster.etcdLeader(),
  haproxy1: async () => 'haproxy1',
  haproxy2: async () => 'haproxy2',
};

/** Faults of a host: each function causes one and returns its repair. */
const harms = {
  killed: (cluster: Cluster, host: string) => {
    cluster.network.signal(host, 'SIGKILL');
    return () => cluster.start(host);
  },
  frozen: (cluster: Cluster, host: string) => {
    cluster.network.signal(host, 'SIGSTOP');
    return () => cluster.network.signal(host, 'SIGCONT');
  },
  'cut off': (cluster: Cluster, host: string) => {
    cluster.network.cut(host);
    return () => cluster.network.heal(host);
  },
};

const FAULTS: readonly Fault[] = [
  {
    name: 'switchover',
    async begin(cluster) {
      const { primary, standby } = await cluster.healthy();
      await cluster.switchOver(primary, standby);
      return () => {};
    },
  },
  {
    name: 'server process of the primary killed',
    async begin(cluster) {
      cluster.network.signal(await hosts['the primary'](cluster), 'SIGKILL', (command) =>
        command.includes('/postgres'),
      );
      return () => {};
    },
  },
  ...Object.entries(hosts).flatMap(([role, hostOf]) =>
    Object.entries(harms).map(([harm, inflict]) => ({
      name: `host of ${role}: ${harm}`,
      begin: async (cluster: Cluster) => inflict(cluster, await hostOf(cluster)),
    })),
  ),
];

it('the exchange loses no answered request and executes none twice when any member of the cluster fails', async ({
  skip,
}) => {
  const why = missing();
  if (why !== undefined) {
    console.log(`SKIPPED: the cluster of ops/ha was not tested: ${why}`);
    skip(why);
  }
  const cluster = await Cluster.start();
  const [folder, key] = [temporaryDirectory(), newKeyFile()];
  const start = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    const file = join(folder, name, 'log-key');
    writeFileSync(file, key);
    // The journal is compared with the requests, so the exchange states nothing by itself.
    const silent = { AUDIT_HOURS: '0', LIABILITIES_HOURS: '0' };
    return Server.start(cluster.url, { BUSY_TIMEOUT: '5000', LOG_LEVEL: 'info', LOG_KEY_FILE: file, ...silent });
  };
  const nodes = [await start('node1'), await start('node2')];
  const url = nodes[1]?.url as string;
  const watcher = new Program([
    process.execPath,
    MAIN,
    'watch',
    url,
    '--state',
    join(folder, 'seen.json'),
    '--every',
    '1',
  ]);
  const load = new Load(nodes, new Random(SEED));
  const gaps: string[] = [];
  const measure = async (name: string, begin: () => Promise<() => void | Promise<void>>) => {
    if (!name.includes(ONLY)) return;
    await expect.poll(() => load.answeredSince(performance.now() - 1000)).toBeGreaterThan(0);
    const sinceMs = performance.now();
    const repair = await begin();
    // After this time, a fault that stops trading has stopped it.
    await sleep(3000);
    const patience = { interval: 200, timeout: 180_000 };
    await expect.poll(() => load.answeredSince(performance.now() - 1000), patience).toBeGreaterThan(0);
    await repair();
    const { primary } = await cluster.healthy();
    await sleep(2000);
    gaps.push(`| ${name} | ${(load.gapSince(sinceMs) / 1000).toFixed(1)} s | ${primary} |`);
    console.log(gaps.at(-1));
  };
  for (const { name, begin } of FAULTS) await measure(name, () => begin(cluster));
  await measure('node frozen', async () => {
    nodes[0]?.signal('SIGSTOP');
    return () => nodes[0]?.signal('SIGCONT');
  });
  await measure('node killed', async () => {
    await nodes[0]?.kill();
    nodes[0] = await start('node1');
    return () => {};
  });
  await load.stop();
  console.log(`ha, CHAOS_SEED=${SEED}: ${JSON.stringify(load.counts)}\n${gaps.join('\n')}`);
  // The alert for a missing standby uses this metric.
  await expect
    .poll(async () => cluster.metrics((await cluster.healthy()).standby))
    .toMatch(/^patroni_sync_standby\{.*\} 1$/m);
  expect(await audit(cluster.url)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
  await load.expectInJournal(cluster.url);
  // Commits are synchronous, so the public log is one and the same through all faults.
  expect(await watcher.stop(), watcher.stderr).toEqual({ code: 0, signal: null });
  for (const { stdout } of nodes) expect(stdout).not.toContain('goes on as a new log');
});
