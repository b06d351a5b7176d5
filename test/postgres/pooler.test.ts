// Behind a pooler that gives every transaction another connection, the store works, or says at start what to add to the URL.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresCopyTarget } from '../../src/store/postgres/copy-target.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { swap } from '../paper-orders.ts';
import { headOf, MARKET, POLICY, post } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';
import { canPrepare, isInstalled, startPooler } from './pooler.ts';

const HINT = 'the connection pooler loses prepared statements: add prepare=false to the URL';
const OPTIONS = { poolSize: 3, timeoutMs: 60_000, findOutMs: 60_000 };

describe.skipIf(!isInstalled)('behind PgBouncer (skipped where `pgbouncer` is not on the PATH)', () => {
  it('a store or copy target does not open if prepared statements are lost, and says what to add to the URL', async () => {
    const url = await startPooler(await database(), ...(canPrepare ? ['max_prepared_statements = 0'] : []));
    await expect(open(url)).rejects.toThrow(HINT);
    await expect(openPostgresCopyTarget({ url, ...OPTIONS })).rejects.toThrow(HINT);
  });

  it.each([
    ['in transaction mode, without prepared statements', 'prepare=false', []],
    ['in session mode', '', ['pool_mode = session']],
    ['with a single connection', 'prepare=false', ['default_pool_size = 1']],
    ...(canPrepare ? ([['that keeps prepared statements', '', ['max_prepared_statements = 100']]] as const) : []),
  ] as const)('two nodes read and write through a pooler %s', async (_, query, settings) => {
    const url = `${await startPooler(await database(), ...settings)}?${query}`;
    const stores = [await open(url), await open(url)] as const;
    await post(stores[0], ...MARKET);
    await Promise.all(stores.flatMap((store) => Array.from({ length: 20 }, () => post(store, swap(1n)))));
    for (const store of stores) expect(await headOf(store)).toBe(MARKET.length + 40);
  });
});

async function database(): Promise<string> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
}

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore({ url, ...OPTIONS, policy: POLICY });
  onTestFinished(() => store.close());
  return store;
}
