// The faucet on several nodes: it mints once a day for an account and token, even with concurrent claims and crashes.
import { describe, expect, test } from 'vitest';
import { Faucet, type FaucetOptions } from '../../src/access/faucet.ts';
import { networksOf } from '../../src/api/door/client-networks.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Store } from '../../src/ports/store.ts';
import { RefusedError, type Venue } from '../../src/ports/venue.ts';
import { APPLE, BREAD } from '../paper-exchange.ts';
import { ann, deposit, registerToken } from '../paper-orders.ts';
import { balance, give, order, post, type Site } from './site.ts';

const DAY_MS = 86_400_000;
const NOON_MS = 20_000.5 * DAY_MS;
const OFFERS = [
  { token: 'apple', amount: '5' },
  { token: BREAD.address, amount: '7' },
];

const venueOn = (store: Store): Pick<Venue, 'execute' | 'router'> => ({
  async execute(actor, command) {
    const outcome = await give(store, order(command as Command, actor));
    if ('refusal' in outcome) throw new RefusedError(outcome.refusal);
    const { id, ...posted } = outcome.posted;
    return { status: 'completed', transactionId: id, ...posted, receipt: outcome.posted.receipt } as never;
  },
  router: async () => ({ tokens: await store.tokens() }) as never,
});

const faucetOn = (store: Store, options: Partial<FaucetOptions> = {}, venue = venueOn(store)): Faucet =>
  new Faucet(store, venue, {
    offers: OFFERS,
    accountsPerAddress: 3,
    claimsPerDay: 100,
    nowMs: () => NOON_MS,
    ...options,
  });

const at = (address: string, account: Account = ann) => ({ account, networks: networksOf(address) });
const named = (number: number) => `account-${number}` as Account;

/** Counts the claims that were minted, and the others by the message of their refusal. */
async function all(claims: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const results = await Promise.allSettled(claims);
  const words = results.map((one) => (one.status === 'fulfilled' ? 'minted' : one.reason.message));
  return Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((one) => one === word).length]));
}

