// Which keys may add a passkey, and which passkeys may be removed: neither admits an intruder nor locks the owner out.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ann, bob } from '../../../test/paper-orders.ts';
import { POLICY } from '../../../test/store-contract/site.ts';
import { useTempFolder } from '../../../test/temp-folder.ts';
import type { KeyRecord } from '../../ports/records.ts';
import type { Store } from '../../ports/store.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import { Challenges } from './challenges.ts';
import { Passkeys } from './passkeys.ts';
import { passkeyKind, personKind } from './person.ts';
import { Verifier } from './verifier.ts';

const PARTY = { id: 'pond.example', origins: ['https://pond.example'], name: 'Pond' };
const at = useTempFolder();
const verifier = new Verifier();
let store: Store;
let passkeys: Passkeys;

beforeEach(async () => {
  store = await openSqliteStore({ path: at(`${crypto.randomUUID()}.db`), busyTimeoutMs: 1000, policy: POLICY });
  passkeys = new Passkeys(store, { challenges: new Challenges(store.sideRecords), verifier, nowMs: () => 1000 });
});
afterEach(() => store.close());

const keyOf = (id: string, more: Partial<KeyRecord> = {}): KeyRecord => {
  const key = { id, account: ann, role: 'trader' as const, name: '', hash: 'h', restrictions: null };
  return { ...key, createdAtMs: 1, revokedAtMs: null, ...more };
};

/** An account with these passkeys and no other key. */
async function havePasskeys(...ids: readonly string[]): Promise<void> {
  const { sideRecords } = store;
  const body = { credentialId: 'c', account: ann, publicKey: '', counter: 0, transports: [], isSynced: false };
  const changes = ids.map((id) =>
    passkeyKind(sideRecords).put({ id, version: 0, body: { ...body, name: id, lastUsedAtMs: null } }),
  );
  const person = { passkeys: ids, invitation: null, createdAtMs: 1 };
  await sideRecords.change([...changes, personKind(sideRecords).put({ id: ann, version: 0, body: person })], {
    nowMs: 1,
    keys: ids.map((id) => keyOf(id, { hash: '' })),
  });
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }) => code,
  );

test.each<[string, Partial<KeyRecord>, string]>([
  ['no restrictions', {}, 'done'],
  ['a daily limit', { restrictions: { dayLimit: '10' } }, 'passkey_refused'],
  ['a scope', { restrictions: { scopes: ['read'] } }, 'passkey_refused'],
  ['addresses', { restrictions: { addresses: ['10.0.0.0/8'] } }, 'passkey_refused'],
  ['been revoked', { revokedAtMs: 5 }, 'passkey_refused'],
])('only an unrestricted key that is not revoked may add a passkey: one that has %s', async (_, key, outcome) => {
  await store.addKey(keyOf('k', key));
  expect(await outcomeOf(passkeys.addOptions('k', PARTY))).toBe(outcome);
  const registration = { id: 'AQ', clientDataJSON: 'AQ', attestationObject: 'AQ' };
  const added = passkeys.add(registration, { signedInBy: 'k', name: 'phone', rp: PARTY });
  const message = outcome === 'done' ? /longer than five minutes/ : /restricted cannot add/;
  await expect(added).rejects.toThrow(message);
});

test.each<[string, KeyRecord | undefined, string]>([
  ['nothing else', undefined, 'last_credential'],
  ['a key without restrictions', keyOf('k'), 'done'],
  ['a key with a scope', keyOf('k', { restrictions: { scopes: ['read'] } }), 'last_credential'],
  ['a key with a daily limit', keyOf('k', { restrictions: { dayLimit: '1' } }), 'last_credential'],
  ['a key that was revoked', keyOf('k', { revokedAtMs: 5 }), 'last_credential'],
  ["another account's key", keyOf('k', { account: bob }), 'last_credential'],
])('without force the last passkey is removed only beside an unrestricted key: %s', async (_, other, outcome) => {
  await havePasskeys('p');
  if (other) await store.addKey(other);
  expect(await outcomeOf(passkeys.revoke(ann, 'p', false))).toBe(outcome);
  expect((await store.key('p'))?.revokedAtMs).toBe(outcome === 'done' ? 1000 : null);
  // With force, the owner can remove even the last credential.
  if (outcome !== 'done') expect(await outcomeOf(passkeys.revoke(ann, 'p', true))).toBe('done');
});

test('one of two passkeys is removed only by its owner, and then the other is not removed without force', async () => {
  await havePasskeys('p', 'q');
  expect(await outcomeOf(passkeys.revoke(bob, 'p', true))).toBe('not_found');
  expect(await outcomeOf(passkeys.revoke(ann, 'p', false))).toBe('done');
  expect(await outcomeOf(passkeys.revoke(ann, 'p', false))).toBe('not_found');
  expect(await outcomeOf(passkeys.revoke(ann, 'q', false))).toBe('last_credential');
});
