// The setup of ops/ha on one machine: 3 etcd, 3 PostgreSQL with Patroni and 2 HAProxy, from the same configuration files.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { Network } from './network.ts';

const OPS = new URL('../../ops/ha/', import.meta.url).pathname;
const DBS = ['db1', 'db2', 'db3'] as const;
const [ETCDS, PROXIES] = [['etcd1', 'etcd2', 'etcd3'] as const, ['haproxy1', 'haproxy2'] as const];
const PASSWORD = 'secret';

/** Why the cluster cannot be built here; undefined if it can. */
export function missing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it needs Linux and root, for network namespaces';
  const programs = ['patroni', 'etcd', 'haproxy', 'psql', 'setpriv', 'ip'];
  const absent = programs.filter((name) => spawnSync('which', [name]).status !== 0);
  if (absent.length > 0)
    return `${absent.join(', ')} not found: apt-get install patroni etcd-server haproxy postgresql iproute2`;
  if (binaries() === undefined)
    return 'no server of PostgreSQL found below /usr/lib/postgresql: apt-get install postgresql';
  if (spawnSync('ip', ['netns', 'add', 'mpha-probe']).status !== 0) return 'network namespaces cannot be created here';
  execFileSync('ip', ['netns', 'delete', 'mpha-probe']);
  return undefined;
}

const binaries = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/bin/postgres')
    .toSorted()
    .at(-1)
    ?.replace(/\/postgres$/, '');

type Member = { readonly name: string; readonly role: string; readonly state: string };

export class Cluster {
  readonly url: string;
  readonly network = new Network();
  readonly #folder: string;
  readonly #addresses = new Map<string, string>();

  private constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'millpond-ha-'));
    chmodSync(this.#folder, 0o755);
    onTestFinished(() => rmSync(this.#folder, { recursive: true, force: true }));
    const numbered = { 10: ETCDS, 20: DBS, 30: PROXIES };
    for (const [first, names] of Object.entries(numbered))
      for (const [at, name] of names.entries())
        this.#addresses.set(name, this.network.add(name, Number(first) + 1 + at));
    const ops = join(this.#folder, 'ops');
    cpSync(OPS, ops, { recursive: true });
    const patroni = join(ops, 'patroni.yml');
    writeFileSync(patroni, readFileSync(patroni, 'utf8').replace('/etc/patroni/', `${ops}/`));
    this.url = `postgres://millpond:${PASSWORD}@${PROXIES.map((name) => this.address(name)).join(',')}/millpond`;
  }

  static async start(): Promise<Cluster> {
    const cluster = new Cluster();
    for (const name of [...ETCDS, ...DBS, ...PROXIES]) cluster.start(name);
    await cluster.healthy();
    return cluster;
  }

  address(name: string): string {
    return this.#addresses.get(name) as string;
  }

  start(name: string): void {
    const data = join(this.#folder, name);
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const log = openSync(join(this.#folder, `${name}.log`), 'a');
    if (name.startsWith('etcd'))
      this.network.run(name, this.#etcd(name, data), { ETCD_UNSUPPORTED_ARCH: process.arch }, log);
    else if (name.startsWith('db')) this.#patroni(name, data, log);
    else this.#haproxy(name, log);
  }

  /** The names of the primary and the synchronous standby. */
  async roles(): Promise<{ primary?: string | undefined; standby?: string | undefined; members: readonly Member[] }> {
    for (const name of DBS) {
      const members = await this.#members(name).catch(() => undefined);
      const primary = members?.find(({ role, state }) => role === 'leader' && state === 'running')?.name;
      if (members && primary)
        return { primary, standby: members.find(({ role }) => role === 'sync_standby')?.name, members };
    }
    return { members: [] };
  }

  /** Waits until every database runs and a standby is synchronous. */
  async healthy(): Promise<{ primary: string; standby: string }> {
    await expect
      .poll(
        async () => {
          const { primary, standby, members } = await this.roles();
          const isRunning = ({ state }: Member) => state === 'running' || state === 'streaming';
          return primary !== undefined && standby !== undefined && members.filter(isRunning).length === DBS.length;
        },
        { interval: 500, timeout: 180_000 },
      )
      .toBe(true);
    return (await this.roles()) as { primary: string; standby: string };
  }

  async switchOver(leader: string, candidate: string): Promise<void> {
    const response = await fetch(`http://${this.address(leader)}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader, candidate }),
    });
    expect(response.status, await response.text()).toBe(200);
  }

  async etcdLeader(): Promise<string> {
    for (const name of ETCDS) {
      const metrics = await (await fetch(`http://${this.address(name)}:2379/metrics`)).text();
      if (/^etcd_server_is_leader 1$/m.test(metrics)) return name;
    }
    throw new Error('etcd has no leader');
  }

  async metrics(name: string): Promise<string> {
    return (await fetch(`http://${this.address(name)}:8008/metrics`)).text();
  }

  async #members(name: string): Promise<readonly Member[]> {
    const response = await fetch(`http://${this.address(name)}:8008/cluster`, { signal: AbortSignal.timeout(2000) });
    return ((await response.json()) as { members: readonly Member[] }).members;
  }

  #etcd(name: string, data: string): readonly string[] {
    const address = this.address(name);
    const cluster = ETCDS.map((one) => `${one}=http://${this.address(one)}:2380`).join(',');
    return [
      ...[
        'etcd',
        '--name',
        name,
        '--data-dir',
        data,
        '--initial-cluster',
        cluster,
        '--initial-cluster-token',
        'millpond',
      ],
      ...['--listen-peer-urls', `http://${address}:2380`, '--initial-advertise-peer-urls', `http://${address}:2380`],
      ...['--listen-client-urls', `http://${address}:2379`, '--advertise-client-urls', `http://${address}:2379`],
    ];
  }

  #patroni(name: string, data: string, log: number): void {
    const account = (kind: '-u' | '-g') => execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }).trim();
    const [user, group] = [account('-u'), account('-g')];
    chownSync(data, Number(user), Number(group));
    const ops = join(this.#folder, 'ops');
    const command = [
      'setpriv',
      `--reuid=${user}`,
      `--regid=${group}`,
      '--clear-groups',
      'patroni',
      join(ops, 'patroni.yml'),
    ];
    this.network.run(
      name,
      command,
      {
        PATRONI_NAME: name,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${this.address(name)}:8008`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${this.address(name)}:5432`,
        PATRONI_ETCD3_HOSTS: ETCDS.map((one) => `${this.address(one)}:2379`).join(','),
        PATRONI_POSTGRESQL_DATA_DIR: join(data, 'data'),
        PATRONI_POSTGRESQL_BIN_DIR: binaries() as string,
        PATRONI_POSTGRESQL_PGPASS: join(data, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
        MILLPOND_PASSWORD: PASSWORD,
        HOME: data,
      },
      log,
    );
  }

  #haproxy(name: string, log: number): void {
    const [DB1 = '', DB2 = '', DB3 = ''] = DBS.map((one) => this.address(one));
    // HAProxy's configuration needs addresses of nodes; this test sends its requests to the nodes directly.
    const env = { DB1, DB2, DB3, NODE1: '10.213.0.41', NODE2: '10.213.0.42' };
    this.network.run(name, ['haproxy', '-db', '-f', join(this.#folder, 'ops/haproxy.cfg')], env, log);
  }
}
