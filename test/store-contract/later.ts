// A day, a month and a year later on an exchange without use: expired and long unused records can be used or replaced.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Faucet } from '../../src/access/faucet.ts';
import { createInvitations, findInvitation, listInvitations, revokeInvitation } from '../../src/access/invitations.ts';
import { keysOf } from '../../src/access/keys.ts';
import { OrdersPause } from '../../src/access/orders-pause.ts';
import { Challenges } from '../../src/access/people/challenges.ts';
import { peopleOf } from '../../src/access/people/people.ts';
import { sessionsOf } from '../../src/access/sessions.ts';
import { SideKind } from '../../src/access/side-kind.ts';
import { SIDE_KINDS, type SideKindName } from '../../src/access/side-kinds.ts';
import { update } from '../../src/access/update.ts';
import { usageOf } from '../../src/access/usage.ts';
import { Brand } from '../../src/brand/brand.ts';
import { openProjection } from '../../src/ports/projection.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { APPLE } from '../paper-exchange.ts';
import { ann, bob } from '../paper-orders.ts';
import type { Site } from './site.ts';

const [START_MS, DAY_MS, HOUR_MS] = [1_800_000_000_000, 86_400_000, 3_600_000];
const LATER = [
  ['a day', DAY_MS],
  ['a month', 30 * DAY_MS],
  ['a year', 365 * DAY_MS],
] as const;

const KINDS = Object.keys(SIDE_KINDS) as readonly SideKindName[];
const page = { limit: 9 };

/** A venue with one token and no accounts. */
const VENUE = {
  router: async () => ({ tokens: [APPLE] }),
  execute: async () => ({}),
  accounts: async () => ({ items: [], nextCursor: null }),
  balances: async () => ({ items: [], nextCursor: null }),
  activity: async () => ({ items: [], nextCursor: null, lookedAt: 0 }),
} as unknown as Venue;

