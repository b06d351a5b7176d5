// Swaps over several pools and stable pools: every hop is stored, found by account and pool, and copied.
import { describe, expect, test } from 'vitest';
import { Addresses } from '../../src/address.ts';
import { audit } from '../../src/audit/audit.ts';
import { orderPair } from '../../src/core/pool.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import type { ActivityFilter } from '../../src/ports/activity.ts';
import type { Store } from '../../src/ports/store.ts';
import { APPLE, account, BREAD, CORN, MAKER } from '../paper-exchange.ts';
import { ann, bob, buy, createPool, deposit, pairOf, provide, swap } from '../paper-orders.ts';
import { headOf, type Key, order, POLICY, post, postedOf, type Site } from './site.ts';

const WHOLE = 2 ** 30;
const hop = (from: typeof APPLE, to: typeof APPLE, share = WHOLE) => ({
  tokenIn: from.address,
  tokenOut: to.address,
  share,
});
const THROUGH_BREAD = [hop(APPLE, BREAD), hop(BREAD, CORN)];
const BOTH_WAYS = [hop(APPLE, CORN, WHOLE / 4), hop(APPLE, BREAD, (WHOLE / 4) * 3), hop(BREAD, CORN)];
const TO_CORN = pairOf(APPLE, CORN);

/** Two swaps over a stable pool: sequences 8 to 14 create the pools, 15 and 16 are these swaps. */
const SALE = swap(10_000n, { ...TO_CORN, route: BOTH_WAYS, referrer: bob });
const PURCHASE = buy(20_000_000n, { ...TO_CORN, route: THROUGH_BREAD });

const serve = (store: Store) =>
  new LedgerVenue(store, { policy: POLICY, maxBatch: 10, maxQueue: 10, maxWaitMs: 60_000 });

export function routes(site: Site): void {
  const open = async (): Promise<Store> => {
    const store = await site.openMarket();
    await post(
      store,
      ...[deposit(MAKER, APPLE, 10n ** 6n), deposit(MAKER, BREAD, 10n ** 7n), deposit(MAKER, CORN, 10n ** 12n)],
      createPool({ ...pairOf(BREAD, CORN), curve: 'stable', amplification: 200n }),
      provide(4_000_000n, 40_000_000_000n, { ...pairOf(BREAD, CORN), account: MAKER }),
      createPool(TO_CORN),
      provide(1_000_000n, 40_000_000_000n, { ...TO_CORN, account: MAKER }),
    );
    return store;
  };

  describe('a swap over several pools', () => {
    test('is stored hop by hop, and found by its pools, tokens, account and referrer', async () => {
      const before = await open();
      const outcomes = await before.commit([order(SALE, ann), order(PURCHASE, ann)]);
      const [sale, purchase] = outcomes.map(postedOf);
      expect(sale?.receipt).toMatchObject({ amountA: 10_000n, referrer: bob, hops: [{}, {}, {}] });
      expect(purchase?.receipt).toMatchObject({ amountB: 20_000_000n, hops: [{ amountIn: expect.any(BigInt) }, {}] });
      const store = await site.reopen(before);
      expect([await store.posted(15), await store.posted(16)]).toEqual([sale, purchase]);
      await audit(store, () => {});

      const venue = serve(store);
      const found = async (filter: ActivityFilter) =>
        (await venue.activity({ kind: 'swap', ...filter }, { limit: 9 })).items.map(({ sequence }) => sequence);
      const addressOf = (a: typeof APPLE, b: typeof APPLE) =>
        new Addresses(store.factory).pool(...orderPair(a.address, b.address));
      expect(await found({ pool: addressOf(BREAD, CORN) })).toEqual([16, 15]);
      expect(await found({ pool: addressOf(APPLE, CORN) })).toEqual([15]);
      expect(await found({ token: BREAD.address })).toEqual([16, 15]);
      expect(await found({ account: ann })).toEqual([16, 15]);
      expect(await found({ account: bob, kind: 'referral' })).toEqual([15]);
      expect(await found({ account: account('nobody') })).toEqual([]);
    });

    test('repeated under its key with another route, alone or in a chain, gets the first answer', async () => {
      const venue = serve(await open());
      const first = await venue.execute(ann, SALE, 'k');
      const { route: _, ...direct } = SALE;
      for (const again of [{ ...SALE, route: THROUGH_BREAD }, direct, { ...SALE, route: [] }]) {
        expect(await venue.execute(ann, again, 'k')).toEqual(first);
      }
      const chain = (...commands: (typeof SALE | typeof PURCHASE)[]) =>
        venue.executeAll(
          ann,
          commands.map((command, at) => ({ command, idempotencyKey: `c/${at}` })),
          { atomic: true },
        );
      const answers = await chain(SALE, PURCHASE);
      expect(answers).toMatchObject([{ receipt: { hops: [{}, {}, {}] } }, { receipt: { hops: [{}, {}] } }]);
      expect(await chain(direct, { ...PURCHASE, route: [hop(APPLE, CORN)] })).toEqual(answers);
      await expect(venue.execute(ann, { ...SALE, referrer: MAKER }, 'k')).rejects.toMatchObject({
        refusal: { code: 'idempotency_key_reused' },
      });
    });

    test('in a chain is executed only if all commands of the chain succeed', async () => {
      const store = await open();
      const chain = (last: typeof PURCHASE, name: string) =>
        [SALE, PURCHASE, last].map((command, at) => {
          const key: Key = { key: `${name}/${at}`, fingerprint: name };
          return { ...order(command, ann, key), ...(at < 2 && { linked: true as const }) };
        });
      const costly = chain({ ...PURCHASE, maxPaid: 1n as never }, 'dear');
      expect(await store.commit(costly)).toMatchObject([
        { refusal: { code: 'not_attempted', item: 2 } },
        { refusal: { code: 'not_attempted', item: 2 } },
        { refusal: { code: 'above_maximum' } },
      ]);
      expect(await headOf(store)).toBe(14);
      expect((await store.commit(chain(PURCHASE, 'fair'))).map(postedOf).map(({ sequence }) => sequence)).toEqual([
        15, 16, 17,
      ]);
      await audit(store, () => {});
    });

    test('is copied, and the next swap in the copy has the same receipt as in the source', async () => {
      const source = await open();
      const key: Key = { key: 'k', fingerprint: 'f' };
      const [first] = await source.commit([order(SALE, ann, key), order(PURCHASE, ann)]);
      const place = await site.anotherPlace();
      await copyExchange(source, await site.openTarget(place), () => {});
      const copy = await site.open(place);
      expect([await copy.posted(15), await copy.posted(16)]).toEqual([
        await source.posted(15),
        await source.posted(16),
      ]);
      expect(await copy.commit([order(PURCHASE, ann, key)])).toEqual([first]);
      const [ours, theirs] = [await copy.commit([order(SALE)]), await source.commit([order(SALE)])];
      expect(ours.map((outcome) => postedOf(outcome).receipt)).toEqual(
        theirs.map((outcome) => postedOf(outcome).receipt),
      );
      await audit(copy, () => {});
    });
  });
}
