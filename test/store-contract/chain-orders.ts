// Orders on a chain: accepted once, signed in one live send per wallet, ended once.
import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/core/amount.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import type { ChainOrders, ChainSend, NewChainOrder, NewChainSend } from '../../src/ports/chain-orders.ts';
import { ann, bob } from '../paper-orders.ts';
import { collect, type Site } from './site.ts';

export const chainOrder = (id: string, over: Partial<NewChainOrder> = {}): NewChainOrder => ({
  id,
  account: ann,
  key: null,
  fingerprint: null,
  kind: 'swap',
  request: '{"amount":"1\\u0000ä"}',
  messages: ['te6c+/==', 'b25l'],
  watch: '{}',
  deadlineS: null,
  createdAtMs: 1_800_000_000_123,
  ...over,
});
export const chainSend = (over: Partial<NewChainSend> = {}): NewChainSend => ({
  account: ann,
  seqno: 4_294_967_294,
  validUntilS: 4_294_967_295,
  afterLt: 2n ** 63n + 1n,
  boc: 'te6c',
  bodyHash: 'ab'.repeat(32),
  ...over,
});
const DONE = { state: 'done', lt: 2n ** 64n - 1n, hash: 'cd'.repeat(32) } as const;
const COMPLETED = { status: 'completed', result: '{"out":"5"}' } as const;
const bound = async (orders: ChainOrders, numbers: readonly number[], over: Partial<NewChainSend> = {}) => {
  const send = await orders.bind(chainSend(over), numbers);
  if (!send) throw new Error('nothing was bound');
  return send;
};
const numbersOf = (orders: readonly { number: number }[]) => orders.map(({ number }) => number);
const acceptMany = async (orders: ChainOrders, count: number, account = ann) => {
  const ids = Array.from({ length: count }, (_, at) => `${account} ${at}`);
  const accepted = [];
  for (const id of ids) accepted.push((await orders.accept(chainOrder(id, { account }))).order);
  return numbersOf(accepted);
};