export function faucet(site: Site): void {
  describe('the faucet', () => {
    const open = async () => {
      const store = await site.open();
      await post(store, registerToken(APPLE), registerToken(BREAD));
      return store;
    };

    test('mints a token once for an account that claims on two nodes at once, and again on the next day', async () => {
      const [one, two] = [await open(), await site.open()];
      const nodes = [faucetOn(one), faucetOn(two)];
      const claims = [...nodes, ...nodes, ...nodes].map((node, place) => node.claim(at(`p${place}`), APPLE.address));
      expect((await all(claims)).minted).toBeGreaterThan(0);
      expect(await balance(one, ann, APPLE)).toBe(5n);
      await expect(nodes[1]?.claim(at('another'), APPLE.address)).rejects.toMatchObject({
        spent: 'account',
        againAtMs: 20_001 * DAY_MS,
      });
      await nodes[0]?.claim(at('p'), BREAD.address);
      const next = faucetOn(two, { nowMs: () => 20_001 * DAY_MS });
      const last = faucetOn(two, { nowMs: () => 20_001 * DAY_MS - 1 });
      await expect(last.claim(at('p'), APPLE.address)).rejects.toMatchObject({ spent: 'account' });
      await next.claim(at('p'), APPLE.address);
      expect([await balance(one, ann, APPLE), await balance(one, ann, BREAD)]).toEqual([10n, 700n]);
    });

    test('limits the claims of all accounts of one address, and of all addresses together', async () => {
      const [one, two] = [await open(), await site.open()];
      const nodes = [faucetOn(one, { claimsPerDay: 5 }), faucetOn(two, { claimsPerDay: 5 })];
      const claim = (number: number, place: string) =>
        (nodes[number % 2] as Faucet).claim(at(place, named(number)), APPLE.address);
      expect(await all(Array.from({ length: 12 }, (_, number) => claim(number, 'one')))).toEqual({
        minted: 3,
        address: 9,
      });
      expect(await all(Array.from({ length: 6 }, (_, number) => claim(100 + number, `p${number}`)))).toEqual({
        minted: 2,
        exchange: 4,
      });
      const { balances } = await one.read([{ account: 'the issuer' as Account, token: APPLE.address }]);
      expect(balances).toEqual([-25n]);
    });

    test('a whole IPv6 network may claim four times as often as an address, but is limited', async () => {
      const nodes = [faucetOn(await open()), faucetOn(await site.open())];
      const outcome = async (address: string, number: number) =>
        Object.keys(await all([(nodes[number % 2] as Faucet).claim(at(address, named(number)), APPLE.address)]))[0];
      const told: (string | undefined)[] = [];
      // 12 /64 networks in each of two /56 networks, all in one /48.
      for (let number = 0; number < 24; number++)
        told.push(
          await outcome(`2001:db8:7:${number < 12 ? 0 : 1}${(number % 12).toString(16).padStart(2, '0')}::1`, number),
        );
      // Six claims of each /56 succeed; these twelve use up the limit of the /48.
      expect(told.flatMap((one, number) => (one === 'minted' ? [number] : []))).toEqual([
        ...[0, 1, 2, 3, 4, 5],
        ...[12, 13, 14, 15, 16, 17],
      ]);
      const third = at('2001:db8:7:200::1', named(99));
      const refused = { spent: 'address', limit: 12 };
      await expect(nodes[0]?.claim(third, APPLE.address)).rejects.toMatchObject(refused);
      expect(await nodes[1]?.offers(third)).toMatchObject([{ spent: 'address' }, { spent: 'address' }]);
      expect(await outcome('2001:db8:8::1', 99)).toBe('minted');
    });

    test('lets a claim be repeated if a node dies before or after minting: it is minted once and counted once', async () => {
      const store = await open();
      const venue = venueOn(store);
      const dies = async () => Promise.reject(new Error('killed'));
      const before = faucetOn(store, { claimsPerDay: 1 }, { ...venue, execute: dies });
      await expect(before.claim(at('p'), APPLE.address)).rejects.toThrow('killed');
      const [offer] = await faucetOn(store, { claimsPerDay: 1 }).offers(at('p'));
      expect(offer).toMatchObject({ spent: null });
      const after = faucetOn(
        store,
        { claimsPerDay: 1 },
        {
          ...venue,
          execute: (...asked) => venue.execute(...asked).then(dies),
        },
      );
      await expect(after.claim(at('p'), APPLE.address)).rejects.toThrow('killed');
      expect(await balance(store, ann, APPLE)).toBe(5n);
      const { done } = await faucetOn(store, { claimsPerDay: 1 }).claim(at('p'), APPLE.address);
      expect(done).toMatchObject({ sequence: 3 });
      expect(await balance(store, ann, APPLE)).toBe(5n);
      await expect(faucetOn(store, { claimsPerDay: 1 }).claim(at('p'), BREAD.address)).rejects.toThrow('exchange');
    });

    test('mints nothing twice on one day, even if its records are lost or its offer changes', async () => {
      const store = await open();
      await faucetOn(store).claim(at('p'), APPLE.address);
      await site.place.execute('DELETE FROM records');
      await faucetOn(store).claim(at('p'), APPLE.address);
      await site.place.execute('DELETE FROM records');
      const changed = faucetOn(store, { offers: [{ token: 'apple', amount: '6' }] });
      await expect(changed.claim(at('p'), APPLE.address)).rejects.toMatchObject({ spent: 'account' });
      expect(await balance(store, ann, APPLE)).toBe(5n);
    });

    test('warns once of each offer that is not possible, and makes the offer as soon as its token is registered', async () => {
      const store = await site.open();
      await post(store, registerToken(APPLE));
      const warnings: string[] = [];
      const tap = faucetOn(store, {
        offers: [...OFFERS, { token: APPLE.address, amount: '0.5' }],
        warn: (message) => warnings.push(message),
      });
      const offered = async () => (await tap.offers(at('p'))).map(({ token, amount }) => [token.symbol, amount]);
      expect([await offered(), await offered()]).toEqual([[[APPLE.symbol, 5n]], [[APPLE.symbol, 5n]]]);
      expect(warnings).toHaveLength(2);
      expect(warnings[0]).toContain(`no token has the symbol or address ${BREAD.address}`);
      await expect(tap.claim(at('p'), BREAD.address)).rejects.toThrow(BREAD.address);
      await post(store, registerToken(BREAD), deposit(ann, BREAD, 1n));
      expect(await offered()).toHaveLength(2);
    });
  });
}
