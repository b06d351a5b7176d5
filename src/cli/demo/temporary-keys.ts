// API keys for the demo's traders: valid while the server runs, and never stored.
import { createKey, type Keys, keysOf } from '../../access/keys.ts';
import type { Account } from '../../core/amount.ts';
import type { KeyRecord } from '../../ports/records.ts';
import type { Store } from '../../ports/store.ts';

/**
 * Environment variable that passes the records of the keys to worker processes. They contain only hashes: no secret leaves this
 * process.
 */
const VARIABLE = 'MILLPOND_TEMPORARY_KEYS';

/** Creates a key for each account, which is valid in this process and in every worker that it forks from now on. */
export async function makeTemporaryKeys(accounts: readonly Account[]): Promise<readonly string[]> {
  const records: KeyRecord[] = [];
  const store = { addKey: async (record: KeyRecord) => void records.push(record) };
  const made = await Promise.all(accounts.map((account) => createKey(store, { account, role: 'trader' }, Date.now())));
  process.env[VARIABLE] = JSON.stringify(records);
  return made.map(({ key }) => key);
}

/** The keys of a store, together with the temporary ones. */
export function demoKeys(store: Store): Keys {
  const passing: readonly KeyRecord[] = JSON.parse(process.env[VARIABLE] ?? '[]');
  const byId = new Map(passing.map((record) => [record.id, record]));
  return keysOf({
    key: async (id) => byId.get(id) ?? store.key(id),
    keysAfter: (page) => store.keysAfter(page),
    liveKeys: (account) => store.liveKeys(account),
    sideRecords: store.sideRecords,
    answered: (names, refusedAfterMs) => store.answered(names, refusedAfterMs),
    revokeKey: (id, atMs) => store.revokeKey(id, atMs),
  });
}
