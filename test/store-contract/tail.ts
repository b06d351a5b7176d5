// The tail of a journal: a consistent snapshot, then every transaction once and in order, and a report if that is impossible.
import { describe, expect, test } from 'vitest';
import { feeAccount, orderAccount, reserveAccount } from '../../src/core/accounts.ts';
import { type Account, type PoolAddress, ppm } from '../../src/core/amount.ts';
import type { Posted } from '../../src/core/settle/instruction.ts';
import type { JournalMark } from '../../src/ports/records.ts';
import type { Store } from '../../src/ports/store.ts';
import { type Next, openTail, type Tail } from '../../src/ports/tail.ts';
import { ClockGuard } from '../../src/store/writer/clock.ts';
import { APPLE, BREAD, CORN, token } from '../paper-exchange.ts';
import {
  ann,
  closeOrder,
  createPool,
  deposit,
  fillOrder,
  pairOf,
  placeOrder,
  registerToken,
  setPoolFees,
  setPoolStatus,
  swap,
  updateToken,
} from '../paper-orders.ts';
import { goBack, keep } from './rewinds.ts';
import { post, type Site } from './site.ts';

const ALL = 5000;
/** A token whose address sorts last by UTF-8 bytes, but not by JavaScript's comparison. */
const ASTRAL = token('\u{1f33d}', 0);
const EMPTY = { sequence: 0, id: null };
const markOf = (posted: Posted | undefined): JournalMark => ({
  sequence: posted?.sequence ?? 0,
  id: posted?.id ?? null,
});

