// Every call of the real exchange is a method of the client, and money moves once, however many answers are lost.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, connect, type Millpond } from '../../client/src/client.ts';
import { DECLARATIONS } from '../../src/contract/calls.ts';
import { type Server, startServer } from '../http/server.ts';

let server: Server;
let millpond: Millpond;
let [TON, USDT] = ['', ''];

beforeAll(async () => {
  server = await startServer({ demo: true });
  millpond = connect(server.url);
  const { tokens } = await millpond.getTokens();
  const addressOf = (symbol: string) => tokens.find((token) => token.symbol === symbol)?.address ?? '';
  [TON, USDT] = [addressOf('TON'), addressOf('USDT')];
});
afterAll(() => server.close());

test('every call of the exchange is a method of the client', () => {
  const names = Object.values(DECLARATIONS).map(({ name }) => name);
  expect(Object.keys(millpond).sort()).toEqual([...new Set([...names, 'events'])].sort());
});

test('a swap equals its quote to the digit, and the raw answer is available', async () => {
  const quote = await millpond.getQuote({ tokenA: TON, tokenB: USDT, amount: '0.123456789' });
  const { route, amountA, amountB } = quote;
  const answers: Answer[] = [];
  const swap = { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: amountA }, minReceived: amountB, route };
  const done = await millpond.createSwap(swap, { onAnswer: (answer) => answers.push(answer) });
  const { transactionId } = done;
  expect(await millpond.getSwap({ transactionId })).toMatchObject({ amountA: '0.123456789', amountB });
  expect(answers).toEqual([
    {
      call: 'createSwap',
      method: 'POST',
      url: `${server.url}/createSwap`,
      body: JSON.stringify(swap),
      status: 200,
      text: JSON.stringify({ success: true, data: done }),
      transactionId,
      requestId: expect.stringMatching(/./),
      attempts: 1,
      idempotencyKey: expect.stringMatching(/./),
    },
  ]);
  // getPoolData is the only call whose answer has no envelope.
  expect(await millpond.getPoolData({ jetton0: TON, jetton1: USDT })).toMatchObject({
    K: expect.stringMatching(/^\d/),
  });
});

test('a swap whose answers are lost is made once, by retries and by a later call with the same key', async () => {
  let toLose = 2;
  const losing: typeof fetch = async (...asked) => {
    const response = await fetch(...asked);
    toLose -= 1;
    if (toLose >= 0) throw new TypeError('lost');
    return response;
  };
  const unlucky = connect(server.url, { fetch: losing, backOffMs: 1, retries: 2 });
  const { sequence } = await millpond.whoami();
  const swap = { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: '1' } };
  const { transactionId } = await unlucky.createSwap(swap);
  expect((await millpond.whoami()).sequence).toBe(sequence + 1);
  expect(await millpond.getSwap({ transactionId })).toMatchObject({ sequence: sequence + 1 });

  toLose = 3;
  const error = await unlucky.createSwap(swap).catch((cause) => cause);
  expect(error).toMatchObject({ code: 'network', attempts: 3, mayHaveHappened: true, isRefusal: false });
  const { idempotencyKey } = error;
  const again = await millpond.createSwap(swap, { idempotencyKey });
  expect(await millpond.getSwap({ transactionId: again.transactionId })).toMatchObject({ sequence: sequence + 2 });
  expect((await millpond.whoami()).sequence).toBe(sequence + 2);
});

test('a refused call rejects with the code of the refusal', async () => {
  const swap = { Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: '1' } };
  await expect(millpond.createSwap({ ...swap, minReceived: '1000000' })).rejects.toMatchObject({
    code: 'below_minimum',
    isRefusal: true,
    message: expect.stringContaining('1000000'),
  });
  await expect(millpond.getSwap({ transactionId: 'none' })).rejects.toMatchObject({
    code: 'not_found',
    status: 404,
  });
  const stranger = connect(server.url, { key: 'mp_none' });
  await expect(stranger.getBalances()).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
});
