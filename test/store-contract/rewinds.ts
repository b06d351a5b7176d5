// Rewinds: an open store notices that its journal was rolled back, and uses nothing of the lost part.
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { amount } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Rates } from '../../src/core/pool.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import type { JournalMark } from '../../src/ports/records.ts';
import { type Rewind, type Store, StoreUnavailable } from '../../src/ports/store.ts';
import { APPLE, BREAD, CORN, MAKER, ratesOf, token } from '../paper-exchange.ts';
import { ann, bob, createPool, deposit, pairOf, provide, registerToken, swap } from '../paper-orders.ts';
import { balance, headOf, type Place, POLICY, post, type Site } from './site.ts';

const PAIR = pairOf(APPLE, CORN);
const TERMS = { ...PAIR, referred: false, exact: { in: amount(100n) } };

const funded: readonly Command[] = [deposit(MAKER, APPLE, 10_000n), deposit(MAKER, CORN, 10_000n)];
const poolOf = (rates: Rates): readonly Command[] => [
  createPool({ ...PAIR, ...rates }),
  provide(10_000n, 10_000n, { ...PAIR, account: MAKER }),
];
/** Sequences 8 to 14; the pool of apples and corn is number 10. */
const LOST = [...funded, ...poolOf(ratesOf(1000n, 0n, 0n)), ...Array.from({ length: 3 }, () => swap(100n, PAIR))];
/** Sequences 8 to 12: number 10 is another pool, and the one of apples and corn keeps half of each input as fee. */
const INSTEAD = [...funded, createPool(pairOf(BREAD, CORN)), ...poolOf(ratesOf(500_000n, 0n, 0n))];

const HISTORIES = [
  ['shorter', 0],
  ['with another history of the same length', 2],
  ['with another history that is longer', 5],
] as const;

export const keep = (place: Place): Promise<void> =>
  place.execute(
    ['head', 'tokens', 'balances'].map((name) => `CREATE TABLE kept_${name} AS SELECT * FROM ${name}`).join(';'),
  );

/** Restores the saved state, as after a failover to a standby that lagged behind. */
export const goBack = (place: Place): Promise<void> =>
  place.execute(`
    BEGIN;
    DELETE FROM journal WHERE sequence > (SELECT sequence FROM kept_head);
    DELETE FROM pools WHERE number > (SELECT sequence FROM kept_head);
    DELETE FROM tokens WHERE address NOT IN (SELECT address FROM kept_tokens);
    DELETE FROM balances;
    INSERT INTO balances SELECT * FROM kept_balances;
    UPDATE head SET sequence = (SELECT sequence FROM kept_head), last_transaction = (SELECT last_transaction FROM kept_head);
    COMMIT`);

const markOf = async (store: Store): Promise<JournalMark> => {
  const sequence = await headOf(store);
  return { sequence, id: (await store.posted(sequence))?.id ?? null };
};

const serve = (store: Store) =>
  new LedgerVenue(store, { policy: POLICY, maxBatch: 10, maxQueue: 10, maxWaitMs: 60_000 });

