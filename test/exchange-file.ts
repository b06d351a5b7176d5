// An exchange in a file: prepared once per test file, copied for each test.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { audit } from '../src/audit/audit.ts';
import type { Command } from '../src/core/commands/command.ts';
import { LedgerVenue } from '../src/ledger/ledger-venue.ts';
import { Observer } from '../src/market/observer.ts';
import { MarketQueries } from '../src/market/queries/market-queries.ts';
import { openProjection } from '../src/ports/projection.ts';
import type { Store } from '../src/ports/store.ts';
import { openTail } from '../src/ports/tail.ts';
import { RouteClient } from '../src/routes/client.ts';
import { RouteService } from '../src/routes/service.ts';
import { checksumOf } from '../src/store/rows/checksum.ts';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import { POLICY, post } from './store-contract/site.ts';

// No command expires, so that no answer depends on timing.
const QUEUE = { maxBatch: 100, maxQueue: 1000, maxWaitMs: Number.POSITIVE_INFINITY };

export const openStore = (path: string): Promise<Store> =>
  openSqliteStore({ path, busyTimeoutMs: 60_000, policy: POLICY });

/** Returns the path of the current test's copy of an exchange that has executed these commands. */
export function useExchangeFile(commands: readonly Command[]): () => string {
  let folder: string;
  const prepared = () => join(folder, 'prepared.db');
  const copy = () => join(folder, 'exchange.db');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millpond-'));
    const store = await openStore(prepared());
    for (const command of commands) await post(store, command);
    await store.close();
  });
  beforeEach(async () => {
    for (const remains of ['', '-wal', '-shm']) await rm(copy() + remains, { force: true });
    await copyFile(prepared(), copy());
  });
  afterAll(() => rm(folder, { recursive: true }));
  return copy;
}

/** Recomputes every row's checksum, as an attacker would. */
export function proveAll(db: DatabaseSync): void {
  db.function('checksum_of', (sequence, receipt) => checksumOf(sequence as number, receipt as string));
  db.exec('UPDATE journal SET checksum = checksum_of(sequence, receipt)');
}

/** Audits an exchange in a file. */
export async function auditFile(path: string, onProgress: Parameters<typeof audit>[1] = () => {}) {
  const store = await openStore(path);
  try {
    return await audit(store, onProgress);
  } finally {
    await store.close();
  }
}

export type Rewritten = readonly [sequence: number, field: string, value: string | number | bigint];

/** Changes receipts in the journal, with matching checksums. */
export function rewriteReceipts(path: string, ...changes: readonly Rewritten[]): void {
  const db = new DatabaseSync(path, { timeout: 60_000 });
  for (const [sequence, field, value] of changes) {
    db.exec(`UPDATE journal SET receipt = json_set(receipt, '$.${field}', ${value}) WHERE sequence = ${sequence}`);
  }
  proveAll(db);
  db.close();
}

type OnExchange = {
  /** The current test's own exchange and its store. */
  readonly exchange: LedgerVenue;
  readonly store: Store;
  /** Another venue on the same file, which the test closes itself. */
  openAnother(): Promise<LedgerVenue>;
};

/** Finds routes on the calling thread. */
export async function routeClientOf(store: Store): Promise<RouteClient> {
  const service = new RouteService(await openTail(store.tail), { maxPools: 16, minGain: 0.000_005 });
  return new RouteClient(service, { maxWaiting: 1000 });
}

/** Follows the journal on the calling thread. */
export const observerOf = async (store: Store): Promise<Observer> =>
  new Observer(await openTail(store.tail), await openProjection(store.projection));

export const marketOf = async (
  store: Store,
  options: ConstructorParameters<typeof MarketQueries>[1] = {},
): Promise<MarketQueries> => new MarketQueries(await observerOf(store), options);

/** Gives each test an exchange that has executed these commands. */
export function useExchange(commands: readonly Command[], { routed = false } = {}): OnExchange {
  const path = useExchangeFile(commands);
  const open = async (store: Store) =>
    new LedgerVenue(store, { ...QUEUE, policy: POLICY, ...(routed && { routeClient: await routeClientOf(store) }) });
  const current = {
    exchange: undefined as unknown as LedgerVenue,
    store: undefined as unknown as Store,
    openAnother: async () => open(await openStore(path())),
  };
  beforeEach(async () => {
    current.store = await openStore(path());
    current.exchange = await open(current.store);
  });
  afterEach(() => current.exchange.close());
  return current;
}
