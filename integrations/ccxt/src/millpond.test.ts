// Every unified call against a fresh exchange: ccxt's structures, figures equal to our own calls, and refusals as ccxt's classes. About 2 s.
import { rm } from 'node:fs/promises';
import { errors } from 'ccxt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCommands, keyOf, TON, USDT, units } from '../../../src/cli/demo/demo.ts';
import type { Declaration } from '../../../src/contract/call.ts';
import { DECLARATIONS } from '../../../src/contract/calls.ts';
import { failuresOf } from '../../../src/contract/failures.ts';
import { type Account, amount } from '../../../src/core/amount.ts';
import { fingerprintOf } from '../../../src/ledger/fingerprint.ts';
import { expectStructure } from '../../../test/ccxt/structures.ts';
import { openStore } from '../../../test/exchange-file.ts';
import { exact, send } from '../../../test/http/client.ts';
import { keysOf } from '../../../test/http/keys-of.ts';
import { newFolder, type Server, startServer } from '../../../test/http/server.ts';
import millpond from './millpond.ts';

const SYMBOL = 'TON/USDT';
const [MINUTE, DAY] = [60_000, 86_400_000];
let folder: string;
let server: Server;
let keys: Record<string, string>;
let ann: millpond;
/** The same account, with exact decimals as strings instead of numbers. */
let exactly: millpond;
let bob: millpond;

const connect = (account: string, more = {}) =>
  new millpond({ apiKey: keys[account] ?? '', urls: { api: { rest: server.url } }, enableRateLimit: false, ...more });
const own = async (path: string, account = 'ann') =>
  exact(await send(server, { path, headers: { authorization: `Bearer ${keys[account]}`, amounts: 'string' } })).data;
const pair = `jetton0=${TON.address}&jetton1=${USDT.address}`;
const inOrder = <Item>(items: readonly Item[], key: (item: Item) => unknown) =>
  expect(items.map(key)).toEqual(items.map(key).toSorted());

/** An exchange that traded for five minutes fifty days ago, and for five minutes today. */
async function exchangeWithGap(path: string) {
  const store = await openStore(path);
  const at = (daysAgo: number, minutes: number) =>
    Math.floor((Date.now() - daysAgo * DAY) / MINUTE) * MINUTE + minutes * MINUTE;
  const swap = { kind: 'swap', account: 'local' as Account, tokenA: TON.address, tokenB: USDT.address } as const;
  const trades = [
    ...[0, 1, 2, 3, 4].map((minute) => at(50, minute)),
    ...[-9, -8, -7, -6, -5].map((minute) => at(0, minute)),
  ];
  const market = Object.entries(demoCommands()).map(([step, command]) => ({
    key: keyOf(step),
    command,
    atMs: at(50, -5),
  }));
  const swaps = trades.map((atMs, i) => ({
    key: `swap-${i}`,
    command: { ...swap, amountA: amount(units(TON, '100')) },
    atMs,
  }));
  await store.commit(
    [...market, ...swaps].map(({ key, command, atMs }) => ({
      ...{ actor: 'demo' as Account, command, atMs, idempotency: { key, fingerprint: fingerprintOf(command) } },
    })),
  );
  await store.close();
}

