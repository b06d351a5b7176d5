// Refusals with a key are remembered for a while, and deleted afterwards.
import { describe, expect, test } from 'vitest';
import { copyExchange } from '../../src/ledger/copy.ts';
import type { Store } from '../../src/ports/store.ts';
import { APPLE } from '../paper-exchange.ts';
import { ann, bob, deposit, withdraw } from '../paper-orders.ts';
import { collect, give, order, POLICY, post, type Site } from './site.ts';

const under = (key: string) => ({ key, fingerprint: 'f' });
const refused = order(withdraw(bob, APPLE, 10n), ann, under('k'));
const others = Array.from({ length: 5 }, (_, index) =>
  order(withdraw(bob, APPLE, 1000n), ann, under(`other ${index}`)),
);
const INSUFFICIENT = { refusal: { code: 'insufficient_funds' } };

export function refusals(site: Site): void {
  /** Makes all remembered refusals this much older. */
  const age = (ms: number) => site.place.execute(`UPDATE replies SET refused_at_ms = refused_at_ms - ${ms}`);
  const keysOf = async (store: Store) => {
    const journal = await store.openJournal();
    const replies = await collect(journal.replies());
    await journal.close();
    return replies.map(({ key }) => key);
  };

  describe('a remembered refusal', () => {
    test('expires after the retention time; a success under its key is then remembered for ever', async () => {
      const store = await site.openMarket();
      expect(await give(store, refused)).toMatchObject(INSUFFICIENT);
      await post(store, deposit(bob, APPLE, 10n));
      // A minute less than the retention time, since the test takes time too.
      await age(POLICY.refusalRetentionMs - 60_000);
      expect(await give(store, refused)).toMatchObject(INSUFFICIENT);
      await age(60_000);
      const done = await give(store, refused);
      expect(done).toMatchObject({ posted: { sequence: 9 } });
      await age(10 * POLICY.refusalRetentionMs);
      expect(await give(await site.reopen(store), refused)).toEqual(done);
    });

    test('is deleted by later commits after it has expired, a few at a time', async () => {
      const store = await site.openMarket();
      await store.commit([refused, ...others]);
      await age(POLICY.refusalRetentionMs);
      const later = (name: string) => give(store, order(withdraw(bob, APPLE, 1n), ann, under(name)));
      await later('later 1');
      expect(await keysOf(store)).toHaveLength(5);
      for (const name of ['later 2', 'later 3']) await later(name);
      expect(await keysOf(store)).toEqual(['later 1', 'later 2', 'later 3']);
    });

    test('that expires during a copy makes the copy fail; run again, it copies the rest', async () => {
      const source = await site.openMarket();
      await give(source, refused);
      const place = await site.anotherPlace();
      let views = 0;
      const moving = {
        async openJournal() {
          views += 1;
          // One refusal is added and one expires, so that their number stays the same.
          if (views === 2) await give(source, order(withdraw(bob, APPLE, 7n), ann, under('new')));
          return source.openJournal();
        },
      };
      await age(POLICY.refusalRetentionMs);
      const copied = copyExchange(moving, await site.openTarget(place), () => {});
      await expect(copied).rejects.toThrow('the source changed during the copy');
      await copyExchange(source, await site.openTarget(place), () => {});
      expect(await keysOf(await site.open(place))).toEqual(['new']);
    });
  });
}
