// The SQLite store keeps the contract of every store.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '../store.contract.ts';
import { openSqliteStore } from './store.ts';

storeContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  return {
    open: (policy) => openSqliteStore({ path: join(folder, 'exchange.db'), busyTimeoutMs: 60_000, policy }),
    remove: () => rm(folder, { recursive: true }),
  };
});