beforeAll(async () => {
  folder = await newFolder();
  const path = `${folder}/exchange.db`;
  await exchangeWithGap(path);
  server = await startServer({ path, demo: true, auth: 'keys' });
  keys = await keysOf(server, { local: 'operator', ann: 'trader', bob: 'trader' });
  const headers = { authorization: `Bearer ${keys.local}` };
  for (const account of ['ann', 'bob'])
    for (const token of [TON.address, USDT.address])
      exact(
        await send(server, { path: '/deposit', body: { account, token, amount: 10_000, reference: account }, headers }),
      );
  ann = connect('ann');
  bob = connect('bob');
  exactly = connect('ann');
  exactly.number = String as never;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe('what everybody may ask', () => {
  test('fetchStatus, fetchTime', async () => {
    const status = await ann.fetchStatus();
    expectStructure('status', status);
    expect(status.status).toBe('ok');
    const before = Date.now();
    const time = (await ann.fetchTime()) as number;
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  test('fetchCurrencies and fetchMarkets: one for each token and pool, in the direction of the pair', async () => {
    const currencies = await ann.fetchCurrencies();
    for (const currency of Object.values(currencies)) expectStructure('currency', currency);
    const markets = await ann.fetchMarkets();
    for (const market of markets) expectStructure('market', market);
    const { tokens } = await own('/getTokens');
    const { pools } = await own('/getPools');
    expect(Object.keys(currencies).length).toBe(tokens.length);
    expect(markets.map((market) => market?.id)).toEqual(
      pools.map(({ poolAddress }: { poolAddress: string }) => poolAddress),
    );
    expect(markets.map((market) => market?.symbol)).toContain('JDAI/USDT');
    expect(await ann.loadMarkets()).toHaveProperty([SYMBOL, 'precision'], { amount: 1e-9, price: 1e-18, cost: 1e-6 });
  });

  test('two tokens whose symbols differ in case only get different codes, which later ones do not change', async () => {
    const headers = { authorization: `Bearer ${keys.local}` };
    const before = (await connect('ann').loadMarkets(true)) as object;
    const [address, Pair] = ['EQtoken_with-oddChars', { tokenA: 'EQtoken_with-oddChars', tokenB: USDT.address }];
    for (const [path, body] of [
      ['/registerToken', { address, symbol: 'ton', decimals: 6, force: true }],
      ['/createPool', { Pair }],
    ] as const)
      exact(await send(server, { path, body, headers }));
    const after = await connect('ann').loadMarkets(true);
    expect(Object.keys(after)).toEqual([...Object.keys(before), 'TON.hars/USDT']);
    exact(await send(server, { path: '/setPoolStatus', body: { Pair, status: 'hidden' }, headers }));
    exact(await send(server, { path: '/updateToken', body: { address, status: 'hidden' }, headers }));
  });

  test('fetchTicker and fetchTickers equal getPoolStats and getMarket', async () => {
    const ticker = await exactly.fetchTicker(SYMBOL);
    expectStructure('ticker', await ann.fetchTicker(SYMBOL));
    const tickers = await exactly.fetchTickers();
    expect(Object.keys(tickers).toSorted()).toEqual(Object.keys(await ann.loadMarkets()).toSorted());
    const stats = await own(`/getPoolStats?${pair}`);
    for (const { last, open, high, low, baseVolume, quoteVolume } of [ticker, tickers[SYMBOL] as typeof ticker])
      expect([last, open, high, low, baseVolume, quoteVolume]).toEqual([
        ...[stats.lastPrice, stats.open24h, stats.high24h, stats.low24h],
        ...[stats.volume24h.amount0, stats.volume24h.amount1],
      ]);
    expect([stats.lastPrice, stats.open24h, stats.high24h, stats.low24h]).not.toContain(null);
    const { bids, asks } = await ann.fetchOrderBook(SYMBOL, 1);
    const { bid, ask } = await ann.fetchTicker(SYMBOL);
    expect([bid, ask].map(Number)).toEqual([
      expect.closeTo(bids[0]?.[0] as number, 2),
      expect.closeTo(asks[0]?.[0] as number, 2),
    ]);
  });

  test('fetchOrderBook equals getOrderBook', async () => {
    const book = await ann.fetchOrderBook(SYMBOL, 5);
    expectStructure('orderBook', book);
    const ours = await own(`/getOrderBook?${pair}&levels=5`);
    const numbers = (levels: [string, string][]) => levels.map((level) => level.map(Number));
    expect([book.bids, book.asks, String(book.nonce)]).toEqual([numbers(ours.bids), numbers(ours.asks), ours.sequence]);
    expect(book.bids.length).toBe(5);
  });

  test('fetchTrades: the newest, or page by page the oldest since', async () => {
    const newest = await ann.fetchTrades(SYMBOL, undefined, 3);
    for (const trade of newest) expectStructure('publicTrade', trade);
    inOrder(newest, ({ timestamp }) => timestamp);
    const { trades } = await own(`/getTrades?${pair}&limit=200`);
    expect((await exactly.fetchTrades(SYMBOL)).map(({ id, amount, cost }) => [id, amount, cost])).toEqual(
      trades.toReversed().map((trade: Record<string, string>) => [trade.sequence, trade.amount0, trade.amount1]),
    );
    const found: string[] = [];
    for (let since = 1; ; ) {
      const page = (await ann.fetchTrades(SYMBOL, since, 4)).filter(({ id }) => !found.includes(id as string));
      if (page.length === 0) break;
      found.push(...page.map(({ id }) => id as string));
      since = page.at(-1)?.timestamp as number;
    }
    expect(found).toEqual(trades.map(({ sequence }: { sequence: string }) => sequence).toReversed());
  });

  test('fetchOHLCV: the last, or page by page since, over fifty days without a trade', async () => {
    const { candles } = await own(`/getCandles?${pair}&interval=1m&limit=1000`);
    const rows = candles.map((candle: Record<string, string>) => [
      Date.parse(candle.time as string),
      ...[candle.open, candle.high, candle.low, candle.close, candle.volume0].map(Number),
    ]);
    expect(await ann.fetchOHLCV(SYMBOL, '1m', undefined, 1000)).toEqual(rows);
    const found: unknown[] = [];
    for (let since = Date.now() - 60 * DAY; ; ) {
      const page = await ann.fetchOHLCV(SYMBOL, '1m', since, 3);
      if (page.length === 0) break;
      found.push(...page);
      since = Number(page.at(-1)?.[0]) + MINUTE;
    }
    expect(found).toEqual(rows);
    expect(rows.length).toBeGreaterThanOrEqual(10);
  });

  test('fetchTradingFee and fetchTradingFees', async () => {
    const fees = await ann.fetchTradingFees();
    for (const fee of Object.values(fees)) expectStructure('tradingFee', fee);
    expect(fees[SYMBOL]?.taker).toBe(0.002998);
    expect(await ann.fetchTradingFee(SYMBOL)).toMatchObject({ symbol: SYMBOL, taker: 0.002998 });
  });
});

describe('own orders', () => {
  const holdings = async () => {
    const { TON: ton, USDT: usdt } = await exactly.fetchBalance();
    return [ton?.total, usdt?.total].map((total) => BigInt(Math.round(Number(total) * 1e9)));
  };

  test('createOrder: market orders change the balance by exactly amount and cost', async () => {
    const placed = [
      await exactly.createOrder(SYMBOL, 'market', 'sell', 10),
      await exactly.createOrder(SYMBOL, 'market', 'buy', 7),
      await exactly.createMarketBuyOrderWithCost(SYMBOL, 25),
    ];
    for (const { id } of placed) expectStructure('order', await ann.fetchOrder(id as string));
    expect(placed.map(({ amount, filled, status, side }) => [amount, filled, status, side])).toEqual([
      ['10', '10', 'closed', 'sell'],
      ['7', '7', 'closed', 'buy'],
      [placed[2]?.amount, placed[2]?.amount, 'closed', 'buy'],
    ]);
    expect(placed[2]?.cost).toBe('25');
    for (const { id, cost, amount } of placed) {
      const swap = await own(`/getSwap?transactionId=${id}`);
      expect([swap.amountA, swap.amountB].toSorted()).toEqual([amount, cost].map(String).toSorted());
    }
  });

  test('createOrder: a limit waits; open, fetched, edited and cancelled', async () => {
    const before = await holdings();
    const sell = await ann.createOrder(SYMBOL, 'limit', 'sell', 5, 2.6);
    const buy = await ann.createOrder(SYMBOL, 'limit', 'buy', 5, 2.4);
    for (const order of [sell, buy, await ann.fetchOrder(sell.id as string)]) {
      expectStructure('order', order);
      expect(order).toMatchObject({
        status: 'open',
        amount: 5,
        filled: 0,
        remaining: 5,
        type: 'limit',
        timeInForce: 'GTC',
      });
    }
    expect([sell.price, buy.price, sell.side, buy.side]).toEqual([2.6, 2.4, 'sell', 'buy']);
    const { TON: ton, USDT: usdt } = await ann.fetchBalance();
    expect([ton?.used, usdt?.used]).toEqual([5, 12]);
    expect(await holdings()).toEqual(before);
    expect((await ann.fetchOpenOrders(SYMBOL)).map(({ id }) => id)).toEqual([sell.id, buy.id]);

    const edited = await ann.editOrder(sell.id as string, SYMBOL, 'limit', 'sell', 6, 2.7);
    expect(edited).toMatchObject({ amount: 6, price: 2.7, status: 'open' });
    expect(await ann.cancelOrder(buy.id as string, SYMBOL)).toMatchObject({ id: buy.id, status: 'canceled' });
    await expect(ann.cancelOrder(buy.id as string)).rejects.toThrow(errors.OrderNotFound);
    await expect(ann.editOrder(buy.id as string, SYMBOL, 'limit', 'buy', 6, 2.4)).rejects.toThrow(errors.InvalidOrder);
    expect((await ann.fetchOpenOrders()).map(({ id }) => id)).toEqual([edited.id]);
    expect((await ann.cancelAllOrders(SYMBOL)).map(({ id }) => id)).toEqual([edited.id]);
    const ended = [sell.id, buy.id, edited.id];
    expect((await ann.fetchCanceledOrders(SYMBOL)).map(({ id }) => id)).toEqual(expect.arrayContaining(ended));
    expect(await holdings()).toEqual(before);
  });

  test('createOrder: a limit that the pool pays is filled at once, and its trades are those of getFills', async () => {
    const filled = await exactly.createOrder(SYMBOL, 'limit', 'sell', 3, 2.3);
    expect(filled).toMatchObject({ status: 'closed', amount: '3', filled: '3', remaining: '0' });
    const trades = await exactly.fetchOrderTrades(filled.id as string);
    expect(trades.map(({ order, side, amount, cost }) => [order, side, amount, cost])).toEqual([
      [filled.id, 'sell', '3', filled.cost],
    ]);
    expect((await ann.fetchClosedOrders(SYMBOL)).map(({ id }) => id)).toContain(filled.id);
    expect((await ann.fetchOrders(SYMBOL)).map(({ id }) => id)).toContain(filled.id);
    for (const order of await ann.fetchOrders()) expectStructure('order', order);
  });

  test('createOrder: a limit that buys gets exactly the amount, and pays no more than it costs', async () => {
    const price = Number((await ann.fetchTicker(SYMBOL)).ask) * 1.04;
    const filled = await exactly.createOrder(SYMBOL, 'limit', 'buy', 5, price);
    expect(filled).toMatchObject({ status: 'closed', amount: '5', filled: '5', remaining: '0' });
    expect(Number(filled.average)).toBeLessThan(price / 1.02);
    const fetched = await exactly.fetchOrder(filled.id as string);
    expect([fetched.amount, fetched.filled, fetched.cost]).toEqual(['5', '5', filled.cost]);
    const waiting = await exactly.createOrder(SYMBOL, 'limit', 'buy', 5, price / 2);
    expect(waiting).toMatchObject({ status: 'open', amount: '5', filled: '0', remaining: '5' });
    await ann.cancelOrder(waiting.id as string);
  });

  test('createOrder: filled or killed', async () => {
    const params = { timeInForce: 'FOK' };
    const now = Number((await ann.fetchTicker(SYMBOL)).bid);
    await expect(ann.createOrder(SYMBOL, 'limit', 'sell', 3, now * 1.01, params)).rejects.toThrow(
      errors.OrderNotFillable,
    );
    await expect(ann.createOrder(SYMBOL, 'limit', 'buy', 3, now, params)).rejects.toThrow(errors.OrderNotFillable);
    expect(await ann.createOrder(SYMBOL, 'limit', 'buy', 3, now * 1.01, params)).toMatchObject({
      status: 'closed',
      filled: 3,
    });
  });

  test('createOrder: post only waits or is refused, and immediate or cancel waits for nothing', async () => {
    const { bid, ask } = await ann.fetchTicker(SYMBOL);
    const post = { postOnly: true };
    const waiting = await ann.createOrder(SYMBOL, 'limit', 'buy', 3, Number(bid) * 0.9, post);
    expect(waiting).toMatchObject({ status: 'open', postOnly: true, timeInForce: 'GTC' });
    expect(await ann.fetchOrder(waiting.id as string)).toMatchObject({ postOnly: true });
    for (const params of [post, { timeInForce: 'PO' }])
      await expect(ann.createOrder(SYMBOL, 'limit', 'buy', 3, Number(ask) * 1.01, params)).rejects.toThrow(
        errors.OrderImmediatelyFillable,
      );
    for (const timeInForce of ['IOC', 'FOK'])
      await expect(ann.createOrder(SYMBOL, 'limit', 'buy', 3, 2, { ...post, timeInForce })).rejects.toThrow(
        errors.InvalidOrder,
      );
    await expect(ann.createOrder(SYMBOL, 'market', 'buy', 3, undefined, post)).rejects.toThrow(errors.InvalidOrder);

    const none = await ann.createOrder(SYMBOL, 'limit', 'sell', 3, Number(ask) * 1.1, { timeInForce: 'IOC' });
    expect(none).toMatchObject({ status: 'expired', filled: 0, timeInForce: 'IOC' });
    const part = await ann.createOrder(SYMBOL, 'limit', 'sell', 9000, Number(bid) * 0.999, { timeInForce: 'IOC' });
    expect(part.status).toBe('expired');
    expect(part.filled).toBeGreaterThan(0);
    expect(part.filled).toBeLessThan(9000);
    expect(await ann.fetchOrder(part.id as string)).toMatchObject({ timeInForce: 'IOC', filled: part.filled });
    expect((await ann.fetchOpenOrders()).map(({ id }) => id)).toEqual([waiting.id]);
    await ann.cancelAllOrders();
  });

  test('clientOrderId names an order: it is found and cancelled by it, and no two open ones have the same', async () => {
    const named = { clientOrderId: 'bid-1' };
    const placed = await ann.createOrder(SYMBOL, 'limit', 'buy', 3, 2.1, named);
    expect(placed.clientOrderId).toBe('bid-1');
    await expect(ann.createOrder(SYMBOL, 'limit', 'buy', 4, 2.1, named)).rejects.toThrow(errors.DuplicateOrderId);
    expect((await ann.fetchOpenOrders()).map(({ clientOrderId }) => clientOrderId)).toEqual(['bid-1']);
    expect(await ann.fetchOrder('', SYMBOL, named)).toMatchObject({ id: placed.id, clientOrderId: 'bid-1' });
    expect(await ann.cancelOrder('', SYMBOL, named)).toMatchObject({ status: 'canceled' });
    await expect(ann.fetchOrder('', SYMBOL, { clientOrderId: 'bid-2' })).rejects.toThrow(errors.OrderNotFound);
    // Once it is over, the name is free again.
    const again = await ann.createOrder(SYMBOL, 'limit', 'buy', 4, 2.1, named);
    expect(again.id).not.toBe(placed.id);
    await ann.cancelAllOrders();
    // A swap has no name: the same one is done once.
    const swaps = [1, 2].map(() => ann.createOrder(SYMBOL, 'market', 'buy', 1, undefined, { clientOrderId: 'swap-1' }));
    const [first, second] = await Promise.all(swaps);
    expect(second?.id).toBe(first?.id);
  });

  test('stops: a sale below, a purchase above, and to take a profit the other way round', async () => {
    const placed = [
      await ann.createStopLossOrder(SYMBOL, 'limit', 'sell', 5, 2.1, 2.2),
      await ann.createStopLossOrder(SYMBOL, 'limit', 'buy', 5, 2.9, 2.8),
      await ann.createTakeProfitOrder(SYMBOL, 'limit', 'sell', 5, 2.7, 2.8),
      await ann.createTriggerOrder(SYMBOL, 'limit', 'buy', 5, 2.1, 2.2, { triggerDirection: 'descending' }),
      await ann.createStopOrder(SYMBOL, 'limit', 'sell', 5, 2.1, 2.2),
      await ann.createStopLimitOrder(SYMBOL, 'sell', 5, 2.1, 2.2),
    ];
    const open = await ann.fetchOpenOrders(SYMBOL);
    expect(open.map(({ info }) => [info.kind, info.triggerBelow !== null])).toEqual(
      [true, true, false, false, true, true].map((isBelow) => ['stop', isBelow]),
    );
    for (const order of open) expectStructure('order', order);
    expect(open.map(({ triggerPrice }) => triggerPrice)).toEqual([2.2, 2.8, 2.8, 2.2, 2.2, 2.2]);
    const results = await ann.cancelOrders([...placed.map(({ id }) => id as string), 'none']);
    expect(results.map(({ status }) => status)).toEqual([...placed.map(() => 'canceled'), undefined]);
    await expect(ann.createStopLossOrder(SYMBOL, 'market', 'sell', 5, undefined, 2.2)).rejects.toThrow(
      errors.ArgumentsRequired,
    );
  });

  test('createOrders: each with its own outcome', async () => {
    const orders = await ann.createOrders([
      { symbol: SYMBOL, type: 'limit', side: 'sell', amount: 1, price: 3 },
      { symbol: SYMBOL, type: 'limit', side: 'buy', amount: 1_000_000, price: 2 },
      { symbol: SYMBOL, type: 'market', side: 'sell', amount: 1 },
    ]);
    expect(orders.map(({ status }) => status)).toEqual(['open', 'rejected', 'closed']);
    expect(orders[1]?.info.code).toBe('insufficient_funds');
    await ann.cancelAllOrders();
  });

  test('fetchMyTrades: all own fills, page by page since, equal to getFills', async () => {
    const { fills } = await own('/getFills?limit=200');
    const all = await exactly.fetchMyTrades(SYMBOL);
    for (const trade of await ann.fetchMyTrades()) expectStructure('ownTrade', trade);
    expect(
      all.map(({ id, side, amount, cost }) => [id, side, ...(side === 'sell' ? [amount, cost] : [cost, amount])]),
    ).toEqual(
      fills
        .toReversed()
        .map((fill: Record<string, string>) => [
          `${fill.sequence}-${fill.index}`,
          ...[fill.tokenA === TON.address ? 'sell' : 'buy', fill.amountA, fill.amountB],
        ]),
    );
    const found: string[] = [];
    for (let since = 1; ; ) {
      const page = (await ann.fetchMyTrades(SYMBOL, since, 2)).filter(({ id }) => !found.includes(id as string));
      if (page.length === 0) break;
      found.push(...page.map(({ id }) => id as string));
      since = page.at(-1)?.timestamp as number;
    }
    expect(found).toEqual(all.map(({ id }) => id));
  });

  test('fetchBalance equals getBalances', async () => {
    const { balances } = await own('/getBalances');
    const balance = await exactly.fetchBalance();
    for (const { symbol, balance: free } of balances)
      expect((balance as unknown as Record<string, unknown>)[symbol]).toEqual({ free, used: '0', total: free });
  });

  test('a request that is repeated under one key has one effect', async () => {
    const params = { idempotencyKey: 'one' };
    const first = await bob.createOrder(SYMBOL, 'market', 'sell', 1, undefined, params);
    expect((await bob.createOrder(SYMBOL, 'market', 'sell', 1, undefined, params)).id).toBe(first.id);
    expect((await bob.fetchMyTrades()).length).toBe(1);
  });
});

describe('refusals', () => {
  test('are classes of ccxt', async () => {
    const cases: [keyof typeof errors, () => Promise<unknown>][] = [
      ['InsufficientFunds', () => ann.createOrder(SYMBOL, 'market', 'sell', 20_000)],
      ['OrderNotFillable', () => ann.createOrder(SYMBOL, 'market', 'sell', 1_000_000)],
      ['InsufficientFunds', () => ann.createOrder(SYMBOL, 'limit', 'sell', 1_000_000, 3)],
      ['BadSymbol', () => ann.fetchTicker('NONE/USDT')],
      ['OrderNotFound', () => ann.fetchOrder('none')],
      ['OrderNotFound', () => ann.cancelOrder('none')],
      ['ArgumentsRequired', () => ann.createOrder(SYMBOL, 'limit', 'sell', 1)],
      ['InvalidOrder', () => ann.createOrder(SYMBOL, 'limit', 'sell', 1e-9, 1e-6)],
      ['AuthenticationError', () => connect('ann', { apiKey: 'wrong' }).fetchBalance()],
      ['AuthenticationError', () => connect('ann', { apiKey: '' }).fetchBalance()],
      ['BadRequest', () => ann.fetchTrades(SYMBOL, undefined, 5, { cursor: 'x' })],
      ['ArgumentsRequired', () => new millpond({}).fetchTime()],
      ['NetworkError', () => connect('ann', { urls: { api: { rest: 'http://127.0.0.1:1' } } }).fetchTime()],
    ];
    for (const [name, call] of cases) {
      const error = await call().then(
        () => 'none',
        (thrown: Error) => thrown,
      );
      expect(error, name).toBeInstanceOf(errors[name]);
    }
  });

  test('of each call that the class makes are in its table', () => {
    const { api, exceptions } = ann;
    const names = [...Object.keys(api.public.get), ...Object.keys(api.private.get), ...Object.keys(api.private.post)];
    const calls = names.filter((name) => name !== 'readyz').map((name) => DECLARATIONS[name as 'bulk'] as Declaration);
    const codes = new Set(calls.flatMap((call) => failuresOf(call).map((name) => name.replace(/ .*/, ''))));
    expect([...codes].filter((code) => !(code in exceptions.exact))).toEqual([]);
  });
});

test('costs are the weights of the calls', () => {
  const { api } = ann;
  const costs = { ...api.public.get, ...api.private.get, ...api.private.post } as Record<string, { cost: number }>;
  for (const [name, { cost }] of Object.entries(costs))
    expect([name, cost]).toEqual([name, (DECLARATIONS[name as 'bulk'] as Declaration | undefined)?.weight ?? 1]);
  expect(ann.calculateRateLimiterCost('public', 'GET', 'getTrades', { limit: 200 }, { cost: 2 })).toBe(8);
  expect(ann.calculateRateLimiterCost('private', 'POST', 'bulk', { items: [1, 2, 3] }, { cost: 1 })).toBe(3);
});
