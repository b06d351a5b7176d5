// Reserves, fees and amounts over HTTP equal the formulas, computed independently here, to the unit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { times } from '../times.ts';
import { type Answer, exact, send } from './client.ts';
import { dumpState } from './dump.ts';
import { decimal, root, swapped } from './formulas.ts';
import { type Server, startServer } from './server.ts';

const MAX = 2n ** 120n - 1n;

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await audit(server.store, () => {});
  await server.close();
});

/** Bodies are text, so that numbers of any size are plain JSON numbers on the wire. */
const post = (call: string, text: string): Promise<Answer> => send(server, { path: `/${call}`, body: text });
const get = (path: string): Promise<Answer> => send(server, { path });

const register = async (token: string, decimals: number) =>
  exact(await post('registerToken', `{"address":"${token}","symbol":"${token}","decimals":${decimals}}`));
let deposits = 0;
const deposit = (token: string, amount: string) => {
  deposits += 1;
  return post('deposit', `{"account":"local","token":"${token}","amount":${amount},"reference":"wire ${deposits}"}`);
};
const pairOf = (a: string, b: string) => `"Pair":{"tokenA":"${a}","tokenB":"${b}"}`;
const fraction = (ppm: bigint) => decimal(ppm, 6);

describe('tokens of 0 decimals', () => {
  test.each([
    { name: 'a small pool', rates: [3000n, 0n, 0n], a: 2000n, b: 3000n, offered: 100n },
    { name: 'a pool without fees', rates: [0n, 0n, 0n], a: 10_007n, b: 999_983n, offered: 9973n },
    { name: 'everyday rates', rates: [2000n, 1000n, 1000n], a: 1_000_003n, b: 5_000_011n, offered: 12_347n },
    {
      name: 'the highest rates',
      rates: [999_999n, 250_000n, 250_000n],
      a: 10n ** 9n,
      b: 10n ** 9n,
      offered: 10n ** 9n,
    },
    { name: 'one unit against 10^30', rates: [2000n, 1000n, 1000n], a: 1n, b: 10n ** 30n, offered: 1n },
    {
      name: 'amounts beyond 2^64',
      rates: [2000n, 1000n, 1000n],
      a: 2n ** 65n + 1n,
      b: 10n ** 30n + 7n,
      offered: 2n ** 64n + 13n,
    },
    {
      name: 'amounts up to 2^120 − 1',
      rates: [2000n, 1000n, 1000n],
      a: 2n ** 119n,
      b: MAX,
      offered: 2n ** 119n - 1n,
    },
  ])('a swap equals the formulas to the unit: $name', async ({ name, rates, a, b, offered }) => {
    const [tokenA, tokenB] = [`A${name.replaceAll(' ', '-')}`, `B${name.replaceAll(' ', '-')}`];
    const pair = pairOf(tokenA, tokenB);
    await register(tokenA, 0);
    await register(tokenB, 0);
    exact(await deposit(tokenA, `${a + offered}`));
    exact(await deposit(tokenB, `${b}`));
    const [lpFee, protocolFee, refFee] = rates.map(fraction);
    exact(
      await post(
        'createPool',
        `{${pair},"lpFee":${lpFee},"protocolFee":${protocolFee},"refFee":${refFee},"force":true}`,
      ),
    );
    const provided = exact(await post('provideLiquidity', `{${pair},"amount":{"tokenA":${a},"tokenB":${b}}}`)).data;
    expect([provided.token1Amount, provided.token2Amount]).toEqual([`${a}`, `${b}`]);
    expect(provided.lpTokensMinted).toBe(decimal(root(a * b) - 1000n, 9));

    const fill = swapped({ in: a, out: b }, rates, offered, true);
    const body = `{${pair},"amount":{"tokenA":${offered}},"maxPriceImpact":1,"referrer":"shop-${tokenA}"}`;
    const { transactionId, status } = exact(await post('createSwap', body)).data;
    expect(status).toBe('completed');
    const swap = exact(await get(`/getSwap?transactionId=${transactionId}`)).data;
    expect(swap).toEqual({
      transactionId,
      status: 'completed',
      account: 'local',
      tokenA,
      tokenB,
      amountA: `${offered}`,
      amountB: `${fill.out}`,
      fees: { lp: `${fill.lp}`, protocol: `${fill.protocol}`, ref: `${fill.ref}` },
      route: [
        {
          poolAddress: provided.poolAddress,
          tokenA,
          tokenB,
          amountA: `${offered}`,
          amountB: `${fill.out}`,
          fees: { lp: `${fill.lp}`, protocol: `${fill.protocol}`, ref: `${fill.ref}` },
        },
      ],
      sequence: expect.stringMatching(/^[1-9]\d*$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });

    const [reserve0, reserve1] = [a + offered, b - fill.base];
    const pool = exact(await get(`/getPoolData?jetton0=${tokenA}&jetton1=${tokenB}`));
    expect([pool.reserve0, pool.reserve1, pool.K]).toEqual([`${reserve0}`, `${reserve1}`, `${reserve0 * reserve1}`]);
    expect([pool.lpFee, pool.protocolFee, pool.refFee]).toEqual([lpFee, protocolFee, refFee]);
    expect([pool.collectedToken0ProtocolFee, pool.collectedToken1ProtocolFee]).toEqual(['0', `${fill.protocol}`]);
  });

  test('a swap whose output would be 0 is refused with 422 and changes nothing; one unit more is a swap', async () => {
    await register('many', 0);
    await register('few', 0);
    exact(await deposit('many', '2000000'));
    exact(await deposit('few', '1000'));
    const pool = `{${pairOf('many', 'few')},"lpFee":0,"protocolFee":0,"refFee":0}`;
    exact(await post('createPool', pool));
    exact(await post('provideLiquidity', `{${pairOf('many', 'few')},"amount":{"tokenA":1000000,"tokenB":1000}}`));
    const before = dumpState(server.path);
    // ⌊in·1000 / (1,000,000 + in)⌋ is 0 up to 1001 and 1 from 1002 on.
    const refused = await post('createSwap', `{${pairOf('many', 'few')},"amount":{"tokenA":1001},"maxPriceImpact":1}`);
    expect([refused.status, refused.headers.get('error-code'), refused.text]).toEqual([
      422,
      'output_zero',
      '{"error":"The amount of many is too small to buy any few; offer more."}',
    ]);
    expect(dumpState(server.path)).toEqual(before);
    exact(await post('createSwap', `{${pairOf('many', 'few')},"amount":{"tokenA":1002},"maxPriceImpact":1}`));
    expect(exact(await get('/getPoolData?jetton0=many&jetton1=few')).reserve1).toBe('999');
  });

  test('the largest balance can be deposited to the last unit, and withdrawn again', async () => {
    await register('grain', 0);
    exact(await deposit('grain', `${MAX - 1n}`));
    exact(await deposit('grain', '1'));
    expect((await deposit('grain', '1')).headers.get('error-code')).toBe('amount_too_large');
    const { balances } = exact(await get('/getBalances?cursor=graim&limit=1')).data;
    expect(balances).toEqual([{ address: 'grain', symbol: 'grain', decimals: '0', balance: `${MAX}`, inOrders: '0' }]);
    exact(await post('withdraw', `{"account":"local","token":"grain","amount":${MAX},"reference":"end"}`));
    exact(await deposit('grain', '1'));
  });
});

test('a swap between tokens of 18 and 30 decimals keeps every digit', async () => {
  await register('wei', 18);
  await register('dust', 30);
  const [a, b] = [123_456_789_012_345_678_901n, 987_654_321_098_765_432_109_876_543_210_987n];
  const offered = 1_234_567_890_123_456_789n;
  exact(await deposit('wei', decimal(a + offered, 18)));
  exact(await deposit('dust', decimal(b, 30)));
  const pair = pairOf('wei', 'dust');
  const amounts = `{"tokenA":${decimal(a, 18)},"tokenB":${decimal(b, 30)}}`;
  exact(await post('provideLiquidity', `{${pair},"amount":${amounts}}`));
  const quote = exact(await get(`/getQuote?tokenA=wei&tokenB=dust&amount=${decimal(offered, 18)}`)).data;
  const swap = exact(await post('createSwap', `{${pair},"amount":{"tokenA":${decimal(offered, 18)}}}`)).data;
  const fill = swapped({ in: a, out: b }, [2000n, 1000n, 1000n], offered, false);
  const found = exact(await get(`/getSwap?transactionId=${swap.transactionId}`)).data;
  expect([found.amountA, found.amountB]).toEqual(['1.234567890123456789', decimal(fill.out, 30)]);
  expect(found.amountB).toMatch(/^\d+\.\d{29,30}$/);
  expect(found.fees).toEqual({ lp: decimal(fill.lp, 18), protocol: decimal(fill.protocol, 30), ref: '0' });
  expect([quote.amountA, quote.amountB, quote.fees]).toEqual([found.amountA, found.amountB, found.fees]);
  const [reserve0, reserve1] = [a + offered, b - fill.base];
  const pool = exact(await get('/getPoolData?jetton0=wei&jetton1=dust'));
  expect([pool.reserve0, pool.reserve1]).toEqual([decimal(reserve0, 18), decimal(reserve1, 30)]);
  expect(pool.K).toBe(decimal(reserve0 * reserve1, 48));
});

describe('a client whose JSON parser rounds, and which sends Amounts: string', () => {
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const headers = { amounts: 'string', 'content-type': 'application/json' };
    const answer = await fetch(
      `${server.url}${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    expect([answer.status, answer.headers.get('amounts')]).toEqual([200, 'string']);
    return JSON.parse(await answer.text());
  };

  test('can swap at its quotes, exact to the last of 18 decimals', async () => {
    for (const token of ['wei-a', 'wei-b']) {
      await register(token, 18);
      exact(await deposit(token, '2000000.123456789012345678'));
    }
    const [a, b] = ['1000000.000000000000000001', '999999.999999999999999999'];
    exact(await post('provideLiquidity', `{${pairOf('wei-a', 'wei-b')},"amount":{"tokenA":${a},"tokenB":${b}}}`));
    for (let index = 0; index < times(200); index++) {
      const [tokenA, tokenB] = index % 2 ? ['wei-a', 'wei-b'] : ['wei-b', 'wei-a'];
      const { data } = (await ask(
        `/getQuote?tokenA=${tokenA}&tokenB=${tokenB}&amount=${index + 1}.000000000000000001`,
      )) as {
        data: { amountA: string; amountB: string };
      };
      const { amountA, amountB } = data;
      await ask('/createSwap', { Pair: { tokenA, tokenB }, amount: { tokenA: amountA }, minReceived: amountB });
    }
  });

  test('gets strings for amounts, prices and rates, and numbers elsewhere', async () => {
    const query = 'jetton0=wei-a&jetton1=wei-b';
    const swaps = (await ask('/getSwaps?limit=1')) as { data: { swaps: [{ transactionId: string }] } };
    const answers = [
      await ask(`/getPoolData?${query}`),
      await ask(`/getPoolData?${query}`),
      await ask(`/getLPAccountData?${query}`),
      await ask('/getRouterData'),
      await ask('/getBalances'),
      await ask('/getPools'),
      await ask('/getQuote?tokenA=wei-a&tokenB=wei-b&receive=1'),
      await ask(`/getSwap?transactionId=${swaps.data.swaps[0].transactionId}`),
      await ask('/refundLiquidity', { jetton0: 'wei-a', jetton1: 'wei-b', percentage: '1' }),
      swaps,
    ];
    const numbers = new Set<string>();
    JSON.stringify(answers, (name, value) => {
      if (typeof value === 'number') numbers.add(name);
      return value;
    });
    expect([...numbers].sort()).toEqual(['decimals', 'gas', 'sequence', 'share', 'swapGasEstimate']);
    // An answer cached in one format is not used for the other.
    expect((await get(`/getPoolData?${query}`)).text).toMatch(/"reserve0":\d/);
  });

  test('gets an error for a misspelt value of that header, and nothing is changed', async () => {
    const before = await get('/getRouterData');
    const body = { Pair: { tokenA: 'wei-a', tokenB: 'wei-b' }, amount: { tokenA: 1 } };
    const tries = [
      { path: '/createSwap', body },
      { path: '/getRouterData' },
      { path: '/getQuote?tokenA=wei-a&tokenB=wei-b&amount=1' },
    ];
    for (const request of tries) {
      const { status, text } = await send(server, { ...request, headers: { amounts: 'strings' } });
      expect([status, text]).toEqual([400, '{"error":"The header Amounts must be \\"string\\" or \\"number\\"."}']);
    }
    const { sequence } = exact(await get('/getQuote?tokenA=wei-a&tokenB=wei-b&amount=1')).data;
    expect(exact(await get('/getSwaps?limit=1')).data.swaps[0].sequence).toBe(`${Number(sequence) - 1}`);
    expect((await get('/getRouterData')).text).toBe(before.text);
  });
});