export function chainOrders(site: Site): void {
  const openTwo = async () => [(await site.open()).chainOrders, (await site.open()).chainOrders] as const;

  describe('wallets on a chain', () => {
    test('are assigned once per account, with unique numbers', async () => {
      const [one, two] = await openTwo();
      expect(await one.walletOf(ann)).toBeUndefined();
      expect(await one.takeWallet(ann, 2 ** 31 - 1)).toBe(2 ** 31 - 1);
      expect(await two.takeWallet(ann, 7)).toBe(2 ** 31 - 1);
      expect(await two.takeWallet(bob, 2 ** 31 - 1)).toBeUndefined();
      expect(await two.takeWallet(bob, 0)).toBe(0);
      expect([await one.walletOf(bob), await two.walletOf(ann)]).toEqual([0, 2 ** 31 - 1]);
    });

    test('concurrent requests for one account get the same', async () => {
      const stores = await openTwo();
      const taken = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => stores[n % 2]?.takeWallet(ann, n)));
      expect(new Set(taken).size).toBe(1);
      const won = await Promise.all([1, 2, 3, 4].map((n) => stores[n % 2]?.takeWallet(`account-${n}` as Account, 99)));
      expect(won.filter((number) => number === 99)).toHaveLength(1);
    });
  });

  describe('orders on a chain', () => {
    test('are stored exactly, and found by id and by key', async () => {
      const [one, two] = await openTwo();
      const given = chainOrder('a', { key: 'k "1"', fingerprint: 'f', deadlineS: 4_294_967_295 });
      const { order, isNew } = await one.accept(given);
      expect([order, isNew]).toEqual([
        { ...given, number: 1, send: null, status: 'pending', result: null, event: null, endedAtMs: null },
        true,
      ]);
      expect([await two.order('a'), await two.orderUnder(ann, 'k "1"')]).toEqual([order, order]);
      expect([await two.order('b'), await two.orderUnder(bob, 'k "1"')]).toEqual([undefined, undefined]);
    });

    test('under one key are one order, for each account', async () => {
      const stores = await openTwo();
      const tries = Array.from({ length: 8 }, (_, at) => {
        const account = at % 4 < 2 ? ann : bob;
        return stores[at % 2]?.accept(chainOrder(`${at}`, { account, key: 'k', fingerprint: `${at}` }));
      });
      const found = await Promise.all(tries);
      expect(found.filter((each) => each?.isNew)).toHaveLength(2);
      expect(new Set(found.map((each) => each?.order.id)).size).toBe(2);
    });

    test('are numbered without a gap, also concurrently', async () => {
      const stores = await openTwo();
      expect(await stores[0].lastOrder()).toBe(0);
      const tries = Array.from({ length: 20 }, (_, at) => stores[at % 2]?.accept(chainOrder(`${at}`)));
      const numbers = (await Promise.all(tries)).map((each) => each?.order.number ?? 0);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
      expect(await stores[1].lastOrder()).toBe(20);
    });

    test('that must follow the last one of their account are accepted once per predecessor', async () => {
      const stores = await openTwo();
      const acceptOne = (at: number, last: number, over: Partial<NewChainOrder> = {}) =>
        stores[at % 2]?.acceptAfter(last, chainOrder(`${over.account ?? ann} ${last} ${at}`, over));
      for (const last of [0, 1, 2]) {
        const all = await Promise.all(Array.from({ length: 6 }, (_, at) => acceptOne(at, last)));
        expect(all.filter((each) => each !== undefined)).toMatchObject([{ isNew: true, order: { number: last + 1 } }]);
      }
      // Orders of other accounts do not affect it.
      const apart = await Promise.all(
        [0, 1, 2, 3].map((at) => acceptOne(at, 0, { account: `account-${at}` as Account, key: 'k', fingerprint: 'f' })),
      );
      expect(apart.map((each) => each?.order.number).toSorted()).toEqual([4, 5, 6, 7]);
      expect(await acceptOne(1, 3)).toMatchObject({ isNew: true, order: { number: 8 } });
      // A known key finds its order, regardless of later ones.
      expect(await acceptOne(5, 99, { account: 'account-0' as Account, key: 'k', fingerprint: 'f' })).toMatchObject({
        isNew: false,
        order: { id: 'account-0 0 0' },
      });
    });

    test('that have not ended are listed with the last one of the account, signed or not', async () => {
      const [one, two] = await openTwo();
      expect(await one.pending(ann, 9)).toEqual({ last: 0, orders: [] });
      await acceptMany(one, 6);
      await acceptMany(one, 1, bob);
      await one.endSend((await bound(one, [1, 2])).id, DONE);
      await one.settle({ number: 1, send: 1 }, COMPLETED);
      await bound(one, [4, 6]);
      await one.settle({ number: 5, send: null }, COMPLETED);
      const { last, orders } = await two.pending(ann, 9);
      expect([last, orders.map(({ number, send }) => [number, send])]).toEqual([
        6,
        [
          [2, 1],
          [3, null],
          [4, 2],
          [6, 2],
        ],
      ]);
      expect(orders[0]).toEqual(await one.order(`${ann} 1`));
      expect(numbersOf((await two.pending(ann, 2)).orders)).toEqual([2, 3]);
      expect(await two.pending(bob, 9)).toMatchObject({ last: 7, orders: [{ number: 7 }] });
    });

    test('are listed newest first, of one account or of all', async () => {
      const { chainOrders } = await site.open();
      await acceptMany(chainOrders, 3);
      await acceptMany(chainOrders, 2, bob);
      expect(numbersOf(await chainOrders.orders({ before: 99, limit: 2 }))).toEqual([5, 4]);
      expect(numbersOf(await chainOrders.orders({ before: 4, limit: 9 }))).toEqual([3, 2, 1]);
      expect(numbersOf(await chainOrders.orders({ account: ann, before: 3, limit: 9 }))).toEqual([2, 1]);
      expect(numbersOf(await chainOrders.toSign(bob, 1))).toEqual([4]);
    });
  });

  describe('a signed send of a wallet', () => {
    test('is stored with its orders, which are in no other send', async () => {
      const [one, two] = await openTwo();
      const numbers = await acceptMany(one, 3);
      const send = await bound(one, numbers.slice(0, 2));
      expect(send).toEqual({ ...chainSend(), id: 1, state: 'live', lt: null, hash: null });
      expect([await two.liveSend(ann), await two.send(1), await two.liveSend(bob)]).toEqual([send, send, undefined]);
      expect(numbersOf(await two.toSign(ann, 9))).toEqual([3]);
      expect((await two.order(`${ann} 0`))?.send).toBe(1);
      expect(await two.bind(chainSend(), [3])).toBeUndefined();
      expect(numbersOf(await two.toSign(ann, 9))).toEqual([3]);
      await one.endSend(send.id, DONE);
      expect(await two.send(1)).toEqual({ ...send, ...DONE });
      expect([await two.lastDone(ann), await two.lastDone(bob)]).toEqual([{ ...send, ...DONE }, undefined]);
      expect((await bound(two, [3])).id).toBe(2);
    });

    test.each<[string, (orders: ChainOrders) => Promise<unknown>]>([
      ['signed', async (orders) => orders.endSend((await bound(orders, [2])).id, DONE)],
      ['ended', (orders) => orders.settle({ number: 2, send: null }, COMPLETED)],
    ])('refuses an order that is %s, and with it all others', async (_, spoil) => {
      const { chainOrders } = await site.open();
      await acceptMany(chainOrders, 3);
      await spoil(chainOrders);
      expect(await chainOrders.bind(chainSend(), [1, 2, 3])).toBeUndefined();
      expect(await chainOrders.liveSend(ann)).toBeUndefined();
      expect(numbersOf(await chainOrders.toSign(ann, 9))).toEqual([1, 3]);
    });

    test('takes no order of another account', async () => {
      const { chainOrders } = await site.open();
      await acceptMany(chainOrders, 1);
      expect(await chainOrders.bind(chainSend({ account: bob }), [1])).toBeUndefined();
      expect(numbersOf(await chainOrders.toSign(ann, 9))).toEqual([1]);
    });

    test('is unique per wallet, also with concurrent signing; other accounts do not wait', async () => {
      const stores = await openTwo();
      await acceptMany(stores[0], 8);
      await acceptMany(stores[0], 8, bob);
      const tries = Array.from({ length: 16 }, (_, at) =>
        stores[at % 2]?.bind(chainSend({ account: at < 8 ? ann : bob }), [at + 1]),
      );
      const live = (await Promise.all(tries)).filter((send): send is ChainSend => send !== undefined);
      expect(live.map(({ account }) => account).toSorted()).toEqual([ann, bob]);
      expect(live.map(({ id }) => id).toSorted()).toEqual([1, 2]);
    });

    test('that has expired releases its orders; one that is done keeps them', async () => {
      const [one, two] = await openTwo();
      await acceptMany(one, 2);
      const dead = await bound(one, [1, 2]);
      expect(await two.endSend(dead.id, { state: 'dead' })).toBe(true);
      expect(await one.endSend(dead.id, DONE)).toBe(false);
      expect(await one.send(dead.id)).toEqual({ ...dead, state: 'dead' });
      expect(numbersOf(await two.toSign(ann, 9))).toEqual([1, 2]);
      expect(await one.lastDone(ann)).toBeUndefined();
      const done = await bound(two, [1, 2]);
      expect(await two.underWay({ after: 0, limit: 9 })).toEqual([]);
      const ends = await Promise.all([one.endSend(done.id, DONE), two.endSend(done.id, { state: 'dead' })]);
      expect(ends.filter(Boolean)).toHaveLength(1);
    });

    test('has accounts at work, and orders under way', async () => {
      const [one, two] = await openTwo();
      await acceptMany(one, 2);
      await acceptMany(one, 1, bob);
      const atWork = (after = '') => two.accountsAtWork({ after, limit: 9 });
      expect([await atWork(), await atWork(ann)]).toEqual([[ann, bob], [bob]]);
      const send = await bound(one, [1, 2]);
      expect(await atWork()).toEqual([ann, bob]);
      await one.endSend(send.id, DONE);
      expect(await atWork()).toEqual([bob]);
      expect(numbersOf(await two.underWay({ after: 0, limit: 9 }))).toEqual([1, 2]);
      expect(numbersOf(await two.underWay({ after: 1, limit: 9 }))).toEqual([2]);
      expect(numbersOf(await two.underWay({ account: ann, after: 0, limit: 1 }))).toEqual([1]);
      expect(await two.underWay({ account: bob, after: 0, limit: 9 })).toEqual([]);
    });
  });

  describe('an order on a chain ends', () => {
    test('once, and only for the send it was signed in', async () => {
      const [one, two] = await openTwo();
      await acceptMany(one, 2);
      expect(await one.settle({ number: 1, send: 7 }, COMPLETED)).toBe(false);
      const send = await bound(one, [1]);
      expect(await two.settle({ number: 1, send: null }, COMPLETED)).toBe(false);
      await one.endSend(send.id, DONE);
      const failed = { status: 'failed', result: '{"reason":"x"}' } as const;
      const ends = await Promise.all([
        one.settle({ number: 1, send: send.id }, COMPLETED),
        two.settle({ number: 1, send: send.id }, failed),
      ]);
      expect(ends.filter(Boolean)).toHaveLength(1);
      expect((await two.order(`${ann} 0`))?.status).toBe(ends[0] ? 'completed' : 'failed');
      expect(await one.underWay({ after: 0, limit: 9 })).toEqual([]);
      expect(await one.settle({ number: 2, send: null }, failed)).toBe(true);
      expect(await two.order(`${ann} 1`)).toMatchObject({ ...failed, send: null });
      expect(await one.toSign(ann, 9)).toEqual([]);
    });

    test('with an event, numbered without a gap, also concurrently', async () => {
      const stores = await openTwo();
      const [one, two] = stores;
      await acceptMany(one, 24);
      expect([await two.lastEvent(), await two.ended({ after: 0, limit: 9 })]).toEqual([0, []]);
      await one.settle({ number: 20, send: null }, COMPLETED);
      const [first] = await two.ended({ after: 0, limit: 9 });
      const {
        messages: _,
        watch: __,
        fingerprint: ___,
        deadlineS: ____,
        ...kept
      } = (await two.order(`${ann} 19`)) ?? {};
      expect(first).toEqual({ ...kept, ...COMPLETED, event: 1, endedAtMs: expect.any(Number) });
      const failed = { status: 'failed', result: '{}' } as const;
      // Each is settled twice, on both nodes: one of the two takes effect.
      const twice = Array.from({ length: 48 }, (_, at) => ({ number: 1 + (at % 24), send: null, on: stores[at % 2] }));
      const ends = await Promise.all(twice.map(({ on, ...order }) => on?.settle(order, failed)));
      expect(ends.filter(Boolean)).toHaveLength(23);
      expect([await one.lastEvent(), await two.lastEvent()]).toEqual([24, 24]);
      const all = await one.ended({ after: 0, limit: 99 });
      expect(all.map(({ event }) => event)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
      expect(new Set(numbersOf(all)).size).toBe(24);
      const times = all.map(({ endedAtMs }) => endedAtMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(await two.ended({ after: 20, limit: 2 })).toEqual(all.slice(20, 22));
      expect(await two.ended({ after: 24, limit: 9 })).toEqual([]);
    });

    test('and a concurrent reader sees each event once and in order', async () => {
      const stores = await openTwo();
      const [one, two] = stores;
      await acceptMany(one, 30);
      let isOver = false;
      const ending = Promise.all(
        Array.from({ length: 30 }, (_, at) => stores[at % 2]?.settle({ number: at + 1, send: null }, COMPLETED)),
      ).finally(() => {
        isOver = true;
      });
      const seen: number[] = [];
      for (let wasOver = false; !wasOver; ) {
        wasOver = isOver;
        seen.push(...(await two.ended({ after: seen.at(-1) ?? 0, limit: 7 })).map(({ event }) => event));
        if (seen.length < 30) wasOver = false;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await ending;
      expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    });
  });

  test('figures of orders on a chain count the open ones and the total', async () => {
    const [one, two] = await openTwo();
    const nothing = { accepted: 0, toSign: 0, signed: 0, oldestMs: null, liveSends: 0 };
    expect(await one.figures()).toEqual(nothing);
    for (const at of [3, 1, 2, 4]) await one.accept(chainOrder(`${at}`, { createdAtMs: at }));
    expect(await two.figures()).toEqual({ ...nothing, accepted: 4, toSign: 4, oldestMs: 1 });
    const { id } = await bound(one, [1, 2]);
    expect(await two.figures()).toEqual({ accepted: 4, toSign: 2, signed: 2, oldestMs: 1, liveSends: 1 });
    await one.endSend(id, DONE);
    await one.settle({ number: 2, send: id }, COMPLETED);
    expect(await two.figures()).toEqual({ accepted: 4, toSign: 2, signed: 1, oldestMs: 2, liveSends: 0 });
    await one.settle({ number: 3, send: null }, COMPLETED);
    expect(await two.figures()).toMatchObject({ toSign: 1, signed: 1, oldestMs: 3 });
  });

  describe('a copy brings orders on a chain', () => {
    test('with wallets and sends, and the copy continues with them', async () => {
      const store = await site.open();
      const { chainOrders } = store;
      await chainOrders.takeWallet(bob, 5);
      await chainOrders.takeWallet(ann, 6);
      await acceptMany(chainOrders, 3);
      await chainOrders.endSend((await bound(chainOrders, [1])).id, DONE);
      await chainOrders.settle({ number: 1, send: 1 }, COMPLETED);
      const live = await bound(chainOrders, [2]);
      const place = await site.anotherPlace();
      await copyExchange(store, await site.openTarget(place), () => {});
      const copy = await site.open(place);
      const recordsOf = async (from: typeof store) => {
        const journal = await from.openJournal();
        const records = await collect(journal.chainRecords());
        await journal.close();
        return records;
      };
      expect(await recordsOf(copy)).toEqual(await recordsOf(store));
      expect(await recordsOf(copy)).toHaveLength(7);
      expect(await copy.chainOrders.liveSend(ann)).toEqual(live);
      expect(await copy.chainOrders.ended({ after: 0, limit: 9 })).toEqual(
        await chainOrders.ended({ after: 0, limit: 9 }),
      );
      expect((await copy.chainOrders.accept(chainOrder('next'))).order.number).toBe(4);
      await copy.chainOrders.settle({ number: 4, send: null }, COMPLETED);
      expect(await copy.chainOrders.lastEvent()).toBe(2);
      expect((await copy.chainOrders.accept(chainOrder('another'))).order.number).toBe(5);
      await copy.chainOrders.endSend(live.id, { state: 'dead' });
      expect((await bound(copy.chainOrders, [2, 3, 5])).id).toBe(3);
    });

    test.each<[string, (orders: ChainOrders) => Promise<unknown>]>([
      ['a wallet', (orders) => orders.takeWallet(bob, 5)],
      ['an order', (orders) => orders.accept(chainOrder('new'))],
      ['a send', (orders) => orders.bind(chainSend(), [1])],
      ['an end', (orders) => orders.settle({ number: 1, send: null }, COMPLETED)],
    ])('and notices %s that came meanwhile', async (_, move) => {
      const source = await site.open();
      await acceptMany(source.chainOrders, 1);
      let views = 0;
      const moving = {
        async openJournal() {
          views += 1;
          if (views === 2) await move(source.chainOrders);
          return source.openJournal();
        },
      };
      const place = await site.anotherPlace();
      const target = await site.openTarget(place);
      await expect(copyExchange(moving, target, () => {})).rejects.toThrow('the source changed during the copy');
      await copyExchange(source, await site.openTarget(place), () => {});
      expect(await (await site.open(place)).chainOrders.order(`${ann} 0`)).toEqual(
        await source.chainOrders.order(`${ann} 0`),
      );
    });
  });
}
