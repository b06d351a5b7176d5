// Creates the demo market in a database, as `serve --demo` does, without starting a program for it.
import pino from 'pino';
import { createDemoMarket } from '../../src/cli/demo/demo.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { POLICY } from '../http/server.ts';

export async function makeDemoExchange(database: string): Promise<void> {
  const patience = { timeoutMs: 60_000, findOutMs: 60_000 };
  const store = database.includes('://')
    ? await openPostgresStore({ url: database, poolSize: 1, ...patience, policy: POLICY })
    : await openSqliteStore({ path: database, busyTimeoutMs: 60_000, policy: POLICY });
  const queue = { maxBatch: 500, maxQueue: 10_000, maxWaitMs: Number.POSITIVE_INFINITY };
  const venue = new LedgerVenue(store, { policy: POLICY, ...queue });
  await createDemoMarket(venue, pino({ level: 'silent' }));
  await venue.close();
}