export function tail(site: Site): void {
  const follow = async (store: Store): Promise<Tail> => site.keep(await openTail(store.tail));
  const newsOf = async (tail: Tail, mark: JournalMark): Promise<Next> => {
    const news = await tail.next(mark, ALL);
    if (typeof news === 'string') throw new Error(news);
    return news;
  };

  test('the tail refuses a clock that has jumped ahead, as commits do', async () => {
    const store = await site.open();
    const [elapsed, aheadMs] = [{ ms: 0 }, 30_000];
    const guard = new ClockGuard(aheadMs, { awakeMs: () => elapsed.ms, sinceBootMs: () => elapsed.ms });
    const { openTail }: { openTail(options: object, clock: ClockGuard): Tail } = await import(store.tail.module);
    const tail = site.keep(openTail(store.tail.options, guard));
    const beforeMs = await tail.clock();
    // For a reader whose own timer has seen an hour less, the clock has jumped an hour ahead.
    elapsed.ms -= 3_600_000;
    await expect(tail.clock()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'clock' });
    elapsed.ms += 3_600_000;
    expect(await tail.clock()).toBeGreaterThanOrEqual(beforeMs);
  });

  describe('the tail', () => {
    test('everything() returns the tokens, the pools and the balances of pools only, as of the head', async () => {
      const store = await site.openMarket();
      await post(store, swap(1000n), setPoolStatus('hidden'));
      const { mark, listingSequence, tokens, pools, balances } = await (await follow(store)).everything();
      expect(mark).toEqual({ sequence: 9, id: (await store.posted(9))?.id });
      expect(listingSequence).toBe(9);
      expect(tokens).toEqual([APPLE, BREAD, CORN]);
      const pool = await store.pool(APPLE.address, BREAD.address);
      expect(pools).toEqual([pool]);
      const address = pool?.address as PoolAddress;
      const keys = [
        { account: reserveAccount(address), token: APPLE.address },
        { account: reserveAccount(address), token: BREAD.address },
        { account: feeAccount(address), token: BREAD.address },
      ];
      const held = (await store.read(keys)).balances;
      expect(balances).toHaveLength(3);
      expect(balances).toEqual(expect.arrayContaining(keys.map((key, at) => ({ ...key, balance: held[at] }))));
    });

    test('everything() returns the current state after each change, also after a rewind', async () => {
      const store = await site.openMarket();
      const tail = await follow(store);
      const expectAll = async () => expect(await tail.everything()).toEqual(await (await follow(store)).everything());
      await expectAll();
      for (const change of [
        swap(1000n),
        registerToken(token('gold', 9)),
        createPool(pairOf(BREAD, CORN)),
        setPoolStatus('hidden'),
        setPoolFees({ lpFeePpm: ppm(5000n) }),
        updateToken(APPLE, { status: 'paused' }),
        deposit(ann, APPLE, 5n),
      ]) {
        await post(store, change);
        await expectAll();
      }
      await keep(site.place);
      for (const lpFeePpm of [1000n, 2000n].map(ppm)) {
        const other = await site.open();
        await post(other, deposit(ann, CORN, 5n), createPool({ ...pairOf(APPLE, CORN), lpFeePpm }));
        await expectAll();
        expect((await tail.everything()).pools.at(-1)?.lpFeePpm).toBe(lpFeePpm);
        await goBack(site.place);
      }
    });

    test('next() returns each transaction after a mark once, whichever store wrote it', async () => {
      const [one, two] = [await site.openMarket(), await site.open()];
      const tail = await follow(one);
      const { mark } = await tail.everything();
      expect(await newsOf(tail, mark)).toEqual({ mark, head: mark, listingSequence: 0, posted: [] });
      const first = await post(two, deposit(ann, APPLE, 5n), swap(100n));
      const second = await post(one, setPoolStatus('paused'));
      const news = await newsOf(tail, mark);
      const { sequence, id } = second[0] as (typeof second)[0];
      expect(news.mark).toEqual({ sequence, id });
      expect(news.listingSequence).toBe(sequence);
      expect(news.posted).toEqual([...first, ...second].map((posted) => ({ ...posted, receipt: posted.receipt })));
      expect((await newsOf(tail, news.mark)).posted).toEqual([]);
    });

    test('holdings() returns an account’s balances in pages, with the mark of the head', async () => {
      const [one, two] = [await site.openMarket(), await site.open()];
      const tail = await follow(one);
      const of = (after: string, limit: number) => tail.holdings({ account: ann, after, limit });
      const before = await of('', 100);
      expect(before.mark).toEqual((await tail.everything()).mark);
      expect(before.balances).toEqual(await one.balances({ account: ann, after: '', limit: 100 }));
      const [last] = await post(two, registerToken(ASTRAL), deposit(ann, ASTRAL, 7n), deposit(ann, CORN, 3n)).then(
        (posted) => posted.slice(-1),
      );
      const after = await of('', 100);
      expect(after.mark).toEqual(markOf(last));
      expect(after.balances).toEqual(await two.balances({ account: ann, after: '', limit: 100 }));
      expect(after.balances).toHaveLength(before.balances.length + 2);
      const [first, ...rest] = after.balances;
      expect((await of('', 1)).balances).toEqual([first]);
      expect((await of(first?.token as string, 100)).balances).toEqual(rest);
      expect(await tail.holdings({ account: 'nobody' as Account, after: '', limit: 5 })).toEqual({
        mark: after.mark,
        balances: [],
      });
    });

    test('orders() returns what is left of each open order in pages, with the mark of the head', async () => {
      const [one, two] = [await site.openMarket(), await site.open()];
      const tail = await follow(one);
      const first = (await tail.everything()).mark.sequence + 1;
      expect((await tail.orders({ after: '', limit: 10 })).balances).toEqual([]);
      const placed = placeOrder(10_000n, 30_000n);
      const posted = await post(
        two,
        ...[placed, placed, placed, placed, fillOrder(first, 1000n, 10_000n), closeOrder(first + 1)],
      );
      const { mark, balances } = await tail.orders({ after: '', limit: 10 });
      expect(mark).toEqual(markOf(posted.at(-1)));
      const left = (number: number, balance: bigint) => ({
        account: orderAccount(number),
        token: APPLE.address,
        balance,
      });
      const all = [left(first, 9000n), left(first + 2, 10_000n), left(first + 3, 10_000n)];
      expect(balances).toHaveLength(3);
      expect(balances).toEqual(expect.arrayContaining(all));
      const [second, ...rest] = balances;
      expect((await tail.orders({ after: '', limit: 1 })).balances).toEqual([second]);
      expect((await tail.orders({ after: second?.account as string, limit: 10 })).balances).toEqual(rest);
    });

    test('returns an empty state of an empty exchange, and then its first transaction', async () => {
      const store = await site.open();
      const tail = await follow(store);
      expect(await tail.everything()).toEqual({ mark: EMPTY, listingSequence: 0, tokens: [], pools: [], balances: [] });
      await post(store, registerToken(APPLE));
      expect((await newsOf(tail, EMPTY)).posted).toMatchObject([{ sequence: 1, receipt: { kind: 'registerToken' } }]);
    });

    test('next() returns too_many if more transactions follow than the given limit', async () => {
      const store = await site.openMarket();
      const tail = await follow(store);
      const { mark } = await tail.everything();
      await post(store, swap(10n), swap(10n), swap(10n));
      expect(await tail.next(mark, 9, 2)).toBe('too_many');
      expect(await tail.next(mark, 9, 3)).toMatchObject({ posted: [{}, {}, {}] });
    });

    test('next() returns pages, each with the current head, and went_back for a mark that the journal does not have', async () => {
      const store = await site.openMarket();
      const tail = await follow(store);
      const seen: number[] = [];
      let mark: JournalMark = EMPTY;
      for (;;) {
        const next = await tail.next(mark, 3);
        if (typeof next === 'string') throw new Error(next);
        expect(next.mark).toEqual(next.posted.length === 0 ? mark : markOf(next.posted.at(-1)));
        expect(next.head).toEqual(markOf(await store.posted(await store.head())));
        expect(next.listingSequence).toBe(seen.length < 7 ? 0 : 9);
        if (next.posted.length === 0) break;
        seen.push(...next.posted.map(({ sequence }) => sequence));
        mark = next.mark;
        if (seen.length === 7) await post(store, deposit(ann, APPLE, 5n), setPoolStatus('paused'));
      }
      expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(await tail.next({ sequence: 10, id: 'gone' }, 3)).toBe('went_back');
      expect(await tail.next({ sequence: 6, id: 'another' }, 3)).toBe('went_back');
    });

    test('page() returns transactions by sequence, and pick() those that exist in the requested order', async () => {
      const store = await site.openMarket();
      const tail = await follow(store);
      const all = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((sequence) => store.posted(sequence)));
      expect(await tail.page(0, 3)).toEqual(all.slice(0, 3));
      expect(await tail.page(4, 99)).toEqual(all.slice(4));
      expect(await tail.page(7, 3)).toEqual([]);
      expect(await tail.pick([6, 99, 2, 7])).toEqual([all[5], all[1], all[6]]);
      expect(await tail.pick([])).toEqual([]);
      expect(await tail.tokens()).toMatchObject(
        [APPLE, BREAD, CORN].map((token) => ({ ...token, name: '', logo: '' })),
      );
    });

    test.each([0, 1, 2])('next() returns went_back after a rewind of 1 and %d new transactions', async (more) => {
      const store = await site.openMarket();
      const tail = await follow(store);
      await post(store, deposit(ann, APPLE, 1n));
      const { mark } = await tail.everything();
      await site.place.execute(`
        UPDATE head SET sequence = 7, last_transaction = (SELECT id FROM journal WHERE sequence = 7);
        DELETE FROM movements WHERE sequence > 7; DELETE FROM parties WHERE sequence > 7;
        DELETE FROM journal WHERE sequence > 7`);
      const other = await site.open();
      for (let count = 0; count < more; count++) await post(other, registerToken(token(`gold${count}`, 2)));
      expect(await tail.next(mark, ALL)).toBe('went_back');
      expect((await tail.everything()).mark.sequence).toBe(7 + more);
    });
  });
}
