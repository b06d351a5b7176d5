// Holdings by token and in total: exact, consistent, and rate-limited by the rows read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { exact, send } from './client.ts';
import { keysOf } from './keys-of.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
const keys: Record<string, string> = {};
beforeAll(async () => {
  server = await startServer({ auth: 'keys', market: { quote: { token: 'bread' as never, orFirst: false } } });
  Object.assign(keys, await keysOf(server, { local: 'operator', alice: 'trader' }));
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
});
afterAll(() => server.close());

const ask = (path: string, body?: object, account = 'local') =>
  send(server, { path, ...(body && { body }), headers: { authorization: `Bearer ${keys[account]}` } });
const get = async (path: string, account = 'local') => exact(await ask(path, undefined, account)).data;

const TOKENS = [
  { address: 'corn', symbol: 'CORN', decimals: '18', balance: '5', inOrders: '0' },
  { address: 'apple', symbol: 'APPLE', decimals: '0', balance: '10000', inOrders: '0' },
];

describe('named in the query', () => {
  test('getBalances answers the named tokens in that order, 0 for those not held', async () => {
    expect(await get('/getBalances?token=corn&token=apple')).toEqual({ balances: TOKENS, nextCursor: null });
    expect((await get('/getBalances?token=apple')).balances).toEqual([TOKENS[1]]);
    const { balances } = await get('/getBalances?token=apple', 'alice');
    expect(balances).toEqual([{ ...TOKENS[1], balance: '0' }]);
    expect((await get('/getBalances?account=local&token=corn')).balances).toEqual([TOKENS[0]]);
  });

  test.each([
    ['/getBalances?token=nothing', 404, 'unknown_token'],
    ['/getBalances?token=apple&token=nothing', 404, 'unknown_token'],
    ['/getBalances?token=', 400, 'invalid_request'],
    ['/getBalances?token=apple&limit=5', 400, 'invalid_request'],
    ['/getTokens?token=apple&status=hidden', 400, 'invalid_request'],
    ['/getPools?pool=x&cursor=1', 400, 'invalid_request'],
    ['/getLPPositions?pool=x&state=open', 400, 'invalid_request'],
    [`/getTokens?${'token=a&'.repeat(101)}`, 400, 'invalid_request'],
    ['/getPortfolio?list=all', 400, 'invalid_request'],
    ['/getPortfolio?cursor=apple', 400, 'bad_cursor'],
  ])('%s is answered %s %s', async (path, status, code) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('error-code')]).toEqual([status, code]);
  });

  test('a trader may not see balances or the portfolio of another account', async () => {
    for (const call of ['getBalances?token=apple&', 'getPortfolio?'])
      expect((await ask(`/${call}account=local`, undefined, 'alice')).status).toBe(403);
  });

  test('getTokens and getPools answer the named ones whatever their status, without unknown ones', async () => {
    const { pools } = await get('/getPools');
    await ask('/updateToken', { address: 'corn', status: 'hidden' });
    const { tokens, nextCursor } = await get('/getTokens?token=corn&token=nothing&token=apple&token=corn');
    expect(tokens.map((token: { address: string }) => token.address)).toEqual(['corn', 'apple']);
    expect(nextCursor).toBeNull();
    expect((await get('/getPools')).pools).toHaveLength(1);
    const [first, second] = pools.map((pool: { poolAddress: string }) => pool.poolAddress);
    expect((await get(`/getPools?pool=${second}&pool=${first}&pool=x`)).pools).toEqual(pools.toReversed());
    await ask('/updateToken', { address: 'corn', status: 'listed' });
  });

  test('getLPPositions answers the named pools, zeros if there is no position, or filters by open and closed', async () => {
    const { pools } = await get('/getPools');
    const [full, empty] = pools.map((pool: { poolAddress: string }) => pool.poolAddress);
    const { positions } = await get(`/getLPPositions?pool=${empty}&pool=${full}&pool=x`);
    expect(positions).toMatchObject([
      { poolAddress: empty, lpTokens: '0', symbol0: 'APPLE', symbol1: 'CORN' },
      { poolAddress: full, returns0: '999929', symbol0: 'APPLE', symbol1: 'BREAD' },
    ]);
    expect((await get('/getLPPositions?state=open')).positions).toHaveLength(1);
    expect((await get('/getLPPositions?state=closed')).positions).toEqual([]);
  });
});

