// Candles, trades and prices of a pool, compared with getSwap and getPoolData.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

type Fields = Readonly<Record<string, string>>;

let server: Server;
const swaps: {
  readonly sequence: string;
  readonly createdAt: string;
  readonly amountA: string;
  readonly amountB: string;
}[] = [];
const BOTH = 'jetton0=apple&jetton1=bread';
const TURNED = 'jetton0=bread&jetton1=apple';
const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'];

const get = async (path: string) => exact(await send(server, { path })).data;
const text = async (path: string) => (await send(server, { path })).text;
const sum = (items: readonly Fields[], name: string) => items.reduce((total, item) => total + Number(item[name]), 0);

async function swap(tokenA: string, tokenB: string, amount: number): Promise<void> {
  const body = { Pair: { tokenA, tokenB }, amount: { tokenA: amount } };
  const { data } = exact(await send(server, { path: '/createSwap', body }));
  swaps.push((await get(`/getSwap?transactionId=${data.transactionId}`)) as never);
}

beforeAll(async () => {
  server = await startServer();
  await openMarket(server);
  await swap('apple', 'bread', 1000);
  await swap('bread', 'apple', 5000);
  await swap('apple', 'bread', 10);
});
afterAll(() => server.close());

describe('getCandles', () => {
  test.each(INTERVALS)(
    'of %s cover all swaps, from the price before the first to that after the last',
    async (interval) => {
      const { candles, sequence, ...rest } = await get(`/getCandles?${BOTH}&interval=${interval}`);
      expect([rest, sequence]).toEqual([{ jetton0: 'apple', jetton1: 'bread', interval }, '11']);
      const { reserve0, reserve1 } = exact(await send(server, { path: `/getPoolData?${BOTH}` }));
      expect(candles[0].open).toBe('2');
      expect(Number(candles.at(-1).close)).toBeCloseTo(Number(reserve1) / Number(reserve0), 12);
      expect(sum(candles, 'swaps')).toBe(3);
      const [first, second, third] = swaps as [(typeof swaps)[0], (typeof swaps)[0], (typeof swaps)[0]];
      expect(sum(candles, 'volume0')).toBe(1010 + Number(second.amountB));
      expect(sum(candles, 'volume1')).toBeCloseTo(5000 + Number(first.amountB) + Number(third.amountB), 6);
      for (const { low, open, high, close } of candles) {
        expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)));
        expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)));
      }
    },
  );

  test('are inverted for the pair in the other order', async () => {
    const { candles } = await get(`/getCandles?${BOTH}&interval=1d`);
    const { candles: turned } = await get(`/getCandles?${TURNED}&interval=1d`);
    expect(turned.map(({ volume0, fees1, swaps }: Fields) => [volume0, fees1, swaps])).toEqual(
      candles.map(({ volume1, fees0, swaps }: Fields) => [volume1, fees0, swaps]),
    );
    expect(turned[0].open).toBe('0.5');
    expect(Number(turned[0].high)).toBeCloseTo(1 / Number(candles[0].low), 12);
  });

  test('as files hold the same as the answer, from the first candle on', async () => {
    const { candles } = await get(`/getCandles?${BOTH}&interval=1m`);
    const lines = (await text(`/getCandles?${BOTH}&interval=1m&format=ndjson&from=0`)).trim().split('\n');
    expect(lines.map((line) => exact({ status: 200, text: line } as never))).toEqual(candles);
    const csv = await text(`/getCandles?${BOTH}&interval=1m&format=csv&to=9999-01-01T00:00:00Z`);
    const [apple, bread] = (await get(`/getTokens?token=apple&token=bread`)).tokens.map(({ symbol }: Fields) => symbol);
    expect(csv.split('\r\n')).toEqual([
      `time,${['open', 'high', 'low', 'close'].map((name) => `${name} (${apple} in ${bread})`)},volume0 (${apple}),volume1 (${bread}),fees0 (${apple}),fees1 (${bread}),swaps`,
      ...candles.map((candle: Fields) => Object.values(candle).join(',')),
      '',
    ]);
  });

  test('are empty if nothing was swapped', async () => {
    expect((await get(`/getCandles?${BOTH}&interval=1m&from=0&to=60000`)).candles).toEqual([]);
    expect((await get('/getCandles?jetton0=apple&jetton1=corn&interval=1h')).candles).toEqual([]);
    expect(await text('/getCandles?jetton0=apple&jetton1=corn&interval=1m&format=ndjson')).toBe('');
  });
});

