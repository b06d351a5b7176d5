// Market figures: every pool and token, to the digit, compared with a recomputation from the activity.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../src/core/commands/command.ts';
import { createPool, provide, swap, writeMarket } from '../timed-market.ts';
import { exact, send } from './client.ts';
import { changeOfCuts, printCut, Replay } from './market-replay.ts';
import { newFolder, type Server, startServer } from './server.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
/** A whole minute; the market's clock is just after it, and all actions of the tests come later. */
const M = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * MINUTE;

const STEPS: readonly (readonly [number, Command])[] = [
  [40 * DAY, provide('apple', 1_000_000, 'bread', 2_000_000)],
  [39 * DAY, swap('apple', 5000, 'bread')],
  [35 * DAY, createPool('apple', 'corn')],
  [30 * DAY + 1, swap('apple', 300, 'bread')],
  [30 * DAY, swap('bread', 4000, 'apple')],
  [20 * DAY, createPool('bread', 'dates', 100n)],
  [20 * DAY, provide('bread', 500_000, 'dates', 500_000)],
  [7 * DAY + 1, swap('apple', 20, 'bread')],
  [7 * DAY, swap('apple', 21, 'bread')],
  [3 * DAY, provide('dates', 10_000, 'elder', 20_000)],
  [2 * DAY, provide('elder', 2000, 'fig', 400)],
  [2 * DAY, provide('fig', 1000, 'grape', 500)],
  [26 * HOUR, swap('dates', 100_000, 'bread')],
  [DAY + 1, swap('apple', 7000, 'bread')],
  [DAY, swap('bread', 1000, 'apple')],
  [23 * HOUR, swap('elder', 100, 'dates')],
  [2 * HOUR, swap('bread', 20_000, 'dates')],
  // The attack: a dust pool that prices elder at 500 bread.
  [HOUR, provide('bread', 50, 'elder', 0.1)],
  [30 * MINUTE, swap('fig', 3, 'elder')],
  [4 * MINUTE, swap('apple', 2500, 'bread')],
  [3 * MINUTE, swap('dates', 1000, 'bread')],
  [90 * SECOND, swap('bread', 300, 'apple')],
  [1, swap('apple', 30, 'bread')],
  [0, swap('apple', 31, 'bread')],
  [-10 * SECOND, swap('elder', 1, 'dates')],
];

type Fields = Readonly<Record<string, string>>;
let folder: string;
let server: Server;
let nowMs = M + 37_123;
const get = async (path: string) => exact(await send(server, { path })).data;
const names = (items: readonly Fields[]) => items.map(({ symbol0, symbol1 }) => `${symbol0}/${symbol1}`);