export function later(site: Site): void {
  describe.each(LATER)('%s later', (_, laterMs) => {
    beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START_MS }));
    afterEach(() => vi.useRealTimers());
    const moveOn = () => vi.setSystemTime(START_MS + laterMs);

    test('every kind of side record can be changed if found, and created again if expired', async () => {
      const { sideRecords: records } = await site.open();
      const touch = (kind: SideKindName, id: string, expiresAtMs: number | null) =>
        update(records, Date.now(), async () => {
          const found = await new SideKind<number>(records, kind).find(id);
          const body = (found?.body ?? 0) + 1;
          const put = { id, version: found?.version ?? 0, body, expiresAtMs };
          return { changes: [new SideKind<number>(records, kind).put(put)], result: body };
        });
      await touch('tally', 'found', Date.now() + HOUR_MS);
      for (const kind of KINDS) {
        await touch(kind, 'kept', null);
        await touch(kind, 'gone', Date.now() + HOUR_MS);
      }
      moveOn();
      // The first record is found before any change; changing it deletes the other expired ones.
      expect(await touch('tally', 'found', Date.now() + HOUR_MS)).toBe(2);
      for (const kind of KINDS) {
        expect([kind, await touch(kind, 'kept', null)]).toEqual([kind, 2]);
        expect(await touch(kind, 'gone', Date.now() + HOUR_MS)).toBe(1);
      }
    });

    test('an API key still works, has its full daily limit again, and can be revoked; another can be created', async () => {
      const store = await site.open();
      const keys = keysOf(store);
      const first = await keys.create({ account: ann, role: 'trader' });
      const spend = (add: bigint) => keys.spend(first?.id ?? '', { add, most: 10n, nowMs: Date.now() });
      expect([await spend(10n), await spend(1n)]).toEqual([true, false]);
      moveOn();
      expect(await keys.authenticate(first?.key ?? '')).toMatchObject({ account: ann });
      const second = await keys.create({ account: ann, role: 'trader' });
      expect([await spend(10n), await spend(1n)]).toEqual([true, false]);
      await keys.revoke(first?.id ?? '');
      expect(await keys.authenticate(first?.key ?? '')).toBeUndefined();
      expect(await keys.authenticate(second?.key ?? '')).toMatchObject({ account: ann });
    });

    test('a session has expired, and its key can begin another', async () => {
      const store = await site.open();
      const [keys, sessions] = [keysOf(store), sessionsOf(store)];
      const key = (await keys.create({ account: ann, role: 'trader' }))?.key ?? '';
      const { token } = await sessions.begin(key);
      expect(await sessions.find(token)).toMatchObject({ account: ann, isFresh: true });
      moveOn();
      expect(await sessions.find(token)).toBeUndefined();
      expect((await sessions.list({ account: ann, ...page })).items).toEqual([]);
      const { token: next } = await sessions.begin(key);
      expect(await sessions.find(next)).toMatchObject({ account: ann, isFresh: true });
      await sessions.end(token);
      expect((await sessions.list({ account: ann, ...page })).items).toHaveLength(1);
    });

    test('an invitation has expired, can still be revoked, and another for the same account works; sign-ups are limited per day', async () => {
      const store = await site.open();
      const { sideRecords } = store;
      const people = peopleOf(store, VENUE, {
        signUp: 'invite',
        signUpsPerDay: 1,
        signUpsPerAddress: 1,
        ownNames: async () => [],
      });
      const draft = () => ({
        role: 'trader' as const,
        uses: 1,
        expiresAtMs: Date.now() + HOUR_MS,
        balances: [],
        account: ann,
        revokesPasskeys: false,
        note: '',
        by: bob,
      });
      const [old] = await createInvitations(sideRecords, [draft()], Date.now());
      moveOn();
      expect(await findInvitation(sideRecords, old?.secret ?? '', Date.now())).toBeUndefined();
      expect((await listInvitations(sideRecords, page, Date.now())).items).toMatchObject([{ state: 'expired' }]);
      expect(await revokeInvitation(sideRecords, old?.id ?? '', Date.now())).toMatchObject({ state: 'revoked' });
      const { secret } = await people.invite(draft());
      expect(await people.signUps.signUp({ invitation: secret }, 'key', ['10.0.0.1'])).toMatchObject({ account: ann });
      await people.turnSignUp('open', bob);
      await people.signUps.signUp({ name: 'wren' }, 'key', ['10.0.0.1']);
      vi.setSystemTime(START_MS + 2 * laterMs);
      await people.signUps.signUp({ name: 'heron' }, 'key', ['10.0.0.1']);
      const refused = people.signUps.signUp({ name: 'stork' }, 'key', ['10.0.0.1']);
      await expect(refused).rejects.toMatchObject({ code: 'used_up_today' });
    });

    test('a challenge has expired, used or not, and a new one works once', async () => {
      const { sideRecords } = await site.open();
      const challenges = new Challenges(sideRecords);
      const use = async (challenge: string) => {
        const change = await challenges.use(challenge, ['test'], Date.now());
        return change !== undefined && sideRecords.change([change], { nowMs: Date.now() });
      };
      const [used, unused] = [await challenges.make(['test'], Date.now()), await challenges.make(['test'], Date.now())];
      expect([await use(used), await use(used)]).toEqual([true, false]);
      moveOn();
      expect([await use(used), await use(unused)]).toEqual([false, false]);
      const next = await challenges.make(['test'], Date.now());
      expect([await use(next), await use(next)]).toEqual([true, false]);
    });

    test('the faucet mints again, once', async () => {
      const store = await site.open();
      const offers = [{ token: APPLE.address, amount: '5' }];
      const faucet = new Faucet(store, VENUE, { offers, accountsPerAddress: 1, claimsPerDay: 1 });
      const claim = () =>
        faucet.claim({ account: ann, networks: ['here'] }, APPLE.address).then(
          () => 'minted',
          ({ spent }) => spent,
        );
      expect([await claim(), await claim()]).toEqual(['minted', 'account']);
      moveOn();
      expect([await claim(), await claim()]).toEqual(['minted', 'account']);
    });

    test('the request log of an API key shows requests of the last week, and records new ones', async () => {
      const { sideRecords } = await site.open();
      const usage = usageOf(sideRecords);
      const caller = { account: ann, role: 'trader' as const, keyId: 'k', restrictions: null };
      const note = (requestId: string) => {
        const entry = { method: 'GET', call: 'getPools', status: 200, ms: 1, code: null, message: null };
        usage.note(caller, { ...entry, atMs: Date.now(), requestId, address: '10.0.0.1' });
        return usage.close();
      };
      const shown = async () => (await usage.requests('k')).map(({ requestId }) => requestId);
      await note('first');
      expect(await usage.lastUsed('k')).toBe(START_MS);
      moveOn();
      expect(await shown()).toEqual(laterMs > 7 * DAY_MS ? [] : ['first']);
      await note('second');
      expect((await shown())[0]).toBe('second');
      expect(await usage.lastUsed('k')).toBe(START_MS + laterMs);
    });

    test('the sign-up mode, the pause of orders and the brand keep their values, and can be changed', async () => {
      const store = await site.open();
      const settings = { signUp: 'off' as const, signUpsPerDay: 1, signUpsPerAddress: 1, ownNames: async () => [] };
      const [people, pause, brand] = [
        peopleOf(store, VENUE, settings),
        () => new OrdersPause(store.sideRecords),
        new Brand(store.sideRecords),
      ];
      await people.turnSignUp('open', ann);
      await pause().set(true, ann);
      await brand.set({ name: 'Lighthouse' });
      moveOn();
      expect([await people.mode(), await pause().isPaused(), (await brand.now()).name]).toEqual([
        'open',
        true,
        'Lighthouse',
      ]);
      await people.turnSignUp(null, ann);
      await pause().set(false, ann);
      await brand.set({ name: 'Harbour' });
      expect([await people.mode(), await pause().isPaused(), (await brand.now()).name]).toEqual([
        'off',
        false,
        'Harbour',
      ]);
    });

    test('a lease has expired, and can be taken again by its holder or another', async () => {
      const { projection: place } = await site.open();
      const [one, two] = [site.keep(await openProjection(place)), site.keep(await openProjection(place))];
      const lease = (holder: string) => ({ name: 'orders' as const, holder, forMs: HOUR_MS });
      const fence = await one.takeLease(lease('one'));
      // The database's own clock cannot be moved, so the lease is.
      const pass = () => site.place.execute(`UPDATE lease SET until_ms = until_ms - ${laterMs}`);
      await pass();
      expect(await one.takeLease(lease('one'))).toBe(fence);
      await pass();
      expect(await two.takeLease(lease('two'))).toBeGreaterThan(fence as number);
      expect(await one.takeLease(lease('one'))).toBeUndefined();
    });
  });
}
