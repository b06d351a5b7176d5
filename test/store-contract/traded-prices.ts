// The prices of the last day and the last trade: equal to the candles and trades at any time, on random histories over a day and a half.
import { expect, test } from 'vitest';
import type { Command } from '../../src/core/commands/command.ts';
import { INTERVALS } from '../../src/core/market/candle.ts';
import { comparePrices, type Price } from '../../src/core/market/price.ts';
import { Observer } from '../../src/market/observer.ts';
import { MarketQueries } from '../../src/market/queries/market-queries.ts';
import type { PoolSummary } from '../../src/ports/market-figures.ts';
import { openProjection } from '../../src/ports/projection.ts';
import type { Store } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { APPLE, BREAD, CORN, MAKER } from '../paper-exchange.ts';
import { ann, createPool, deposit, pairOf, provide, swap } from '../paper-orders.ts';
import { drawer, storeRows } from './random-history.ts';
import { MARKET, order, type Site } from './site.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** Far enough back that every store accepts it, within an hour. */
const START_MS = Math.floor(Date.now() / DAY - 4) * DAY + 17 * MINUTE + 123;
/** The step in which a day passes without a trade. */
const QUIET = 55;
const PAIRS = [pairOf(APPLE, BREAD), pairOf(APPLE, CORN), pairOf(BREAD, CORN)];

export function tradedPrices(site: Site): void {
  test('prices of the last day and the last trade are those of candles and trades', async () => {
    const draw = drawer(1);
    const store = await openMarket(site);
    let [nowMs, clockMs] = [START_MS, START_MS];
    const tradedMs = [START_MS];
    const open = async () => {
      const observer = site.keep(new Observer(await openTail(store.tail), await openProjection(store.projection)));
      const quote = { token: BREAD.address, orFirst: false };
      return { observer, queries: new MarketQueries(observer, { now: () => clockMs, quote }) };
    };
    const [steady, storing] = [await open(), await open()];
    let [unlike, empty] = [0, 0];
    for (let step = 0; step < 70; step += 1) {
      // Mostly seconds pass, sometimes hours, and once more than a day.
      nowMs += step === QUIET ? DAY + HOUR : draw(4) === 0 ? draw(3 * HOUR) : draw(90_000);
      const commands = Array.from({ length: step === QUIET ? 0 : draw(3) }, () => {
        const units = BigInt(1 + draw(4000));
        const pair = draw(3) > 0 ? pairOf(APPLE, BREAD) : pairOf(CORN, APPLE);
        const { tokenA, tokenB } = draw(2) === 0 ? pair : { tokenA: pair.tokenB, tokenB: pair.tokenA };
        return draw(5) === 0
          ? provide(units, units * 4n, { account: MAKER })
          : swap(units, { account: MAKER, tokenA, tokenB });
      });
      await commitAt(site, store, commands, nowMs);
      if (commands.length > 0) tradedMs.push(nowMs);
      if (draw(4) === 0) await storeRows(storing.observer);
      if (draw(3) === 0) await steady.observer.dropStored();
      // The clock may run ahead, and back: to about a day after a trade, so that it is at the edge of the window.
      const edgeMs = (tradedMs[draw(tradedMs.length)] as number) + DAY + (draw(5) - 2) * 30_000;
      clockMs = draw(2) === 0 || step === QUIET ? nowMs : edgeMs;
      if (draw(3) === 0 && step !== QUIET) continue;
      const fresh = await open();
      for (const { queries } of [steady, storing, fresh]) {
        const found = await queries.overview({ list: 'pools', sort: 'age', order: 'asc', limit: 9 });
        for (const pool of found.pools ?? []) {
          const expected = await expectedOf(queries, pool, found.fromMs);
          const { open, high, low, lastTrade } = pool;
          expect({ open, high, low, lastTrade }, `step ${step}`).toEqual(expected);
          if (high && low && comparePrices(high, low) > 0) unlike += 1;
          if (!high && lastTrade) empty += 1;
        }
      }
      for (const { tokenA, tokenB } of PAIRS.slice(0, 2))
        for (const pair of [
          { tokenA, tokenB },
          { tokenA: tokenB, tokenB: tokenA },
        ]) {
          const stats = await steady.queries.poolStats(pair);
          const { open, high, low, lastTrade } = stats;
          expect({ open, high, low, lastTrade }).toEqual(await expectedOf(steady.queries, stats, stats.fromMs));
        }
      await site.close(fresh.observer);
    }
    expect([unlike > 20, empty > 0]).toEqual([true, true]);
  });

  test('while the clock is a day ahead, a trade in the first hour of the window is not missed', async () => {
    const store = await openMarket(site);
    const observer = site.keep(new Observer(await openTail(store.tail), await openProjection(store.projection)));
    const queries = new MarketQueries(observer, { now: () => START_MS + DAY });
    const lowOf = async () => (await queries.poolStats(pairOf(APPLE, BREAD))).low;
    expect(await lowOf()).toBeNull();
    for (const minutes of [1, 2]) {
      const before = await lowOf();
      await commitAt(site, store, [swap(50_000n, { account: MAKER })], START_MS + minutes * MINUTE);
      await storeRows(observer);
      const after = (await lowOf()) as Price;
      if (before) expect(comparePrices(after, before)).toBeLessThan(0);
    }
  });
}

