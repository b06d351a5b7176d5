// The follower: whatever happens to the journal, its state equals a new read of everything.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { amount, ppm } from '../../src/core/amount.ts';
import { Book, type BookPool } from '../../src/journal/book.ts';
import { type Fold, Follower, mostTransactions, type Restarted } from '../../src/journal/follower.ts';
import { OwnCommits } from '../../src/journal/own-commits.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { type Store, StoreUnavailable } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { RouteClient } from '../../src/routes/client.ts';
import { RouteService } from '../../src/routes/service.ts';
import { APPLE, BREAD, CORN, MAKER, token } from '../paper-exchange.ts';
import { anyHistory } from '../paper-history.ts';
import {
  ann,
  bob,
  buy,
  createPool,
  deposit,
  pairOf,
  provide,
  registerToken,
  setPoolFees,
  swap,
} from '../paper-orders.ts';
import { goBack, keep } from './rewinds.ts';
import { order, POLICY, post, type Site } from './site.ts';

/** Records the book it is given, and which pools were reported as changed. */
class Shown implements Fold {
  book!: Book;
  changed!: readonly BookPool[];
  restart(book: Book, changed: readonly BookPool[]): void {
    this.book = book;
    this.changed = changed;
  }
  take(): void {}
}

const contentOf = ({ tokens, pools, listingSequence }: Book) => ({
  listingSequence,
  tokens: [...tokens.values()].map(({ record, pools }) => [record, [...pools.keys()]]),
  pools: pools.map(({ record, reserve0, reserve1 }) => ({ ...record, reserve0, reserve1 })),
});

const STABLE = { curve: 'stable', amplification: 200n } as const;

const THROUGH_APPLE = [
  { tokenIn: BREAD.address, tokenOut: APPLE.address, share: 2 ** 30 },
  { tokenIn: APPLE.address, tokenOut: CORN.address, share: 2 ** 30 },
];

