// The complete answers of the five original calls, digit for digit and key for key.
import { Address } from '@ton/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, send } from './client.ts';
import { derive } from './derived.ts';
import { type Server, startServer } from './server.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const USDT = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';
const PAIR = `jetton0=${TON}&jetton1=${USDT}`;
const REVERSED = `jetton0=${USDT}&jetton1=${TON}`;
const UUID_V7 = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

let server: Server;
let factory: string;
let pool: string;

const get = (path: string): Promise<Answer> => send(server, { path });
const post = (call: string, body: unknown): Promise<Answer> => send(server, { path: `/${call}`, body });
const swapBody = (fields: object) => ({ Pair: { tokenA: TON, tokenB: USDT }, ...fields });
const dataOf = ({ text }: Answer) => JSON.parse(text).data;

/** 1,000 TON (9 decimals) against 3,200 USDT (6 decimals), all of it from `local`, who keeps 100 TON. */
beforeEach(async () => {
  server = await startServer();
  await post('registerToken', { address: TON, symbol: 'TON', decimals: 9 });
  await post('registerToken', { address: USDT, symbol: 'USDT', decimals: 6 });
  await post('deposit', { account: 'local', token: TON, amount: 1100, reference: 'start' });
  await post('deposit', { account: 'local', token: USDT, amount: 3200, reference: 'start' });
  await post('provideLiquidity', swapBody({ amount: { tokenA: 1000, tokenB: 3200 } }));
  factory = dataOf(await get('/getRouterData')).factoryAddress;
  pool = derive(factory, 'pool', TON, USDT);
});
afterEach(() => server.close());

describe('createSwap', () => {
  test('answers the envelope, a UUIDv7 and "completed", and nothing else', async () => {
    const answer = await post('createSwap', swapBody({ amount: { tokenA: 10 } }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('error-code')).toBeNull();
    expect(answer.text).toMatch(
      new RegExp(`^{"success":true,"data":{"transactionId":"${UUID_V7}","status":"completed"}}$`),
    );
  });

  test.each([
    ['amount', { amount: { tokenA: 10 } }],
    ['price', { price: { tokenA: 10 } }],
    ['both, with the same value', { amount: { tokenA: 10 }, price: { tokenA: 10 } }],
    ['both, with the same value spelt differently', { amount: { tokenA: '10.0' }, price: { tokenA: 1e1 } }],
    ['a numeric string', { amount: { tokenA: '10' } }],
    ['a string with an exponent', { amount: { tokenA: '0.1e2' } }],
  ])('accepts the quantity as %s', async (_name, fields) => {
    const { transactionId } = dataOf(await post('createSwap', swapBody(fields)));
    const { text } = await get(`/getSwap?transactionId=${transactionId}`);
    expect(text).toContain('"amountA":10,"amountB":31.588807,');
  });

  test('accepts a Content-Type with a charset', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const body = swapBody({ amount: { tokenA: 10 } });
    expect((await send(server, { path: '/createSwap', body, headers })).status).toBe(200);
  });

  test('accepts a byte order mark before the JSON', async () => {
    const text = JSON.stringify(swapBody({ amount: { tokenA: 10 } }));
    const body = new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from(text)]);
    expect((await send(server, { path: '/createSwap', body })).status).toBe(200);
  });
});

test('getRouterData answers the router, the factory, the fee, the gas and the tokens', async () => {
  const { status, headers, text } = await get('/getRouterData');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(text).toBe(
    `{"success":true,"data":{"routerAddress":"${derive(factory, 'router')}","factoryAddress":"${factory}",` +
      `"platformFee":0.003,"swapGasEstimate":5,"supportedTokens":[` +
      `{"address":"${TON}","symbol":"TON","decimals":9},{"address":"${USDT}","symbol":"USDT","decimals":6}]}}`,
  );
});

