// API keys for the demo's traders: valid while the server runs, and never stored.
import { createKey, type Keys, keysOf } from '../../access/keys.ts';
import type { Account } from '../../core/amount.ts';
import type { KeyRecord } from '../../ports/records.ts';
import type { Store } from '../../ports/store.ts';

/** Creates a key for each account: its record, for `demoKeys`, and its secret. */
export async function makeTemporaryKeys(
  accounts: readonly Account[],
): Promise<{ readonly keys: readonly KeyRecord[]; readonly secrets: readonly string[] }> {
  const records: KeyRecord[] = [];
  const store = { addKey: async (record: KeyRecord) => void records.push(record) };
  const made = await Promise.all(accounts.map((account) => createKey(store, { account, role: 'trader' }, Date.now())));
  return { keys: records, secrets: made.map(({ key }) => key) };
}

/** The keys of a store, together with the temporary ones. */
export function demoKeys(store: Store, temporary: readonly KeyRecord[]): Keys {
  const byId = new Map(temporary.map((record) => [record.id, record]));
  return keysOf({
    key: async (id) => byId.get(id) ?? store.key(id),
    keysAfter: (page) => store.keysAfter(page),
    liveKeys: (account) => store.liveKeys(account),
    sideRecords: store.sideRecords,
    answered: (names, refusedAfterMs) => store.answered(names, refusedAfterMs),
    revokeKey: (id, atMs) => store.revokeKey(id, atMs),
  });
}