describe('getTrades', () => {
  test('lists every swap of the pool, newest first, without accounts', async () => {
    const { trades, nextCursor } = await get(`/getTrades?${BOTH}`);
    expect(nextCursor).toBeNull();
    const [first, second, third] = swaps as [(typeof swaps)[0], (typeof swaps)[0], (typeof swaps)[0]];
    expect(trades).toMatchObject([
      { sequence: '11', createdAt: third.createdAt, side: 'sell', amount0: '10', amount1: third.amountB, fees1: '0' },
      {
        sequence: '10',
        createdAt: second.createdAt,
        side: 'buy',
        amount0: second.amountB,
        amount1: '5000',
        fees0: '0',
      },
      { sequence: '9', createdAt: first.createdAt, side: 'sell', amount0: '1000', amount1: first.amountB, fees0: '2' },
    ]);
    expect(Object.keys(trades[0])).toEqual([
      'sequence',
      'createdAt',
      'side',
      'amount0',
      'amount1',
      'price',
      'fees0',
      'fees1',
    ]);
    const { trades: turned } = await get(`/getTrades?${TURNED}`);
    expect(turned.map(({ side }: Fields) => side)).toEqual(['buy', 'sell', 'buy']);
  });

  test('can be read in pages, within a time range, and as a file', async () => {
    const { trades } = await get(`/getTrades?${BOTH}`);
    const page = await get(`/getTrades?${BOTH}&limit=2`);
    expect(page).toEqual({ trades: trades.slice(0, 2), nextCursor: '10', sequence: '11' });
    expect(await get(`/getTrades?${BOTH}&limit=2&cursor=10`)).toEqual({
      trades: trades.slice(2),
      nextCursor: null,
      sequence: '11',
    });
    const oldest = `/getTrades?${BOTH}&order=asc&limit=2`;
    expect(await get(oldest)).toEqual({ trades: trades.toReversed().slice(0, 2), nextCursor: '10', sequence: '11' });
    expect(await get(`${oldest}&cursor=10`)).toEqual({ trades: trades.slice(0, 1), nextCursor: null, sequence: '11' });
    expect(await get(`${oldest}&cursor=11`)).toEqual({ trades: [], nextCursor: null, sequence: '11' });
    const moment = swaps[1]?.createdAt as string;
    const within = (name: string) =>
      trades.filter(({ createdAt }: Fields) => (createdAt as string) < moment === (name === 'to'));
    for (const name of ['from', 'to'])
      for (const [order, inOrder] of [
        ['desc', within(name)],
        ['asc', within(name).toReversed()],
      ])
        expect((await get(`/getTrades?${BOTH}&${name}=${moment}&order=${order}`)).trades, name).toEqual(inOrder);
    const file = (await text(`/getTrades?${BOTH}&order=asc&format=ndjson`)).trim().split('\n');
    expect(file.map((line) => exact({ status: 200, text: line } as never))).toEqual(trades.toReversed());
    const lines = (await text(`/getTrades?${BOTH}&format=ndjson`)).trim().split('\n');
    expect(lines.map((line) => exact({ status: 200, text: line } as never))).toEqual(trades);
  });
});

describe('getPrice', () => {
  test('answers the price of the pool, inverted for the other order, and a mean within 1 % of the first price', async () => {
    const { price, mean, from, to, swaps: counted, sequence } = await get(`/getPrice?${BOTH}&window=1h`);
    const { reserve0, reserve1 } = exact(await send(server, { path: `/getPoolData?${BOTH}` }));
    expect(Number(price)).toBeCloseTo(Number(reserve1) / Number(reserve0), 12);
    expect(sequence).toBe('11');
    expect(from <= to).toBe(true);
    expect(Number(counted)).toBeLessThanOrEqual(3);
    // Null while the pool is younger than a whole minute.
    expect(Math.abs(Number(mean ?? 2) / 2 - 1)).toBeLessThan(0.01);
    const turned = await get(`/getPrice?${TURNED}`);
    expect(Number(turned.price)).toBeCloseTo(Number(reserve0) / Number(reserve1), 12);
  });
});
