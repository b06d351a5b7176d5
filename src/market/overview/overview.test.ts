// An overview that followed the journal equals one that starts from stored rows, and one that counts everything.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { marketOf, openStore } from '../../../test/exchange-file.ts';
import { newFolder } from '../../../test/http/server.ts';
import { BEGINNING, createPool, type Name, postAt, provide, swap, tokenOf } from '../../../test/timed-market.ts';
import type { TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import { printPrice } from '../../core/market/price.ts';
import type { OverviewFound } from '../../ports/market-figures.ts';
import { openProjection } from '../../ports/projection.ts';
import type { JournalMark } from '../../ports/records.ts';
import type { Store } from '../../ports/store.ts';
import { openTail } from '../../ports/tail.ts';
import { Observer } from '../observer.ts';
import type { MarketQueries } from '../queries/market-queries.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];
const M = Date.UTC(2026, 10, 15, 12);
const QUOTE = { token: 'bread' as TokenAddress, orFirst: false };

let folder: string;
let store: Store;
let nowMs: number;
const opened: MarketQueries[] = [];
const path = () => join(folder, 'market.db');

beforeEach(async () => {
  folder = await newFolder();
  store = await openStore(path());
  nowMs = M;
});
afterEach(async () => {
  for (const queries of opened.splice(0)) await queries.close();
  await store.close();
  await rm(folder, { recursive: true });
});

async function open(): Promise<MarketQueries> {
  const queries = await marketOf(store, { now: () => nowMs, quote: QUOTE });
  opened.push(queries);
  return queries;
}

/** Both lists, once the last 24 hours are loaded. */
async function shown(queries: MarketQueries): Promise<OverviewFound> {
  const all = { order: 'desc', limit: 200 } as const;
  for (;;) {
    const { tokens } = await queries.overview({ ...all, list: 'tokens', sort: 'tvl' });
    const pools = await queries.overview({ ...all, list: 'pools', sort: 'volume' });
    const by = pools.pools?.map(({ address }) => address);
    for (const sort of ['tvl', 'change', 'apr', 'swaps'] as const) {
      const { pools: again } = await queries.overview({ ...all, list: 'pools', sort });
      expect(again?.map(({ address }) => address).sort()).toEqual(by?.toSorted());
    }
    // Lets the event loop run, so that the next window is loaded.
    await turn();
    if (pools.fromMs === Math.floor(pools.asOfMs / MINUTE) * MINUTE - DAY && tokens) return { ...pools, tokens };
  }
}

/** Counts the journal with a separate observer and stores the rows. */
async function flush(): Promise<void> {
  const projection = await openProjection(store.projection);
  const observer = new Observer(await openTail(store.tail), projection);
  await observer.catchUp();
  const fence = (await projection.takeLease({ name: 'market', holder: 'test', forMs: 60_000 })) as number;
  const claim = { fence, mark: observer.counted?.mark as JournalMark, from: 0 };
  expect(await projection.save([...observer.fold.unstored()], claim)).toBe(true);
  expect(await projection.advance(claim)).toBe(true);
  await observer.close();
}

describe('an overview that follows the journal', () => {
  const NAMES: readonly Name[] = ['apple', 'bread', 'corn', 'dates', 'elder'];

  test('equals a newly opened one after any transactions, at any time', async () => {
    await postAt(store, path(), M - 41 * DAY, ...BEGINNING);
    await postAt(store, path(), M - 40 * DAY, createPool('bread', 'dates', 100n));
    const queries = await open();
    let seed = 12_345;
    const draw = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    let atMs = M - 3 * DAY;
    nowMs = atMs;
    const filled = new Set<string>(['bread/dates']);
    for (let step = 0; step < 60; step++) {
      // Mostly less than 40 s pass, sometimes hours. The clock may run ahead, so that a transaction is of a minute already queried.
      atMs += draw(5) === 0 ? draw(8 * 3_600_000) : draw(40_000);
      const [a, b] = pairFrom(NAMES, draw);
      const command: Command =
        filled.has(`${a}/${b}`) && draw(4) > 0
          ? swap(a, 1 + draw(50), b)
          : provide(a, 1000 + draw(9000), b, 1000 + draw(9000));
      filled.add(`${a}/${b}`);
      await postAt(store, path(), atMs, command).catch(() => filled.delete(`${a}/${b}`));
      if (draw(10) === 0) await flush();
      nowMs = Math.max(nowMs, atMs + (draw(2) === 0 ? 0 : draw(2 * MINUTE)));
      if (draw(3) > 0) continue;
      const { sequence: _, ...told } = await shown(queries);
      const { sequence: __, ...fresh } = await shown(await open());
      expect(told, `step ${step}`).toEqual(fresh);
    }
  });

  test('is as before after the clock was two days ahead for a while', async () => {
    await postAt(store, path(), M - 2 * DAY, ...BEGINNING, provide('apple', 1000, 'bread', 2000));
    await postAt(store, path(), M - 30_000, swap('apple', 50, 'bread'));
    const queries = await open();
    const before = await shown(queries);
    nowMs = M + 2 * DAY;
    expect((await shown(queries)).pools?.[0]?.swaps).toBe(0);
    nowMs = M;
    const asked = { list: 'pools', sort: 'volume', order: 'desc', limit: 200 } as const;
    expect(await queries.overview(asked)).toEqual({ ...before, tokens: undefined });
  });

  test('counts a transaction for the minute it happened in, even if that minute was queried before', async () => {
    await postAt(store, path(), M - 2 * DAY, ...BEGINNING, provide('apple', 1000, 'bread', 2000));
    const queries = await open();
    nowMs = M + 100;
    const before = await shown(queries);
    await postAt(store, path(), M - 30_000, swap('apple', 50, 'bread'));
    await postAt(store, path(), M + 50, swap('apple', 50, 'bread'));
    const after = await shown(queries);
    expect(after).toEqual(await shown(await open()));
    expect(after.pools?.[0]?.swaps).toBe(2);
    const priceOf = ({ tokens }: OverviewFound) =>
      tokens?.find(({ symbol }) => symbol === tokenOf('apple').symbol)?.price;
    expect(priceOf(after)).not.toEqual(priceOf(before));
    expect(after.fromMs).toBe(M - DAY);
    // Transactions are in the order of time: after one in the new minute, the prices at its start are final.
    await postAt(store, path(), M + 60, swap('apple', 50, 'bread'));
    expect(priceOf(await shown(queries))).toEqual(priceOf(after));
    expect(await shown(queries)).toEqual(await shown(await open()));
  });
});

describe('the price of a token, of which a pool holds 1000 for 2000 bread,', () => {
  const priceOf = async (name: Name) => {
    const { tokens } = await shown(await open());
    const price = tokens?.find(({ address }) => address === name)?.price;
    return price ? Number(printPrice(price)) : null;
  };
  /** Pools over corn, which only their owner has: `bread` in one, and `apple` in the other. */
  const overCorn = (bread: number, apple: number): Command[] => [
    provide('bread', bread, 'corn', bread),
    provide('apple', apple, 'corn', bread),
  ];
  const sinceLong = (...commands: Command[]) => postAt(store, path(), M - DAY, ...commands);
  beforeEach(() => sinceLong(...BEGINNING, provide('apple', 1000, 'bread', 2000)));

  test('is not that of pools with a bit more bread and a thousandth of it', async () => {
    await sinceLong(...overCorn(2200, 1));
    expect(await priceOf('apple')).toBe(2);
  });

  test('is that of pools that are deeper for both, even if they show another price', async () => {
    await sinceLong(...overCorn(4400, 1100));
    expect(await priceOf('apple')).toBe(4);
  });

  test.each<[string, number, Command[]]>([
    ['was opened five minutes ago', 4, []],
    ['was filled five minutes ago', 4, overCorn(20, 5)],
  ])('is not that of a deeper way until it %s', async (_, price, before) => {
    await sinceLong(...before);
    await postAt(store, path(), M - 5 * MINUTE, ...overCorn(4400, 1100));
    expect(await priceOf('apple')).toBe(2);
    nowMs = M + MINUTE;
    expect(await priceOf('apple')).toBeCloseTo(price, 1);
  });

  test.each([
    [28_000, 7000, 2],
    [30_000, 7500, 4],
  ])('over new pools with %s bread and %s of it is %s', async (bread, apple, price) => {
    await postAt(store, path(), M - 30_000, ...overCorn(bread, apple));
    expect([await priceOf('apple'), await priceOf('corn')]).toEqual([price, 1]);
  });
});

function pairFrom(names: readonly Name[], draw: (below: number) => number): [Name, Name] {
  const a = names[draw(names.length)] as Name;
  const b = names[draw(names.length)] as Name;
  if (a === b) return pairFrom(names, draw);
  return a < b ? [a, b] : [b, a];
}
