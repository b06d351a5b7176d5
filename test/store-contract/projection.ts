// Market statistics: read as saved, saved only by the lease holder, and never mixed with those computed by other rules.
import { beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import type { Amount, PoolAddress } from '../../src/core/amount.ts';
import type { CandleRow, KeptInterval, Prices } from '../../src/core/market/candle.ts';
import type { PoolFigures } from '../../src/core/market/figures.ts';
import { leftOf, type OrderRecord } from '../../src/core/orders/record.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import {
  type Claim,
  type OrdersPage,
  openProjection,
  type PoolRows,
  type Projection,
  type StoredPosition,
} from '../../src/ports/projection.ts';
import type { Store } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { APPLE, BREAD, CORN } from '../paper-exchange.ts';
import { ann, bob, createPool, pairOf } from '../paper-orders.ts';
import { collect, post, type Site } from './site.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;
/** The start of a day. */
const DAWN = 20_000 * DAY;
const HUGE = 2n ** 300n - 1n;

const figures = (sequence: number, atMs: number, terms: Partial<PoolFigures> = {}): PoolFigures => ({
  sequence,
  atMs,
  reserve0: (2n ** 120n - 1n) as Amount,
  reserve1: 1n as Amount,
  supply: 0n as Amount,
  cumulative0: HUGE,
  cumulative1: HUGE - 1n,
  volume0: HUGE - 2n,
  volume1: HUGE - 3n,
  fees0: HUGE - 4n,
  fees1: HUGE - 5n,
  swaps: 2 ** 40,
  ...terms,
});

const price = (digits: bigint, exponent: number) => ({ digits, exponent });
const PRICES: Prices = {
  open: price(123_456_789_012_345_678n, -60),
  high: price(999_999_999_999_999_999n, 80),
  low: price(100_000_000_000_000_000n, -99),
  close: price(400_000_000_000_000_000n, 0),
};

const candle = (intervalMs: KeptInterval, end: PoolFigures, prices: Prices | null = PRICES): CandleRow => ({
  intervalMs,
  startMs: end.atMs - (end.atMs % intervalMs),
  prices,
  end,
});

const position = (pool: PoolAddress, sequence: number, terms: Partial<StoredPosition> = {}): StoredPosition => ({
  account: ann,
  pool,
  record: {
    ...{ sequence, lpTokens: 7n as Amount, cost0: HUGE, cost1: 1n, base: HUGE - 1n, in0: 2n, in1: 3n },
    ...{ withdrawn0: 4n, withdrawn1: 5n, realisedFees0: 6n, realisedFees1: 8n, released0: 9n, released1: HUGE - 2n },
  },
  ...terms,
});

const rows = (pool: PoolAddress, end: PoolFigures, terms: Partial<PoolRows> = {}): PoolRows => ({
  pool,
  figures: end,
  candles: ([MINUTE, HOUR, DAY] as const).map((intervalMs) => candle(intervalMs, end)),
  positions: [],
  swaps: [],
  ...terms,
});

const order = (number: number, sequence: number, terms: Partial<OrderRecord> = {}): OrderRecord => ({
  ...{ order: number, sequence, id: `id-${number}`, account: ann, status: 'open', ...pairOf(APPLE, BREAD) },
  ...{ amountA: (2n ** 120n - 1n) as Amount, minReceived: 1000n as Amount, inParts: true },
  ...{ placedAtMs: DAWN, expiresAtMs: DAWN + DAY, filledA: 1n as Amount, receivedB: (2n ** 120n - 2n) as Amount },
  ...{ fills: 3, returned: 0n as Amount },
  ...terms,
});
const TOP = { isOpen: true, order: Number.MAX_SAFE_INTEGER };

