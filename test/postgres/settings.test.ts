// PostgreSQL with other default settings and without table statistics, and warnings about unsafe settings.
import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { Server } from '../crash/process.ts';
import { APPLE, BREAD } from '../paper-exchange.ts';
import { ann, bob, deposit, swap, withdraw } from '../paper-orders.ts';
import { give, MARKET, order, POLICY, post } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';
import { DatabaseProxy } from './proxy.ts';
import { ask } from './replication.ts';
import { startPostgres } from './server.ts';

/** The cost above which PostgreSQL compiles a plan (JIT) by default, which takes longer than any statement of the store. */
const JIT_ABOVE_COST = 100_000;

it.each(['serializable', 'repeatable read'])('a concurrent commit succeeds if %s is the default', async (level) => {
  const url = await database();
  await ask(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_isolation = '${level}'`);
  const [store] = await Promise.all([open(url), open(url)]);
  await post(store, ...MARKET);
  const other = postgres(url, { max: 1 });
  onTestFinished(() => other.end());
  await other`BEGIN`;
  await other`UPDATE head SET factory = factory`;
  const posted = post(store, swap(1n));
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(() => ask(url, waiting)).toHaveLength(1);
  await other`COMMIT`;
  expect(await posted).toMatchObject([{ sequence: MARKET.length + 1 }]);
});

it('without table statistics, no statement of the store costs a tenth of what makes PostgreSQL compile it', async () => {
  const url = await database();
  const proxy = await DatabaseProxy.start(url);
  const texts = new Set<string>();
  proxy.trap(({ text }) => !texts.add(text), 'before');
  const store = await open(proxy.url);
  await exercise(store);
  const sql = postgres(url, { max: 1 });
  onTestFinished(() => sql.end());
  expect(await sql`SELECT relname FROM pg_class WHERE relname IN ('head', 'balances') AND reltuples >= 0`).toEqual([]);
  const costs: [number, string][] = [];
  for (const text of [...texts].filter((text) => /^\s*(SELECT|WITH|INSERT|UPDATE)/.test(text))) {
    const [row] = await sql.unsafe(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    costs.push([row?.['QUERY PLAN'][0].Plan['Total Cost'], text]);
  }
  expect(costs.length).toBeGreaterThan(15);
  expect(costs.filter(([cost]) => cost > JIT_ABOVE_COST / 10)).toEqual([]);
});

it('a server warns once at start of settings that can lose confirmed transactions', async () => {
  const server = await startPostgres(['fsync=off', 'full_page_writes=off']);
  onTestFinished(server.stop);
  await ask(server.url, `ALTER ROLE postgres SET synchronous_commit = off`);
  const { stdout } = await Server.start(server.url, { LOG_LEVEL: 'info' });
  const warnings = stdout.match(/^.*"level":40.*$/gm);
  expect(warnings).toEqual([
    expect.stringMatching(/can lose confirmed transactions.*fsync, full_page_writes, synchronous_commit"/),
  ]);
});

it('opening a store warns of settings that can lose or end commits, and not of the defaults', async () => {
  const server = await startPostgres();
  onTestFinished(server.stop);
  const warned = async () => {
    const warnings: string[] = [];
    const options = { poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY };
    await (await openPostgresStore({ url: server.url, ...options }, (message) => warnings.push(message))).close();
    return warnings;
  };
  expect(await warned()).toEqual([]);
  await ask(server.url, 'ALTER ROLE postgres SET synchronous_commit = local');
  expect(await warned()).toEqual([expect.stringMatching(/a failover can lose .* synchronous_commit=local/)]);
  await ask(server.url, 'ALTER ROLE postgres SET synchronous_commit = remote_apply');
  await ask(server.url, 'ALTER ROLE postgres SET statement_timeout = 7000');
  expect(await warned()).toEqual([expect.stringMatching(/statement_timeout=7000 ms can end a commit/)]);
});

/** Every query of the store, and a batch with every kind of row. */
async function exercise(store: Store): Promise<void> {
  await post(store, ...MARKET);
  await give(store, order(withdraw(bob, APPLE, 10n), ann, { key: 'k', fingerprint: 'f' }));
  await store.commit([order(deposit(bob, BREAD, 5n), ann, { key: 'l', fingerprint: 'f' })]);
  await store.read([{ account: ann, token: APPLE.address }]);
  await Promise.all([store.token(APPLE.address), store.tokens(), store.pool(APPLE.address, BREAD.address)]);
  await Promise.all([store.pools({ after: 0, limit: 10 }), store.posted(1), store.check(), store.keys()]);
  await store.activity({ account: ann, before: 99, limit: 10 });
  await store.balances({ account: ann, after: '', limit: 10 });
  await store.key('none');
}

async function database(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore({ url, poolSize: 2, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
  onTestFinished(() => store.close());
  return store;
}
