// Activity: which accounts find which transactions, and the list of accounts.
import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/core/amount.ts';
import type { KeyRecord } from '../../src/ports/records.ts';
import { APPLE, account, BREAD, MAKER, TREASURY } from '../paper-exchange.ts';
import { ann, bob, collectFees, deposit, refund, swap, transfer, withdraw } from '../paper-orders.ts';
import { order, post, type Site } from './site.ts';

const END = Number.MAX_SAFE_INTEGER;
const carl = account('carl');

export function activity(site: Site): void {
  describe('activity', () => {
    /** After the market's 1 to 7: each line says which accounts find it. */
    const openBusy = async () => {
      const store = await site.openMarket();
      await store.commit([
        order(swap(100n), ann), // 8: ann
        order(swap(100n, { referrer: bob }), ann), // 9: ann, bob
        order(swap(100n, { referrer: ann }), ann), // 10: ann, once
        order(swap(100n, { account: ann }), carl), // 11: carl who gave it, ann who paid
        order(collectFees(), carl), // 12: carl, the treasury
        order(refund({ lpTokens: 1000n as never }), MAKER), // 13: the maker
        order(withdraw(ann, APPLE, 1n), carl), // 14: carl, ann
        order(transfer(APPLE, 1n, { to: account('dora'), memo: 'rent' }), ann), // 15: ann, dora
      ]);
      return store;
    };

    test('of an account lists each transaction that it submitted or is a party of once, newest first', async () => {
      const store = await openBusy();
      const of = async (account: Account) =>
        (await store.activity({ account, before: END, limit: 100 })).map(({ sequence }) => sequence);
      expect(await of(ann)).toEqual([15, 14, 11, 10, 9, 8, 7]);
      expect(await of(account('dora'))).toEqual([15]);
      expect(await of(bob)).toEqual([9]);
      expect(await of(carl)).toEqual([14, 12, 11]);
      expect(await of(TREASURY)).toEqual([12]);
      expect(await of(MAKER)).toEqual([13, 7, 6, 5, 4, 3, 2, 1]);
      expect(await of(account('nobody'))).toEqual([]);
      expect((await store.activity({ account: bob, before: END, limit: 1 }))[0]).toEqual(await store.posted(9));
    });

    test('is also read oldest first, after a sequence', async () => {
      const store = await openBusy();
      const page = async (account: Account, after: number, limit = 9) =>
        (await store.history({ account, after, limit })).map(({ sequence }) => sequence);
      expect(await page(ann, 0, 3)).toEqual([7, 8, 9]);
      expect(await page(ann, 9, 3)).toEqual([10, 11, 14]);
      expect(await page(ann, 14)).toEqual([15]);
      expect(await page(ann, 15)).toEqual([]);
      expect(await page(carl, 0)).toEqual([11, 12, 14]);
      expect(await page(account('nobody'), 0)).toEqual([]);
      expect((await store.history({ account: bob, after: 0, limit: 1 }))[0]).toEqual(await store.posted(9));
    });

    test('tells to whom an account has sent tokens by transfers: not by swaps, orders of others or in return', async () => {
      const store = await openBusy();
      const [dora, eve] = [account('dora'), account('eve')];
      const told = async () =>
        Promise.all(
          [
            [ann, dora],
            [dora, ann],
            [ann, bob],
            [carl, ann],
            [MAKER, ann],
            [ann, eve],
            ['', ann],
          ].map(([from, to]) => store.hasSent(from as Account, to as Account)),
        );
      expect(await told()).toEqual([true, false, false, false, false, false, false]);
      await post(store, transfer(APPLE, 1n, { account: MAKER, to: ann }));
      expect(await told()).toEqual([true, false, false, false, true, false, false]);
    });

    test('is listed page by page, of one account, of a reference or of all', async () => {
      const store = await openBusy();
      await post(store, { ...deposit(bob, BREAD, 5n), reference: 'r' }, { ...deposit(ann, BREAD, 5n), reference: 'r' });
      const page = async (of: { account: Account } | { reference: string } | { all: true }, before: number) =>
        (await store.activity({ ...of, before, limit: 2 })).map(({ sequence }) => sequence);
      expect(await page({ account: ann }, 14)).toEqual([11, 10]);
      expect(await page({ account: ann }, 8)).toEqual([7]);
      expect(await page({ all: true }, END)).toEqual([17, 16]);
      expect(await page({ all: true }, 2)).toEqual([1]);
      expect(await page({ reference: 'r' }, END)).toEqual([17, 16]);
      expect(await page({ reference: 'r' }, 17)).toEqual([16]);
      expect(await page({ reference: 'R' }, END)).toEqual([]);
    });
  });

  test('accounts with a balance or key are listed by name, without those of the exchange; keys by account and id', async () => {
    const store = await site.openMarket();
    await post(store, deposit(bob, APPLE, 5n), withdraw(bob, APPLE, 5n), deposit(account('Zoe'), APPLE, 1n));
    const key = (id: string, of: Account, revokedAtMs: number | null): KeyRecord => {
      return { id, account: of, role: 'trader', hash: id, createdAtMs: 1, revokedAtMs, name: '', restrictions: null };
    };
    const keys = [key('3', ann, null), key('2', ann, 7), key('1', account('émile'), null)];
    for (const each of keys) await store.addKey(each);
    const all = [
      { account: 'Zoe', tokens: 1, keys: 0 },
      { account: 'ann', tokens: 1, keys: 1 },
      { account: 'maker', tokens: 1, keys: 0 },
      { account: 'émile', tokens: 0, keys: 1 },
    ];
    expect(await store.accounts({ after: '', limit: 9 })).toEqual(all);
    expect(await store.accounts({ after: 'Zoe', limit: 2 })).toEqual(all.slice(1, 3));
    expect(await store.accounts({ after: 'émile', limit: 2 })).toEqual([]);
    const between = ['pool', 'pool!', 'pools', 'the', 'the!', 'them'];
    await post(store, ...between.map((name) => deposit(account(name), APPLE, 1n)));
    for (const [index, name] of between.entries()) {
      const next = await store.accounts({ after: name, limit: 2 });
      expect(next.map((each) => each.account)).toEqual([...between, 'émile'].slice(index + 1, index + 3));
    }
    const sorted = [keys[1], keys[0], keys[2]];
    expect(await store.keysAfter({ limit: 9 })).toEqual(sorted);
    expect(await store.keysAfter({ limit: 1, after: { account: 'ann', id: '2' } })).toEqual(sorted.slice(1, 2));
    expect(await store.keysAfter({ limit: 9, account: ann })).toEqual(sorted.slice(0, 2));
    expect(await store.keysAfter({ limit: 9, account: ann, after: { account: 'ann', id: '2' } })).toEqual([keys[0]]);
  });
}