export function rewinds(site: Site): void {
  /** A store that remembers a lost history, another one opened since, and the first one's answer. */
  const openRewound = async (more: number, use: (store: Store) => Promise<unknown>) => {
    const store = await site.openMarket();
    await keep(site.place);
    await post(store, ...LOST.slice(0, 4));
    await post(store, ...LOST.slice(4));
    await use(store);
    const known = await markOf(store);
    const said: Rewind[] = [];
    store.onRewind((rewind) => said.push(rewind));
    await goBack(site.place);
    const other = await site.open();
    await post(other, ...INSTEAD, ...Array.from({ length: more }, () => deposit(bob, APPLE, 1n)));
    return { store, other, said, rewind: { known, found: await markOf(other) } };
  };

  describe.each(HISTORIES)('a journal that is found %s', (_, more) => {
    test('when writing: the first batch is refused, the next uses no cached data, and the rewind is reported once', async () => {
      const { store, other, said, rewind } = await openRewound(more, async () => {});
      await expect(post(store, swap(100n, PAIR))).rejects.toThrow(StoreUnavailable);
      expect(await headOf(other)).toBe(12 + more);
      const [swapped] = await post(store, swap(100n, PAIR));
      expect(swapped).toMatchObject({ sequence: 13 + more, receipt: { amountA: 100n, fees: { lp: 50n } } });
      await post(store, swap(100n, PAIR), deposit(ann, APPLE, 1n));
      expect(said).toEqual([rewind]);
      expect(await audit(other, () => {})).toMatchObject({ transactions: 15 + more });
    });

    test('when reading: no answer uses cached data, and the rewind is reported once', async () => {
      let exchange!: LedgerVenue;
      let before!: number;
      const { other, said, rewind } = await openRewound(more, async (store) => {
        exchange = serve(store);
        before = await exchange.head();
        expect((await exchange.quote(TERMS)).plan.hops[0]?.fill.lpFee).toBe(1n);
        expect(await exchange.pool(APPLE.address, CORN.address)).toMatchObject({ lpFeePpm: 1000n });
      });
      expect(await exchange.head()).not.toBe(before);
      const fresh = serve(other);
      expect(await exchange.quote(TERMS)).toEqual(await fresh.quote(TERMS));
      expect((await exchange.quote(TERMS)).plan.hops[0]?.fill.lpFee).toBe(50n);
      expect(await exchange.pool(APPLE.address, CORN.address)).toEqual(await fresh.pool(APPLE.address, CORN.address));
      const asMaker = [MAKER, APPLE.address, CORN.address] as const;
      expect(await exchange.position(...asMaker)).toEqual(await fresh.position(...asMaker));
      expect(await exchange.pools({ limit: 9 })).toEqual(await fresh.pools({ limit: 9 }));
      expect(said).toEqual([rewind]);
    });
  });

  describe('a token with other decimals in the other history', () => {
    const gold = token('gold', 9);
    /** A venue that has gold cached, after another node registered it anew with two decimals. */
    const rewound = async () => {
      const venue = serve(await site.openMarket());
      await keep(site.place);
      await venue.execute(MAKER, registerToken(gold));
      // Caches all other tokens, so that no lookup of theirs notices the rewind first.
      for (const { address } of [APPLE, BREAD, CORN]) await venue.token(address);
      expect((await venue.token(gold.address)).decimals).toBe(9);
      await goBack(site.place);
      const other = await site.open();
      await post(other, registerToken(token('gold', 2)), deposit(ann, token('gold', 2), 5n));
      return { venue, other };
    };

    test('makes a deposit whose amount was parsed with the former decimals fail', async () => {
      const { venue, other } = await rewound();
      const one = deposit(ann, gold, 10n ** 9n);
      await expect(venue.execute(MAKER, one)).rejects.toThrow(StoreUnavailable);
      expect(await balance(other, ann, gold)).toBe(5n);
      expect((await venue.token(gold.address)).decimals).toBe(2);
      await venue.execute(MAKER, deposit(ann, gold, 100n));
      expect(await balance(other, ann, gold)).toBe(105n);
    });

    test('is shown with its current decimals', async () => {
      const { venue } = await rewound();
      const { items } = await venue.balances(ann, { limit: 9 });
      expect(items.find(({ token }) => token.address === 'gold')).toMatchObject({
        token: { decimals: 2 },
        balance: 5n,
      });
    });
  });

  test('no rewind is reported if the journal only grows, whichever store writes', async () => {
    const [one, two] = [await site.openMarket(), await site.open()];
    const said: Rewind[] = [];
    for (const store of [one, two]) store.onRewind((rewind) => said.push(rewind));
    for (let round = 0; round < 5; round++) {
      await Promise.all([one, two].map((store) => post(store, swap(10n), deposit(bob, APPLE, 1n))));
      await Promise.all([one, two, one].map((store) => store.read([])));
      await Promise.all([one, two].map((store) => store.pool(APPLE.address, BREAD.address)));
    }
    expect(said).toEqual([]);
  });
}
