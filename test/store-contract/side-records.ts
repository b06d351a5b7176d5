// Side records: several are changed atomically, and only by a writer that has read their latest versions.
import { describe, expect, test } from 'vitest';
import { tallied, tally } from '../../src/access/tally.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import type { KeyRecord } from '../../src/ports/records.ts';
import type { SideRecordChange, SideRecords } from '../../src/ports/side-records.ts';
import { ann } from '../paper-orders.ts';
import type { Site } from './site.ts';

const NOW = { nowMs: 1000 };
const put = (id: string, version: number, body: string | null, expiresAtMs?: number): SideRecordChange => ({
  kind: 'thing',
  id,
  version,
  body,
  ...(expiresAtMs !== undefined && { expiresAtMs }),
});
const KEY: KeyRecord = {
  id: 'k',
  account: ann,
  role: 'trader',
  name: 'phone',
  hash: '',
  restrictions: { scopes: ['read'], dayLimit: '10.5', addresses: ['10.0.0.0/8'] },
  createdAtMs: 1,
  revokedAtMs: null,
};

export function sideRecords(site: Site): void {
  describe('side records', () => {
    test('are created once, and changed or removed only with their last version', async () => {
      const [one, two] = [(await site.open()).sideRecords, (await site.open()).sideRecords];
      expect(await one.change([put('a', 0, '{"n":"\\u0000ä"}')], NOW)).toBe(true);
      expect(await two.change([put('a', 0, '{}')], NOW)).toBe(false);
      expect(await two.find('thing', 'a')).toEqual({
        kind: 'thing',
        id: 'a',
        version: 1,
        body: '{"n":"\\u0000ä"}',
        expiresAtMs: null,
      });
      expect(await two.change([put('a', 1, '2')], NOW)).toBe(true);
      expect(await one.change([put('a', 1, '3')], NOW)).toBe(false);
      expect(await one.change([put('a', 1, null)], NOW)).toBe(false);
      expect((await one.find('thing', 'a'))?.body).toBe('2');
      expect(await one.change([put('a', 2, null)], NOW)).toBe(true);
      expect([await two.find('thing', 'a'), await two.find('other', 'a')]).toEqual([undefined, undefined]);
    });

    test('and keys of one change are written all or none', async () => {
      const store = await site.open();
      await store.sideRecords.change([put('a', 0, '1')], NOW);
      const keys = [KEY];
      expect(await store.sideRecords.change([put('b', 0, '1'), put('a', 0, '1')], { ...NOW, keys })).toBe(false);
      expect([await store.sideRecords.find('thing', 'b'), await store.key('k')]).toEqual([undefined, undefined]);
      expect(await store.sideRecords.change([put('b', 0, '1'), put('a', 1, '2')], { ...NOW, keys })).toBe(true);
      expect(await store.key('k')).toEqual(KEY);
      await expect(store.sideRecords.change([put('c', 0, '1')], { ...NOW, keys })).rejects.toThrow();
      expect(await store.sideRecords.find('thing', 'c')).toBeUndefined();
    });

    test('accept only one of several concurrent changes to the same version', async () => {
      const stores = [await site.open(), await site.open()];
      await stores[0]?.sideRecords.change([put('a', 0, '0'), put('b', 0, '0')], NOW);
      const tries = Array.from({ length: 8 }, (_, at) => {
        const both = [put('a', 1, `${at}`), put('b', 1, `${at}`)];
        return stores[at % 2]?.sideRecords.change(at % 4 < 2 ? both : both.toReversed(), NOW);
      });
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    });

    test('are listed by id and prefix, page by page', async () => {
      const { sideRecords } = await site.open();
      const ids = ['a', 'a/1', 'a/2', 'a0', 'b', 'é', 'é/1', '🌽'];
      await sideRecords.change(
        ids.map((id) => put(id, 0, '1')),
        NOW,
      );
      const list = async (page: { prefix?: string; after?: string; limit: number }) =>
        (await sideRecords.list({ kind: 'thing', ...page })).map(({ id }) => id);
      expect(await list({ limit: 9 })).toEqual(ids);
      expect(await list({ limit: 2, after: 'a' })).toEqual(['a/1', 'a/2']);
      expect(await list({ limit: 9, prefix: 'a/' })).toEqual(['a/1', 'a/2']);
      expect(await list({ limit: 9, prefix: 'a/', after: 'a/1' })).toEqual(['a/2']);
      expect(await list({ limit: 9, prefix: 'é' })).toEqual(['é', 'é/1']);
      expect(await list({ limit: 9, prefix: 'c' })).toEqual([]);
    });

    test.each([
      ['one millisecond before it expires', 999],
      ['when it expires', 1000],
      ['a day later', 86_401_000],
      ['a year later', 365 * 86_400_000],
    ])('that expire can be changed with the version read, %s', async (_, nowMs) => {
      const { sideRecords } = await site.open();
      await sideRecords.change([put('a', 0, '1', 1000), put('b', 0, '1', 1000), put('c', 0, '1', 1000)], { nowMs: 1 });
      const found = await sideRecords.find('thing', 'a');
      expect(await sideRecords.change([put('a', 2, '2', nowMs + 1)], { nowMs })).toBe(false);
      expect(await sideRecords.change([put('a', found?.version ?? 0, '2', nowMs + 1)], { nowMs })).toBe(true);
      expect(await sideRecords.find('thing', 'a')).toMatchObject({ version: 2, body: '2', expiresAtMs: nowMs + 1 });
      // The change also deletes the other records if they have expired.
      const left = (await sideRecords.list({ kind: 'thing', limit: 9 })).map(({ id }) => id);
      expect(left).toEqual(nowMs < 1000 ? ['a', 'b', 'c'] : ['a']);
    });

    test.each([
      ['before the old one expires', 999, false],
      ['when the old one expires', 1000, true],
      ['a year later', 365 * 86_400_000, true],
    ])('can be created again %s (at %i ms): %s', async (_, nowMs, isMade) => {
      const { sideRecords } = await site.open();
      await sideRecords.change([put('a', 0, '1', 1000)], { nowMs: 1 });
      await sideRecords.change([put('a', 1, '2', 1000)], { nowMs: 1 });
      expect(await sideRecords.change([put('a', 0, '3')], { nowMs })).toBe(isMade);
      const expected = isMade ? { version: 1, body: '3', expiresAtMs: null } : { version: 2, body: '2' };
      expect(await sideRecords.find('thing', 'a')).toMatchObject(expected);
    });

    test.each([
      ['deleted and created again', true],
      ['replaced', false],
    ])('that have expired and were %s are not changed by a writer that read them before', async (_, isSwept) => {
      const [reader, other] = [(await site.open()).sideRecords, (await site.open()).sideRecords];
      await other.change([put('a', 0, '1', 1000)], { nowMs: 1 });
      const before = await reader.find('thing', 'a');
      if (isSwept) await other.change([put('b', 0, '1', 5000)], NOW);
      expect(await other.change([put('a', 0, 'anew', 5000)], NOW)).toBe(true);
      expect(await reader.change([put('a', before?.version ?? 0, 'too late', 5000)], NOW)).toBe(false);
      expect(await reader.change([put('a', before?.version ?? 0, null)], NOW)).toBe(false);
      expect((await reader.find('thing', 'a'))?.body).toBe('anew');
    });

    test('that never expire can be changed by a writer whose clock is ahead, which deletes no other record', async () => {
      const { sideRecords } = await site.open();
      await sideRecords.change([put('session', 0, '1', 1000)], { nowMs: 1 });
      expect(await sideRecords.change([put('brand', 0, '1')], { nowMs: 3_600_000 })).toBe(true);
      expect(await sideRecords.change([put('brand', 1, null)], { nowMs: 3_600_000 })).toBe(true);
      expect(await sideRecords.find('thing', 'session')).toMatchObject({ version: 1 });
    });

    test('that can expire are not copied; others are copied with their version', async () => {
      const store = await site.open();
      await store.sideRecords.change([put('a', 0, '1'), put('old', 0, '1', 500), put('new', 0, '1', 1001)], {
        nowMs: 1,
      });
      expect(await store.sideRecords.change([put('old', 0, '2', 1001), put('a', 1, '2')], NOW)).toBe(true);
      await store.addKey(KEY);
      const place = await site.anotherPlace();
      await copyExchange(store, await site.openTarget(place), () => {});
      const copy = await site.open(place);
      const copied = { kind: 'thing', id: 'a', version: 2, body: '2', expiresAtMs: null };
      expect(await copy.sideRecords.list({ kind: 'thing', limit: 9 })).toEqual([copied]);
      expect(await copy.key('k')).toEqual(KEY);
    });

    test('can be changed while all connections are busy with queries, and a key can be added afterwards', async () => {
      const [one, two] = [await site.open(), await site.open()];
      const ask = (count: number) => Array.from({ length: count }, (_, at) => one.sideRecords.find('thing', `${at}`));
      // Makes the store open all connections and prepare the statement.
      for (let round = 0; round < 2; round++) await Promise.all(ask(300));
      // Each connection takes a hundred queries at once: one of the rounds fills all of them, however many there are.
      for (const connections of [1, 2, 3, 4]) {
        const questions = ask(100 * connections);
        // Waits until the queries are sent.
        await null;
        const changed = Array.from({ length: connections }, (_, at) =>
          one.sideRecords.change([put(`${connections} ${at}`, 0, '1')], NOW),
        );
        expect(await Promise.all(changed)).toEqual(changed.map(() => true));
        await Promise.all(questions);
        await one.addKey({ ...KEY, id: `k${connections}` });
      }
      expect(await two.keys()).toHaveLength(4);
      expect(await two.sideRecords.list({ kind: 'thing', limit: 20 })).toHaveLength(10);
    });

    test('count 300 concurrent additions up to the limit in fewer than 5 changes', async () => {
      const { sideRecords } = await site.open();
      let changes = 0;
      const counted: SideRecords = {
        ...sideRecords,
        change(...asked) {
          changes += 1;
          return sideRecords.change(...asked);
        },
      };
      const add = () => tally(counted, 'many', { add: 1n, most: 250n, nowMs: 1000 });
      const told = await Promise.all(Array.from({ length: 300 }, add));
      expect(told.filter(Boolean)).toHaveLength(250);
      expect(changes).toBeLessThan(5);
      expect(await tallied(counted, 'many', 1000)).toBe(250n);
    });

    test('count additions of all nodes up to a daily limit, which starts anew on the next day', async () => {
      const stores = [await site.open(), await site.open()];
      const count = (at: number, nowMs: number) =>
        tally((stores[at % 2] as (typeof stores)[0]).sideRecords, 'x', { add: 2n, most: 7n, nowMs });
      const counted = await Promise.all(Array.from({ length: 6 }, (_, at) => count(at, 86_399_999)));
      expect(counted.filter(Boolean)).toHaveLength(3);
      expect(await count(0, 86_400_000)).toBe(true);
    });
  });
}
