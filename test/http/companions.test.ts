// The calls around the five original ones: quotes that equal their fills, and lists with pages.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
beforeEach(async () => {
  server = await startServer();
  await openMarket(server);
});
afterEach(() => server.close());

const get = async (path: string) => exact(await send(server, { path }));
const Pair = { tokenA: 'apple', tokenB: 'bread' };
const swap = async (fields: object = {}) =>
  exact(await send(server, { path: '/createSwap', body: { Pair, amount: { tokenA: 10 }, ...fields } })).data
    .transactionId as string;
const poolAddress = async () => (await get('/getPools')).data.pools[0].poolAddress;

describe('getQuote', () => {
  test('answers exactly the documented fields, with the values of the formulas', async () => {
    const { text } = await send(server, { path: '/getQuote?tokenA=apple&tokenB=bread&amount=10' });
    const pool = await poolAddress();
    // inF = 9.98, impact = 9.98 / 1,000,009.98; base 19.95, of which 0.02 is the protocol's.
    expect(text).toBe(
      '{"success":true,"data":{"tokenA":"apple","tokenB":"bread","amountA":10,"amountB":19.93,"price":1.993,' +
        '"priceImpact":0.000009979900400594,"midPrice":2,"totalCost":0.0035,"fees":{"lp":1,"protocol":0.02,"ref":0},' +
        `"route":[{"poolAddress":"${pool}","tokenA":"apple","tokenB":"bread",` +
        '"amountA":10,"amountB":19.93,"fees":{"lp":1,"protocol":0.02,"ref":0},"share":1073741824}],"gas":5,"entries":[' +
        '{"account":"the swapper","token":"apple","change":-10},' +
        `{"account":"pool ${pool}","token":"apple","change":10},{"account":"pool ${pool}","token":"bread","change":-19.95},` +
        '{"account":"the swapper","token":"bread","change":19.93},' +
        `{"account":"pool ${pool} fees","token":"bread","change":0.02}],"sequence":8}}`,
    );
  });

  test('equals the swap that follows: exact in and exact out, in both directions, with and without a referrer', async () => {
    for (const [query, referrer] of [
      ['tokenA=apple&tokenB=bread&amount=1234', undefined],
      ['tokenA=apple&tokenB=bread&amount=1234&referrer=shop', 'shop'],
      ['tokenA=bread&tokenB=apple&amount=999.99', undefined],
      ['tokenA=apple&tokenB=bread&receive=1234.56', undefined],
      ['tokenA=apple&tokenB=bread&receive=1234.56&referrer=shop', 'shop'],
      ['tokenA=bread&tokenB=apple&receive=77', undefined],
    ]) {
      const { price, priceImpact, midPrice, totalCost, sequence, gas, entries, route, ...quote } = (
        await get(`/getQuote?${query}`)
      ).data;
      const { tokenA, tokenB, amountA, amountB } = quote;
      const amount = query?.includes('receive') ? { tokenB: amountB } : { tokenA: amountA };
      const id = await swap({ Pair: { tokenA, tokenB }, amount, referrer });
      const filled = (await get(`/getSwap?transactionId=${id}`)).data;
      const hops = route.map(({ share: _, ...hop }: { share: string }) => hop);
      expect(filled, query).toMatchObject({ ...quote, route: hops, sequence: String(Number(sequence) + 1) });
      const written = (await get(`/getTransaction?transactionId=${id}`)).data.entries;
      const ofSwapper = (entry: { account: string }) => (entry.account === 'local' ? 'the swapper' : entry.account);
      expect(written.map((entry: { account: string }) => ({ ...entry, account: ofSwapper(entry) }))).toEqual(entries);
      expect(gas).toBe(String(written.length));
    }
  });

  test('an exact output has the smallest input: one unit less pays less', async () => {
    const { data: quote } = await get('/getQuote?tokenA=bread&tokenB=apple&receive=77');
    expect(quote.amountB).toBe('77');
    const less = (Number(quote.amountA) - 0.01).toFixed(2);
    const { data: cheaper } = await get(`/getQuote?tokenA=bread&tokenB=apple&amount=${less}`);
    expect(Number(cheaper.amountB)).toBeLessThan(77);
  });
});

