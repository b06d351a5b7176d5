// Hosts of the URL that never answer: a node starts, and uses a host that answers, wherever in the list it is.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { StoreUnavailable } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { APPLE } from '../paper-exchange.ts';
import { ann, deposit, registerToken } from '../paper-orders.ts';
import { headOf, POLICY, post } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';
import { startReplication } from './replication.ts';
import { SILENCES, startSilentHost } from './silent.ts';

const OPTIONS = { poolSize: 2, timeoutMs: 3000, findOutMs: 10_000, policy: POLICY };

/** Positions of the live server among silent ones. */
const PLACES = ['live,silent', 'silent,live', 'silent,silent,live', 'silent,live,silent'];

describe.each(SILENCES)('with silent hosts of the kind: %s', (silence) => {
  it.each(PLACES)('a store opens on hosts %s, and can be read and checked', async (places) => {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    const { host } = new URL(inject('postgresUrl'));
    const hosts: string[] = [];
    for (const place of places.split(',')) hosts.push(place === 'live' ? host : await startSilentHost(silence));
    const store = await openPostgresStore({ url: url.replace(host, hosts.join(',')), ...OPTIONS });
    onTestFinished(() => store.close());
    await store.check();
    expect(await headOf(store)).toBe(0);
  });
});

it('if the primary is frozen and its standby promoted, a store uses the standby, which has every transaction', async () => {
  const servers = await startReplication();
  const { url } = await createDatabase(servers.primaryUrl);
  const [primary, standby] = [new URL(url), new URL(servers.standbyUrl)];
  const store = await openPostgresStore({
    url: url.replace(primary.host, `${primary.host},${standby.host}`),
    ...OPTIONS,
  });
  onTestFinished(() => store.close());
  await post(store, registerToken(APPLE));
  servers.freezePrimary();
  await expect(headOf(store)).rejects.toThrow(StoreUnavailable);
  await servers.promoteStandby();
  await retry(() => store.check());
  expect(await retry(() => headOf(store))).toBe(1);
  expect(await retry(() => post(store, deposit(ann, APPLE, 5n)))).toMatchObject([{ sequence: 2 }]);
});

/** Much longer than several attempts on both hosts take. */
const PATIENCE_MS = 60_000;

async function retry<T>(work: () => Promise<T>): Promise<T> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() > untilMs) throw error;
      await sleep(100);
    }
  }
}
