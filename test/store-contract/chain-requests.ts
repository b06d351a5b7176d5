// Requests on a chain: each is accepted once, signed in the one live send of its wallet, and ended once.
import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/core/amount.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import type { ChainRequests, ChainSend, NewChainRequest, NewChainSend } from '../../src/ports/chain-requests.ts';
import { ann, bob } from '../paper-orders.ts';
import { collect, type Site } from './site.ts';

export const chainRequest = (id: string, over: Partial<NewChainRequest> = {}): NewChainRequest => ({
  id,
  account: ann,
  key: null,
  fingerprint: null,
  kind: 'swap',
  decision: '{"amount":"1\\u0000ä"}',
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
const bound = async (requests: ChainRequests, numbers: readonly number[], over: Partial<NewChainSend> = {}) => {
  const send = await requests.bind(chainSend(over), numbers);
  if (!send) throw new Error('nothing was bound');
  return send;
};
const numbersOf = (requests: readonly { number: number }[]) => requests.map(({ number }) => number);
const acceptMany = async (requests: ChainRequests, count: number, account = ann) => {
  const ids = Array.from({ length: count }, (_, at) => `${account} ${at}`);
  const accepted = [];
  for (const id of ids) accepted.push((await requests.accept(chainRequest(id, { account }))).request);
  return numbersOf(accepted);
};

export function chainRequests(site: Site): void {
  const openTwo = async () => [(await site.open()).chainRequests, (await site.open()).chainRequests] as const;

  describe('wallets on a chain', () => {
    test('are recorded once an account uses its own, also if several nodes do so at once', async () => {
      const [one, two] = await openTwo();
      expect(await one.hasWallet(ann)).toBe(false);
      await Promise.all([one, two, one, two].map((requests) => requests.addWallet(ann)));
      expect([await one.hasWallet(ann), await two.hasWallet(ann), await two.hasWallet(bob)]).toEqual([
        true,
        true,
        false,
      ]);
    });
  });

  describe('requests on a chain', () => {
    test('tell to whom an account has sent tokens, also after a copy', async () => {
      const [store, two] = [await site.open(), await site.open()];
      const decision = JSON.stringify({ receipt: { kind: 'transfer', to: 'bob', memo: 'a\u0000 "to":"eve"' } });
      await store.chainRequests.accept(chainRequest('one', { kind: 'transfer', decision }));
      await store.chainRequests.accept(chainRequest('two', { decision: '{"receipt":{"to":"carl"}}' }));
      const told = (requests: ChainRequests) =>
        Promise.all(
          [
            [ann, bob],
            [bob, ann],
            [ann, 'eve'],
            [ann, 'carl'],
          ].map(([from, to]) => requests.hasSent(from as Account, to as Account)),
        );
      const place = await site.anotherPlace();
      await copyExchange(store, await site.openTarget(place), () => {});
      for (const on of [store, two, await site.open(place)])
        expect(await told(on.chainRequests)).toEqual([true, false, false, false]);
    });

    test('are stored exactly, and found by id and by key', async () => {
      const [one, two] = await openTwo();
      const given = chainRequest('a', { key: 'k "1"', fingerprint: 'f', deadlineS: 4_294_967_295 });
      const { request, isNew } = await one.accept(given);
      expect([request, isNew]).toEqual([
        { ...given, number: 1, send: null, status: 'pending', result: null, event: null, endedAtMs: null },
        true,
      ]);
      expect([await two.find('a'), await two.findUnder(ann, 'k "1"')]).toEqual([request, request]);
      expect([await two.find('b'), await two.findUnder(bob, 'k "1"')]).toEqual([undefined, undefined]);
    });

    test('under the same key are accepted once for each account, also concurrently', async () => {
      const stores = await openTwo();
      const tries = Array.from({ length: 8 }, (_, at) => {
        const account = at % 4 < 2 ? ann : bob;
        return stores[at % 2]?.accept(chainRequest(`${at}`, { account, key: 'k', fingerprint: `${at}` }));
      });
      const found = await Promise.all(tries);
      expect(found.filter((each) => each?.isNew)).toHaveLength(2);
      expect(new Set(found.map((each) => each?.request.id)).size).toBe(2);
    });

    test('are numbered without a gap, also concurrently', async () => {
      const stores = await openTwo();
      expect(await stores[0].lastNumber()).toBe(0);
      const tries = Array.from({ length: 20 }, (_, at) => stores[at % 2]?.accept(chainRequest(`${at}`)));
      const numbers = (await Promise.all(tries)).map((each) => each?.request.number ?? 0);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
      expect(await stores[1].lastNumber()).toBe(20);
    });

    test('by acceptAfter() are accepted only if the given number is that of the account’s last one, also concurrently', async () => {
      const stores = await openTwo();
      const acceptOne = (at: number, last: number, over: Partial<NewChainRequest> = {}) =>
        stores[at % 2]?.acceptAfter(last, chainRequest(`${over.account ?? ann} ${last} ${at}`, over));
      for (const last of [0, 1, 2]) {
        const all = await Promise.all(Array.from({ length: 6 }, (_, at) => acceptOne(at, last)));
        expect(all.filter((each) => each !== undefined)).toMatchObject([
          { isNew: true, request: { number: last + 1 } },
        ]);
      }
      // Requests of other accounts do not count.
      const apart = await Promise.all(
        [0, 1, 2, 3].map((at) => acceptOne(at, 0, { account: `account-${at}` as Account, key: 'k', fingerprint: 'f' })),
      );
      expect(apart.map((each) => each?.request.number).toSorted()).toEqual([4, 5, 6, 7]);
      expect(await acceptOne(1, 3)).toMatchObject({ isNew: true, request: { number: 8 } });
      // A known key finds its request, regardless of later ones.
      expect(await acceptOne(5, 99, { account: 'account-0' as Account, key: 'k', fingerprint: 'f' })).toMatchObject({
        isNew: false,
        request: { id: 'account-0 0 0' },
      });
    });

    test('that have not ended, signed or not, are listed by account, with the number of the account’s last one', async () => {
      const [one, two] = await openTwo();
      expect(await one.pending(ann, 9)).toEqual({ last: 0, requests: [] });
      await acceptMany(one, 6);
      await acceptMany(one, 1, bob);
      await one.endSend((await bound(one, [1, 2])).id, DONE);
      await one.settle({ number: 1, send: 1 }, COMPLETED);
      await bound(one, [4, 6]);
      await one.settle({ number: 5, send: null }, COMPLETED);
      const { last, requests } = await two.pending(ann, 9);
      expect([last, requests.map(({ number, send }) => [number, send])]).toEqual([
        6,
        [
          [2, 1],
          [3, null],
          [4, 2],
          [6, 2],
        ],
      ]);
      expect(requests[0]).toEqual(await one.find(`${ann} 1`));
      expect(numbersOf((await two.pending(ann, 2)).requests)).toEqual([2, 3]);
      expect(await two.pending(bob, 9)).toMatchObject({ last: 7, requests: [{ number: 7 }] });
    });

    test('are listed newest first, of one account or of all; those to sign oldest first', async () => {
      const { chainRequests } = await site.open();
      await acceptMany(chainRequests, 3);
      await acceptMany(chainRequests, 2, bob);
      expect(numbersOf(await chainRequests.page({ before: 99, limit: 2 }))).toEqual([5, 4]);
      expect(numbersOf(await chainRequests.page({ before: 4, limit: 9 }))).toEqual([3, 2, 1]);
      expect(numbersOf(await chainRequests.page({ account: ann, before: 3, limit: 9 }))).toEqual([2, 1]);
      expect(numbersOf(await chainRequests.toSign(bob, 1))).toEqual([4]);
    });
  });

  describe('a signed send of a wallet', () => {
    test('is stored with its requests; no other send of the wallet can be bound until it has ended', async () => {
      const [one, two] = await openTwo();
      const numbers = await acceptMany(one, 3);
      const send = await bound(one, numbers.slice(0, 2));
      expect(send).toEqual({ ...chainSend(), id: 1, state: 'live', lt: null, hash: null });
      expect([await two.liveSend(ann), await two.send(1), await two.liveSend(bob)]).toEqual([send, send, undefined]);
      expect(numbersOf(await two.toSign(ann, 9))).toEqual([3]);
      expect((await two.find(`${ann} 0`))?.send).toBe(1);
      expect(await two.bind(chainSend(), [3])).toBeUndefined();
      expect(numbersOf(await two.toSign(ann, 9))).toEqual([3]);
      await one.endSend(send.id, DONE);
      expect(await two.send(1)).toEqual({ ...send, ...DONE });
      expect([await two.lastDone(ann), await two.lastDone(bob)]).toEqual([{ ...send, ...DONE }, undefined]);
      expect((await bound(two, [3])).id).toBe(2);
    });

    test.each<[string, (requests: ChainRequests) => Promise<unknown>]>([
      ['signed', async (requests) => requests.endSend((await bound(requests, [2])).id, DONE)],
      ['ended', (requests) => requests.settle({ number: 2, send: null }, COMPLETED)],
    ])('is not bound if one of its requests is already %s, and the other requests stay unsigned', async (_, spoil) => {
      const { chainRequests } = await site.open();
      await acceptMany(chainRequests, 3);
      await spoil(chainRequests);
      expect(await chainRequests.bind(chainSend(), [1, 2, 3])).toBeUndefined();
      expect(await chainRequests.liveSend(ann)).toBeUndefined();
      expect(numbersOf(await chainRequests.toSign(ann, 9))).toEqual([1, 3]);
    });

    test('is not bound with a request of another account', async () => {
      const { chainRequests } = await site.open();
      await acceptMany(chainRequests, 1);
      expect(await chainRequests.bind(chainSend({ account: bob }), [1])).toBeUndefined();
      expect(numbersOf(await chainRequests.toSign(ann, 9))).toEqual([1]);
    });

    test('is the only live one of its wallet, also with concurrent calls of bind(); other accounts have their own', async () => {
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

    test('that is dead leaves its requests to be signed again; a send ends once, as done or dead', async () => {
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

    test('keeps its account at work until it is done; its requests are then under way', async () => {
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

    test('replaces the messages and the decision of a request that was sent in another form, together with the send', async () => {
      const [one, two] = await openTwo();
      await acceptMany(one, 2);
      const sentAs = { number: 2, messages: ['b3RoZXI=', 'YXM='], decision: '{"amount":"2"}' };
      const send = await one.bind(chainSend(), [1, 2], [sentAs]);
      expect(await two.find(`${ann} 1`)).toMatchObject({ ...sentAs, send: send?.id });
      expect(await two.find(`${ann} 0`)).toMatchObject({ messages: chainRequest('').messages, send: send?.id });
      expect(await two.bind(chainSend(), [2], [{ ...sentAs, decision: '{}' }])).toBeUndefined();
      expect(await two.find(`${ann} 1`)).toMatchObject(sentAs);
    });

    test('with the highest seqno is the last one, and gaps() names the sends that do not follow the one before', async () => {
      const [one, two] = await openTwo();
      const hash = (seqno: number) => `${seqno}`.padStart(64, '0');
      const execute = async (seqno: number, account = ann) => {
        const { request } = await one.accept(chainRequest(`${account} ${seqno}`, { account }));
        const over = { account, seqno, validUntilS: 1000 + seqno };
        const { id } = await bound(one, [request.number], over);
        await one.endSend(id, { state: 'done', lt: BigInt(seqno * 10 + 1), hash: hash(seqno) });
      };
      const gap = (after: number, next: number) => ({
        afterLt: after < 0 ? 0n : BigInt(after * 10 + 1),
        next: { lt: BigInt(next * 10 + 1), hash: hash(next) },
      });
      expect(await two.gaps(ann, 0)).toEqual([]);
      for (const seqno of [0, 1, 2]) await execute(seqno);
      expect(await two.gaps(ann, 0)).toEqual([]);
      for (const seqno of [5, 9]) await execute(seqno);
      await execute(3, bob);
      expect(await two.gaps(ann, 0)).toEqual([gap(2, 5), gap(5, 9)]);
      expect(await two.gaps(bob, 0)).toEqual([gap(-1, 3)]);
      expect([await two.gaps(ann, 1005), await two.gaps(ann, 1006)]).toEqual([[gap(2, 5), gap(5, 9)], [gap(5, 9)]]);
      // A dead send executes nothing.
      const { request } = await one.accept(chainRequest('dead'));
      await one.endSend((await bound(one, [request.number], { seqno: 3 })).id, { state: 'dead' });
      for (const seqno of [4, 3]) await execute(seqno);
      expect(await two.gaps(ann, 0)).toEqual([gap(5, 9)]);
      expect((await two.lastDone(ann))?.seqno).toBe(9);
    });
  });

  describe('a request on a chain ends', () => {
    test('once, and only if the send it was signed in is given', async () => {
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
      expect((await two.find(`${ann} 0`))?.status).toBe(ends[0] ? 'completed' : 'failed');
      expect(await one.underWay({ after: 0, limit: 9 })).toEqual([]);
      expect(await one.settle({ number: 2, send: null }, failed)).toBe(true);
      expect(await two.find(`${ann} 1`)).toMatchObject({ ...failed, send: null });
      expect(await one.toSign(ann, 9)).toEqual([]);
    });

    test('with an event; events are numbered without a gap, also concurrently', async () => {
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
      } = (await two.find(`${ann} 19`)) ?? {};
      expect(first).toEqual({ ...kept, ...COMPLETED, event: 1, endedAtMs: expect.any(Number) });
      const failed = { status: 'failed', result: '{}' } as const;
      // Each request is settled twice; one of the two attempts takes effect.
      const twice = Array.from({ length: 48 }, (_, at) => ({ number: 1 + (at % 24), send: null, on: stores[at % 2] }));
      const ends = await Promise.all(twice.map(({ on, ...request }) => on?.settle(request, failed)));
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

  test('figures() of requests on a chain counts the accepted, unsigned and signed ones and live sends, and has the oldest pending time', async () => {
    const [one, two] = await openTwo();
    const nothing = { accepted: 0, toSign: 0, signed: 0, oldestMs: null, liveSends: 0 };
    expect(await one.figures()).toEqual(nothing);
    for (const at of [3, 1, 2, 4]) await one.accept(chainRequest(`${at}`, { createdAtMs: at }));
    expect(await two.figures()).toEqual({ ...nothing, accepted: 4, toSign: 4, oldestMs: 1 });
    const { id } = await bound(one, [1, 2]);
    expect(await two.figures()).toEqual({ accepted: 4, toSign: 2, signed: 2, oldestMs: 1, liveSends: 1 });
    await one.endSend(id, DONE);
    await one.settle({ number: 2, send: id }, COMPLETED);
    expect(await two.figures()).toEqual({ accepted: 4, toSign: 2, signed: 1, oldestMs: 2, liveSends: 0 });
    await one.settle({ number: 3, send: null }, COMPLETED);
    expect(await two.figures()).toMatchObject({ toSign: 1, signed: 1, oldestMs: 3 });
  });

  describe('a copy includes requests on a chain', () => {
    test('with wallets and sends, and the copy continues with them', async () => {
      const store = await site.open();
      const { chainRequests } = store;
      await chainRequests.addWallet(bob);
      await chainRequests.addWallet(ann);
      await acceptMany(chainRequests, 3);
      await chainRequests.endSend((await bound(chainRequests, [1])).id, DONE);
      await chainRequests.settle({ number: 1, send: 1 }, COMPLETED);
      const live = await bound(chainRequests, [2]);
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
      expect(await copy.chainRequests.liveSend(ann)).toEqual(live);
      expect(await copy.chainRequests.ended({ after: 0, limit: 9 })).toEqual(
        await chainRequests.ended({ after: 0, limit: 9 }),
      );
      expect((await copy.chainRequests.accept(chainRequest('next'))).request.number).toBe(4);
      await copy.chainRequests.settle({ number: 4, send: null }, COMPLETED);
      expect(await copy.chainRequests.lastEvent()).toBe(2);
      expect((await copy.chainRequests.accept(chainRequest('another'))).request.number).toBe(5);
      await copy.chainRequests.endSend(live.id, { state: 'dead' });
      expect((await bound(copy.chainRequests, [2, 3, 5])).id).toBe(3);
    });

    test.each<[string, (requests: ChainRequests) => Promise<unknown>]>([
      ['a wallet', (requests) => requests.addWallet(bob)],
      ['a request', (requests) => requests.accept(chainRequest('new'))],
      ['a send', (requests) => requests.bind(chainSend(), [1])],
      ['an end', (requests) => requests.settle({ number: 1, send: null }, COMPLETED)],
    ])('and fails if %s is added meanwhile; run again, it succeeds', async (_, move) => {
      const source = await site.open();
      await acceptMany(source.chainRequests, 1);
      let views = 0;
      const moving = {
        async openJournal() {
          views += 1;
          if (views === 2) await move(source.chainRequests);
          return source.openJournal();
        },
      };
      const place = await site.anotherPlace();
      const target = await site.openTarget(place);
      await expect(copyExchange(moving, target, () => {})).rejects.toThrow('the source changed during the copy');
      await copyExchange(source, await site.openTarget(place), () => {});
      expect(await (await site.open(place)).chainRequests.find(`${ann} 0`)).toEqual(
        await source.chainRequests.find(`${ann} 0`),
      );
    });
  });
}
