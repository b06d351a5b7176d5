// Sign-ups on two nodes at once: each name, use of an invitation and deposit is given once, even after a crash.
import { describe, expect, test } from 'vitest';
import type { InvitationDraft } from '../../src/access/invitations.ts';
import { createKey } from '../../src/access/keys.ts';
import { type People, type PeopleOptions, peopleOf } from '../../src/access/people/people.ts';
import type { AccessRefused } from '../../src/access/people/refusal.ts';
import { TRIES_PER_SIGN_UP } from '../../src/access/people/sign-up-limits.ts';
import { networksOf } from '../../src/api/door/client-networks.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { ann } from '../paper-orders.ts';
import type { Site } from './site.ts';

const DRAFT: InvitationDraft = {
  role: 'trader',
  uses: 1,
  expiresAtMs: 10_000,
  balances: [
    { token: 'apple', amount: '5' },
    { token: 'bread', amount: '7' },
  ],
  account: null,
  revokesPasskeys: false,
  note: '',
  by: ann,
};

const SETTINGS: PeopleOptions = {
  signUp: 'open',
  signUpsPerDay: 100,
  signUpsPerAddress: 100,
  ownNames: async () => ['treasury', 'Harbour Exchange'],
  nowMs: () => 1000,
};

/** Records deposits by reference; `isUp` false makes deposits of bread fail. */
class PaperVenue {
  readonly deposited = new Map<string, bigint>();
  isUp = true;
  readonly accounts = async () => ({ items: [{ account: 'Boss_Ann', tokens: 1, keys: 0 }], nextCursor: null });
  readonly balances = async () => ({ items: [], nextCursor: null });
  readonly activity = async () => ({ items: [], nextCursor: null, lookedAt: 0 });
  readonly execute = async (
    _: unknown,
    command: { account: string; token: string; reference: string; amount: bigint },
  ) => {
    if (!this.isUp && command.token === 'bread') throw new Error('gone');
    this.deposited.set(`${command.account} ${command.token} ${command.reference}`, command.amount);
  };
}

const peopleOn = (store: Store, venue = new PaperVenue(), settings: Partial<PeopleOptions> = {}): People =>
  peopleOf(store, venue as unknown as Venue, { ...SETTINGS, ...settings });

/** The account that was signed up, or the code of the refusal. */
const outcome = (signUp: Promise<{ account: string }>): Promise<string> =>
  signUp.then(
    ({ account }) => account,
    (error: AccessRefused) => error.code,
  );
const join = (people: People, name: string, invitation?: string, ...networks: readonly string[]) =>
  outcome(people.signUps.signUp({ name, invitation }, 'key', networks.length > 0 ? networks : ['10.0.0.1']));

