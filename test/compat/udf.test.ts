// The Universal Data Feed: the rules of its protocol on five weeks of history, and each bar as getCandles has it. Costs 4 s.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeHistory } from '../../src/cli/demo/history.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { type Answer, send } from '../http/client.ts';
import { headersOf } from '../http/keys-of.ts';
import { openMarket } from '../http/market.ts';
import { newFolder, POLICY, type Server, startServer } from '../http/server.ts';

let server: Server;
let pools: readonly { poolAddress: string; jetton0: string; jetton1: string; symbol0: string; symbol1: string }[];

const get = (path: string, at = server): Promise<Answer> => send(at, { path });
const json = async (path: string, at = server) => JSON.parse((await get(path, at)).text);
const udf = (path: string, query: object = {}, at = server) =>
  json(`/tv/udf/${path}?${new URLSearchParams(query as Record<string, string>)}`, at);

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
  const path = join(folder, 'demo.db');
  const store = await openSqliteStore({ path, busyTimeoutMs: 60_000, policy: POLICY });
  await writeHistory(store, POLICY, Date.now());
  await store.close();
  server = await startServer({ path, compat: ['udf'] });
  // Market data follows the journal.
  await vi.waitFor(async () => expect((await get('/getMarket')).status).toBe(200), 60_000);
  pools = (await json('/getMarket?list=pools&sort=age')).data.pools;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

type History = {
  readonly s: 'ok' | 'no_data';
  readonly nextTime?: number;
} & Readonly<Record<'t' | 'o' | 'h' | 'l' | 'c' | 'v', readonly number[]>>;

const RESOLUTIONS = { '1': 60, '5': 300, '15': 900, '60': 3600, '240': 14_400, '1D': 86_400 } as const;
const INTERVALS = { '1': '1m', '5': '5m', '15': '15m', '60': '1h', '240': '4h', '1D': '1d' } as const;
type Resolution = keyof typeof RESOLUTIONS;
const NOW = Math.floor(Date.now() / 1000) + 3600;

const history = (symbol: string, resolution: string, query: object): Promise<History> =>
  udf('history', { symbol, resolution, ...query });

