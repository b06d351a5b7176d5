// Every answer is as of the sequence it names, even if transactions are added to the journal while it is computed.
import { describe, expect, test } from 'vitest';
import { openStore, useExchange, useExchangeFile } from '../../test/exchange-file.ts';
import { APPLE, BREAD, MAKER } from '../../test/paper-exchange.ts';
import { ann, pairOf, swap } from '../../test/paper-orders.ts';
import { MARKET } from '../../test/store-contract/site.ts';
import { BEGINNING, createPool, provide as offer, postAt, swap as sale, tokenOf } from '../../test/timed-market.ts';
import { openProjection, type Projection } from '../ports/projection.ts';
import type { Store } from '../ports/store.ts';
import { openTail } from '../ports/tail.ts';
import { Observer } from './observer.ts';
import { Projector } from './projector.ts';
import { MarketQueries } from './queries/market-queries.ts';

const on = useExchange(MARKET);
const PAIR = pairOf(APPLE, BREAD);

/** An observer that runs `act` and follows the journal before each of its next `left.times` reads of stored rows. */
async function interrupted(store: Store, act: () => Promise<unknown>) {
  const kept: Projection = await openProjection(store.projection);
  const left = { times: 0 };
  const moving = async () => {
    if (left.times === 0) return;
    left.times -= 1;
    await act();
    await observer.catchUp();
  };
  const observer = new Observer(await openTail(store.tail), {
    ...kept,
    candles: (page) => moving().then(() => kept.candles(page)),
    figuresBefore: (...asked) => moving().then(() => kept.figuresBefore(...asked)),
  });
  return { observer, left };
}

test('candles and a price are as of the sequence in their answer, even if swaps are posted during the query', async () => {
  const { observer, left } = await interrupted(on.store, () => on.exchange.execute(ann, swap(1000n)));
  const queries = new MarketQueries(observer);
  try {
    const { sequence: began } = await queries.price({ ...PAIR, windowMs: 60_000 });
    left.times = 3;
    const toMs = Date.now() + 86_400_000;
    const asked = { ...PAIR, intervalMs: 60_000, keptMs: 60_000, fromMs: toMs - 172_800_000, toMs } as const;
    const { candles, sequence } = await queries.candles(asked);
    expect(candles.reduce((sum, candle) => sum + candle.swaps, 0)).toBe(sequence - began);
    left.times = 3;
    const price = await queries.price({ ...PAIR, windowMs: 60_000 });
    expect(price.sequence).toBeGreaterThan(sequence);
    left.times = 0;
    const again = await queries.price({ ...PAIR, windowMs: 60_000 });
    expect(again).toMatchObject({ sequence: price.sequence, price: price.price });
  } finally {
    await queries.close();
  }
});

test('swaps and positions that the projector stores during a query are counted once', async () => {
  const kept: Projection = await openProjection(on.store.projection);
  let isStoring = false;
  /** Delays an answer until the projector has stored the rows in memory and dropped them there. */
  const late = async <Found>(found: Promise<Found>): Promise<Found> => {
    const rows = await found;
    if (isStoring) {
      isStoring = false;
      await projector.turn();
    }
    return rows;
  };
  const observer = new Observer(await openTail(on.store.tail), {
    ...kept,
    candles: (page) => late(kept.candles(page)),
    swapsOf: (page) => late(kept.swapsOf(page)),
    nextSwapsOf: (page) => late(kept.nextSwapsOf(page)),
    swappedStarts: (page) => late(kept.swappedStarts(page)),
    positionsOf: (page) => late(kept.positionsOf(page)),
  });
  const projector = new Projector(observer, { storeEveryMs: 0, leaseMs: 60_000, renewEveryMs: 0 });
  const queries = new MarketQueries(observer);
  const toMs = Date.now() + 86_400_000;
  const asked = { ...PAIR, intervalMs: 60_000, keptMs: 60_000, fromMs: toMs - 172_800_000, toMs } as const;
  try {
    await projector.turn();
    for (let swaps = 1; swaps <= 5; swaps += 1) {
      await on.exchange.execute(ann, swap(1000n));
      isStoring = true;
      const questions = [
        async () => (await queries.candles(asked)).candles.reduce((sum, candle) => sum + candle.swaps, 0),
        async () => (await queries.trades({ ...PAIR, limit: 100 })).items.length,
        async () => (await queries.trades({ ...PAIR, limit: 100, order: 'asc' })).items.length,
        async () => (await queries.candles({ ...asked, last: 9 })).candles.reduce((sum, { swaps }) => sum + swaps, 0),
        // There is one position, however many swaps there were.
        async () => (await queries.positions({ account: MAKER, limit: 9 })).items.length + swaps - 1,
      ];
      expect(await (questions[swaps - 1] as () => Promise<number>)()).toBe(swaps);
      expect(isStoring).toBe(false);
    }
  } finally {
    await projector.close();
    await queries.close();
  }
});

describe('statistics of a pool in its first minute', () => {
  const path = useExchangeFile(BEGINNING);
  /** A minute in the future: the market's time is the later of the clock and the last transaction, so the test sets it by dating those. */
  const M = Math.floor(Date.now() / 60_000) * 60_000 + 600_000;
  const pair = { tokenA: tokenOf('apple').address, tokenB: tokenOf('bread').address };

  test('the change over all time is zero until that minute ends, however much is swapped', async () => {
    const store = await openStore(path());
    await postAt(store, path(), M + 1000, createPool('apple', 'bread'), offer('apple', 1000, 'bread', 2000));
    let ms = M + 2000;
    const trade = () => {
      ms += 1000;
      return postAt(store, path(), ms, sale('apple', 10, 'bread'));
    };
    const { observer, left } = await interrupted(store, trade);
    const queries = new MarketQueries(observer, { now: () => M + 30_000 });
    try {
      await queries.poolStats(pair);
      // Stores the rows of this minute now, so that they lack the swaps that follow.
      await new Projector(observer, { storeEveryMs: 0, leaseMs: 60_000, renewEveryMs: 0 }).turn();
      left.times = 5;
      const { windows, levels, reserve0, sequence } = await queries.poolStats(pair);
      expect([sequence, left.times]).toEqual([await store.head(), 0]);
      expect(windows.all).toMatchObject({ swaps: 5, change: 0n, growth: 0n });
      expect(levels).toMatchObject({ low0: reserve0, high0: reserve0 });
      // After the first minute, the change is from the price at the end of that minute.
      ms = M + 60_000;
      left.times = 5;
      const next = await queries.poolStats(pair);
      expect(next.windows.all).toMatchObject({ swaps: 10 });
      expect(next.windows.all.change).toBeLessThan(0n);
      expect(next.windows.all.growth).toBeGreaterThan(0n);
    } finally {
      await queries.close();
      await store.close();
    }
  });
});
