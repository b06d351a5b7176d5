// The SQLite store keeps the contract of every store.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '../../../test/store-contract/store-contract.ts';
import { openSqliteCopyTarget } from './copy-target.ts';
import { openSqliteStore } from './store.ts';

storeContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-'));
  const at = { path: join(folder, 'exchange.db'), busyTimeoutMs: 60_000 };
  return {
    open: (policy) => openSqliteStore({ ...at, policy }),
    openTarget: async () => openSqliteCopyTarget(at),
    remove: () => rm(folder, { recursive: true }),
  };
});