async function openMarket(site: Site): Promise<Store> {
  const store = await site.open();
  const start = [
    ...MARKET,
    deposit(ann, CORN, 10n ** 6n),
    deposit(MAKER, CORN, 10n ** 9n),
    deposit(MAKER, APPLE, 10n ** 9n),
    deposit(MAKER, BREAD, 10n ** 9n),
    provide(10n ** 6n, 10n ** 6n, { account: MAKER, ...pairOf(APPLE, CORN) }),
    // Nobody ever trades in this one.
    createPool(pairOf(BREAD, CORN)),
  ];
  await commitAt(site, store, start, START_MS);
  return store;
}

/** Commits what the exchange accepts of this, and dates it. */
async function commitAt(site: Site, store: Store, commands: readonly Command[], ms: number): Promise<void> {
  const outcomes = await store.commit(commands.map((command) => order(command)));
  const sequences = outcomes.flatMap((outcome) => ('posted' in outcome ? outcome.posted.sequence : []));
  if (sequences.length > 0)
    await site.place.execute(`UPDATE journal SET created_at_ms = ${ms} WHERE sequence IN (${sequences.join(', ')})`);
}

/** From the candles of single minutes and of days, and the newest trade. */
async function expectedOf(
  queries: MarketQueries,
  { token0, token1 }: Pick<PoolSummary, 'token0' | 'token1'>,
  fromMs: number,
) {
  const pair = { tokenA: token0.address, tokenB: token1.address };
  const of = async (name: '1m' | '1d', sinceMs: number) => {
    const { ms: intervalMs, keptMs } = INTERVALS[name];
    return (await queries.candles({ ...pair, intervalMs, keptMs, fromMs: sinceMs, toMs: START_MS + 9 * DAY })).candles;
  };
  const candles = await of('1m', fromMs);
  const best = (prices: readonly Price[], sign: number) =>
    prices.reduce<Price | null>((found, one) => (found && comparePrices(one, found) * sign <= 0 ? found : one), null);
  const close = (await of('1d', START_MS - DAY)).at(-1)?.close;
  const trade = (await queries.trades({ ...pair, limit: 1 })).items[0];
  return {
    open: candles[0]?.open ?? null,
    high: best(
      candles.map(({ high }) => high),
      1,
    ),
    low: best(
      candles.map(({ low }) => low),
      -1,
    ),
    lastTrade: close && trade ? { price: close, atMs: trade.createdAtMs } : null,
  };
}