beforeAll(async () => {
  folder = await newFolder();
  const path = join(folder, 'market.db');
  await writeMarket(path, M, STEPS);
  server = await startServer({
    path,
    market: { now: () => nowMs, quote: { token: 'bread' as never, orFirst: false } },
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function replay(): Promise<Replay> {
  const activity: Fields[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await get(`/getActivity?all=true&limit=200${cursor && `&cursor=${cursor}`}`);
    activity.push(...page.activity);
    cursor = page.nextCursor;
  }
  const { tokens } = await get('/getTokens');
  const { pools } = await get('/getPools');
  const typed = tokens.map(({ address, decimals }: Fields) => ({ address, decimals: Number(decimals) }));
  return new Replay({ tokens: typed, pools, activity: activity.toReversed() });
}

async function allAsReplayed() {
  const market = await get('/getMarket?limit=200');
  const from = Date.parse(market.from);
  const replayed = await replay();
  for (const {
    poolAddress,
    price,
    change24h,
    volume24h,
    fees24h,
    swaps24h,
    reserve0,
    reserve1,
    tvl,
    apr,
  } of market.pools) {
    const { change, volume, fees, swaps, ...rest } = replayed.directed(poolAddress, from, 'bread', from + DAY);
    const told = { price, change: change24h, volume: volume24h, fees: fees24h, swaps: swaps24h };
    expect({ ...told, reserve0, reserve1, tvl, apr }, poolAddress).toEqual({
      ...{ price: rest.price, change, volume, fees, swaps },
      ...{ reserve0: rest.reserve0, reserve1: rest.reserve1, tvl: rest.tvl, apr: rest.apr },
    });
  }
  return { market, from, replayed };
}

describe('getMarket', () => {
  test('returns figures of every pool that match its transactions', async () => {
    const { market, from } = await allAsReplayed();
    expect(from).toBe(M - DAY);
    expect(market).toMatchObject({
      quoteToken: { address: 'bread', symbol: 'BREAD', decimals: '2' },
      sequence: String(14 + STEPS.length),
      asOf: new Date(nowMs).toISOString(),
    });
    expect(names(market.pools)).toEqual([
      ...['APPLE/BREAD', 'DATES/BREAD', 'DATES/ELDER', 'ELDER/FIG', 'ELDER/BREAD', 'APPLE/CORN', 'FIG/GRAPE'],
    ]);
    const by = Object.fromEntries(market.pools.map((pool: Fields) => [`${pool.symbol0}/${pool.symbol1}`, pool]));
    // The swap at the very start of the last 24 hours, and all after it.
    expect(by['APPLE/BREAD'].swaps24h).toBe('5');
    expect(by['APPLE/BREAD'].createdAt).toBe(new Date(M - 40 * DAY).toISOString());
    expect(by['DATES/BREAD']).toMatchObject({ curve: 'stable', amplification: '100', swaps24h: '2' });
    // Younger than a day, so there is no earlier price to compare with.
    expect(by['ELDER/BREAD']).toMatchObject({ change24h: null, swaps24h: '0', price: '500' });
    expect(by['APPLE/CORN']).toMatchObject({ price: null, change24h: null, reserve0: '0', tvl: '0', apr: null });
    expect(by['FIG/GRAPE']).toMatchObject({ tvl: null, apr: null, volume24h: { quote: '0' }, price: '0.5' });
  });

  test('tells the place of each token in pairs: the quote token last', async () => {
    const { tokens } = await get('/getTokens');
    expect(tokens.map(({ address, place }: Fields) => [address, place])).toEqual([
      ...[
        ['apple', '1'],
        ['bread', null],
        ['corn', '3'],
        ['dates', '4'],
        ['elder', '5'],
        ['fig', '6'],
        ['grape', '7'],
      ],
    ]);
    // Without a quote token of its own, an exchange quotes in the first token registered.
    const other = await startServer({ path: join(folder, 'market.db') });
    const { tokens: named } = exact(await send(other, { path: '/getTokens?token=apple&token=bread' })).data;
    await other.close();
    expect(named.map(({ place }: Fields) => place)).toEqual([null, '2']);
  });

  test('marks dust pools as thin, with the price of the deeper route', async () => {
    const { pools } = await get('/getMarket?limit=200');
    const by = Object.fromEntries(pools.map((pool: Fields) => [`${pool.symbol0}/${pool.symbol1}`, pool]));
    expect(names(pools.filter(({ thin }: { thin: boolean }) => thin))).toEqual(['ELDER/BREAD']);
    const over = Number(by['DATES/BREAD'].price) / Number(by['DATES/ELDER'].price);
    expect(by['ELDER/BREAD'].price).toBe('500');
    expect(Number(by['ELDER/BREAD'].marketPrice)).toBeCloseTo(over, 12);
    // A pool on the pricing route is not thin, and its price is the market price.
    for (const name of ['APPLE/BREAD', 'DATES/BREAD', 'DATES/ELDER', 'ELDER/FIG']) {
      expect(by[name]).toMatchObject({ thin: false, marketPrice: by[name].price });
    }
    expect(by['APPLE/CORN']).toMatchObject({ thin: false, marketPrice: null });
    expect(by['FIG/GRAPE']).toMatchObject({ thin: false, marketPrice: null });
    const turned = await get('/getPoolStats?jetton0=bread&jetton1=elder');
    expect(turned).toMatchObject({ thin: true, price: '0.002' });
    expect(Number(turned.marketPrice)).toBeCloseTo(1 / over, 12);
  });

  test('prices tokens over up to three pools, and not by a dust pool', async () => {
    const { from, replayed } = await allAsReplayed();
    const prices = replayed.prices('bread', from + DAY);
    const { tokens } = await get('/getMarket?list=tokens&limit=200');
    for (const { address, price, change24h } of tokens) {
      const known = prices.get(address);
      expect([price, change24h], address).toEqual([
        known ? printCut(known.price) : null,
        known?.before ? changeOfCuts(known.price, known.before) : null,
      ]);
    }
    const by = Object.fromEntries(tokens.map((token: Fields) => [token.address, token]));
    expect(Number(by.elder.price)).toBeCloseTo(0.5, 1);
    expect(Number(by.fig.price)).toBeCloseTo(2.42, 1);
    expect(by.bread).toMatchObject({ price: '1', change24h: '0', pools: '3', symbol: 'BREAD', name: '', logo: '' });
    expect(by.grape).toMatchObject({ price: null, tvl: null, volume24h: '0', change24h: null, pools: '1' });
    expect(by.corn).toMatchObject({ price: null, tvl: '0', pools: '1' });
  });

  test('in another quote token divides all prices by the price of that token', async () => {
    const { tokens } = await get('/getMarket?list=tokens&limit=200');
    const { tokens: told, quoteToken } = await get('/getMarket?list=tokens&limit=200&quote=dates');
    expect(quoteToken.address).toBe('dates');
    // All prices are divided by the same one, so the order stays.
    expect(told.map(({ address }: Fields) => address)).toEqual(tokens.map(({ address }: Fields) => address));
    const by = Object.fromEntries(tokens.map((token: Fields) => [token.address, token]));
    const scale = 10n ** 60n;
    const fixed = (text: string): bigint => {
      const [whole, fraction = ''] = text.split('.');
      return BigInt(`${whole}${fraction.padEnd(60, '0')}`);
    };
    for (const token of told) {
      const { price, tvl, change24h } = by[token.address];
      if (price === null) expect(token).toMatchObject({ price: null, change24h: null });
      else {
        // The first 18 digits of the quotient, by long division.
        const quotient = (fixed(price) * scale) / fixed(by.dates.price);
        expect(fixed(token.price), token.address).toBe(
          quotient - (quotient % 10n ** BigInt(String(quotient).length - 18)),
        );
        const now = (1 + Number(change24h)) / (1 + Number(by.dates.change24h)) - 1;
        if (change24h !== null) expect(Number(token.change24h)).toBeCloseTo(now, 9);
      }
      // Only close: the value in dates has digits that bread's two decimals cut off.
      if (tvl !== null) expect(Number(token.tvl)).toBeCloseTo(Number(tvl) / Number(by.dates.price), 1);
    }
    expect(told.find(({ address }: Fields) => address === 'dates')).toMatchObject({ price: '1', change24h: '0' });
    const { pools } = await get('/getMarket?search=apple/bread');
    const stats = await get('/getPoolStats?jetton0=apple&jetton1=bread&quote=dates');
    const { pools: there } = await get('/getMarket?search=apple/bread&quote=dates');
    expect(stats).toMatchObject(there[0]);
    // Figures of the pool itself do not depend on the quote token.
    const { tvl, volume24h, fees24h, ...own } = pools[0];
    expect(there[0]).toMatchObject(own);
    for (const [now, before] of [
      [there[0].tvl, tvl],
      [there[0].volume24h.quote, volume24h.quote],
      [there[0].fees24h.quote, fees24h.quote],
    ])
      expect(Number(now)).toBeCloseTo(Number(before) / Number(by.dates.price), 1);
  });

  test('in a quote token without a market price has no price for any other token', async () => {
    const { tokens } = await get('/getMarket?list=tokens&quote=grape');
    const priced = tokens.filter(({ price }: { price: string | null }) => price !== null);
    expect(priced).toMatchObject([{ address: 'grape', price: '1', tvl: '500' }]);
  });

  test('returns the named tokens in the requested order, without hidden and unknown ones', async () => {
    const { tokens } = await get('/getMarket?list=tokens');
    const { tokens: named, count, nextCursor } = await get('/getMarket?token=fig&token=nothing&token=apple&token=fig');
    expect(named).toEqual(['fig', 'apple'].map((name) => tokens.find(({ address }: Fields) => address === name)));
    expect([count, nextCursor]).toEqual(['2', null]);
    await send(server, { path: '/updateToken', body: { address: 'fig', status: 'hidden' } });
    expect((await get('/getMarket?list=tokens&token=fig&token=apple')).tokens).toHaveLength(1);
    await send(server, { path: '/updateToken', body: { address: 'fig', status: 'listed' } });
  });

  test('sums up all pools of a token', async () => {
    const { market, from, replayed } = await allAsReplayed();
    const { tokens } = await get('/getMarket?list=tokens');
    for (const { address, tvl, volume24h } of tokens) {
      let [held, swapped] = [0n, 0n];
      let worth = (_units: bigint, _token: string): string | null => null;
      for (const { poolAddress, jetton0, jetton1 } of market.pools) {
        if (jetton0 !== address && jetton1 !== address) continue;
        const figures = replayed.directed(poolAddress, from, 'bread', from + DAY);
        held += figures.held[jetton0 === address ? 0 : 1] as bigint;
        swapped += figures.swapped[jetton0 === address ? 0 : 1] as bigint;
        worth = figures.worth;
      }
      expect([tvl, volume24h], address).toEqual([worth(held, address), worth(swapped, address)]);
    }
  });

  test.each(['tvl', 'volume', 'fees', 'swaps', 'change', 'apr', 'age', 'name'])(
    'sorts pools by %s in both directions, unpriced ones last and ties by age, also over pages',
    async (sort) => {
      const { pools: all } = await get('/getMarket?sort=age&order=desc');
      const keyOf = (pool: Record<string, string & Fields>): string | number | null => {
        if (sort === 'name') return `${pool.symbol0}/${pool.symbol1}`;
        if (sort === 'age') return -Date.parse(pool.createdAt as string) - all.indexOf(pool) * -1e-3;
        const figures = { tvl: pool.tvl, volume: pool.volume24h?.quote, fees: pool.fees24h?.quote, apr: pool.apr };
        const figure = { ...figures, swaps: pool.swaps24h, change: pool.change24h }[sort];
        return figure === null || figure === undefined ? null : Number(figure);
      };
      expect(all.map((pool: Fields) => pool.createdAt)).toEqual(all.map((pool: Fields) => pool.createdAt).sort());
      for (const order of ['asc', 'desc']) {
        const { pools } = await get(`/getMarket?sort=${sort}&order=${order}`);
        const sign = order === 'asc' ? 1 : -1;
        const expected =
          sort === 'age'
            ? order === 'desc'
              ? all
              : all.toReversed()
            : all.toSorted((a: never, b: never) => {
                const [x, y] = [keyOf(a), keyOf(b)];
                if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
                return x === y ? 0 : x < y ? -sign : sign;
              });
        expect(names(pools), order).toEqual(names(expected));
        const paged: Fields[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page = await get(`/getMarket?sort=${sort}&order=${order}&limit=2${cursor && `&cursor=${cursor}`}`);
          paged.push(...page.pools);
          cursor = page.nextCursor;
        }
        expect(paged).toEqual(pools);
      }
    },
  );

  test.each(['tvl', 'volume', 'change', 'age', 'name'])('pages through tokens by %s', async (sort) => {
    const { tokens, nextCursor } = await get(`/getMarket?list=tokens&sort=${sort}`);
    expect([tokens.length, nextCursor]).toEqual([7, null]);
    const first = await get(`/getMarket?list=tokens&sort=${sort}&limit=5`);
    const rest = await get(`/getMarket?list=tokens&sort=${sort}&limit=5&cursor=${first.nextCursor}`);
    expect([...first.tokens, ...rest.tokens]).toEqual(tokens);
    expect([first.count, rest.count, rest.nextCursor]).toEqual(['7', '7', null]);
  });

  test('finds by symbol whatever its case and width, by name, pair and whole address', async () => {
    const body = { address: 'grape', name: 'Vitis vinifera' };
    expect((await send(server, { path: '/updateToken', body })).status).toBe(200);
    const found = async (search: string, list = 'pools') => {
      const { pools, tokens } = await get(`/getMarket?list=${list}&sort=name&search=${encodeURIComponent(search)}`);
      return list === 'pools' ? names(pools) : tokens.map(({ symbol }: Fields) => symbol);
    };
    expect(await found('ＦＩＧ')).toEqual(['ELDER/FIG', 'FIG/GRAPE']);
    expect(await found('elder/fi')).toEqual(['ELDER/FIG']);
    expect(await found('fig/elder')).toEqual(['ELDER/FIG']);
    expect(await found('VINIF')).toEqual(['FIG/GRAPE']);
    expect(await found('gr', 'tokens')).toEqual(['GRAPE']);
    expect(await found('vitis', 'tokens')).toEqual(['GRAPE']);
    expect(await found('corn', 'tokens')).toEqual(['CORN']);
    // A prefix match comes before a match inside, and an exact symbol before both.
    expect(await found('e', 'tokens')).toEqual(['ELDER', 'APPLE', 'BREAD', 'DATES', 'GRAPE']);
    expect(await found('nothing')).toEqual([]);
    expect((await get('/getMarket?search=fig&limit=1')).count).toBe('2');
    const { pools } = await get('/getMarket?search=grape');
    expect(names((await get(`/getMarket?search=${pools[0].poolAddress}`)).pools)).toEqual(['FIG/GRAPE']);
    const one = await get('/getMarket?sort=name&search=bread&limit=1');
    const rest = await get(`/getMarket?sort=name&search=bread&cursor=${one.nextCursor}`);
    expect(names([...one.pools, ...rest.pools])).toEqual(['APPLE/BREAD', 'DATES/BREAD', 'ELDER/BREAD']);
  });
});

describe('getPoolStats', () => {
  test.each([
    ['apple', 'bread', M - 40 * DAY],
    ['dates', 'bread', M - 20 * DAY],
  ] as const)('returns the figures of each time window for %s and %s, in either order', async (a, b, filled) => {
    const replayed = await replay();
    const stats = await get(`/getPoolStats?jetton0=${a < b ? a : b}&jetton1=${a < b ? b : a}`);
    const minute = Date.parse(stats.from) + DAY;
    for (const [name, length] of [
      ['24h', DAY],
      ['7d', 7 * DAY],
      ['30d', 30 * DAY],
    ] as const) {
      const since = minute - length;
      const { change, volume, fees, swaps } = replayed.figures(stats.poolAddress, since, 'bread', minute);
      const from = new Date(since).toISOString();
      expect(stats.windows[name]).toEqual({ from, change, volume, fees, swaps, growth: expect.toSatisfy(isGrowth) });
    }
    const { volume, fees, swaps } = replayed.figures(stats.poolAddress, null, 'bread', minute);
    const { change } = replayed.figures(stats.poolAddress, filled + MINUTE, 'bread', minute);
    expect(change).not.toBeNull();
    expect(stats.windows.all).toMatchObject({ from: null, change, volume, fees, swaps });
    expect(Number(stats.windows.all.growth)).toBeGreaterThanOrEqual(Number(stats.windows['7d'].growth ?? 1));
    const { pools } = await get(`/getMarket?search=${stats.poolAddress}`);
    expect(stats.lpSupply).toBe(replayed.figures(stats.poolAddress, null, 'bread', minute).supply);

    const turned = await get(`/getPoolStats?jetton0=${stats.jetton1}&jetton1=${stats.jetton0}`);
    expect(pools[0].jetton1).toBe('bread');
    expect(a < b ? stats : turned).toMatchObject(pools[0]);
    expect(turned).toMatchObject({
      ...{ jetton0: stats.jetton1, symbol1: stats.symbol0, reserve0: stats.reserve1, tvl: stats.tvl, apr: stats.apr },
      volume24h: { amount0: stats.volume24h.amount1, amount1: stats.volume24h.amount0, quote: stats.volume24h.quote },
    });
    expect(Number(turned.price)).toBeCloseTo(1 / Number(stats.price), 12);
    expect(Number(turned.change24h)).toBeCloseTo(1 / (1 + Number(stats.change24h)) - 1, 9);
    expect(turned.windows['7d'].growth).toBe(stats.windows['7d'].growth);
  });
  const isGrowth = (text: string | null) => text === null || (Number(text) > 0 && Number(text) < 0.01);

  test('of an empty pool has no price moves', async () => {
    const stats = await get('/getPoolStats?jetton0=corn&jetton1=apple');
    expect(stats).toMatchObject({ price: null, lpSupply: '0', jetton0: 'corn', tvl: '0' });
    expect(stats.moves).toEqual(['0.001', '0.01', '0.05'].map((part) => ({ part, up: null, down: null })));
    expect(stats.windows['30d']).toMatchObject({ growth: null, swaps: '0' });
  });

  test.each([
    ['apple', 'bread', 'down'],
    ['apple', 'bread', 'up'],
    ['dates', 'bread', 'up'],
    ['elder', 'dates', 'down'],
  ] as const)('has the exact amount that moves the price of %s in %s by 1 % %s', async (a, b, way) => {
    const query = `/getPoolStats?jetton0=${a}&jetton1=${b}`;
    const before = await get(query);
    const { pay, receive } = before.moves[1][way];
    const [tokenA, tokenB] = way === 'up' ? [b, a] : [a, b];
    const quote = await get(`/getQuote?tokenA=${tokenA}&tokenB=${tokenB}&amount=${pay}&route=direct`);
    expect(quote.amountB ?? quote.receive).toBe(receive);
    const body = { Pair: { tokenA, tokenB }, amount: { tokenA: pay }, route: 'direct' };
    const { data } = exact(await send(server, { path: '/createSwap', body }));
    expect(data.transactionId).toBeDefined();
    const after = await get(query);
    expect(Number(after.sequence)).toBe(Number(before.sequence) + 1);
    const moved = Number(after.price) / Number(before.price);
    if (way === 'up') expect(moved).toBeGreaterThanOrEqual(1.01);
    else expect(moved).toBeLessThanOrEqual(0.99);
    expect(Math.abs(moved - (way === 'up' ? 1.01 : 0.99))).toBeLessThan(1e-5);
  });
});

test('figures include a change at once, and drop what is older than a day', async () => {
  const before = await get('/getMarket?search=apple/bread');
  await send(server, {
    path: '/createSwap',
    body: { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 100 } },
  });
  const { market } = await allAsReplayed();
  expect(Number(market.sequence)).toBe(Number(before.sequence) + 1);
  nowMs = Date.now() + 26 * HOUR;
  const { market: later, from } = await allAsReplayed();
  expect(from).toBe(Math.floor(nowMs / MINUTE) * MINUTE - DAY);
  expect(
    later.pools.every(
      ({ swaps24h, change24h }: Fields) => swaps24h === '0' && (change24h === '0' || change24h === null),
    ),
  ).toBe(true);
});

test('hidden pools and pools of hidden tokens are left out', async () => {
  const post = async (path: string, body: object) => expect((await send(server, { path, body })).status).toBe(200);
  await post('/setPoolStatus', { Pair: { tokenA: 'bread', tokenB: 'elder' }, status: 'hidden' });
  await post('/updateToken', { address: 'fig', status: 'hidden' });
  expect(names((await get('/getMarket?sort=name')).pools)).toEqual([
    ...['APPLE/BREAD', 'APPLE/CORN', 'DATES/BREAD', 'DATES/ELDER'],
  ]);
  const { tokens } = await get('/getMarket?list=tokens&sort=name');
  expect(tokens.map(({ symbol, pools }: Fields) => `${symbol} ${pools}`)).toEqual([
    ...['APPLE 2', 'BREAD 2', 'CORN 1', 'DATES 2', 'ELDER 1', 'GRAPE 0'],
  ]);
  // A request by name still finds it.
  expect(await get('/getPoolStats?jetton0=bread&jetton1=elder')).toMatchObject({ status: 'hidden' });
});

test('a new pool has no mean price for its first minute, and then an exact one', async () => {
  const body = { Pair: { tokenA: 'corn', tokenB: 'grape' }, amount: { tokenA: 300, tokenB: 700 } };
  const { status, text } = await send(server, { path: '/provideLiquidity', body });
  expect(status, text).toBe(200);
  nowMs = 0;
  const { to, ...young } = await get('/getPrice?jetton0=corn&jetton1=grape');
  expect(young).toMatchObject({ price: '2.33333333333333333', mean: null, from: to, swaps: '0' });
  const minute = Math.floor(Date.parse(to) / MINUTE) * MINUTE + MINUTE;
  nowMs = minute + MINUTE - 1;
  expect((await get('/getPrice?jetton0=corn&jetton1=grape')).mean).toBeNull();
  nowMs = minute + MINUTE;
  expect(await get('/getPrice?jetton0=corn&jetton1=grape')).toMatchObject({
    ...{ mean: '2.33333333333333333', from: new Date(minute).toISOString(), swaps: '0' },
  });
  const turned = await get('/getPrice?jetton0=grape&jetton1=corn');
  // One divided by the printed price, as the other direction shows it.
  expect([turned.price, turned.mean]).toEqual(['0.428571428571428572', '0.428571428571428572']);
});