/** Checks the rules of an answer, and returns its bars. */
function barsIn(answer: History, seconds: number) {
  expect(answer.s).toBe('ok');
  const { t, o, h, l, c, v } = answer;
  for (const column of [o, h, l, c, v]) expect(column).toHaveLength(t.length);
  expect(t.length).toBeGreaterThan(0);
  return t.map((time, at) => {
    const [open, high, low, close, volume] = [o, h, l, c, v].map((column) => column[at] as number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    expect(time % seconds).toBe(0);
    if (at > 0) expect(time).toBeGreaterThan(t[at - 1] as number);
    expect(low).toBeLessThanOrEqual(Math.min(open, close));
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    expect(volume).toBeGreaterThan(0);
    return { time, open, high, low, close, volume };
  });
}

/** All candles of a pool, as a file has them. */
async function candlesOf({ jetton0, jetton1 }: (typeof pools)[number], resolution: Resolution) {
  const query = `jetton0=${jetton0}&jetton1=${jetton1}&interval=${INTERVALS[resolution]}&format=ndjson`;
  const lines = (await get(`/getCandles?${query}`)).text.trim().split('\n');
  return lines.map((line) => {
    const { time, open, high, low, close, volume0 } = JSON.parse(line);
    return { time: Date.parse(time) / 1000, open, high, low, close, volume: volume0 };
  });
}

describe.each(Object.keys(RESOLUTIONS) as Resolution[])('resolution %s', (resolution) => {
  const seconds = RESOLUTIONS[resolution];

  test('paging back by countback gives all bars, each as getCandles has it, and ends', async () => {
    const [pool] = pools as [(typeof pools)[number]];
    const wanted = await candlesOf(pool, resolution);
    const bars = [];
    let to = NOW;
    for (;;) {
      const page = await history(pool.poolAddress, resolution, { from: to - 1, to, countback: 700 });
      if (page.s === 'no_data') {
        expect(page).toEqual({ s: 'no_data' });
        break;
      }
      const read = barsIn(page, seconds);
      expect(read.at(-1)?.time).toBeLessThan(to);
      if (read[0]?.time !== wanted[0]?.time) expect(read).toHaveLength(700);
      bars.unshift(...read);
      to = read[0]?.time as number;
    }
    expect(bars).toEqual(wanted);
  });

  test('paging back by ranges and nextTime gives the same', async () => {
    const pool = pools.at(-1) as (typeof pools)[number];
    const wanted = await candlesOf(pool, resolution);
    const bars = [];
    for (let to: number | undefined = NOW; to !== undefined; ) {
      const from: number = to - 500 * seconds;
      const page = await history(pool.poolAddress, resolution, { from, to });
      if (page.s === 'ok') {
        const read = barsIn(page, seconds);
        expect(read[0]?.time).toBeGreaterThanOrEqual(from);
        expect(read.at(-1)?.time).toBeLessThan(to);
        bars.unshift(...read);
        to = from;
      } else {
        expect(page.nextTime ?? Number.NEGATIVE_INFINITY).toBeLessThan(from);
        // The bar at nextTime is in the next range.
        to = page.nextTime === undefined ? undefined : page.nextTime + 1;
      }
    }
    expect(bars).toEqual(wanted);
  });
});

test('of a range of more than 1000 intervals, the last 1000 are answered', async () => {
  const [pool] = pools as [(typeof pools)[number]];
  const all = await candlesOf(pool, '15');
  const to = (all.at(-1)?.time as number) + 1;
  const bars = barsIn(await history(pool.poolAddress, '15', { from: -62_135_596_800, to }), 900);
  expect(bars).toEqual(all.filter(({ time }) => time >= to - 1000 * 900));
  expect(bars.length).toBeLessThan(all.length);
  // The range ends now, not in the year 5138.
  const late = await history(pool.poolAddress, '1D', { from: 0, to: 99_999_999_999 });
  expect(barsIn(late, 86_400)).toEqual(await candlesOf(pool, '1D'));
});

test.each([
  ['before the first bar', { from: -100, to: 0 }],
  ['that ends where it begins', { from: 1_000_000, to: 1_000_000 }],
  ['before the first bar, by countback', { from: 0, to: 1_000_000, countback: 5 }],
])('a range %s has no data and no earlier bar', async (_name, range) => {
  expect(await history(pools[0]?.poolAddress as string, '60', range)).toEqual({ s: 'no_data' });
});

test('config and time are those of the protocol', async () => {
  expect(await udf('config')).toEqual({
    supports_search: true,
    supports_group_request: false,
    supports_marks: false,
    supports_timescale_marks: false,
    supports_time: true,
    supported_resolutions: ['1', '5', '15', '60', '240', '1D'],
    exchanges: [{ value: 'Millpond', name: 'Millpond', desc: 'Millpond' }],
    symbols_types: [{ name: 'crypto', value: 'crypto' }],
  });
  const time = await get('/tv/udf/time');
  expect(time.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(time.text).toMatch(/^\d{10}$/);
  expect(Math.abs(Number(time.text) - Date.now() / 1000)).toBeLessThan(600);
});

test('a symbol is found by its name, in any case, with the exchange, and by its ticker', async () => {
  const symbol = await udf('symbols', { symbol: 'TON/USDT' });
  expect(symbol).toMatchObject({
    name: 'TON/USDT',
    type: 'crypto',
    session: '24x7',
    timezone: 'Etc/UTC',
    exchange: 'Millpond',
    listed_exchange: 'Millpond',
    minmov: 1,
    has_intraday: true,
    has_daily: true,
    intraday_multipliers: ['1', '5', '15', '60', '240'],
    supported_resolutions: ['1', '5', '15', '60', '240', '1D'],
    data_status: 'streaming',
    format: 'price',
  });
  for (const name of ['ton/usdt', 'Millpond:TON/USDT', symbol.ticker])
    expect(await udf('symbols', { symbol: name })).toEqual(symbol);
  const range = { from: 0, to: NOW, countback: 3 };
  expect(await history('TON/USDT', '60', range)).toEqual(await history(symbol.ticker, '60', range));
  expect(await history('TON/USDT', 'D', range)).toEqual(await history(symbol.ticker, '1D', range));
});

test('prices of each symbol have about six significant digits', async () => {
  for (const { poolAddress } of pools) {
    const { pricescale } = await udf('symbols', { symbol: poolAddress });
    expect(Number.isSafeInteger(pricescale)).toBe(true);
    const { c } = await history(poolAddress, '1D', { from: 0, to: NOW, countback: 1 });
    const digits = Math.log10(pricescale) + 1 + Math.floor(Math.log10(c[0] as number));
    expect([5, 6, 7]).toContain(digits);
  }
});

test('a search finds markets like getMarket, in their direction, and what it finds can be asked for', async () => {
  const found = await udf('search', { query: 'ton', type: '', exchange: '', limit: '30' });
  expect(found.length).toBeGreaterThan(0);
  for (const { symbol, full_name, ticker, exchange, type } of found) {
    expect([full_name, exchange, type]).toEqual([`Millpond:${symbol}`, 'Millpond', 'crypto']);
    expect(await udf('symbols', { symbol: full_name })).toMatchObject({ name: symbol, ticker });
  }
  const all = await udf('search', { limit: '200' });
  expect(new Set(all.map(({ ticker }: { ticker: string }) => ticker))).toEqual(
    new Set(pools.map(({ poolAddress }) => poolAddress)),
  );
  for (const { symbol, ticker } of all) {
    const pool = pools.find(({ poolAddress }) => poolAddress === ticker);
    // getMarket has pools in the direction of their pairs.
    expect(symbol).toBe(`${pool?.symbol0}/${pool?.symbol1}`.toUpperCase());
  }
  expect(await udf('search', { limit: '2' })).toHaveLength(2);
  expect(await udf('search', { query: 'nothing like it' })).toEqual([]);
  expect(await udf('search', { type: 'stock' })).toEqual([]);
  expect(await udf('search', { exchange: 'NYSE' })).toEqual([]);
});

test.each([
  ['symbols?symbol=A/B', 404, 'There is no symbol A/B.', 'not_found'],
  ['history?symbol=A/B&from=0&to=1&resolution=1', 404, 'There is no symbol A/B.', 'not_found'],
  ['history?symbol=nothing&from=0&to=1&resolution=1', 404, 'There is no pool nothing.', 'not_found'],
  [
    'history?symbol=TON/USDT&from=0&to=1&resolution=7',
    400,
    'resolution must be one of 1, 5, 15, 60, 240, 1D.',
    'invalid_request',
  ],
  ['history?symbol=TON/USDT&from=x&to=1&resolution=1', 400, expect.stringContaining('from'), 'invalid_request'],
  ['history?symbol=TON/USDT&from=0&resolution=1', 400, expect.stringContaining('to'), 'invalid_request'],
  ['symbols', 400, expect.stringContaining('symbol'), 'invalid_request'],
  ['search?limit=-1', 400, expect.stringContaining('limit'), 'invalid_request'],
])('%s is refused in the form of the protocol', async (path, status, errmsg, code) => {
  const answer = await get(`/tv/udf/${path}`);
  expect([answer.status, JSON.parse(answer.text), answer.headers.get('error-code')]).toEqual([
    status,
    { s: 'error', errmsg },
    code,
  ]);
});

describe('on a small market', () => {
  let small: Server;
  let local: { authorization: string };
  const start = async (options: object = {}) => {
    small = await startServer({ compat: ['udf'], auth: 'keys', ...options });
    ({ local } = await headersOf(small, { local: 'operator' }));
    await openMarket(small, local);
  };
  afterEach(async () => {
    vi.restoreAllMocks();
    await small.close();
  });

  test('what is off is not there', async () => {
    await start({ compat: ['stonfi'] });
    for (const path of ['config', 'time', 'symbols?symbol=A', 'search', 'history'])
      expect(await get(`/tv/udf/${path}`, small)).toMatchObject({ status: 404 });
  });

  test('a pool without trades has no data, and the decimals of its price; an empty one those of 1', async () => {
    await start();
    const range = { resolution: '1', from: 0, to: NOW };
    // The first token is the quote token, and a piece of bread costs half an apple.
    const bread = await udf('symbols', { symbol: 'BREAD/APPLE' }, small);
    expect(bread).toMatchObject({ pricescale: 1e6, volume_precision: 2, description: 'BREAD / APPLE' });
    expect(await udf('history', { symbol: 'BREAD/APPLE', ...range }, small)).toEqual({ s: 'no_data' });
    expect(await udf('symbols', { symbol: 'CORN/APPLE' }, small)).toMatchObject({
      pricescale: 1e5,
      volume_precision: 8,
    });
  });

  test('each request weighs the calls that it makes', async () => {
    await start({ rateLimitPerSecond: 100 });
    const swap = { Pair: { tokenA: 'bread', tokenB: 'apple' }, amount: { tokenA: 10 } };
    expect(await send(small, { path: '/createSwap', body: swap, headers: local })).toMatchObject({ status: 200 });
    const { ticker } = await udf('symbols', { symbol: 'BREAD/APPLE' }, small);
    // Time stands still: nothing that was taken comes back.
    const now = performance.now() + 60_000;
    vi.spyOn(performance, 'now').mockReturnValue(now);
    const left = async (path: string) =>
      Number((await get(`/tv/udf/${path}`, small)).headers.get('ratelimit-remaining'));
    expect(await left('time')).toBe(100);
    // getPools, getTokens, getCandles; and for what has no bars another getCandles.
    expect(await left(`history?symbol=${ticker}&resolution=1D&from=0&to=${NOW}`)).toBe(93);
    expect(await left(`history?symbol=${ticker}&resolution=1D&from=1000&to=2000`)).toBe(81);
    // The name of the exchange and the lists of pools and tokens are read once; then getMarket, and getCandles, alone.
    expect(await left('search')).toBe(54);
    expect(await left('search')).toBe(49);
    expect(await left('symbols?symbol=BREAD/APPLE')).toBe(44);
  });
});