export function projection(site: Site): void {
  let store: Store;
  let [kept, ab, ac, claim]: [Projection, PoolAddress, PoolAddress, Claim] = [] as never;
  const everyRow = async () => [
    await kept.everything(),
    await kept.candles({ pool: ab, intervalMs: MINUTE, fromMs: 0, toMs: DAWN * 2, limit: 99 }),
    await kept.figuresBefore([ab, ac], DAY, DAWN * 2),
    await kept.swapsOf({ pool: ab, before: 10 ** 9, limit: 9 }),
    await kept.nextSwapsOf({ pool: ab, after: 0, limit: 9 }),
    await kept.positions([{ account: ann, pool: ab }]),
    await kept.positionsOf({ account: ann, after: '', limit: 9 }),
    await kept.orders([9]),
    await kept.ordersOf({ after: TOP, limit: 9 }),
  ];
  const NOTHING = [{ cursor: 0, pools: [], openOrders: [] }, [], [undefined, undefined], [], [], [], [], [], []];
  const clear = async (fence = claim.fence) => {
    let pieces = 1;
    while (!(await kept.clear(fence))) pieces += 1;
    return pieces;
  };

  describe('market statistics', () => {
    beforeEach(async () => {
      store = await site.openMarket();
      await post(store, createPool(pairOf(APPLE, CORN)));
      ab = (await store.pool(APPLE.address, BREAD.address))?.address as PoolAddress;
      ac = (await store.pool(APPLE.address, CORN.address))?.address as PoolAddress;
      kept = site.keep(await openProjection(store.projection));
      const fence = (await kept.takeLease({ name: 'market', holder: 'one', forMs: 0 })) as number;
      const tail = site.keep(await openTail(store.tail));
      claim = { fence, mark: (await tail.everything()).mark, from: 0 };
    });

    test('are empty on a new exchange', async () => {
      expect(await kept.standing()).toEqual({ cursor: 0, fence: 1 });
      expect(await everyRow()).toEqual(NOTHING);
    });

    test('are read as saved, to the last digit', async () => {
      const [first, second] = [figures(9, DAWN + 61 * MINUTE + 5), figures(10, DAWN + DAY, { swaps: 0 })];
      const ofAB = rows(ab, first, { positions: [position(ab, 6), position(ab, 9, { account: bob })], swaps: [8, 9] });
      const ofAC = rows(ac, second, { candles: [candle(DAY, second, null)] });
      expect(await kept.save([ofAC, ofAB], claim)).toBe(true);
      expect(await kept.advance(claim)).toBe(true);
      expect(await kept.standing()).toEqual({ cursor: claim.mark.sequence, fence: claim.fence });
      expect(await kept.everything()).toEqual({
        cursor: claim.mark.sequence,
        pools: [ofAB, ofAC].map(({ pool, figures, candles }) => ({ pool, figures, open: candles })),
        openOrders: [],
      });
      expect(await kept.positions([ofAB.positions[1], { account: bob, pool: ac }, ofAB.positions[0]] as never)).toEqual(
        ofAB.positions.toReversed(),
      );
    });

    test('return as open only the candles that contain the last change', async () => {
      const [past, last] = [figures(8, DAWN + 59 * MINUTE + 59_999), figures(9, DAWN + HOUR)];
      const open = [candle(MINUTE, last), candle(HOUR, last), candle(DAY, last)];
      await kept.save([rows(ab, last, { candles: [candle(MINUTE, past), candle(HOUR, past), ...open] })], claim);
      expect((await kept.everything()).pools).toEqual([{ pool: ab, figures: last, open }]);
    });

    test('are not overwritten by older ones: each row with a lower sequence is ignored', async () => {
      const [older, old, newer] = [8, 9, 10].map((sequence) => figures(sequence, DAWN + sequence)) as [
        PoolFigures,
        PoolFigures,
        PoolFigures,
      ];
      const of = (end: PoolFigures) => rows(ab, end, { positions: [position(ab, end.sequence)] });
      await kept.save([of(old)], claim);
      const before = await everyRow();
      expect(await kept.save([of(older)], claim)).toBe(true);
      expect(await everyRow()).toEqual(before);
      await kept.save([{ ...of(newer), candles: [candle(MINUTE, older), candle(HOUR, newer)] }], claim);
      const [stored] = (await kept.everything()).pools;
      expect(stored?.figures).toEqual(newer);
      expect(stored?.open).toEqual([candle(MINUTE, old), candle(HOUR, newer), candle(DAY, old)]);
      expect(await kept.positions([{ account: ann, pool: ab }])).toEqual([position(ab, 10)]);
    });

    test('are not changed by a process whose lease has passed to another', async () => {
      await kept.save([rows(ab, figures(9, DAWN), { positions: [position(ab, 9)], swaps: [9] })], claim);
      await kept.advance(claim);
      const before = await everyRow();
      const fence = (await kept.takeLease({ name: 'market', holder: 'two', forMs: 0 })) as number;
      const next = { ...claim, fence };
      const later = rows(ab, figures(10, DAWN + 1), { positions: [position(ab, 10)], swaps: [10] });
      expect(await kept.save([later], claim)).toBe(false);
      expect(await kept.advance(claim)).toBe(false);
      await expect(kept.clear(claim.fence)).rejects.toThrow('another process has taken this task over');
      expect(await everyRow()).toEqual(before);
      expect(await kept.save([later], next)).toBe(true);
      expect(await everyRow()).not.toEqual(before);
    });

    test('are not changed by a process whose mark is not in the journal', async () => {
      const { mark } = claim;
      for (const gone of [
        { ...mark, sequence: mark.sequence + 1 },
        { ...mark, id: 'another' },
      ]) {
        expect(await kept.save([rows(ab, figures(9, DAWN))], { ...claim, mark: gone })).toBe(false);
        expect(await kept.advance({ ...claim, mark: gone })).toBe(false);
      }
      expect(await everyRow()).toEqual(NOTHING);
    });

    test('are not changed by a process that starts after the cursor, and the cursor never goes back', async () => {
      const { mark } = claim;
      const follows = { ...claim, from: 5 };
      expect(await kept.save([rows(ab, figures(8, DAWN))], follows)).toBe(false);
      expect(await kept.advance(follows)).toBe(false);
      expect(await everyRow()).toEqual(NOTHING);
      expect(await kept.advance(claim)).toBe(true);
      expect(await kept.save([rows(ab, figures(8, DAWN))], follows)).toBe(true);
      expect(await kept.advance({ ...claim, mark: { sequence: 0, id: null } })).toBe(true);
      expect(await kept.standing()).toMatchObject({ cursor: mark.sequence });
    });

    test('are ignored once discarded, and can be recomputed by the next lease holder', async () => {
      await kept.takeLease({ name: 'market', holder: 'one', forMs: 60_000 });
      await kept.save([rows(ab, figures(9, DAWN), { positions: [position(ab, 9)], swaps: [9] })], claim);
      await kept.advance(claim);
      await kept.discard();
      expect(await kept.standing()).toEqual({ cursor: null, fence: 2 });
      expect(await everyRow()).toEqual(NOTHING);
      expect(await kept.save([rows(ab, figures(10, DAWN))], claim)).toBe(false);
      const fence = (await kept.takeLease({ name: 'market', holder: 'two', forMs: 60_000 })) as number;
      expect(fence).toBe(3);
      await clear(fence);
      expect(await kept.save([rows(ab, figures(1, DAWN))], { ...claim, fence })).toBe(true);
    });

    test('are saved for two pools with 600 candles each at once', async () => {
      const ends = Array.from({ length: 600 }, (_, index) => figures(index + 1, DAWN + index * MINUTE));
      const last = ends.at(-1) as PoolFigures;
      const candles = ends.map((end) => candle(MINUTE, end));
      expect(await kept.save([rows(ab, last, { candles }), rows(ac, last, { candles })], claim)).toBe(true);
      for (const pool of [ab, ac]) {
        const found = await kept.candles({ pool, intervalMs: MINUTE, fromMs: 0, toMs: DAWN * 2, limit: 999 });
        expect(found).toEqual(candles);
      }
    });

    test('list candles oldest first, from fromMs to before toMs, and the starts of those with swaps newest first', async () => {
      const ends = [0, 1, 5, 6].map((minute, index) => figures(index + 1, DAWN + minute * MINUTE + 30_000));
      const candles = ends.map((end) => candle(MINUTE, end));
      const hours = [candle(HOUR, ends[3] as PoolFigures, null)];
      await kept.save([rows(ab, ends[3] as PoolFigures, { candles: [...candles, ...hours] })], claim);
      const page = { pool: ab, intervalMs: MINUTE, fromMs: DAWN, toMs: DAWN + 6 * MINUTE, limit: 9 } as const;
      expect(await kept.candles(page)).toEqual(candles.slice(0, 3));
      expect(await kept.candles({ ...page, fromMs: DAWN + 1 })).toEqual(candles.slice(1, 3));
      expect(await kept.candles({ ...page, toMs: page.toMs + 1, limit: 2 })).toEqual(candles.slice(0, 2));
      expect(await kept.candles({ ...page, intervalMs: HOUR })).toEqual(hours);
      expect(await kept.candles({ ...page, pool: ac })).toEqual([]);
      const starts = candles.map(({ startMs }) => startMs).toReversed();
      expect(await kept.swappedStarts({ ...page, toMs: DAWN * 2 })).toEqual(starts);
      expect(await kept.swappedStarts({ ...page, fromMs: DAWN + 1, limit: 1 })).toEqual(starts.slice(1, 2));
      expect(await kept.swappedStarts({ ...page, intervalMs: HOUR, toMs: DAWN * 2 })).toEqual([]);
    });

    test('return the state of each pool before a time, in the requested order', async () => {
      const ends = [0, 1, 5].map((minute, index) => figures(index + 1, DAWN + minute * MINUTE + 30_000));
      await kept.save([rows(ab, ends[2] as PoolFigures, { candles: ends.map((end) => candle(MINUTE, end)) })], claim);
      const stoodBefore = (ms: number) => kept.figuresBefore([ac, ab, 'EQnone' as PoolAddress], MINUTE, ms);
      expect(await stoodBefore(DAWN + 5 * MINUTE)).toEqual([undefined, ends[1], undefined]);
      expect(await stoodBefore(DAWN + 5 * MINUTE + 1)).toEqual([undefined, ends[2], undefined]);
      expect(await stoodBefore(DAWN)).toEqual([undefined, undefined, undefined]);
      expect(await kept.figuresBefore([], MINUTE, DAWN)).toEqual([]);
    });

    test('list the swaps of a pool in either order, without duplicates after overlapping saves', async () => {
      const odd = Array.from({ length: 700 }, (_, index) => 2 * index + 1);
      const save = (swaps: readonly number[], pool = ab) =>
        kept.save([rows(pool, figures(swaps.at(-1) as number, DAWN), { swaps })], claim);
      await save([7], ac);
      await save(odd.slice(0, 3));
      await save(odd.slice(3, 600));
      // Like a process that did not learn that its save succeeded, and went on.
      await save(odd.slice(3, 650));
      // Like a process whose cursor is behind the rows it had saved.
      await save(odd.slice(590));
      const newest = odd.toReversed();
      const of = (before: number, limit: number) => kept.swapsOf({ pool: ab, before, limit });
      expect(await of(10 ** 9, 9999)).toEqual(newest);
      expect(await of(1000, 300)).toEqual(newest.filter((sequence) => sequence < 1000).slice(0, 300));
      expect(await of(1195, 9)).toEqual(newest.filter((sequence) => sequence < 1195).slice(0, 9));
      expect(await of(7, 9)).toEqual([5, 3, 1]);
      expect(await of(1, 9)).toEqual([]);
      expect(await kept.swapsOf({ pool: ac, before: 8, limit: 1 })).toEqual([7]);
      const next = (after: number, limit: number) => kept.nextSwapsOf({ pool: ab, after, limit });
      expect(await next(0, 9999)).toEqual(odd);
      for (const after of [0, 1, 6, 1000, 1180, 1181, 1299, 1398])
        for (const limit of [1, 2, 300])
          expect(await next(after, limit), `after ${after}`).toEqual(
            odd.filter((sequence) => sequence > after).slice(0, limit),
          );
      expect(await next(1399, 9)).toEqual([]);
      expect(await kept.nextSwapsOf({ pool: ac, after: 6, limit: 1 })).toEqual([7]);
    });

    test('tell the prices of several pools in a span, without candles that nobody traded in, and their last swaps', async () => {
      const [first, then] = [figures(8, DAWN), figures(9, DAWN + 2 * MINUTE)];
      const candles = [candle(MINUTE, first), candle(HOUR, first), candle(DAY, first), candle(MINUTE, then, null)];
      await kept.save([rows(ab, first, { candles, swaps: [7, 8] })], claim);
      await kept.save([rows(ac, then)], claim);
      const { prices } = candles[0] as CandleRow;
      const [ofAB, ofAC] = [
        { pool: ab, startMs: DAWN, sequence: 8, prices },
        { pool: ac, startMs: DAWN + 2 * MINUTE, sequence: 9, prices },
      ];
      const span = (intervalMs: typeof MINUTE | typeof HOUR, fromMs: number, toMs: number) =>
        kept.pricesOf([ab, ac], { intervalMs, fromMs, toMs });
      expect((await span(MINUTE, DAWN, DAWN + HOUR)).map(({ pool }) => pool).sort()).toEqual([ab, ac].sort());
      expect(await span(MINUTE, DAWN, DAWN + HOUR)).toEqual(expect.arrayContaining([ofAB, ofAC]));
      expect(await span(MINUTE, DAWN, DAWN + 2 * MINUTE)).toEqual([ofAB]);
      expect(await span(MINUTE, DAWN + 1, DAWN + HOUR)).toEqual([ofAC]);
      expect(await span(HOUR, DAWN, DAWN + 1)).toHaveLength(2);
      expect(await kept.lastSwaps([ab, ac])).toEqual([{ pool: ab, sequence: 8, price: prices?.close }]);
      expect([await kept.pricesOf([], { intervalMs: MINUTE, fromMs: 0, toMs: 9 }), await kept.lastSwaps([])]).toEqual([
        [],
        [],
      ]);
    });

    test('list the positions of an account by pool address, in pages', async () => {
      const [low, high] = [ab, ac].toSorted() as [PoolAddress, PoolAddress];
      for (const pool of [high, low])
        await kept.save([rows(pool, figures(9, DAWN), { positions: [position(pool, 9)] })], claim);
      const of = (after: string, limit: number) => kept.positionsOf({ account: ann, after, limit });
      expect(await of('', 9)).toEqual([position(low, 9), position(high, 9)]);
      expect(await of('', 1)).toEqual([position(low, 9)]);
      expect(await of(low, 9)).toEqual([position(high, 9)]);
      expect(await kept.positionsOf({ account: bob, after: '', limit: 9 })).toEqual([]);
    });

    test('return orders as saved, the one with the higher sequence, and save none without the lease or with a mark not in the journal', async () => {
      const once = order(9, 12, { inParts: false, schedule: { times: 1000, everyMs: 2 ** 40 } });
      expect(await kept.saveOrders([once, order(8, 8)], claim)).toBe(true);
      expect(await kept.orders([7, 8, 9])).toEqual(expect.arrayContaining([order(8, 8), once]));
      expect(await kept.orders([9])).toEqual([once]);
      expect(await kept.saveOrders([order(9, 11)], claim)).toBe(true);
      expect(await kept.saveOrders([order(8, 14, { status: 'filled' })], claim)).toBe(true);
      expect(await kept.orders([8])).toEqual([order(8, 14, { status: 'filled' })]);
      const price = { numerator: 2n ** 300n + 1n, denominator: 3n };
      const evidence = { average: price, fromMs: DAWN, toMs: DAWN + 1, asOf: 9, via: [CORN.address], sequence: 13 };
      const stop = order(7, 13, { trigger: { when: 'above', price, overMs: 60_000 }, triggered: evidence });
      expect(await kept.saveOrders([stop], claim)).toBe(true);
      expect(await kept.orders([7])).toEqual([stop]);
      await kept.saveOrders([order(7, 14, { status: 'filled' })], claim);
      await kept.advance(claim);
      expect((await kept.everything()).openOrders).toEqual([
        { order: 9, account: ann, tokenA: once.tokenA, left: leftOf(once), sequence: 12 },
      ]);
      expect(await kept.saveOrders([order(9, 20)], { ...claim, fence: claim.fence + 1 })).toBe(false);
      expect(await kept.saveOrders([order(9, 20)], { ...claim, mark: { sequence: 8, id: 'another' } })).toBe(false);
      expect(await kept.orders([9])).toEqual([once]);
      await kept.discard();
      expect(await kept.orders([8, 9])).toEqual([]);
    });

    test('list orders of one account or all: open ones first, each group newest first', async () => {
      const over = { status: 'cancelled', returned: 5n as Amount } as const;
      const saved = [order(1, 1), order(2, 9, over), order(3, 3, { account: bob }), order(4, 4), order(5, 9, over)];
      await kept.saveOrders(saved, claim);
      const of = async (page: Partial<OrdersPage>) =>
        (await kept.ordersOf({ after: TOP, limit: 9, ...page })).map((found) => found.order);
      expect(await of({})).toEqual([4, 3, 1, 5, 2]);
      expect(await of({ account: ann })).toEqual([4, 1, 5, 2]);
      expect(await of({ account: ann, limit: 2 })).toEqual([4, 1]);
      expect(await of({ account: ann, after: { isOpen: true, order: 1 } })).toEqual([5, 2]);
      expect(await of({ after: { isOpen: false, order: 5 } })).toEqual([2]);
      expect(await of({ onlyOpen: true })).toEqual([4, 3, 1]);
      expect(await of({ account: bob, onlyOpen: true })).toEqual([3]);
    });

    test('list open orders by token and kind, in pages', async () => {
      const stop = { trigger: { when: 'below', price: { numerator: 1n, denominator: 2n }, overMs: 0 } } as const;
      const recurring = { schedule: { times: 3, everyMs: 60_000 } };
      const corn = pairOf(CORN, BREAD);
      const saved = [
        order(1, 1),
        order(2, 2, stop),
        order(3, 3, recurring),
        order(4, 4, corn),
        order(5, 5),
        order(6, 6, stop),
      ];
      await kept.saveOrders(saved, claim);
      const of = async (page: Partial<OrdersPage>) =>
        (await kept.ordersOf({ after: TOP, onlyOpen: true, limit: 9, ...page })).map((found) => found.order);
      expect(await of({ kind: 'stop' })).toEqual([6, 2]);
      expect(await of({ kind: 'recurring' })).toEqual([3]);
      expect(await of({ kind: 'limit' })).toEqual([5, 4, 1]);
      expect(await of({ kind: 'limit', limit: 2 })).toEqual([5, 4]);
      expect(await of({ kind: 'limit', after: { isOpen: true, order: 4 } })).toEqual([1]);
      expect(await of({ token: CORN.address })).toEqual([4]);
      expect(await of({ token: APPLE.address })).toEqual([6, 5, 3, 2, 1]);
      expect(await of({ token: BREAD.address, kind: 'limit', account: ann })).toEqual([5, 4, 1]);
      expect(await of({ token: CORN.address, account: bob })).toEqual([]);
    });

    test('are cleared in pieces, and neither read nor saved meanwhile', async () => {
      const ends = Array.from({ length: 6000 }, (_, index) => figures(index + 1, DAWN + index * MINUTE));
      const candles = ends.map((end) => candle(MINUTE, end));
      const last = ends.at(-1) as PoolFigures;
      await kept.save([rows(ab, last, { candles, positions: [position(ab, 9)], swaps: [9] })], claim);
      await kept.advance(claim);
      expect(await kept.clear(claim.fence)).toBe(false);
      expect(await everyRow()).toEqual(NOTHING);
      expect(await kept.save([rows(ac, last)], claim)).toBe(false);
      expect(await clear()).toBeGreaterThan(1);
      expect(await everyRow()).toEqual(NOTHING);
      for (const table of ['pool_figures', 'candles', 'pool_swaps', 'positions', 'orders'])
        expect(await site.place.ask(`SELECT * FROM ${table}`)).toEqual([]);
      expect(await kept.save([rows(ac, last)], claim)).toBe(true);
    });

    test('of another version of the rules are ignored, and none are saved until they are cleared', async () => {
      await kept.save([rows(ab, figures(9, DAWN), { positions: [position(ab, 9)], swaps: [9] })], claim);
      await kept.advance(claim);
      await site.place.execute(`UPDATE projection SET version = 99`);
      expect(await kept.standing()).toEqual({ cursor: null, fence: 1 });
      expect(await everyRow()).toEqual(NOTHING);
      expect(await kept.save([rows(ab, figures(10, DAWN))], claim)).toBe(false);
      expect(await kept.advance(claim)).toBe(false);
      await clear();
      expect(await kept.save([rows(ab, figures(1, DAWN))], claim)).toBe(true);
      expect(await kept.advance(claim)).toBe(true);
      expect(await kept.everything()).toMatchObject({ cursor: 8, pools: [{ figures: { sequence: 1 } }] });
    });

    test('are all passed to an audit, unless they are of another version of the rules', async () => {
      const end = figures(9, DAWN + 61 * MINUTE);
      const saved = rows(ab, end, { positions: [position(ab, 9)], swaps: [8, 9] });
      await kept.save([saved], claim);
      await kept.save([{ ...saved, figures: figures(10, DAWN + 62 * MINUTE), swaps: [10] }], claim);
      await kept.advance(claim);
      const told = async () => {
        const { market, close } = await store.openJournal();
        const keys = saved.candles.map((row) => ({ ...row, pool: 6 }));
        const found = {
          cursor: market.cursor,
          figures: await collect(market.figures()),
          candles: await market.candles([...keys, { pool: 8, intervalMs: DAY, startMs: DAWN }]),
          count: await market.countCandles(),
          positions: await collect(market.positions()),
          swaps: await collect(market.swaps()),
        };
        await close();
        return found;
      };
      expect(await told()).toEqual({
        cursor: 8,
        figures: [{ pool: 6, figures: figures(10, DAWN + 62 * MINUTE) }],
        candles: [...saved.candles, undefined],
        count: 3,
        positions: saved.positions,
        swaps: [
          { pool: 6, first: 10, last: 10, sequences: [10] },
          { pool: 6, first: 8, last: 9, sequences: [8, 9] },
        ],
      });
      await site.place.execute(`UPDATE projection SET version = 99`);
      expect(await told()).toMatchObject({ cursor: 0, figures: [], count: 0, positions: [], swaps: [] });
    });

    test('are not copied: a copy computes them from the start', async () => {
      await kept.save([rows(ab, figures(9, DAWN))], claim);
      await kept.advance(claim);
      const place = await site.anotherPlace();
      await copyExchange(store, await site.openTarget(place), () => {});
      const copy = await site.open(place);
      kept = site.keep(await openProjection(copy.projection));
      expect(await everyRow()).toEqual(NOTHING);
      expect(await audit(copy, () => {})).toMatchObject({ transactions: 8 });
    });

    test('are not stored for an unknown pool', async () => {
      expect(
        await kept.save([rows('EQnone' as PoolAddress, figures(9, DAWN)), rows(ab, figures(9, DAWN))], claim),
      ).toBe(true);
      expect((await kept.everything()).pools.map(({ pool }) => pool)).toEqual([ab]);
    });
  });
}