describe('getPoolData', () => {
  const record = (first: string, second: string, tokens: readonly [string, string], collected: string) =>
    `{"reserve0":${first},"reserve1":${second},"K":"3200063.36772",` +
    `"token0WalletAddress":"${derive(factory, 'wallet', pool, tokens[0])}",` +
    `"token1WalletAddress":"${derive(factory, 'wallet', pool, tokens[1])}",` +
    `"lpFee":0.002,"protocolFee":0.001,"refFee":0.001,"protocolFeeAddress":"treasury",${collected}}`;

  test('answers the record without the envelope, with the tokens in the order of the request', async () => {
    await post('createSwap', swapBody({ amount: { tokenA: 10 } }));
    const { status, headers, text } = await get(`/getPoolData?${PAIR}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const forth = '"collectedToken0ProtocolFee":0,"collectedToken1ProtocolFee":0.031621';
    expect(text).toBe(record('1010', '3168.379572', [TON, USDT], forth));
    const back = '"collectedToken0ProtocolFee":0.031621,"collectedToken1ProtocolFee":0';
    expect((await get(`/getPoolData?${REVERSED}`)).text).toBe(record('3168.379572', '1010', [USDT, TON], back));
  });

  test('answers "N/A" as protocolFeeAddress if there is no protocol fee, and K "0" if there is no liquidity', async () => {
    await post('registerToken', { address: 'GOLD', symbol: 'GOLD', decimals: 3 });
    await post('createPool', { Pair: { tokenA: 'GOLD', tokenB: TON }, protocolFee: 0 });
    const { text } = await get(`/getPoolData?jetton0=GOLD&jetton1=${TON}`);
    expect(text).toContain('"protocolFee":0,"refFee":0.001,"protocolFeeAddress":"N/A"');
    expect(text).toContain('{"reserve0":0,"reserve1":0,"K":"0",');
  });
});

describe('getLPAccountData and refundLiquidity', () => {
  test('getLPAccountData answers the tokens in the order of the request', async () => {
    await post('createSwap', swapBody({ amount: { tokenA: 10 } }));
    const lpAddress = derive(factory, 'lp-account', pool, 'local');
    const balances = '"lpTokenBalance":56.568541494,"sharePercentage":99.999998232233047004}}';
    expect((await get(`/getLPAccountData?${PAIR}`)).text).toBe(
      `{"success":true,"data":{"lpAddress":"${lpAddress}","token1Address":"${TON}","token2Address":"${USDT}",` +
        `"token1Balance":1009.999982145,"token2Balance":3168.379515,${balances}`,
    );
    expect((await get(`/getLPAccountData?${REVERSED}`)).text).toBe(
      `{"success":true,"data":{"lpAddress":"${lpAddress}","token1Address":"${USDT}","token2Address":"${TON}",` +
        `"token1Balance":3168.379515,"token2Balance":1009.999982145,${balances}`,
    );
  });

  test.each([
    ['GET', PAIR, [TON, USDT], ['999.999982322', '3199.999943']],
    ['GET', REVERSED, [USDT, TON], ['3199.999943', '999.999982322']],
    ['POST', PAIR, [TON, USDT], ['999.999982322', '3199.999943']],
  ])('a refund by %s returns exactly the balances of getLPAccountData', async (method, query, tokens, amounts) => {
    const account = await get(`/getLPAccountData?${query}`);
    expect(account.text).toContain(`"token1Balance":${amounts[0]},"token2Balance":${amounts[1]},`);
    const refund = await send(server, { method, path: `/refundLiquidity?${query}` });
    expect([refund.status, refund.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(refund.text).toBe(
      `{"success":true,"data":{"poolAddress":"${pool}","token1Address":"${tokens[0]}","token2Address":"${tokens[1]}",` +
        `"token1Amount":${amounts[0]},"token2Amount":${amounts[1]},"lpTokensBurned":56.568541494}}`,
    );
  });

  test('an account without a position is answered with zeros, and refused a refund', async () => {
    await get(`/refundLiquidity?${PAIR}`);
    expect((await get(`/getLPAccountData?${PAIR}`)).text).toContain(
      '"token1Balance":0,"token2Balance":0,"lpTokenBalance":0,"sharePercentage":0}',
    );
    expect((await get(`/refundLiquidity?${PAIR}`)).status).toBe(422);
  });
});

describe('all forms of a TON address name the same token', () => {
  const usdt = Address.parse(USDT);
  const flags = [true, false];
  const forms = flags.flatMap((urlSafe) =>
    flags.flatMap((bounceable) => flags.map((testOnly) => usdt.toString({ urlSafe, bounceable, testOnly }))),
  );

  test('raw or friendly, bounceable or not, URL-safe or not, for the test network or not', async () => {
    const { text } = await get(`/getPoolData?${PAIR}`);
    const raw = usdt.toRawString();
    expect(new Set(forms).size).toBe(8);
    for (const form of [...forms, raw, raw.toUpperCase()]) {
      const named = await get(`/getPoolData?jetton0=${TON}&jetton1=${encodeURIComponent(form)}`);
      expect(named.text, form).toBe(text);
    }
    for (const form of forms) {
      const swapped = await post('createSwap', { Pair: { tokenA: TON, tokenB: form }, amount: { tokenA: 1 } });
      expect(swapped.status, form).toBe(200);
    }
  });

  test('but an address with a wrong checksum is answered unknown_token', async () => {
    const wrong = `${USDT.slice(0, -1)}t`;
    expect((await get(`/getPoolData?jetton0=${TON}&jetton1=${wrong}`)).headers.get('error-code')).toBe('unknown_token');
  });
});
