// Webhooks: stored as given, updated by field; only the current lease holder writes their progress.
import { describe, expect, test } from 'vitest';
import type { PoolAddress } from '../../src/core/amount.ts';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import type { Role } from '../../src/ports/records.ts';
import type { HookRecord } from '../../src/ports/webhooks.ts';
import { ann, bob } from '../paper-orders.ts';
import type { Site } from './site.ts';

export const hook = (id: string, terms: Partial<HookRecord> = {}): HookRecord => ({
  id: `hook_${id}`,
  account: ann,
  isOperator: false,
  url: 'https://example.org/?a="b"&c=\\',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  previousSecret: null,
  previousUntilMs: null,
  kinds: [],
  pools: [],
  cursor: 7,
  pendingTo: null,
  attempt: 0,
  nextMs: 1000,
  state: 'active',
  reason: '',
  lastStatus: null,
  createdAtMs: 1_800_000_000_000,
  ...terms,
});

const FULL = hook('full', {
  account: bob,
  isOperator: true,
  previousSecret: 'whsec_old',
  previousUntilMs: 1_800_000_000_001,
  kinds: ['swap', 'a "kind"'],
  pools: ['EQpool' as PoolAddress],
  cursor: 2 ** 40,
  pendingTo: 2 ** 40 + 9,
  attempt: 3,
  nextMs: 2_000_000_000_000,
  state: 'paused',
  reason: 'gone {since} "yesterday"',
  lastStatus: 410,
});

export function hooks(site: Site): void {
  const open = async (): Promise<Projection> => site.keep(await openProjection((await site.open()).projection));
  const ids = (found: readonly HookRecord[]) => found.map(({ id }) => id);

  describe('webhooks', () => {
    test('are found as added, also on another node', async () => {
      const [one, two] = [await open(), await open()];
      for (const each of [FULL, hook('plain')]) {
        await one.addHook(each);
        expect(await two.hook(each.id)).toEqual(each);
      }
      expect(await one.hook('hook_none')).toBeUndefined();
    });

    test('are listed by id, of one account or of all', async () => {
      const store = await open();
      for (const each of [hook('c'), hook('a'), hook('b', { account: bob }), hook('d')]) await store.addHook(each);
      expect(ids(await store.hooks({ after: '', limit: 3 }))).toEqual(['hook_a', 'hook_b', 'hook_c']);
      expect(ids(await store.hooks({ after: 'hook_c', limit: 3 }))).toEqual(['hook_d']);
      expect(ids(await store.hooks({ account: ann, after: 'hook_a', limit: 1 }))).toEqual(['hook_c']);
      expect(await store.hooks({ account: bob, after: '', limit: 9 })).toEqual([hook('b', { account: bob })]);
    });

    test('are updated by field, and deleted once', async () => {
      const store = await open();
      await store.addHook(FULL);
      await store.addHook(hook('other'));
      const change = { state: 'active', reason: '', previousSecret: null, previousUntilMs: null } as const;
      expect(await store.changeHook(FULL.id, change)).toBe(true);
      expect(await store.hook(FULL.id)).toEqual({ ...FULL, ...change });
      expect(await store.changeHook(FULL.id, {})).toBe(true);
      expect(await store.changeHook('hook_none', change)).toBe(false);
      expect(await store.changeHook('hook_none', {})).toBe(false);
      expect([await store.deleteHook(FULL.id), await store.deleteHook(FULL.id)]).toEqual([true, false]);
      expect(await store.hooks({ after: '', limit: 9 })).toEqual([hook('other')]);
    });

    test('are due at their time, or if it is too far ahead to be right, unless paused; those due longest come first', async () => {
      const store = await open();
      await store.addHook(hook('late', { nextMs: 50 }));
      await store.addHook(hook('now', { nextMs: 100 }));
      await store.addHook(hook('later', { nextMs: 101 }));
      await store.addHook(hook('wrong', { nextMs: 101 + 27 * 3_600_000 }));
      await store.addHook(hook('never', { nextMs: 1, state: 'paused' }));
      expect(ids(await store.dueHooks(100, 9))).toEqual(['hook_late', 'hook_now', 'hook_wrong']);
      expect(ids(await store.dueHooks(100, 1))).toEqual(['hook_late']);
    });

    test('hasKey() returns whether an account has a key that is not revoked, of any role or of an operator', async () => {
      const store = await site.open();
      const hooks = site.keep(await openProjection(store.projection));
      const asked = async () => [await hooks.hasKey(ann, false), await hooks.hasKey(ann, true)];
      const add = (id: string, role: Role, account = ann) =>
        store.addKey({
          id,
          account,
          role,
          hash: 'a'.repeat(64),
          createdAtMs: 1,
          revokedAtMs: null,
          name: '',
          restrictions: null,
        });
      await add('0', 'operator', bob);
      expect(await asked()).toEqual([false, false]);
      await add('1', 'trader');
      expect(await asked()).toEqual([true, false]);
      await add('2', 'operator');
      expect(await asked()).toEqual([true, true]);
      await store.revokeKey('1', 2);
      expect(await asked()).toEqual([true, true]);
      await store.revokeKey('2', 2);
      expect(await asked()).toEqual([false, false]);
    });

    test('store progress only if they are active and the writer holds the lease and knows the current journal', async () => {
      const store = await open();
      await store.addHook(hook('a'));
      const { cursor, pendingTo, attempt, nextMs, reason, lastStatus } = FULL;
      const progress = { cursor, pendingTo, attempt, nextMs, state: 'active' as const, reason, lastStatus };
      const fence = (await store.takeLease({ name: 'webhooks', holder: 'one', forMs: 0 })) as number;
      expect(await store.noteDelivery('hook_a', progress, fence)).toBe(true);
      expect(await store.hook('hook_a')).toEqual({ ...hook('a'), ...progress });
      const gone = { sequence: 1, id: 'gone' };
      expect(await store.noteDelivery('hook_a', { ...progress, cursor: 1 }, fence, gone)).toBe(false);
      expect(await store.noteDelivery('hook_none', progress, fence)).toBe(false);
      const next = (await store.takeLease({ name: 'webhooks', holder: 'two', forMs: 0 })) as number;
      expect(await store.noteDelivery('hook_a', { ...progress, cursor: 1 }, fence)).toBe(false);
      expect((await store.hook('hook_a'))?.cursor).toBe(cursor);
      expect(await store.noteDelivery('hook_a', { ...progress, cursor: 1, state: 'paused' }, next)).toBe(true);
      expect(await store.noteDelivery('hook_a', progress, next)).toBe(false);
      expect(await store.hook('hook_a')).toMatchObject({ cursor: 1, state: 'paused' });
    });
  });
}