describe('the bounds of a swap hold on both sides', () => {
  const refusal = async (fields: object) =>
    (await send(server, { path: '/createSwap', body: { Pair, amount: { tokenA: 10 }, ...fields } })).headers.get(
      'error-code',
    );

  test('minReceived: exactly the amount received passes, one unit more is refused', async () => {
    expect(await refusal({ minReceived: '19.94' })).toBe('below_minimum');
    expect(await refusal({ minReceived: '19.93' })).toBeNull();
  });

  test('maxPriceImpact: exactly the limit passes, one unit more is refused', async () => {
    const body = { Pair: { tokenA: 'bread', tokenB: 'corn' }, lpFee: 0, protocolFee: 0, refFee: 0 };
    exact(await send(server, { path: '/createPool', body }));
    const amount = { tokenA: 85, tokenB: 1 };
    exact(await send(server, { path: '/provideLiquidity', body: { Pair: body.Pair, amount } }));
    // 15 / (85 + 15) is the default limit of 15 %.
    expect(await refusal({ Pair: body.Pair, amount: { tokenA: 15.01 } })).toBe('price_impact_too_high');
    expect(await refusal({ Pair: body.Pair, amount: { tokenA: 15 } })).toBeNull();
    expect(await refusal({ Pair: body.Pair, amount: { tokenA: 9000 }, maxPriceImpact: 1 })).toBeNull();
  });

  test('deadline: a future one passes, in every format', async () => {
    for (const deadline of ['2999-12-31T23:59Z', '2999-12-31T23:59:59.999+02:00', 32_503_680_000, '32503680000']) {
      expect(await refusal({ deadline }), `${deadline}`).toBeNull();
    }
  });
});

describe('getSwaps', () => {
  test('pages newest first, without gap or overlap, also if a swap comes between two pages', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift(await swap());
    const { data: first } = await get('/getSwaps?limit=2');
    await swap();
    const { data: second } = await get(`/getSwaps?limit=2&cursor=${first.nextCursor}`);
    const { data: third } = await get(`/getSwaps?limit=2&cursor=${second.nextCursor}`);
    const seen = [first, second, third].flatMap(({ swaps }) =>
      swaps.map((one: { transactionId: string }) => one.transactionId),
    );
    expect(seen).toEqual(ids);
    expect([typeof first.nextCursor, third.nextCursor]).toEqual(['string', null]);
    const { data: one } = await get(`/getSwap?transactionId=${ids[0]}`);
    expect(first.swaps[0]).toEqual(one);
  });

  test('a last page that is full has a cursor, which leads to an empty page', async () => {
    await swap();
    const { data: full } = await get('/getSwaps?limit=1');
    expect((await get(`/getSwaps?cursor=${full.nextCursor}`)).data).toEqual({ swaps: [], nextCursor: null });
  });

  test('returns 50 swaps per page by default, and more if limit is higher', async () => {
    for (let count = 0; count < 51; count++) await swap();
    expect((await get('/getSwaps')).data.swaps).toHaveLength(50);
    expect((await get('/getSwaps?limit=200')).data.swaps).toHaveLength(51);
  });
});