export function people(site: Site): void {
  describe('people', () => {
    test('one of several concurrent sign-ups with the same or a similar name succeeds; names like an account or the exchange’s own are refused', async () => {
      const nodes = [peopleOn(await site.open()), peopleOn(await site.open())] as const;
      const names = ['alice', 'alice', 'a1ice', 'al-ice', 'al.ice', 'alice'];
      const told = await Promise.all(names.map((name, at) => join(nodes[at % 2 ? 0 : 1], name)));
      expect(told.filter((one) => one !== 'name_taken')).toHaveLength(1);
      const store = await site.open();
      expect(await store.keys()).toHaveLength(1);
      expect(await join(nodes[0], 'boss-ann')).toBe('name_taken');
      expect(await join(nodes[0], 'harbour-exchange-1')).toBe('input_refused');
    });

    test('of concurrent sign-ups on two nodes with a one-use invitation one succeeds, and its deposits are made once', async () => {
      const [one, two] = [await site.open(), await site.open()];
      const venue = new PaperVenue();
      const nodes = [peopleOn(one, venue), peopleOn(two, venue)] as const;
      const { id, secret } = await nodes[0].invite(DRAFT);
      const told = await Promise.all(
        ['ann', 'ben', 'cat', 'dan'].map((name, at) => join(nodes[at % 2 ? 0 : 1], name, secret)),
      );
      const [winner = ''] = told.filter((one) => one !== 'invitation_invalid');
      expect(told.toSorted()).toEqual([winner, ...Array(3).fill('invitation_invalid')].toSorted());
      expect([...venue.deposited]).toEqual([
        [`${winner} apple invitation ${id}`, 5n],
        [`${winner} bread invitation ${id}`, 7n],
      ]);
      expect((await one.keys()).map(({ account }) => account)).toEqual([winner]);
      expect(await join(nodes[1], 'eve', secret)).toBe('invitation_invalid');
    });

    test('of thirteen concurrent sign-ups with an invitation of twelve uses, twelve succeed', async () => {
      const nodes = [peopleOn(await site.open()), peopleOn(await site.open())] as const;
      const { secret } = await nodes[0].invite({ ...DRAFT, uses: 12 });
      const names = [...'abcdefghjkmno'].map((letter) => `pupil${letter}`);
      const told = await Promise.all(names.map((name, at) => join(nodes[at % 2 ? 0 : 1], name, secret)));
      expect(told.filter((one) => one === 'invitation_invalid')).toHaveLength(1);
      expect(new Set(told).size).toBe(13);
    });

    test('a whole IPv6 network may sign up four times as often as an address, but is limited', async () => {
      const nodes = [await site.open(), await site.open()].map((store) =>
        peopleOn(store, undefined, { signUpsPerAddress: 2, signUpsPerDay: 50 }),
      );
      const told: string[] = [];
      // 16 /64 networks in each of two /56 networks, all in one /48.
      for (let at = 0; at < 32; at++) {
        const ip = `2001:db8:7:${at < 16 ? 0 : 1}${(at % 16).toString(16).padStart(2, '0')}::1`;
        told.push(await join(nodes[at % 2] as People, `neighbour${at}`, undefined, ...networksOf(ip)));
      }
      const letIn = told.flatMap((one, at) => (one === 'used_up_today' ? [] : [at]));
      // Four sign-ups of each /56 succeed; these eight use up the limit of the /48.
      expect(letIn).toEqual([0, 1, 2, 3, 16, 17, 18, 19]);
      const third = networksOf('2001:db8:7:200::1');
      expect(await join(nodes[0] as People, 'neighbour99', undefined, ...third)).toBe('used_up_today');
      expect(await join(nodes[0] as People, 'stranger', undefined, ...networksOf('2001:db8:8::1'))).toBe('stranger');
    });

    test('failed sign-ups do not use up the daily limit: those with another’s challenge are not counted, bad passkeys only as attempts', async () => {
      const limits = { signUpsPerAddress: 2, signUpsPerDay: 3 };
      const store = await site.open();
      const nodes = [peopleOn(store, undefined, limits), peopleOn(await site.open(), undefined, limits)] as const;
      const rp = { id: 'pond.example', origins: ['https://pond.example'], name: 'Pond' };
      const challengeFor = async (name: string) => (await nodes[0].signUps.options({ name }, rp)).options.challenge;
      const garbage = (name: string, challenge: string, address: string, node = nodes[1]) => {
        const clientDataJSON = Buffer.from(JSON.stringify({ challenge })).toString('base64url');
        const registration = { id: 'AQ', clientDataJSON, attestationObject: 'AQ' };
        return outcome(node.signUps.signUp({ name }, { registration, label: 'phone', rp }, [address]));
      };
      const tallies = () => store.sideRecords.list({ kind: 'tally', limit: 99 });
      const foreign = await challengeFor('another');
      for (let at = 0; at < 8; at++) expect(await garbage('mallory', foreign, `10.0.0.${at}`)).toBe('passkey_refused');
      expect(await tallies()).toEqual([]);
      const challenge = await challengeFor('mallory');
      const tries: string[] = [];
      for (let at = 0; at <= 2 * TRIES_PER_SIGN_UP; at++)
        tries.push(await garbage('mallory', challenge, '10.0.0.1', nodes[at % 2 ? 0 : 1]));
      expect(tries).toEqual([...Array(2 * TRIES_PER_SIGN_UP).fill('passkey_refused'), 'used_up_today']);
      expect((await tallies()).map(({ body }) => body)).toEqual([`"${2 * TRIES_PER_SIGN_UP}"`]);
      // The day's three sign-ups are still available to others; once they are used up, no further attempt is verified or counted.
      const names = ['ann', 'ben', 'cat'];
      for (const [at, name] of names.entries())
        expect(await join(nodes[0], name, undefined, `10.0.1.${at}`)).toBe(name);
      const before = await tallies();
      expect(await garbage('mallory', challenge, '10.0.0.2')).toBe('used_up_today');
      expect(await tallies()).toEqual(before);
    });

    test('a wallet’s first sign-in succeeds only if sign-up is open, within its limits; later ones succeed in any mode', async () => {
      const store = await site.open();
      const wallet = 'UQwallet' as Account;
      const admit = (signUp: PeopleOptions['signUp'], account = wallet, networks = ['10.0.0.1']) =>
        peopleOn(store, undefined, { signUp, signUpsPerDay: 2, signUpsPerAddress: 1 })
          .signUps.admitWallet(account, networks)
          .then(
            () => 'admitted',
            (error: AccessRefused) => error.code,
          );
      expect([await admit('off'), await admit('invite'), await admit('open')]).toEqual([
        'sign_up_closed',
        'sign_up_closed',
        'admitted',
      ]);
      expect(await admit('open', 'UQanother' as Account)).toBe('used_up_today');
      expect(await admit('open', 'UQanother' as Account, ['10.0.0.2'])).toBe('admitted');
      expect(await admit('open', 'UQthird' as Account, ['10.0.0.3'])).toBe('used_up_today');
      await createKey(store, { account: wallet, role: 'trader' }, 1000);
      expect([await admit('off'), await admit('invite'), await admit('open')]).toEqual(Array(3).fill('admitted'));
    });

    test('a deposit that failed during a sign-up is made once by another node’s finishDue()', async () => {
      const [one, two] = [await site.open(), await site.open()];
      const venue = new PaperVenue();
      venue.isUp = false;
      const { secret } = await peopleOn(one, venue).invite(DRAFT);
      const told = await peopleOn(one, venue).signUps.signUp({ name: 'ann', invitation: secret }, 'key', []);
      expect([told.isComplete, venue.deposited.size]).toEqual([false, 1]);
      expect(await peopleOn(two, venue).finishDue()).toBe(false);
      venue.isUp = true;
      expect(await peopleOn(two, venue).finishDue('ben' as never)).toBe(true);
      expect(venue.deposited.size).toBe(1);
      expect(await peopleOn(two, venue).finishDue()).toBe(true);
      expect(venue.deposited.size).toBe(2);
      venue.deposited.clear();
      await peopleOn(one, venue).finishDue();
      expect(venue.deposited.size).toBe(0);
    });

    test('an invitation for an account signs up that account under any name given, revokes its passkeys, and works while sign-up is off', async () => {
      const store = await site.open();
      const node = peopleOn(store, undefined, { signUp: 'off' });
      const { sideRecords } = store;
      const old = { id: 'aa', account: 'ann', role: 'trader', name: '', hash: '', restrictions: null } as const;
      const person = { passkeys: ['aa'], invitation: null, createdAtMs: 0 };
      await sideRecords.change([{ kind: 'person', id: 'ann', version: 0, body: JSON.stringify(person) }], {
        nowMs: 0,
        keys: [{ ...old, account: ann, createdAtMs: 0, revokedAtMs: null }],
      });
      const { secret } = await node.invite({ ...DRAFT, account: ann, revokesPasskeys: true });
      expect(await join(node, 'mallory', secret)).toBe(ann);
      expect((await store.key('aa'))?.revokedAtMs).toBe(1000);
      const any = await node.invite(DRAFT);
      expect(await join(node, 'ben', any.secret)).toBe('sign_up_closed');
    });

    test('the name of an invited account cannot be taken by others, nor a similar one', async () => {
      const nodes = [peopleOn(await site.open()), peopleOn(await site.open())] as const;
      const { secret } = await nodes[0].invite({ ...DRAFT, account: 'Robin' as never });
      await nodes[1].invite({ ...DRAFT, account: 'robin' as never });
      expect(await Promise.all(['robin', 'r0bin', 'ro-bin'].map((name) => join(nodes[1], name)))).toEqual(
        Array(3).fill('name_taken'),
      );
      expect(await join(nodes[1], 'mallory', secret)).toBe('Robin');
    });

    test('accepting an invitation reserves the name, chosen or given, also if the invitation had reserved none', async () => {
      const store = await site.open();
      const node = peopleOn(store);
      const [any, given] = [await node.invite(DRAFT), await node.invite({ ...DRAFT, account: 'Robin' as Account })];
      expect(await join(node, 'wren', any.secret)).toBe('wren');
      expect(await join(node, 'vvren')).toBe('name_taken');
      const [kept] = (await store.sideRecords.list({ kind: 'name', limit: 9 })).filter(
        ({ body }) => body === '"Robin"',
      );
      const forgotten = { kind: 'name', id: kept?.id ?? '', version: 1, body: null };
      expect(await store.sideRecords.change([forgotten], { nowMs: 1000 })).toBe(true);
      expect(await join(node, 'any', given.secret)).toBe('Robin');
      expect(await join(node, 'r0bin')).toBe('name_taken');
      // A second invitation for the same account, as after a lost passkey, lets it in although its name is taken.
      const again = await node.invite({ ...DRAFT, account: 'Robin' as Account });
      expect(await join(node, 'any', again.secret)).toBe('Robin');
      // Two invitations created at once for similar names both succeed, and the name is reserved once.
      await Promise.all(['Heron', 'her0n'].map((account) => node.invite({ ...DRAFT, account: account as Account })));
      expect(await join(node, 'heron')).toBe('name_taken');
    });

    test('open sign-ups are limited per address and per day over all nodes, and one node can close them for all', async () => {
      const limits = { signUpsPerAddress: 3, signUpsPerDay: 5 };
      let nowMs = 1000;
      const options = { ...limits, nowMs: () => nowMs };
      const store = await site.open();
      const nodes = [peopleOn(store, undefined, options), peopleOn(await site.open(), undefined, options)] as const;
      const flood = async (address: string, letters: string) =>
        (
          await Promise.all(
            [...letters].map((one, at) => join(nodes[at % 2 ? 0 : 1], `bot${one}bot`, undefined, address)),
          )
        ).filter((told) => told !== 'used_up_today').length;
      expect(await flood('10.0.0.1', 'abcdef')).toBe(3);
      expect(await flood('10.0.0.2', 'ghjkmn')).toBe(2);
      const rows = async () => (await store.sideRecords.list({ kind: 'tally', limit: 99 })).length;
      const before = await rows();
      expect([await flood('10.0.0.3', 'r'), await flood('10.0.0.4', 's')]).toEqual([0, 0]);
      expect(await rows()).toBe(before);
      nowMs += 86_400_000;
      expect(await flood('10.0.0.1', 'pq')).toBe(2);
      const kept = JSON.stringify(await store.sideRecords.list({ kind: 'tally', limit: 99 }));
      expect(kept).not.toContain('10.0.0.');
      await nodes[0].turnSignUp('invite', ann);
      expect(await join(nodes[1], 'late', undefined, '10.0.0.9')).toBe('sign_up_closed');
      await nodes[1].turnSignUp(null, ann);
      expect(await nodes[0].mode()).toBe('open');
    });
  });
}
