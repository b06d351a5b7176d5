// The PostgreSQL store keeps the contract of every store.
import { createDatabase } from '../../../test/postgres/database.ts';
import { storeContract } from '../store.contract.ts';
import { openPostgresStore } from './store.ts';

storeContract('PostgreSQL', async () => {
  const { url, drop } = await createDatabase();
  return {
    open: (policy) => openPostgresStore({ url, poolSize: 3, timeoutMs: 60_000, findOutMs: 60_000, policy }),
    remove: drop,
  };
});
