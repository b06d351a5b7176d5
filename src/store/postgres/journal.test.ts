// An audit whose connection is cut has no result, even if the driver reconnects.
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../test/postgres/database.ts';
import { MARKET, POLICY, post } from '../../../test/store-contract/site.ts';
import { audit } from '../../audit/audit.ts';
import { openPostgresStore } from './store.ts';

const CUT = `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'idle in transaction'`;

test.each(['balances', 'movements'] as const)('an audit fails if it loses its connection before %s', async (part) => {
  const { url, drop } = await createDatabase();
  const store = await openPostgresStore({ url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
  await post(store, ...MARKET);
  const openJournal = async () => {
    const journal = await store.openJournal();
    async function* cut() {
      const sql = postgres(url, { max: 1 });
      expect(await sql.unsafe(CUT)).toHaveLength(1);
      await sql.end();
      yield* journal[part]();
    }
    return { ...journal, [part]: cut };
  };
  await expect(audit({ openJournal }, () => {})).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'failed' });
  expect(await audit(store, () => {})).toMatchObject({ transactions: MARKET.length });
  await store.close();
  await drop();
});
