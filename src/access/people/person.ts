// A person: an account that signed up or has a passkey, with its passkeys.
import type { Account } from '../../core/amount.ts';
import type { SideRecords } from '../../ports/side-records.ts';
import type { Store } from '../../ports/store.ts';
import { SideKind, type StoredRecord } from '../side-kind.ts';

export type Person = {
  /** Ids of the passkeys, some of which may be revoked by now. */
  readonly passkeys: readonly string[];
  /** Id of the invitation with which the person signed up; null without one. */
  readonly invitation: string | null;
  readonly createdAtMs: number;
};

export type Passkey = {
  /** The id that the authenticator gave the passkey; the id of its row among the API keys is derived from it. */
  readonly credentialId: string;
  readonly account: Account;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  /** True if, at its last use, the passkey was synced to other devices or backed up. */
  readonly isSynced: boolean;
  readonly name: string;
  readonly lastUsedAtMs: number | null;
};

export type PeopleStore = Pick<Store, 'sideRecords' | 'key' | 'keysAfter' | 'sessionsOf' | 'revokeKey' | 'factory'>;

export const personKind = (records: SideRecords) => new SideKind<Person>(records, 'person');
/** By skeleton (a form in which similar names are equal): the account whose name it is. */
export const nameKind = (records: SideRecords) => new SideKind<Account>(records, 'name');
export const passkeyKind = (records: SideRecords) => new SideKind<Passkey>(records, 'passkey');

/** The passkeys of a person that are not revoked. */
export async function livePasskeys(
  store: PeopleStore,
  person: StoredRecord<Person> | undefined,
): Promise<readonly (StoredRecord<Passkey> & { readonly createdAtMs: number })[]> {
  const kind = passkeyKind(store.sideRecords);
  const found = await Promise.all(
    (person?.body.passkeys ?? []).map(async (id) => ({ key: await store.key(id), passkey: await kind.find(id) })),
  );
  return found.flatMap(({ key, passkey }) =>
    key?.revokedAtMs === null && passkey ? [{ ...passkey, createdAtMs: key.createdAtMs }] : [],
  );
}
