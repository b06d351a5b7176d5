// The PostgreSQL store keeps the contract of every store.
import { createDatabase } from '../../../test/postgres/database.ts';
import { storeContract } from '../../../test/store-contract/store-contract.ts';
import { openPostgresCopyTarget } from './copy-target.ts';
import { openPostgresStore } from './store.ts';

storeContract('PostgreSQL', async () => {
  const { url, drop } = await createDatabase();
  const at = { url, poolSize: 3, timeoutMs: 60_000, findOutMs: 60_000 };
  return {
    open: (policy) => openPostgresStore({ ...at, policy }),
    openTarget: () => openPostgresCopyTarget(at),
    remove: drop,
  };
});