describe('getPortfolio', () => {
  /** Computed by hand, locked LP tokens included: bread is the quote token, an apple is worth 2, and corn has no price. */
  const HELD = {
    tokens: { count: '3', unpriced: '1', worth: '30000' },
    positions: { count: '1', unpriced: '0', worth: '3999716.57' },
    orders: { count: '0', unpriced: '0', worth: '0' },
  };

  test('answers tokens, positions and their total value, and counts those without a price separately', async () => {
    const { sequence, ...answer } = await get('/getPortfolio');
    expect(answer).toMatchObject({
      quoteToken: { symbol: 'BREAD' },
      worth: '4029716.57',
      held: HELD,
      complete: true,
      tokens: [
        { symbol: 'APPLE', balance: '10000', inOrders: '0', price: '2', worth: '20000' },
        { symbol: 'BREAD', balance: '10000', price: '1', worth: '10000' },
        { symbol: 'CORN', balance: '5', price: null, worth: null },
      ],
      nextCursor: null,
    });
    expect(sequence).toBe(await get('/whoami').then((who) => who.sequence));
    const { positions, held } = await get('/getPortfolio?list=positions');
    expect(held).toEqual(HELD);
    const { positions: same } = await get('/getLPPositions');
    const more = { sharePercentage: positions[0].sharePercentage, price0: '2', price1: '1', worth: '3999716.57' };
    expect(positions).toEqual([{ ...same[0], ...more }]);
    const { sharePercentage } = await get('/getLPAccountData?jetton0=apple&jetton1=bread');
    expect(positions[0].sharePercentage).toBe(sharePercentage);
  });

  /** Computed by hand: half an apple per bread, each value rounded down to a whole apple, which has no decimals. */
  test('values holdings in the requested token, also in one that has no price', async () => {
    expect(await get('/getPortfolio?quote=apple')).toMatchObject({
      quoteToken: { symbol: 'APPLE' },
      worth: '2014858',
      held: {
        tokens: { count: '3', unpriced: '1', worth: '15000' },
        positions: { count: '1', unpriced: '0', worth: '1999858' },
      },
      tokens: [
        { symbol: 'APPLE', price: '1', worth: '10000' },
        { symbol: 'BREAD', price: '0.5', worth: '5000' },
        { symbol: 'CORN', price: null, worth: null },
      ],
    });
    const { positions } = await get('/getPortfolio?quote=apple&list=positions');
    expect(positions).toMatchObject([{ price0: '1', price1: '0.5', worth: '1999858' }]);
    expect(await get('/getPortfolio?quote=corn')).toMatchObject({
      quoteToken: { symbol: 'CORN' },
      worth: '5',
      held: { tokens: { unpriced: '2', worth: '5' }, positions: { unpriced: '1', worth: null } },
      tokens: [{ symbol: 'CORN', price: '1', worth: '5' }, { price: null }, { price: null }],
    });
    const { asOf: _, ...own } = await get('/getPortfolio');
    expect(await get('/getPortfolio?quote=bread')).toMatchObject(own);
  });

  test.each([
    ['/getPortfolio?quote=nothing', 404, 'unknown_token'],
    ['/getMarket?quote=nothing', 404, 'unknown_token'],
    ['/getPoolStats?jetton0=apple&jetton1=bread&quote=nothing', 404, 'unknown_token'],
    ['/getMarket?quote=', 400, 'invalid_request'],
    [`/getMarket?quote=${'a'.repeat(129)}`, 400, 'invalid_request'],
    ['/getMarket?quote=apple&quote=bread', 400, 'invalid_request'],
    ['/getMarket?token=apple&limit=5', 400, 'invalid_request'],
    ['/getMarket?token=apple&search=a', 400, 'invalid_request'],
    ['/getMarket?token=apple&list=pools', 400, 'invalid_request'],
    [`/getMarket?${'token=a&'.repeat(101)}`, 400, 'invalid_request'],
  ])('%s is refused', async (path, status, code) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('error-code')]).toEqual([status, code]);
  });

  test('answers in pages, each with the totals of all holdings', async () => {
    const first = await get('/getPortfolio?limit=2');
    expect(first.tokens).toHaveLength(2);
    const rest = await get(`/getPortfolio?limit=2&cursor=${first.nextCursor}`);
    expect(rest).toMatchObject({ held: HELD, tokens: [{ symbol: 'CORN' }], nextCursor: null });
  });

  test('answers totals of 0 for an empty account', async () => {
    const none = { count: '0', unpriced: '0', worth: '0' };
    expect(await get('/getPortfolio', 'alice')).toMatchObject({
      ...{ worth: '0', held: { tokens: none, positions: none }, tokens: [], complete: true },
    });
  });
});

test('the rows that getPortfolio reads count against the rate limit, so the next request is refused', async () => {
  const small = await startServer({ auth: 'keys', rateLimitPerSecond: 1 });
  const operator = (await createKey(small.store, { account: 'local' as never, role: 'operator' }, 0)).key;
  const trader = (await createKey(small.store, { account: 'rich' as never, role: 'trader' }, 0)).key;
  const commands = Array.from({ length: 2000 }, (_, at) => {
    const token = { address: `t${at}` as never, symbol: `T${at}`, decimals: 0 };
    const reference = `r${at}`;
    return [
      { kind: 'registerToken', token },
      { kind: 'deposit', account: 'rich', token: token.address, amount: 7n, reference },
    ];
  }).flat();
  for (let at = 0; at < commands.length; at += 500)
    await small.exchange.executeAll(
      'local' as never,
      commands.slice(at, at + 500).map((command) => ({ command }) as never),
    );
  const portfolio = (key: string) =>
    send(small, { path: '/getPortfolio?account=rich', headers: { authorization: `Bearer ${key}` } });
  const first = await portfolio(trader);
  expect(exact(first).data.held.tokens.count).toBe('2000');
  // 2,000 holdings cost forty seconds of the rate limit, or half of that if they are cached.
  const second = await portfolio(trader);
  expect([second.status, second.headers.get('error-code')]).toEqual([429, 'rate_limited']);
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  // Each account has its own limit.
  expect((await portfolio(operator)).status).toBe(200);
  await small.close();
});