export function follower(site: Site): void {
  /** Follows a store; with `known`, transactions that this store committed are not read from it again. */
  const follow = async (store: Store, known?: OwnCommits) => {
    store.onCommitted((outcomes) => known?.note(outcomes));
    const [shown, restarts] = [new Shown(), [] as Restarted[]];
    const tail = site.keep(await openTail(store.tail));
    return {
      tail,
      shown,
      restarts,
      follower: new Follower(tail, [shown], { known, onRestart: (restarted) => restarts.push(restarted) }),
    };
  };

  describe('a follower', () => {
    test('has the state of a full read after any history, without making another', { timeout: 240_000 }, async () => {
      const store = await site.open();
      await post(store, ...[APPLE, BREAD, CORN].map(registerToken));
      for (const account of [ann, bob])
        await post(store, ...[APPLE, BREAD, CORN].map((token) => deposit(account, token, 2n ** 24n)));
      const followers = [await follow(store), await follow(store, new OwnCommits())];
      // At this cost a full read is never chosen.
      for (const { tail } of followers) Object.assign(tail, { snapshotCost: 5000 });
      for (const { follower } of followers) await follower.follow();
      await post(store, provide(300_000n, 700_000n), provide(500_000n, 20n, { ...pairOf(CORN, APPLE), account: bob }));
      await fc.assert(
        fc.asyncProperty(anyHistory, async (history) => {
          for (const [at, batch] of history.entries()) {
            await store.commit([...batch, order(swap(50n, { ...pairOf(BREAD, CORN), route: THROUGH_APPLE }))]);
            if (at % 2 === 0) for (const { follower } of followers) await follower.follow();
          }
          for (const { tail, shown, follower } of followers) {
            await follower.follow();
            expect(contentOf(shown.book)).toEqual(contentOf(new Book(await tail.everything())));
            expect(follower.sequence).toBe((await store.read([])).sequence);
          }
        }),
        { numRuns: 5 },
      );
      // Only the start was a full read: every change was applied incrementally.
      for (const { restarts } of followers) expect(restarts.map(({ why }) => why)).toEqual(['start']);
    });

    test('that knows the commits of its own process also follows commits of others, and restarts after a rollback', async () => {
      const [store, other] = [await site.openMarket(), await site.open()];
      const { tail, shown, restarts, follower } = await follow(store, new OwnCommits());
      const isUpToDate = async () => {
        await follower.follow();
        expect(contentOf(shown.book)).toEqual(contentOf(new Book(await tail.everything())));
      };
      await isUpToDate();
      await keep(site.place);
      for (const by of [store, store, other, store, other, other, store, store]) {
        await post(by, swap(1000n));
        await isUpToDate();
      }
      expect(restarts.map(({ why }) => why)).toEqual(['start']);
      await goBack(site.place);
      await post(await site.open(), ...Array.from({ length: 8 }, () => swap(2000n)));
      await isUpToDate();
      expect(restarts.map(({ why }) => why)).toEqual(['start', 'went_back']);
    });

    test('reads everything again if too many transactions are missing, and keeps its book if the tokens and pools are the same', async () => {
      const store = await site.openMarket();
      const { tail, shown, restarts, follower } = await follow(store);
      await follower.follow();
      const many = mostTransactions(tail, { tokens: 2, pools: 1 });
      await post(store, ...Array.from({ length: many }, () => deposit(bob, APPLE, 1n)));
      await post(store, swap(1000n));
      await follower.follow();
      expect(restarts.map(({ why, sequence }) => [why, sequence])).toEqual([
        ['start', 7],
        ['too_many', 8 + many],
      ]);
      const { book } = shown;
      expect(shown.changed).toEqual(book.pools);
      expect(contentOf(book)).toEqual(contentOf(new Book(await tail.everything())));
      const gap = () => Array.from({ length: many }, () => deposit(bob, APPLE, 1n));
      await post(store, ...gap(), setPoolFees({ lpFeePpm: ppm(5000n) }));
      await follower.follow();
      expect(shown.book).toBe(book);
      expect(shown.changed).toEqual(book.pools);
      expect(contentOf(book)).toEqual(contentOf(new Book(await tail.everything())));
      await post(store, ...gap(), registerToken(token('gold', 9)));
      await follower.follow();
      expect(shown.book).not.toBe(book);
      expect(contentOf(shown.book)).toEqual(contentOf(new Book(await tail.everything())));
      expect(restarts.map(({ why }) => why)).toEqual(['start', 'too_many', 'too_many', 'too_many']);
    });

    test('reads everything again if a record changed without a transaction', async () => {
      const store = await site.openMarket();
      const { tail, shown, restarts, follower } = await follow(store);
      await follower.follow();
      await site.place.execute('UPDATE pools SET lp_fee_ppm = 9000; UPDATE head SET listed = 7');
      await follower.follow();
      expect(restarts.map(({ why }) => why)).toEqual(['start', 'not_told']);
      expect(shown.book.pools[0]?.record.lpFeePpm).toBe(9000n);
      expect(contentOf(shown.book)).toEqual(contentOf(new Book(await tail.everything())));
    });

    test('after a rollback, quotes use the new history, and a swap routed or parsed by the lost one is refused', async () => {
      const gold = token('gold', 9);
      const terms = { ...pairOf(APPLE, gold), referred: false, exact: { in: amount(1000n) }, routing: 'best' } as const;
      const listGold = (decimals: number) => [
        registerToken(token('gold', decimals)),
        deposit(MAKER, gold, 10n ** 12n),
        deposit(MAKER, BREAD, 10n ** 6n),
        provide(10n ** 6n, 10n ** 12n, { ...pairOf(BREAD, gold), account: MAKER }),
      ];
      const store = await site.openMarket();
      const service = new RouteService(await openTail(store.tail), { maxPools: 16, minGain: 0 });
      const routeClient = site.keep(new RouteClient(service, { maxWaiting: 10 }));
      const venue = new LedgerVenue(store, {
        policy: POLICY,
        routeClient,
        maxBatch: 10,
        maxQueue: 10,
        maxWaitMs: 60_000,
      });
      await keep(site.place);
      await post(store, ...listGold(9));
      expect((await venue.token(gold.address)).decimals).toBe(9);
      const before = await venue.quote(terms);
      expect(before).toMatchObject({ sequence: 11, plan: { hops: [{}, { tokenOut: { decimals: 9 } }] } });
      await goBack(site.place);
      const other = await site.open();
      await post(other, ...listGold(2), deposit(bob, BREAD, 1n));
      const buy = () => venue.execute(ann, swap(1000n, pairOf(APPLE, gold)), undefined, 'best');
      await expect(buy()).rejects.toThrow('the journal went back: ask again');
      expect((await venue.token(gold.address)).decimals).toBe(2);
      expect(await venue.quote(terms)).toMatchObject({
        sequence: 12,
        plan: { hops: [{}, { tokenOut: { decimals: 2 } }] },
      });
      // The writer has not noticed the rollback yet, and refuses once too.
      await expect(buy()).rejects.toThrow(StoreUnavailable);
      expect((await buy()).receipt).toMatchObject({ hops: [{}, {}] });
    });

    test('adds created pools to its book, constant-product and stable, without a full read', async () => {
      const store = await site.openMarket();
      const { shown, restarts, follower } = await follow(store);
      await follower.follow();
      await post(store, createPool(pairOf(CORN, APPLE)), createPool({ ...pairOf(CORN, BREAD), ...STABLE }));
      await follower.follow();
      const pool = shown.book.pool(APPLE.address, CORN.address);
      expect(pool?.record).toEqual(await store.pool(APPLE.address, CORN.address));
      expect([pool?.reserve0, pool?.reserve1, restarts.length]).toEqual([0n, 0n, 1]);
      const stable = shown.book.pool(BREAD.address, CORN.address);
      expect(stable?.record).toEqual(await store.pool(BREAD.address, CORN.address));
      expect(stable?.record).toMatchObject(STABLE);
    });

    test('routes through a stable pool and around it, and the swap equals its quote', async () => {
      const store = await site.openMarket();
      const service = new RouteService(await openTail(store.tail), { maxPools: 16, minGain: 0 });
      const routeClient = site.keep(new RouteClient(service, { maxWaiting: 10 }));
      const venue = new LedgerVenue(store, {
        policy: POLICY,
        routeClient,
        maxBatch: 10,
        maxQueue: 10,
        maxWaitMs: 60_000,
      });
      const terms = { ...pairOf(BREAD, CORN), referred: false, routing: 'best' } as const;
      await expect(venue.quote({ ...terms, exact: { in: amount(1000n) } })).rejects.toThrow('unknown_pool');
      await post(
        store,
        ...[BREAD, CORN].map((token) => deposit(ann, token, 10n ** 12n)),
        deposit(ann, APPLE, 10n ** 6n),
      );
      await post(store, createPool({ ...pairOf(BREAD, CORN), ...STABLE }));
      // A stable pool of 10000 bread and 10000 corn, and a second route over apples at the market's price.
      await post(store, provide(10n ** 6n, 10n ** 10n, pairOf(BREAD, CORN)));
      await post(store, provide(10n ** 6n, 4n * 10n ** 10n, pairOf(APPLE, CORN)));
      for (const exact of [{ in: amount(800_000n) }, { out: amount(7n * 10n ** 9n) }]) {
        const { plan } = await venue.quote({ ...terms, exact });
        const passed = plan.hops.map(({ pool }) => pool.curve).sort();
        expect(passed).toEqual(['constant-product', 'constant-product', 'stable']);
        const command = 'in' in exact ? swap(exact.in, terms) : buy(exact.out, terms);
        const { receipt } = await venue.execute(
          ann,
          { ...command, maxPriceImpactPpm: ppm(1_000_000n) },
          undefined,
          'best',
        );
        expect(receipt).toMatchObject({ amountA: plan.amountIn, amountB: plan.amountOut });
      }
      await audit(store, () => {});
    });
  });
}