test('getPools pages oldest first, each pool as getPoolData shows it', async () => {
  const { data: first } = await get('/getPools?limit=1');
  const { data: second } = await get(`/getPools?limit=1&cursor=${first.nextCursor}`);
  const { data: end } = await get(`/getPools?limit=1&cursor=${second.nextCursor}`);
  expect(end).toEqual({ pools: [], nextCursor: null });
  const [{ poolAddress: address, jetton0, jetton1, status, curve, amplification, lpSupply, createdAt, ...record }] =
    first.pools;
  // The market data computes both from the journal.
  const { data: stats } = await get('/getPoolStats?jetton0=apple&jetton1=bread');
  expect([lpSupply, createdAt]).toEqual([stats.lpSupply, stats.createdAt]);
  expect([jetton0, jetton1, status, curve, amplification]).toEqual([
    'apple',
    'bread',
    'listed',
    'constant-product',
    null,
  ]);
  expect(record).toEqual(await get('/getPoolData?jetton0=apple&jetton1=bread'));
  expect([second.pools[0].jetton0, second.pools[0].jetton1]).toEqual(['apple', 'corn']);
  expect(second.pools[0].poolAddress).not.toBe(address);
});

test('a stable pool is created and shown with its curve, and pays nearly one for one', async () => {
  const stable = { Pair: { tokenA: 'bread', tokenB: 'corn' }, curve: 'stable', amplification: 200 };
  const made = exact(await send(server, { path: '/createPool', body: stable })).data;
  expect(made).toMatchObject({ curve: 'stable', amplification: '200', lpFee: '0.002' });
  const amount = { tokenA: 4, tokenB: 4 };
  exact(await send(server, { path: '/provideLiquidity', body: { Pair: stable.Pair, amount } }));
  const {
    poolAddress: _,
    jetton0,
    jetton1,
    status,
    curve,
    amplification,
    lpSupply,
    createdAt,
    ...record
  } = (await get('/getPools')).data.pools[2];
  expect([jetton0, jetton1, status, curve, amplification]).toEqual(['bread', 'corn', 'listed', 'stable', '200']);
  expect(record).toEqual(await get('/getPoolData?jetton0=bread&jetton1=corn'));
  expect([record.K, lpSupply]).toEqual(['16', (await get('/getPoolStats?jetton0=bread&jetton1=corn')).data.lpSupply]);
  expect(createdAt).toBe((await get('/getActivity?kind=createPool&limit=1')).data.activity[0].createdAt);
  // By xy = k, 2 would pay no more than 1.33.
  const { data: quote } = await get('/getQuote?tokenA=bread&tokenB=corn&amount=2');
  expect(Number(quote.amountB)).toBeGreaterThan(1.97);
  const { activity } = (await get('/getActivity?kind=createPool')).data;
  expect(activity).toMatchObject([{ curve: 'stable', amplification: '200' }, { curve: 'constant-product' }]);
  expect(activity[1]).not.toHaveProperty('amplification');
});

test('getBalances pages through all non-zero balances, LP tokens included', async () => {
  const held: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { data } = await get(`/getBalances?limit=1${cursor && `&cursor=${cursor}`}`);
    held.push(...data.balances);
    cursor = data.nextCursor;
  }
  const lp = { address: await poolAddress(), symbol: 'LP', decimals: '9', balance: '0.014141135', inOrders: '0' };
  expect(held).toEqual([
    lp,
    { address: 'apple', symbol: 'APPLE', decimals: '0', balance: '10000', inOrders: '0' },
    { address: 'bread', symbol: 'BREAD', decimals: '2', balance: '10000', inOrders: '0' },
    { address: 'corn', symbol: 'CORN', decimals: '18', balance: '5', inOrders: '0' },
  ]);
  const all = { account: 'local', token: 'corn', amount: 5, reference: 'end' };
  exact(await send(server, { path: '/withdraw', body: all }));
  expect((await get('/getBalances')).data.balances).toEqual(held.slice(0, 3));
});

test('if a symbol is sent instead of an address, the error names the address of the token', async () => {
  const told = async (token: string) =>
    JSON.parse((await send(server, { path: `/getQuote?tokenA=${token}&tokenB=bread&amount=1` })).text).error;
  expect(await told('APPLE')).toBe(
    'Tokens are named by address: APPLE is the symbol of apple. Send that address instead.',
  );
  expect(await told('Apple')).toContain('is the symbol of apple');
  expect(await told('PEAR')).toContain('Token PEAR is not listed here');
});
