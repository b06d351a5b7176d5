// Keys: shown once, stored as a hash, valid for exactly one account until revoked.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ann, bob } from '../../test/paper-orders.ts';
import { chainRequest } from '../../test/store-contract/chain-requests.ts';
import { POLICY } from '../../test/store-contract/site.ts';
import { useTempFolder } from '../../test/temp-folder.ts';
import type { Store } from '../ports/store.ts';
import { openSqliteStore } from '../store/sqlite/store.ts';
import { authenticate, createKey, keysOf } from './keys.ts';

const DAY_MS = 86_400_000;
const at = useTempFolder();
let store: Store;
beforeEach(async () => {
  store = await openSqliteStore({ path: at('exchange.db'), busyTimeoutMs: 1000, policy: POLICY });
});
afterEach(() => store.close());

test('authenticating with a key returns its account and role', async () => {
  const trader = await createKey(store, { account: ann, role: 'trader' }, 1000);
  const operator = await createKey(store, { account: bob, role: 'operator' }, 2000);
  const whole = { restrictions: null };
  expect(await authenticate(store, trader.key)).toEqual({ ...whole, account: ann, role: 'trader', keyId: trader.id });
  expect(await authenticate(store, operator.key)).toEqual({
    ...whole,
    account: bob,
    role: 'operator',
    keyId: operator.id,
  });
});

test('authenticating with a key returns the restrictions that it was created with', async () => {
  const restrictions = { scopes: ['read'], dayLimit: '250', addresses: ['10.0.0.0/8'] } as const;
  const { id, key } = await createKey(store, { account: ann, role: 'trader', restrictions }, 1000);
  expect(await authenticate(store, key)).toEqual({ account: ann, role: 'trader', keyId: id, restrictions });
});

test('the secret of a key has 256 bits, and only its SHA-256 is stored', async () => {
  const { id, key } = await createKey(store, { account: ann, role: 'trader' }, 1000);
  const [, keyId, secret] = /^mp_([0-9a-f]{16})_([\w-]{43})$/.exec(key) ?? [];
  expect(keyId).toBe(id);
  expect(Buffer.from(secret ?? '', 'base64url')).toHaveLength(32);
  const hash = createHash('sha256')
    .update(secret ?? '')
    .digest('hex');
  const record = {
    id,
    account: ann,
    role: 'trader',
    hash,
    createdAtMs: 1000,
    revokedAtMs: null,
    name: '',
    restrictions: null,
  };
  expect(await store.keys()).toEqual([record]);
});

test('a key can be created just under a day, a day and a year after the last one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  const keys = keysOf(store);
  for (const laterMs of [0, DAY_MS - 1, DAY_MS, 365 * DAY_MS]) {
    vi.setSystemTime(Date.now() + laterMs);
    expect(await keys.create({ account: ann, role: 'trader' })).toMatchObject({ createdAtMs: Date.now() });
  }
  vi.useRealTimers();
  expect(await store.keys()).toHaveLength(4);
});

test('20 keys have different ids and secrets, and the bytes of each vary', async () => {
  const keys = [];
  for (let count = 0; count < 20; count++) keys.push(await createKey(store, { account: ann, role: 'trader' }, count));
  expect(new Set(keys.map(({ id }) => id)).size).toBe(20);
  expect(new Set(keys.map(({ key }) => key.slice(-43))).size).toBe(20);
  // On average 30 of 32 random bytes are different; 16 or fewer occur once in more than a billion keys.
  for (const { id, key } of keys) {
    expect(new Set(Buffer.from(key.slice(-43), 'base64url')).size).toBeGreaterThan(16);
    expect(new Set(Buffer.from(id, 'hex')).size).toBeGreaterThan(2);
  }
});

describe('authentication fails for', () => {
  test('a key with any one character changed', async () => {
    const { key } = await createKey(store, { account: ann, role: 'trader' }, 1000);
    for (let index = 0; index < key.length; index++) {
      const changed = key[index] === 'a' ? 'b' : 'a';
      const wrong = key.slice(0, index) + changed + key.slice(index + 1);
      expect(await authenticate(store, wrong), wrong).toBeUndefined();
    }
  });

  test('the secret of one key under the id of another', async () => {
    const one = await createKey(store, { account: ann, role: 'trader' }, 1000);
    const two = await createKey(store, { account: bob, role: 'operator' }, 1000);
    expect(await authenticate(store, `mp_${two.id}_${one.key.slice(-43)}`)).toBeUndefined();
  });

  test('a text that is not in the form of a key', async () => {
    const { key, id } = await createKey(store, { account: ann, role: 'trader' }, 1000);
    const texts = ['', 'mp_', id, `${key} `, ` ${key}`, `${key}a`, key.slice(0, -1), key.slice(3), key.toUpperCase()];
    for (const text of [...texts, `${key}\n`, `mp_${id}_`, `mp_${id}_${'é'.repeat(43)}`]) {
      expect(await authenticate(store, text), text).toBeUndefined();
    }
  });

  test('the id of a passkey, which has no secret, with any secret or none', async () => {
    const id = '00000000000000ff';
    const passkey = { id, account: ann, role: 'trader', hash: '', createdAtMs: 0, revokedAtMs: null } as const;
    await store.addKey({ ...passkey, name: '', restrictions: null });
    for (const secret of ['', 'A'.repeat(43)]) expect(await authenticate(store, `mp_${id}_${secret}`)).toBeUndefined();
  });

  test('a revoked key, while others keep working', async () => {
    const revoked = await createKey(store, { account: ann, role: 'trader' }, 1000);
    const kept = await createKey(store, { account: ann, role: 'trader' }, 1000);
    await store.revokeKey(revoked.id, 2000);
    expect(await authenticate(store, revoked.key)).toBeUndefined();
    expect(await authenticate(store, kept.key)).toMatchObject({ account: ann, keyId: kept.id });
  });
});

test('isDone is true for an idempotency key if chain requests are searched and one of its account has that key', async () => {
  await store.chainRequests.accept(chainRequest('a', { key: 'k', fingerprint: 'f' }));
  const keys = keysOf(store, store.chainRequests);
  expect([await keys.isDone(ann, 'k'), await keys.isDone(bob, 'k'), await keys.isDone(ann, 'l')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await keysOf(store).isDone(ann, 'k')).toBe(false);
});
