// Tokens whose base unit is valuable: fees that rounding up would inflate are left out, and never reported as price impact.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exact, send } from './client.ts';
import { keysOf } from './keys-of.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
const keys: Record<string, string> = {};
const ask = (who: string, path: string, body?: object) =>
  send(server, { path, ...(body && { body }), headers: { authorization: `Bearer ${keys[who]}` } });
const data = async (who: string, path: string, body?: object) => {
  const answer = await ask(who, path, body);
  expect(answer.status, answer.text).toBe(200);
  return exact(answer).data;
};
const pairOf = (tokenA: string, tokenB: string) => ({ Pair: { tokenA, tokenB } });

const DECIMALS = { usd: 6, ton: 9, share: 0, coin: 2, grain: 0, gram: 4, forced: 0, odd: 0, even: 0, cents: 2 };

beforeAll(async () => {
  server = await startServer({ auth: 'keys', market: { quote: { token: 'usd' as never, orFirst: true } } });
  Object.assign(keys, await keysOf(server, { ops: 'operator', ann: 'trader' }));
  for (const [address, decimals] of Object.entries(DECIMALS)) {
    await data('ops', '/registerToken', { address, symbol: address.toUpperCase(), decimals });
    for (const account of ['ops', 'ann'])
      await data('ops', '/deposit', { account, token: address, amount: 1e10, reference: `start ${account}` });
  }
  await data('ops', '/provideLiquidity', { ...pairOf('ton', 'usd'), amount: { tokenA: 1e6, tokenB: 2.5e6 } });
  // Gives COIN a price of 50,000, and GRAIN one of a thousandth of a cent.
  await data('ops', '/provideLiquidity', { ...pairOf('coin', 'ton'), amount: { tokenA: 10, tokenB: 200_000 } });
  await data('ops', '/provideLiquidity', { ...pairOf('grain', 'ton'), amount: { tokenA: 1e9, tokenB: 4000 } });
});
afterAll(() => server.close());

const protocolFeeOf = async (tokenA: string, tokenB: string) =>
  (exact(await ask('ann', `/getPoolData?jetton0=${tokenA}&jetton1=${tokenB}`)) as never as { protocolFee: string })
    .protocolFee;

test.each<[string, keyof typeof DECIMALS, number, number, string]>([
  ['a share of 25 that has no price yet', 'share', 1000, 25_000, '0'],
  ['two decimals at a price of 50,000', 'coin', 10, 500_000, '0'],
  ['no decimals, but a thousandth of a cent a unit', 'grain', 1e9, 10_000, '0.001'],
  ['four decimals without a price, whatever the offer says', 'gram', 0.1, 100, '0.001'],
])('a trader’s pool has the usual fees unless one unit is valuable: %s', async (_, token, units, worth, fee) => {
  await data('ann', '/provideLiquidity', { ...pairOf(token, 'usd'), amount: { tokenA: units, tokenB: worth } });
  expect(await protocolFeeOf(token, 'usd')).toBe(fee);
  const unit = 1 / 10 ** DECIMALS[token];
  const quoted = await data('ann', `/getQuote?tokenA=usd&tokenB=${token}&receive=${unit}`);
  if (fee === '0') expect(Number(quoted.amountA)).toBeLessThan((worth / units) * unit * 1.01);
});

test('setPoolFees refuses a protocol fee if one unit of a token is valuable, and accepts it otherwise', async () => {
  const fees = { protocolFee: 0.001 };
  const asked = await ask('ops', '/setPoolFees', { ...pairOf('coin', 'usd'), ...fees });
  expect(JSON.parse(asked.text)).toMatchObject({ error: expect.stringContaining('COIN') });
  expect(asked.status).toBe(422);
  expect((await ask('ops', '/setPoolFees', { ...pairOf('grain', 'usd'), protocolFee: 0.002 })).status).toBe(200);
});

test('swaps for one to five units over two pools are not refused: fee rounding does not count as price impact', async () => {
  await data('ops', '/provideLiquidity', { ...pairOf('forced', 'ton'), amount: { tokenA: 10_000, tokenB: 100_000 } });
  for (const wanted of [1, 2, 3, 4, 5]) {
    const body = { ...pairOf('usd', 'forced'), amount: { tokenB: wanted } };
    const swapped = await ask('ann', '/createSwap', body);
    expect(swapped.status, swapped.text).toBe(200);
  }
});

test('a quote says that the direct pool is empty only if no other route exists', async () => {
  await data('ops', '/createPool', { ...pairOf('usd', 'odd'), force: true });
  const empty = await ask('ann', '/getQuote?tokenA=usd&tokenB=odd&amount=1');
  expect(JSON.parse(empty.text).error).toBe('The pool of USD and ODD is empty; provideLiquidity fills it.');
  await data('ops', '/provideLiquidity', { ...pairOf('ton', 'odd'), amount: { tokenA: 100_000, tokenB: 1000 } });
  const small = await ask('ann', '/getQuote?tokenA=usd&tokenB=odd&amount=1');
  expect(JSON.parse(small.text).error).toMatch(/^The amount of \w+ is too small to buy any ODD; offer more\.$/);
});

test('an order for ten shares is refused unless it is placed with parts: false', async () => {
  const order = { ...pairOf('usd', 'share'), amount: { tokenA: 200 }, minReceived: 10 };
  const refused = await ask('ann', '/createOrder', order);
  expect(JSON.parse(refused.text).error).toMatch(/at least 1000 SHARE for all of it.*parts: false/);
  expect(await data('ann', '/createOrder', { ...order, parts: false })).toMatchObject({ status: 'open' });
  const quote = '/quoteOrder?tokenA=usd&tokenB=share&amount=200&minReceived=10';
  expect((await ask('ann', quote)).status).toBe(422);
  expect((await ask('ann', `${quote}&parts=false`)).status).toBe(200);
});

test('a refusal because of rounding says so and to trade more; one because of the price says to trade less', async () => {
  const errorOf = async (path: string, body?: object) => JSON.parse((await ask('ann', path, body)).text).error;
  expect(await errorOf('/getQuote?tokenA=usd&tokenB=forced&amount=40')).toBe(
    'Fees are rounded up to the smallest unit of FORCED and would take all that this amount of USD buys; offer more.',
  );
  expect(await errorOf('/getQuote?tokenA=usd&tokenB=forced&amount=20')).toBe(
    'The amount of USD is too small to buy any FORCED; offer more.',
  );
  const bought = await errorOf('/createSwap', { ...pairOf('usd', 'forced'), amount: { tokenA: 72 } });
  expect(bought).toMatch(
    /^Amounts are rounded to the smallest unit of FORCED, .* over the limit of 15 %; trade more, /,
  );
  const sold = await errorOf('/createSwap', { ...pairOf('forced', 'usd'), amount: { tokenB: 30 } });
  expect(sold).toMatch(/^Amounts are rounded to the smallest unit of FORCED, .*trade more, /);
  const large = await errorOf('/createSwap', { ...pairOf('usd', 'forced'), amount: { tokenA: 100_000 } });
  expect(large).toMatch(/^The price impact of .*trade less, /);
});

test('a pool of a few units does not make a token count as valuable', async () => {
  // The first pool prices 0.01 CENTS at 100 USD; the next pool still gets the usual fees.
  await data('ann', '/provideLiquidity', { ...pairOf('cents', 'usd'), amount: { tokenA: 9.99, tokenB: 99_900 } });
  await data('ann', '/provideLiquidity', { ...pairOf('cents', 'ton'), amount: { tokenA: 10, tokenB: 40_000 } });
  expect(await protocolFeeOf('cents', 'ton')).toBe('0.001');
});
