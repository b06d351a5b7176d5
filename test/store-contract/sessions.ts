// Sessions: found with their key on every node, limited per key, and gone when ended.
import { describe, expect, test } from 'vitest';
import { copyExchange } from '../../src/ledger/copy.ts';
import type { KeyRecord, SessionRecord } from '../../src/ports/records.ts';
import type { Store } from '../../src/ports/store.ts';
import { ann, bob } from '../paper-orders.ts';
import type { Site } from './site.ts';

const key = (id: string, terms: Partial<KeyRecord> = {}): KeyRecord => ({
  id,
  account: ann,
  role: 'trader',
  hash: `hash of ${id}`,
  createdAtMs: 1,
  name: '',
  restrictions: null,
  revokedAtMs: null,
  ...terms,
});
const session = (hash: string, keyId: string, expiresAtMs: number): SessionRecord => ({
  hash,
  keyId,
  expiresAtMs,
  begunAtMs: 900,
  device: 'Firefox on Linux',
});
const BOUNDS = { nowMs: 1000, mostOfKey: 2 };

export function sessions(site: Site): void {
  const openWithKeys = async () => {
    const store = await site.open();
    for (const each of [key('a'), key('b', { account: bob, role: 'operator' })]) await store.addKey(each);
    return store;
  };
  const left = async (store: Store, ...hashes: string[]) => {
    const found = await Promise.all(hashes.map((hash) => store.session(hash)));
    return found.flatMap((one) => (one ? [one.hash] : []));
  };

  describe('sessions', () => {
    test('are found with the current state of their key, also on another node', async () => {
      const [one, two] = [await openWithKeys(), await site.open()];
      const given = session('one', 'b', 2 ** 41);
      await one.addSession(given, BOUNDS);
      expect(await two.session('one')).toEqual({ ...given, key: key('b', { account: bob, role: 'operator' }) });
      await one.revokeKey('b', 1_800_000_000_000);
      expect((await two.session('one'))?.key.revokedAtMs).toBe(1_800_000_000_000);
      expect(await two.session('two')).toBeUndefined();
    });

    test('can be ended on another node, which leaves other sessions as they are, and again without an error', async () => {
      const [one, two] = [await openWithKeys(), await site.open()];
      for (const hash of ['one', 'two']) await one.addSession(session(hash, 'a', 2000), BOUNDS);
      for (let times = 0; times < 2; times++) await two.endSession('one');
      expect(await left(one, 'one', 'two')).toEqual(['two']);
    });

    test('of an account are listed by hash if they and their key are valid, and all but one can be ended', async () => {
      const [one, two] = [await openWithKeys(), await site.open()];
      await one.addKey(key('c'));
      await one.addKey(key('revoked', { revokedAtMs: 5 }));
      const given = ['aa', 'bb', 'Cc', 'dd', 'ee', 'ff'];
      const keys = ['a', 'c', 'a', 'b', 'c', 'revoked'];
      for (const [at, hash] of given.entries())
        await one.addSession(session(hash, keys[at] as string, hash === 'ee' ? 1001 : 2000), BOUNDS);
      const list = async (after: string, limit: number) => two.sessionsOf({ account: ann, after, limit, nowMs: 1001 });
      expect(await list('', 9)).toEqual([session('Cc', 'a', 2000), session('aa', 'a', 2000), session('bb', 'c', 2000)]);
      expect((await list('Cc', 1)).map(({ hash }) => hash)).toEqual(['aa']);
      expect(await two.endOtherSessions(ann, 'aa')).toBe(4);
      expect(await left(one, ...given)).toEqual(['aa', 'dd']);
      expect(await two.endOtherSessions(ann, '')).toBe(1);
    });

    test('are removed when another begins, if they have expired or if their key has too many', async () => {
      const store = await openWithKeys();
      await store.addSession(session('expired', 'b', 1000), { ...BOUNDS, nowMs: 1 });
      await store.addSession(session('of b', 'b', 1001), { ...BOUNDS, nowMs: 1 });
      for (const [hash, at] of [
        ['first', 1003],
        ['second', 1002],
        ['third', 1004],
      ] as const)
        await store.addSession(session(hash, 'a', at), BOUNDS);
      expect(await left(store, 'expired', 'of b', 'first', 'second', 'third')).toEqual(['of b', 'first', 'third']);
    });

    test('can begin concurrently on two nodes, and the last one is kept', async () => {
      const stores = [await openWithKeys(), await site.open()];
      const hashes = Array.from({ length: 8 }, (_, at) => `s${at}`);
      const begun = hashes.map((hash, at) => stores[at % 2]?.addSession(session(hash, 'a', 2000 + at), BOUNDS));
      await Promise.all(begun);
      await stores[0]?.addSession(session('last', 'a', 3000), BOUNDS);
      expect((await left(stores[0] as Store, ...hashes, 'last')).at(-1)).toBe('last');
    });

    test('cannot be added without an existing key, nor with the hash of another session', async () => {
      const store = await openWithKeys();
      await expect(store.addSession(session('one', 'nonesuch', 2000), BOUNDS)).rejects.toThrow();
      await store.addSession(session('one', 'a', 2000), BOUNDS);
      await expect(store.addSession(session('one', 'b', 2000), BOUNDS)).rejects.toThrow();
      expect((await store.session('one'))?.keyId).toBe('a');
    });

    test('are not copied, while their keys are: people sign in again', async () => {
      const store = await openWithKeys();
      await store.addSession(session('one', 'a', 2000), BOUNDS);
      const place = await site.anotherPlace();
      await copyExchange(store, await site.openTarget(place), () => {});
      const copy = await site.open(place);
      expect([await copy.session('one'), (await copy.key('a'))?.id]).toEqual([undefined, 'a']);
    });
  });
}
